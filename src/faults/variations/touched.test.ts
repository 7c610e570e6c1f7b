import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTouched, type OperationId, operationIds, operationOf } from '#contract';
import {
  absentId,
  depositOrder,
  type OpenSandbox,
  offrampOrder,
  onrampOrder,
  openSandbox,
} from '../../sandbox/caller.test.support.ts';
import { lasting, pathOf } from '../replies.test.support.ts';
import { variations } from './index.ts';

let sandbox: OpenSandbox;
let asks: readonly Ask[];
let faultless: readonly Answer[];

beforeAll(async () => {
  sandbox = await openSandbox(Object.fromEntries(variations.map((variation) => [variation.id, variation])));
  asks = asksWith(sandbox.setting);
  faultless = await answersIn({ 'x-ramp-world': 'faultless' });
});

afterAll(() => sandbox.close());

/** One request of an operation; what is not named is as in a valid one. */
interface Ask {
  readonly operation: OperationId;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly key?: string;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number;
  /** Status, headers and body as one text, without what differs each time. */
  readonly text: string;
}

/** An order with other values for its members, by their names. */
const changed = (order: unknown, changes: Readonly<Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify(order), (name, value) => (name in changes ? changes[name] : value));

const ordersWith = (setting: OpenSandbox['setting']): Partial<Record<OperationId, readonly unknown[]>> => {
  const deposit = depositOrder();
  const onramp = onrampOrder(setting);
  const recipient = (name: string) => setting(`${name}_RECIPIENT_ID`);
  const offramp = offrampOrder(recipient('USD'));
  const lightning = { recipient_id: recipient('LIGHTNING'), amount: 100 };
  const wrong = [undefined, '{', {}];
  return {
    'deposit.simulate': [
      ...wrong,
      ...['EUR', ' usd', 'XXX', 5].map((currency) => changed(deposit, { currency })),
      changed(deposit, { amount: '7' }),
      deposit,
    ],
    'onramp.initiate': [
      ...wrong,
      ...['USDT', 'BTC_LIGHTNING', ' usdc', 'XXX'].map((asset) => changed(onramp, { asset })),
      changed(onramp, { amount: '7' }),
      onramp,
      onramp,
      changed(onramp, { client_onramp_reference: 'another' }),
      changed(onramp, { client_onramp_reference: 'a third' }),
      changed(onramp, { client_onramp_reference: undefined }),
      onramp,
    ],
    'offramp.initiate': [
      ...wrong,
      ...['RTP', 'ACH', 'WIRE', 'rtp', 'SEPA', 'XXX'].map((rail) =>
        offrampOrder(recipient('USD'), { rail, payment_rail: rail }),
      ),
      offrampOrder(recipient('NAMED')),
      offrampOrder(recipient('LOCAL'), { currency: 'BRL' }),
      offrampOrder(recipient('LOCAL'), { currency: 'BRL', rail: 'ACH', payment_rail: 'ACH' }),
      offrampOrder(recipient('LOCAL')),
      offrampOrder(recipient('USD'), { currency: 'usd' }),
      offrampOrder(absentId),
      changed(offramp, { amount: '7' }),
      changed(offramp, { client_offramp_reference: undefined }),
      offramp,
    ],
    'lightning-offramp.initiate': [
      ...wrong,
      { ...lightning, recipient_id: absentId },
      { ...lightning, amount: '7' },
      lightning,
      lightning,
      lightning,
      lightning,
    ],
  };
};

const pages = 'limit=3 limit=50 limit=500 limit=0 limit=x page=2&limit=2 page=0 page=99'.split(' ');
const listings: readonly OperationId[] = ['offramp.list', 'conversion.list'];
const unknown = [absentId, 'no-uuid'];

/**
 * Valid requests of all operations and many that are not. Listings come before most orders, because the orders that a
 * service accepts would change them.
 */
