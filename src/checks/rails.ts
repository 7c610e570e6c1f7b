import { rails } from '#contract';
import { isFromService, type Reply, type Roles, type Setting, Untested } from '#evidence';
import { type Judge, type Judgement, over } from './judgement.ts';
import { type Recipient, recipientsOf, type Terms, termsOf, type Which } from './rail-terms.ts';
import { observes, observesStatus, refused, succeeds } from './words.ts';

interface Order {
  readonly reply: Reply;
  readonly terms: Terms;
}

const ordersIn = (replies: readonly Reply[], setting: Setting): readonly Order[] =>
  replies.filter(isFromService).map((reply) => ({ reply, terms: termsOf(reply, setting) }));

const isAccepted = ({ reply }: Order): boolean => reply.status >= 200 && reply.status < 300;

/** Where the role is not set, that is the reason; then none was sent for another one. */
const demandAny = (orders: readonly Order[], roles: Roles, recipient: keyof typeof recipientsOf): void => {
  if (orders.length > 0) return;
  recipientsOf[recipient](roles);
  throw new Untested('no such order was answered', 'service');
};

/**
 * An order whose acceptance shows that another is refused for no other reason: of the same recipient, or, where its
 * recipient is what is wrong, in the same currency and over the same rail.
 */
const shows = (accepted: Terms, order: Terms): boolean =>
  order.recipient === 'incomplete'
    ? accepted.currency === order.currency && accepted.rail === order.rail
    : accepted.recipient === order.recipient;

interface Selected {
  readonly recipient: keyof typeof recipientsOf;
  readonly which: Which;
}

/** Every order of a kind is refused, and another, which differs in what is wrong with it, was accepted. */
export const refusesOrders =
  ({ recipient, which }: Selected): Judge<readonly Reply[]> =>
  (replies, setting): Judgement => {
    const orders = ordersIn(replies, setting);
    const meant = orders.filter(({ terms }) => which(terms, setting));
    demandAny(meant, setting.roles, recipient);
    const accepted = orders.filter(isAccepted);
    const shown = meant.filter((order) => accepted.some(({ terms }) => shows(terms, order.terms)));
    if (shown.length === 0)
      throw new Untested('no order like it was accepted, so that a refusal shows nothing', 'service');
    return refused()(
      shown.map(({ reply }) => reply),
      setting,
    );
  };

/** The status of every order of a kind, as a fact. */
export const observesOrders = (situation: string, { recipient, which }: Selected): Judge<readonly Reply[]> =>
  over((replies, setting) => {
    const meant = ordersIn(replies, setting).filter(({ terms }) => which(terms, setting));
    demandAny(meant, setting.roles, recipient);
    return meant.map(({ reply }) => reply);
  }, observesStatus(situation));

/** Valid orders to a recipient are accepted; where there are none, the variable that is not set is the reason. */
export const acceptsOrders =
  (recipient: keyof typeof recipientsOf): Judge<readonly Reply[]> =>
  (replies, setting) => {
    recipientsOf[recipient](setting.roles);
    return succeeds(replies, setting);
  };

/** One rail of the five is enough: which of them reach a recipient is not said. */
export const acceptsSomeRail: Judge<readonly Reply[]> = (replies, setting) => {
  const orders = ordersIn(replies, setting);
  const accepted = orders.filter(isAccepted).map(({ reply }) => reply);
  const tried = new Set(orders.map(({ terms }) => terms.rail));
  if (accepted.length === 0 && rails.some((rail) => !tried.has(rail)) && orders.length > 0)
    throw new Untested('an order over one rail was refused, and not all rails were tried', 'service');
  return acceptsOrders('plain')(accepted.length > 0 ? accepted : replies, setting);
};

/** A combination of the table of rails; `local` is the currency of the local recipient. */
interface RailPlace {
  readonly recipient: Recipient;
  readonly currency: 'USD' | 'local';
  readonly rail: string | undefined;
}

const isAt = ({ recipient, currency, rail }: RailPlace, terms: Terms, { order }: Setting): boolean =>
  terms.recipient === recipient &&
  terms.rail === rail &&
  terms.currency === (currency === 'USD' ? 'USD' : order.localCurrency);

/** Which combinations of recipient, currency and rail were accepted; what was not sent is not there. */
export const observesRailSpace = (space: readonly RailPlace[]): Judge<readonly Reply[]> =>
  observes((replies, setting) => {
    const orders = ordersIn(replies, setting);
    return space.flatMap((place) => {
      const here = orders.filter(({ terms }) => isAt(place, terms, setting));
      const { recipient, currency, rail = 'no rail' } = place;
      const situation = `${recipient} recipient, ${currency}, ${rail}`;
      const fact = here.some(isAccepted) ? 'accepted' : 'refused';
      return here.length === 0 ? [] : [{ operation: 'offramp.initiate', situation, fact } as const];
    });
  });
