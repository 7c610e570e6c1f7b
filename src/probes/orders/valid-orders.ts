import { randomInt, randomUUID } from 'node:crypto';
import { depositCurrencies, type Input, type OperationId, type OrderId, onrampAssets, rails } from '#contract';
import {
  amountIn,
  changedAt,
  isRecord,
  type OrderTraits,
  type Purpose,
  type Reply,
  type Setting,
  together,
  valueAt,
  withReference,
} from '#evidence';
import { depositOrder, lightningOfframpOrder, offrampOrder, onrampOrder } from '#generators';
import { ofCents, withAmount } from './amounts.ts';

/** By default the plain order that most tests start from. */
export const dollarOfframp = (setting: Setting, rail?: string, recipient = setting.roles.usdRecipient) =>
  offrampOrder(setting, { recipient, currency: 'USD', rail });

const offrampWithReference = (make: () => string) => (setting: Setting) => ({
  ...dollarOfframp(setting),
  client_offramp_reference: make(),
});

/** The document says "caller-chosen", so this reference is no UUID and has mixed letter case. */
const ownReference = offrampWithReference(() => `Order-${randomUUID().slice(0, 8)}-aB`);

/**
 * References that a service may refuse but must not change: longer than a UUID, like a number, markup between blanks,
 * beyond Latin-1.
 */
const otherReferences: Readonly<Record<string, () => string>> = {
  'with a long reference': () => `order-${randomUUID()}-${randomUUID()}`,
  'with a reference of digits': () => `000${randomInt(1e9, 1e10)}`,
  'with a reference of signs': () => ` R&D <aB> 'x' "y" ${randomUUID().slice(0, 8)} `,
  'with a reference in other letters': () => `заказ-${randomUUID().slice(0, 8)}-Łódź`,
};

/** The order with the account and the recipient of the unverified subaccount. */
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

/** Version 2 has the recipient in `to`; version 1 has it at the top. */
export const toNobody = (body: unknown, idFor: (known: unknown) => string = () => randomUUID()): unknown => {
  if (!isRecord(body)) return body;
  const path = body.to === undefined ? 'recipient_id' : 'to.recipient_id';
  return changedAt(body, path, idFor(valueAt(body, path)));
};

export const bodyOf = ({ request }: Reply): object => (isRecord(request.input.body) ? request.input.body : {});

export const withNewReference = (body: object): object => withReference(body, () => randomUUID());

export interface ValidOrder {
  /** For people: `plain`, `of cents`, `over WIRE`. */
  readonly kind: string;
  readonly traits?: OrderTraits;
  readonly smoke?: true;
  /** Differs most from the other orders; used to test a refusal. */
  readonly typical?: true;
  /** A body with a new reference each time. @throws Untested if a role is missing. */
  readonly body: (setting: Setting) => unknown;
  readonly ofBoth?: true;
  /** The amount must not change. */
  readonly asIs?: true;
  /** Differs from the plain order only in reference or amount, so other subaccounts do not need it. */
  readonly likePlain?: true;
  /** Placed last, because a service may refuse the second of two equal orders. */
  readonly last?: true;
}

type OrderBody = ValidOrder['body'];
type More = Omit<ValidOrder, 'kind' | 'traits' | 'body'>;

export const orderProbeOf = (operation: OperationId): string => `orders of ${operation}`;

export const isOfValidOrder = ({ operation, request }: Reply): boolean =>
  request.purpose.probe === orderProbeOf(operation);

/** True for the plain order of the first subaccount. */
export const isPlainest = ({ isPlain, role }: OrderTraits): boolean => isPlain === true && role === undefined;

/** Includes the rails over which an individual may pay out. */
export const orderPurpose = (operation: OrderId, kind: string, order: OrderTraits = {}): Purpose => ({
  probe: orderProbeOf(operation),
  case: kind,
  ...(order.rail === undefined || order.role ? { apart: true } : {}),
  order,
});

const [smoke, typical, ofBoth, likePlain] = [
  { smoke: true },
  { typical: true },
  { ofBoth: true },
  { likePlain: true },
] as const satisfies readonly More[];

const usual = (plain: OrderBody, ...others: readonly ValidOrder[]): readonly ValidOrder[] => [
  { kind: 'plain', traits: { isPlain: true }, ...smoke, ...typical, body: plain },
  ...others,
  { kind: 'of cents', traits: { inUtf8: true }, ...typical, body: ofCents(plain) },
  { kind: 'of a business', traits: { isPlain: true, role: 'business' }, ...typical, body: plain },
];

