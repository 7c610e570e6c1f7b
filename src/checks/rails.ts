import { formsAlike } from '#attribution';
import { namedRails, rails } from '#contract';
import { type Reply, type Roles, type Setting, subaccountOf, untested, valueAt } from '#evidence';
import { isOfValidOrder } from '#probes';
import { isSuccess } from '#run';
import { type CheckContext, type Judge, type Judgement, on } from './judgement.ts';
import { observes, observesStatus, refused, succeeds } from './judges.ts';
import { messageOf } from './refusal.ts';

type RecipientKind = 'named' | 'incomplete' | 'plain' | 'local' | 'another';

/** The members of an offramp to which the rules for rails apply. */
export interface Terms {
  readonly recipient: RecipientKind;
  readonly currency: unknown;
  /** Undefined where the order names none. */
  readonly rail: unknown;
}

export type RecipientRole = Exclude<RecipientKind, 'another'>;

/** The role by which each recipient is set. */
const recipientRoles = {
  named: 'namedRecipient',
  incomplete: 'incompleteNamedRecipients',
  plain: 'usdRecipient',
  local: 'localRecipient',
} as const satisfies Readonly<Record<RecipientRole, keyof Roles>>;

const recipients = Object.keys(recipientRoles) as readonly RecipientRole[];

/** The ids of such recipients. Throws `Untested` where none is set. */
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

/** True of the orders of a kind. */
export type TermsFilter = (terms: Terms, setting: Setting) => boolean;

const isNamedInDollars: TermsFilter = ({ recipient, currency }) => recipient === 'named' && currency === 'USD';

/** A named withdrawal in US dollars over this rail. */
export const namedOver =
  (rail: string): TermsFilter =>
  (terms, setting) =>
    isNamedInDollars(terms, setting) && terms.rail === rail;

/** A named withdrawal in US dollars over a rail that is neither of its two, however it is written. */
export const namedOverAnother: TermsFilter = (terms, setting) =>
  isNamedInDollars(terms, setting) &&
  typeof terms.rail === 'string' &&
  !namedRails.some((rail) => rail === String(terms.rail).trim().toUpperCase());

/** A named withdrawal in US dollars that names no rail. */
export const namedWithoutRail: TermsFilter = (terms, setting) =>
  isNamedInDollars(terms, setting) && terms.rail === undefined;

/** A named withdrawal in a currency that no letter case makes the dollar. */
export const namedInAnotherCurrency: TermsFilter = ({ recipient, currency }) =>
  recipient === 'named' && String(currency).trim().toUpperCase() !== 'USD';

/** A named withdrawal over ACH in dollars that are written in lower case. */
export const namedInRecasedDollars: TermsFilter = ({ recipient, currency, rail }) =>
  recipient === 'named' && currency === 'usd' && rail === 'ACH';

/** An order of which the rules for rails speak: these are not for recipients that are plain or unknown. */
export const isRuledByRails = ({ recipient }: Terms): boolean => recipient !== 'plain' && recipient !== 'another';

export const toIncompleteRecipient: TermsFilter = ({ recipient }) => recipient === 'incomplete';

/** A withdrawal in US dollars to a plain recipient over a rail that the document does not list. */
export const plainOverUnlisted: TermsFilter = ({ recipient, currency, rail }) =>
  recipient === 'plain' && currency === 'USD' && rail !== undefined && !rails.some((listed) => listed === rail);

/** One of these rails in another currency than US dollars, to a recipient who is paid in it. */
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

/** The orders of a kind. Where there is none and the role is not set, that is the reason; else whether any was sent. */
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
  // Others than the service answered each of them, and are the reason.
  if (sent.length > 0) context.attribution.judgeable(sent);
  throw untested('NO_SUCH_CASE', 'no such order was sent');
};

/**
 * An order whose acceptance shows that another is refused for no other reason: of the same recipient, or, where its
 * recipient is what is wrong, in the same currency and over the same rail.
 */
const shows = (accepted: Terms, order: Terms): boolean =>
  order.recipient === 'incomplete'
    ? accepted.currency === order.currency && accepted.rail === order.rail
    : accepted.recipient === order.recipient;

/** True where a recipient is refused in the words for one that is nowhere, so that nothing else is shown of it. */
const isAbsentLike = ({ reply }: JudgedOrder, orders: readonly JudgedOrder[]): boolean =>
  orders.some(
    ({ reply: other, terms }) =>
      terms.recipient === 'another' &&
      [reply.status, other.status].every((status) => status === 404) &&
      messageOf(reply) === messageOf(other),
  );

const recipientIn = ({ request }: Reply): unknown => valueAt(request.input.body, 'to.recipient_id');

/** True where every order to some recipient is refused so: a recipient may be absent to a subaccount that it does not belong to. */
const hasAbsent = (shown: readonly JudgedOrder[], orders: readonly JudgedOrder[]): boolean =>
  shown.some((order) =>
    shown
      .filter((other) => recipientIn(other.reply) === recipientIn(order.reply))
      .every((other) => isAbsentLike(other, orders)),
  );

/** True where an order is refused as a valid one with its recipient was, which belongs to the other subaccount. */
const isOfOtherOwner = ({ reply }: JudgedOrder, replies: readonly Reply[], { attribution }: CheckContext): boolean =>
  replies.some((valid) => {
    const isAlike = subaccountOf(valid) === subaccountOf(reply) && recipientIn(valid) === recipientIn(reply);
    const cause = isAlike && isOfValidOrder(valid) ? attribution.causeOf(valid) : undefined;
    const isForeign = cause !== undefined && 'party' in cause && cause.party === 'of the other';
    return isForeign && formsAlike(valid, reply);
  });

/** Every order of a kind is refused, and another, which differs from it in the mistake alone, was accepted. */
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

/** The status of every order of a kind, as a fact. */
export const observesOrders = (situation: string, selected: Selected): Judge<readonly Reply[]> =>
  on((replies, context) => demandAny(replies, selected, context).map(({ reply }) => reply), observesStatus(situation));

/** Valid orders to a recipient are accepted; where there are none, the variable that is not set is the reason. */
export const acceptsOrders =
  (recipient: RecipientRole): Judge<readonly Reply[]> =>
  (replies, context) => {
    demandRecipients(recipient, context.roles);
    return succeeds(replies, context);
  };

/** One rail of the five is enough: which of them reach a recipient is not said. */
export const acceptsSomeRail: Judge<readonly Reply[]> = (replies, context) => {
  const orders = ordersIn(replies, context);
  const accepted = orders.filter(isAccepted).map(({ reply }) => reply);
  const tried = new Set(orders.map(({ terms }) => terms.rail));
  if (accepted.length === 0 && rails.some((rail) => !tried.has(rail)) && orders.length > 0)
    throw untested('ORDER_REFUSED', 'an order over one rail was refused, and not all rails were tried');
  return acceptsOrders('plain')(accepted.length > 0 ? accepted : replies, context);
};

/** Every combination of a recipient, a currency and a rail, of which the last is none anywhere. */
const railSpace = (['plain', 'named', 'incomplete', 'local'] as const).flatMap((recipient) =>
  (['USD', 'local'] as const).flatMap((currency) =>
    [undefined, ...rails, 'CARRIER_PIGEON'].map((rail) => ({ recipient, currency, rail })),
  ),
);

/** The outcome of each combination that was sent; `local` is the currency of the local recipient. */
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
