import { listedIn } from '#contract';
import { type Reply, type Setting, valueAt } from '#evidence';
import {
  type Cases,
  changedAt,
  depositOrder,
  depositOrders,
  isRecasedAsset,
  isRecasedCurrency,
  isUnlistedAsset,
  isUnlistedCurrency,
  onrampOrder,
  onrampOrders,
} from '#generators';
import { drawn, enumerated } from '../drawn.ts';
import { perOperation, type Service } from '../source.ts';

/** A member of an order that has to be one of the values that the document lists. */
interface ListedMember {
  /** In words, for the names of probes and cases: orders, one value, many values. */
  readonly named: readonly [orders: string, article: string, one: string, many: string];
  readonly body: (setting: Setting, value?: string) => object;
  /** Orders of values outside the list. */
  readonly drawn: (setting: Setting) => Cases<object>;
  /** One of the list, one that is not, and one that is not and asked for in sequences alone. */
  readonly examples: readonly [listed: string, unlisted: string, inSequences: string];
  readonly isUnlisted: (sent: string | undefined) => boolean;
  readonly isRecased: (sent: string | undefined) => boolean;
}

const listedMembers = {
  'deposit.simulate': {
    named: ['deposits in', 'a', 'currency', 'currencies'],
    body: depositOrder,
    drawn: depositOrders,
    examples: ['BRL', 'JPY', 'CLP'],
    isUnlisted: isUnlistedCurrency,
    isRecased: isRecasedCurrency,
  },
  'onramp.initiate': {
    named: ['onramps of', 'an', 'asset', 'assets'],
    body: onrampOrder,
    drawn: onrampOrders,
    examples: ['USDC', 'EURC', 'PYUSD'],
    isUnlisted: isUnlistedAsset,
    isRecased: isRecasedAsset,
  },
} as const satisfies Readonly<Record<string, ListedMember>>;

/** An operation whose orders have such a member. */
export type ListedOrderId = keyof typeof listedMembers;

const pathOf = (operation: ListedOrderId): string => listedIn(operation)?.path ?? '';

const memberOf = (operation: ListedOrderId): ListedMember => listedMembers[operation];

/** An order that is valid but for a value outside the list. */
export const unlistedOrder = (setting: Setting, operation: ListedOrderId, isInSequence = false): object =>
  memberOf(operation).body(setting, memberOf(operation).examples[isInSequence ? 2 : 1]);

/** True where an order was sent with a value outside the list. */
export const isUnlisted = ({ operation, request }: Reply): boolean =>
  operation in listedMembers && memberOf(operation as ListedOrderId).isUnlisted(request.sentBody);

/** True of an order whose value is a blank text: it may be refused as a missing one is, in ways that the document does not show. */
export const isOfBlankValue = ({ operation, request }: Reply): boolean => {
  const value = valueAt(request.input.body, listedIn(operation)?.path ?? '');
  return typeof value === 'string' && value.trim() === '';
};

/** No gateway blocks these: a refusal of them is the service's own. */
const isPlainCode = (code: unknown): boolean => typeof code === 'string' && /^[A-Z_]{2,16}$/.test(code);

/** The values that are asked of the person and of the business: the likeliest to be taken by mistake. */
const maxOfBoth = 2;

const ofBoth = (service: Service, operation: ListedOrderId): readonly unknown[] =>
  memberOf(operation)
    .drawn(service)
    .examples.slice(0, maxOfBoth)
    .map((body) => valueAt(body, pathOf(operation)));

/** Orders of drawn values outside the list. */
export const unlistedOrders = perOperation((operation: ListedOrderId) => {
  const { named, drawn: arbitrary } = memberOf(operation);
  const path = pathOf(operation);
  return drawn(`${named[0]} unlisted ${named[3]}`, {
    mode: 'orders',
    arbitrary,
    // A recipient or an account may be of the individual alone.
    ask: ({ api, roles }, body) => api.call(operation, { subaccountId: roles.subaccount, body }),
    isCase: isUnlisted,
    isOdd: (body) => !isPlainCode(valueAt(body, path)),
  });
});

/** The likeliest of them, asked of the business too. */
export const unlistedOrdersOfBusiness = perOperation((operation: ListedOrderId) => {
  const { named, body } = memberOf(operation);
  const [orders, , one, many] = named;
  return enumerated(`${orders} unlisted ${many}, of a business`, {
    mode: 'orders',
    minProfile: 'gate',
    cases: (service) => ofBoth(service, operation).map(String),
    describe: (value) => `the ${one} ${value}`,
    ask: (service, value) =>
      service.api.call(operation, { subaccountId: service.roles.business, body: body(service, value) }),
    isCase: isUnlisted,
  });
});

/** Orders of a value that is no text, and so none of the listed ones either: not even where it holds one. */
export const valuesThatAreNoText = perOperation((operation: ListedOrderId) => {
  const { named, body, examples } = memberOf(operation);
  const path = pathOf(operation);
  const [orders, article, one] = named;
  const [listed] = examples;
  return enumerated(`${orders} ${article} ${one} that is no text`, {
    mode: 'orders',
    minProfile: 'gate',
    cases: () => [7, true, [listed]],
    describe: (value) => `the ${one} ${JSON.stringify(value)}`,
    isOdd: () => true,
    ask: (service, value) =>
      service.api.call(operation, {
        subaccountId: service.roles.subaccount,
        body: changedAt(body(service), path, value),
      }),
  });
});

/** Listed values in another letter case or with spaces: whether they are taken is open. */
export const recasedValues = perOperation((operation: ListedOrderId) => {
  const { named, body, examples, isRecased } = memberOf(operation);
  const [orders, , one] = named;
  const [code] = examples;
  return enumerated(`${orders} a recased ${one}`, {
    mode: 'orders',
    minProfile: 'gate',
    cases: () => [code.toLowerCase(), ` ${code} `],
    describe: (value) => (value.trim() === value ? `${one} in another case` : `${one} with spaces`),
    ask: (service, value) =>
      service.api.call(operation, { subaccountId: service.roles.subaccount, body: body(service, value) }),
    isCase: ({ request }) => isRecased(request.sentBody),
  });
});
