import { formsAlike } from '#attribution';
import { namedRails, rails } from '#contract';
import { type Reply, type Roles, type Setting, subaccountOf, untested, valueAt } from '#evidence';
import { isOfValidOrder } from '#probes';
import { isSuccess } from '#run';
import { type CheckContext, type Judge, type Judgement, on } from './judgement.ts';
import { observes, observesStatus, refused, succeeds } from './judges.ts';
import { messageOf } from './refusal.ts';

type RecipientKind = 'named' | 'incomplete' | 'plain' | 'local' | 'another';

export interface Terms {
  readonly recipient: RecipientKind;
  readonly currency: unknown;
  readonly rail: unknown;
}

export type RecipientRole = Exclude<RecipientKind, 'another'>;

const recipientRoles = {
  named: 'namedRecipient',
  incomplete: 'incompleteNamedRecipients',
  plain: 'usdRecipient',
  local: 'localRecipient',
} as const satisfies Readonly<Record<RecipientRole, keyof Roles>>;

const recipients = Object.keys(recipientRoles) as readonly RecipientRole[];

const demandRecipients = (recipient: RecipientRole, roles: Roles): readonly string[] =>
  [roles[recipientRoles[recipient]]].flat();

const isSet = (recipient: RecipientRole, roles: Roles, id: unknown): boolean =>
  roles.has(recipientRoles[recipient]) && demandRecipients(recipient, roles).some((known) => known === id);

export const termsOf = ({ request }: Reply, { roles }: Setting): Terms => {
  const to = (member: string): unknown => valueAt(request.input.body, `to.${member}`);
  return {
    recipient: recipients.find((it) => isSet(it, roles, to('recipient_id'))) ?? 'another',
    currency: to('currency'),
    rail: to('payment_rail'),
  };
};

export type TermsFilter = (terms: Terms, setting: Setting) => boolean;

const isNamedInDollars: TermsFilter = ({ recipient, currency }) => recipient === 'named' && currency === 'USD';

export const namedOver =
  (rail: string): TermsFilter =>
  (terms, setting) =>
    isNamedInDollars(terms, setting) && terms.rail === rail;

/** Orders in US dollars over a rail that is neither WIRE nor SWIFT in any spelling. */
export const namedOverAnother: TermsFilter = (terms, setting) =>
  isNamedInDollars(terms, setting) &&
  typeof terms.rail === 'string' &&
  !namedRails.some((rail) => rail === String(terms.rail).trim().toUpperCase());

export const namedWithoutRail: TermsFilter = (terms, setting) =>
  isNamedInDollars(terms, setting) && terms.rail === undefined;

/** Orders in a currency other than the dollar, in any letter case. */
export const namedInOther: TermsFilter = ({ recipient, currency }) =>
  recipient === 'named' && String(currency).trim().toUpperCase() !== 'USD';

/** Orders over ACH with the currency in lower case. */
export const namedRecased: TermsFilter = ({ recipient, currency, rail }) =>
  recipient === 'named' && currency === 'usd' && rail === 'ACH';

/** True for recipients that the rules for rails cover: neither plain nor unknown. */
export const isRuledByRails = ({ recipient }: Terms): boolean => recipient !== 'plain' && recipient !== 'another';

export const toIncompleteRecipient: TermsFilter = ({ recipient }) => recipient === 'incomplete';

/** Orders in US dollars to a plain recipient over a rail that the document does not list. */
export const plainOverUnlisted: TermsFilter = ({ recipient, currency, rail }) =>
  recipient === 'plain' && currency === 'USD' && rail !== undefined && !rails.some((listed) => listed === rail);

/** Orders over one of the rails, in the currency of the recipient, which is not the US dollar. */
export const localOver =
  (these: readonly string[]): TermsFilter =>
  ({ recipient, currency, rail }, { order }) =>
    recipient === 'local' && currency === order.localCurrency && these.some((it) => it === rail);

interface JudgedOrder {
  readonly reply: Reply;
  readonly terms: Terms;
}

const ordersIn = (replies: readonly Reply[], context: CheckContext): readonly JudgedOrder[] =>
  replies.filter(context.attribution.mayJudge).map((reply) => ({ reply, terms: termsOf(reply, context) }));

interface Selected {
  readonly recipient: RecipientRole;
  readonly which: TermsFilter;
}

const isAccepted = ({ reply }: JudgedOrder): boolean => isSuccess(reply);

const demandAny = (
  replies: readonly Reply[],
  { recipient, which }: Selected,
  context: CheckContext,
): readonly JudgedOrder[] => {
  const isMeant = ({ terms }: JudgedOrder) => which(terms, context);
  const meant = ordersIn(replies, context).filter(isMeant);
  if (meant.length > 0) return meant;
  demandRecipients(recipient, context.roles);
  const sent = replies.filter((reply) => isMeant({ reply, terms: termsOf(reply, context) }));
  // Another sender answered each of these orders, and is the reason.
  if (sent.length > 0) context.attribution.judgeable(sent);
  throw untested('NO_SUCH_CASE', 'no such order was sent');
};

/**
 * True if the acceptance of one order excludes other reasons for the refusal of another: it has the same recipient or,
 * if the recipient is the mistake, the same currency and rail.
 */