const asksWith = (setting: OpenSandbox['setting']): readonly Ask[] => {
  const orders = ordersWith(setting);
  const asksOf = (operation: OperationId): readonly Ask[] => {
    const valid = orders[operation]?.at(-1);
    const record = operationOf(operation).path.match(/(?<=\{)(?!subaccountId)\w+/)?.[0];
    const others = record === 'currency' ? ['mxn', 'XXX'] : unknown;
    return [
      ...(orders[operation] ?? [undefined]).map((body) => ({ operation, body })),
      ...[setting('UNVERIFIED_SUBACCOUNT_ID'), ...unknown].map((subaccountId) => ({
        operation,
        params: { subaccountId },
        body: valid,
      })),
      ...(record === undefined ? [] : others.map((other) => ({ operation, params: { [record]: other } }))),
      ...['', setting('RESTRICTED_API_KEY')].map((key) => ({ operation, key, body: valid })),
      ...(listings.includes(operation) ? pages : []).map((query) => ({ operation, query })),
    ];
  };
  const isOrder = (operation: OperationId): boolean => operationOf(operation).movesMoney;
  const accepted = (['deposit.simulate', 'offramp.initiate'] as const).map((operation) => ({
    operation,
    body: orders[operation]?.at(-1),
  }));
  return [
    ...operationIds.filter((operation) => !isOrder(operation)).flatMap(asksOf),
    ...accepted,
    { operation: 'balances.read', query: 'unknown=1' },
    { operation: 'balances.read' },
    { operation: 'offramp.list' },
    ...operationIds.filter(isOrder).flatMap(asksOf),
    { operation: 'deposit.simulate', key: '', body: '{' },
    { operation: 'individual-kyc.read', params: { subaccountId: setting('BUSINESS_SUBACCOUNT_ID') } },
  ];
};

const answerOf = async (
  { operation, params, query = '', key, body }: Ask,
  world: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const { setting } = sandbox;
  const { method } = operationOf(operation);
  const sent = method === 'GET' ? null : typeof body === 'string' ? body : JSON.stringify(body ?? null);
  const {
    statusCode: status,
    headers,
    body: answered,
  } = await request(`${setting('BASE_URL')}${pathOf(operation, setting, params)}?${query}`, {
    method,
    headers: { 'x-api-key': key ?? setting('API_KEY'), 'content-type': 'application/json', ...world },
    body: sent,
  });
  const { date, 'content-length': length, ...others } = headers;
  return { status, text: lasting(`${status} ${JSON.stringify(others)} ${await answered.text()}`) };
};

const answersIn = async (world: Readonly<Record<string, string>>): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  for (const ask of asks) answers.push(await answerOf(ask, world));
  return answers;
};

test('a faultless service answers the same each time', async () => {
  expect(await answersIn({ 'x-ramp-world': 'once more' })).toEqual(faultless);
});

const narrowed = variations.filter(
  ({ operations, replies }) => operations !== undefined || replies !== undefined,
);

/** These change how long a reply takes, what is masked here, or what nobody asks for here. */
const unseen = [
  'clock/minutes-behind',
  'http/slow-orders',
  'identifiers/of-version-7',
  'offramp/read-in-two-states',
  'onramp/address-with-checksum',
  'onramp/expires-next-year',
  'orders/of-any-amount',
  'orders/recipient-of-its-subaccount',
  'taxonomy/of-one-currency',
];

test.each(narrowed)('$id changes what it says it does, and nothing else', async (variation) => {
  const answers = await answersIn({ 'x-ramp-fault': variation.id });
  const differing = asks.flatMap((ask, at) => {
    const { status = 0, text } = faultless[at] ?? {};
    return answers[at]?.text === text
      ? []
      : { ask, isSaid: isTouched({ operation: ask.operation, status }, variation) };
  });
  expect(differing.flatMap(({ ask, isSaid }) => (isSaid ? [] : ask))).toEqual([]);
  expect(differing.length > 0).toBe(!unseen.includes(variation.id));
});
