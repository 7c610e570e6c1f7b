import { randomUUID } from 'node:crypto';
import { depositCurrencies, type Input, type OrderId, onrampAssets, rails } from '#contract';
import { isRecord, type Setting, valueAt } from '#evidence';
import { changedAt, depositOrder, lightningOfframpOrder, offrampOrder, onrampOrder } from '#generators';
import { ofCents } from './amounts.ts';

/** An offramp in US dollars, by default the plain one that most tests start from. */
export const dollarOfframp = (setting: Setting, rail?: string, recipient = setting.roles.usdRecipient) =>
  offrampOrder(setting, { recipient, currency: 'USD', rail });

const offrampWithReference = (make: () => string) => (setting: Setting) => ({
  ...dollarOfframp(setting),
  client_offramp_reference: make(),
});

/** "Caller-chosen": neither a UUID nor in one letter case, and to be echoed all the same. */
const offrampWithOwnReference = offrampWithReference(() => `Order-${randomUUID().slice(0, 8)}-aB`);

/** Longer than a UUID, for which alone a service may have room: it may refuse it, and not shorten it. */
const offrampWithLongReference = offrampWithReference(() => `order-${randomUUID()}-${randomUUID()}`);

/** The order with the account of the unverified subaccount, and its recipient instead of the plain one. */
export const asUnverified = ({ roles, order }: Setting, body: unknown): unknown => {
  const plain = (['usdRecipient', 'lightningRecipient'] as const).filter((role) => roles.has(role));
  const recipients: readonly unknown[] = plain.map((role) => roles[role]);
  const own = [
    ['accountNumber', order.unverifiedAccountNumber, [valueAt(body, 'accountNumber')]],
    ['recipient_id', roles.unverifiedRecipient, recipients],
    ['to.recipient_id', roles.unverifiedRecipient, recipients],
  ] as const;
  return own.reduce<unknown>((changed, [path, value, replaced]) => {
    const present = valueAt(body, path);
    const isOthers = value !== undefined && present !== undefined && replaced.includes(present);
    return isOthers && isRecord(changed) ? changedAt(changed, path, value) : changed;
  }, body);
};

/** A valid order: its particularity, and its body. */
export interface ValidOrder {
  /** In words: `plain`, `of cents`, `over WIRE`. */
  readonly kind: string;
  /** Placed in the profile smoke too. */
  readonly smoke?: true;
  /** Differs most from the others of its operation: one of the orders with which a refusal is tried. */
  readonly typical?: true;
  /** Throws `Untested` where a role is missing. Each has a new reference. */
  readonly body: (setting: Setting) => unknown;
  /** The individual by default. */
  readonly role?: 'individual' | 'business';
}

type OrderBody = ValidOrder['body'];
type More = Omit<ValidOrder, 'kind' | 'body'>;

const [smoke, typical] = [{ smoke: true }, { typical: true }] as const satisfies readonly More[];

/** Orders of the kinds that each operation has; the first is the plainest. */
const usual = (plain: OrderBody, ...others: readonly ValidOrder[]): readonly ValidOrder[] => [
  { kind: 'plain', ...smoke, ...typical, body: plain },
  ...others,
  { kind: 'of cents', ...typical, body: ofCents(plain) },
  { kind: 'of a business', role: 'business', body: plain },
];

const others = (values: readonly string[], plain: string) => values.filter((value) => value !== plain);

/** An order of an asset, on the one chain that suits it. */
const onrampOf =
  (asset: string): OrderBody =>
  (setting) =>
    onrampOrder(setting, asset, asset === 'BTC_LIGHTNING' ? 'LIGHTNING' : undefined);

const named = (rail: string, more: More = {}): ValidOrder => ({
  kind: `named, over ${rail}`,
  ...smoke,
  ...more,
  body: (setting) => dollarOfframp(setting, rail, setting.roles.namedRecipient),
});

const inAnotherCurrency: OrderBody = (setting) => {
  const { roles, order } = setting;
  return offrampOrder(setting, { recipient: roles.localRecipient, currency: order.localCurrency });
};

const lightningTo =
  (recipient: 'lightningRecipient' | 'localRecipient'): OrderBody =>
  (setting) =>
    lightningOfframpOrder(setting, setting.roles[recipient]);

const validOrders: Readonly<Record<OrderId, (setting: Setting) => readonly ValidOrder[]>> = {
  'deposit.simulate': ({ order }) =>
    usual(
      (setting) => depositOrder(setting),
      ...others(depositCurrencies, order.depositCurrency).map((currency) => ({
        kind: `of ${currency}`,
        ...smoke,
        ...(currency === 'USDC' ? typical : {}),
        body: (setting: Setting) => depositOrder(setting, currency),
      })),
    ),
  'onramp.initiate': () =>
    usual(
      (setting) => onrampOrder(setting),
      ...others(onrampAssets, 'USDC').map((asset) => ({
        kind: `of ${asset}`,
        ...smoke,
        ...typical,
        body: onrampOf(asset),
      })),
    ),
  'offramp.initiate': () =>
    usual(
      (setting) => dollarOfframp(setting),
      ...rails.map((rail) => ({
        kind: `over ${rail}`,
        ...(rail === 'WIRE' ? { ...smoke, ...typical } : {}),
        body: (setting: Setting) => dollarOfframp(setting, rail),
      })),
      named('WIRE', typical),
      named('SWIFT'),
      { kind: 'in another currency', ...smoke, ...typical, body: inAnotherCurrency },
      { kind: 'with a reference of another form', body: offrampWithOwnReference },
      { kind: 'with a long reference', body: offrampWithLongReference },
    ),
  'lightning-offramp.initiate': () =>
    usual(lightningTo('lightningRecipient'), {
      kind: 'to another recipient',
      ...typical,
      body: lightningTo('localRecipient'),
    }),
};

/** The valid orders of an operation in the profile of the run. */
export const ordersOf = (setting: Setting, operation: OrderId): readonly ValidOrder[] =>
  validOrders[operation](setting).filter(({ smoke }) => smoke || setting.profile !== 'smoke');

/** The plainest order that a right service accepts. */
export const plainOrder = (setting: Setting, operation: OrderId): Input<OrderId> => {
  const [plain] = validOrders[operation](setting);
  return { subaccountId: setting.roles.individual, body: plain?.body(setting) };
};