const shows = (accepted: Terms, order: Terms): boolean =>
  order.recipient === 'incomplete'
    ? accepted.currency === order.currency && accepted.rail === order.rail
    : accepted.recipient === order.recipient;

/** True for a refusal in the words for an unknown recipient, which proves nothing else about the order. */
const isAbsentLike = ({ reply }: JudgedOrder, orders: readonly JudgedOrder[]): boolean =>
  orders.some(
    ({ reply: other, terms }) =>
      terms.recipient === 'another' &&
      [reply.status, other.status].every((status) => status === 404) &&
      messageOf(reply) === messageOf(other),
  );

const recipientIn = ({ request }: Reply): unknown => valueAt(request.input.body, 'to.recipient_id');

/** True if the service refuses every order to the recipient as absent, who may belong to another subaccount. */
const hasAbsent = (shown: readonly JudgedOrder[], orders: readonly JudgedOrder[]): boolean =>
  shown.some((order) =>
    shown
      .filter((other) => recipientIn(other.reply) === recipientIn(order.reply))
      .every((other) => isAbsentLike(other, orders)),
  );

/** True if the refusal equals that of a valid order to the same recipient, who belongs to another subaccount. */
const isOfOtherOwner = ({ reply }: JudgedOrder, replies: readonly Reply[], { attribution }: CheckContext): boolean =>
  replies.some((valid) => {
    const isAlike = subaccountOf(valid) === subaccountOf(reply) && recipientIn(valid) === recipientIn(reply);
    const cause = isAlike && isOfValidOrder(valid) ? attribution.causeOf(valid) : undefined;
    const isForeign = cause !== undefined && 'party' in cause && cause.party === 'of the other';
    return isForeign && formsAlike(valid, reply);
  });

/** A refused order counts only beside an accepted order without the mistake. */
export const refusesOrders =
  (selected: Selected): Judge<readonly Reply[]> =>
  (replies, context): Judgement => {
    const meant = demandAny(replies, selected, context);
    const orders = ordersIn(replies, context);
    const accepted = orders.filter(isAccepted);
    const shown = meant.filter(
      (order) => accepted.some(({ terms }) => shows(terms, order.terms)) && !isOfOtherOwner(order, replies, context),
    );
    if (shown.length === 0) {
      const isLike = ({ terms }: JudgedOrder) => meant.some((order) => shows(terms, order.terms));
      const wasRefused = orders.some((order) => isOfValidOrder(order.reply) && isLike(order));
      throw untested(
        wasRefused ? 'NONE_ACCEPTED' : 'NO_SUCH_CASE',
        'no order like it was accepted, so that a refusal shows nothing',
      );
    }
    const judged = refused()(
      shown.map(({ reply }) => reply),
      context,
    );
    if (judged.findings.length === 0 && selected.recipient === 'incomplete' && hasAbsent(shown, orders))
      throw untested('REFUSED_ALIKE', 'a recipient is refused as one that is not there, which shows nothing');
    return judged;
  };

export const observesOrders = (situation: string, selected: Selected): Judge<readonly Reply[]> =>
  on((replies, context) => demandAny(replies, selected, context).map(({ reply }) => reply), observesStatus(situation));

/** Without such an order, the missing variable is the reason. */
export const acceptsOrders =
  (recipient: RecipientRole): Judge<readonly Reply[]> =>
  (replies, context) => {
    demandRecipients(recipient, context.roles);
    return succeeds(replies, context);
  };

/** One of the five rails is enough, because the document does not say which rails reach a recipient. */
export const acceptsSomeRail: Judge<readonly Reply[]> = (replies, context) => {
  const orders = ordersIn(replies, context);
  const accepted = orders.filter(isAccepted).map(({ reply }) => reply);
  const tried = new Set(orders.map(({ terms }) => terms.rail));
  if (accepted.length === 0 && rails.some((rail) => !tried.has(rail)) && orders.length > 0)
    throw untested('ORDER_REFUSED', 'an order over one rail was refused, and not all rails were tried');
  return acceptsOrders('plain')(accepted.length > 0 ? accepted : replies, context);
};

const railSpace = (['plain', 'named', 'incomplete', 'local'] as const).flatMap((recipient) =>
  (['USD', 'local'] as const).flatMap((currency) =>
    [undefined, ...rails, 'CARRIER_PIGEON'].map((rail) => ({ recipient, currency, rail })),
  ),
);

/** The outcome of each combination; `local` is the currency of the local recipient. */
export const observesRailSpace: Judge<readonly Reply[]> = observes((replies, context) => {
  const orders = ordersIn(replies, context);
  if (orders.length === 0 && replies.length > 0)
    throw untested('NO_OWN_ANSWER', 'no order was answered by the service');
  return railSpace.flatMap(({ recipient, currency, rail }) => {
    const code = currency === 'USD' ? 'USD' : context.order.localCurrency;
    const here = orders.filter(
      ({ terms }) => terms.recipient === recipient && terms.rail === rail && terms.currency === code,
    );
    const situation = `${recipient} recipient, ${currency}, ${rail ?? 'no rail'}`;
    const fact = here.some(isAccepted) ? 'accepted' : 'refused';
    return here.length === 0 ? [] : [{ operation: 'offramp.initiate', situation, fact } as const];
  });
});