/** Differs only in its reference, a UUID in capitals; version 1 has no reference. */
const twin = (body: OrderBody): ValidOrder => ({
  kind: 'like the plain one',
  asIs: true,
  ...likePlain,
  last: true,
  body: (setting) => withReference(body(setting) as object, () => randomUUID().toUpperCase()),
});

const ofAllPlaces =
  (orderOf: OrderBody): OrderBody =>
  (setting) => {
    const order = orderOf(setting);
    const amount = amountIn(order);
    return withAmount(order, Number((amount - Math.min(amount, 1) * 0.123_456).toFixed(6)));
  };

const others = (values: readonly string[], plain: string) => values.filter((value) => value !== plain);

const onrampOf =
  (asset: string): OrderBody =>
  (setting) =>
    onrampOrder(setting, asset);

const named = (rail: string, more: More = {}): ValidOrder => ({
  kind: `named, over ${rail}`,
  traits: { rail, to: 'named' },
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
      ...others(depositCurrencies, order.depositCurrency).map((currency, at) => ({
        kind: `of ${currency}`,
        traits: { value: currency },
        ...smoke,
        ...(currency === 'USDC' ? typical : {}),
        // Only a third, so that the orders of a gate stay within their limit.
        ...(at % 3 === 1 ? ofBoth : {}),
        body: (setting: Setting) => depositOrder(setting, currency),
      })),
    ),
  'onramp.initiate': () =>
    usual(
      (setting) => onrampOrder(setting),
      ...others(onrampAssets, 'USDC').map((asset) => ({
        kind: `of ${asset}`,
        traits: { value: asset },
        ...smoke,
        ...typical,
        ...ofBoth,
        body: onrampOf(asset),
      })),
      twin((setting) => onrampOrder(setting)),
    ),
  'offramp.initiate': () =>
    usual(
      (setting) => dollarOfframp(setting),
      ...rails.map((rail) => ({
        kind: `over ${rail}`,
        traits: { value: rail, rail },
        ...(rail === 'WIRE' ? { ...smoke, ...typical, ...ofBoth } : {}),
        body: (setting: Setting) => dollarOfframp(setting, rail),
      })),
      named('WIRE', typical),
      named('SWIFT', ofBoth),
      {
        kind: 'in another currency',
        traits: { to: 'local' },
        ...smoke,
        ...typical,
        ...ofBoth,
        body: inAnotherCurrency,
      },
      { kind: 'with a reference of another form', ...likePlain, body: ownReference },
      ...Object.entries(otherReferences).map(
        ([kind, make]): ValidOrder => ({ kind, ...likePlain, body: offrampWithReference(make) }),
      ),
      twin((setting) => dollarOfframp(setting)),
      {
        kind: 'of all places',
        asIs: true,
        ...likePlain,
        body: ofAllPlaces((setting) => dollarOfframp(setting)),
      },
    ),
  'lightning-offramp.initiate': () =>
    usual(
      lightningTo('lightningRecipient'),
      {
        kind: 'to another recipient',
        traits: { to: 'local' },
        ...typical,
        body: lightningTo('localRecipient'),
      },
      twin(lightningTo('lightningRecipient')),
    ),
};

export const onrampIn = (currency: string): ValidOrder => ({
  kind: `in ${currency}`,
  body: ({ order }) => onrampOrder({ order: { ...order, onrampCurrency: currency } }),
});

const businessOrder = ({ ofBoth: isOfBoth, kind, traits, body }: ValidOrder): readonly ValidOrder[] =>
  isOfBoth ? [{ kind: `${kind}, of a business`, traits: { ...traits, role: 'business' }, body }] : [];

export const ordersOf = (setting: Setting, operation: OrderId): readonly ValidOrder[] => {
  const leftOut = setting.order.leftOut?.[operation] ?? [];
  const orders = validOrders[operation](setting).filter(({ traits }) => !leftOut.includes(traits?.value ?? ''));
  if (setting.profile === 'smoke') return orders.filter(({ smoke }) => smoke);
  return [...orders, ...orders.flatMap(businessOrder)];
};

export const plainOrder = (setting: Setting, operation: OrderId): Input<OrderId> => {
  const [plain] = validOrders[operation](setting);
  const [subaccountId, body] = together(
    () => setting.roles.subaccount,
    () => plain?.body(setting),
  );
  return { subaccountId, body };
};
