import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { both, type Judge } from './judgement.ts';
import { givenTheFullKey } from './keys.ts';
import { isOfKind, type MessageKind } from './message.ts';
import { replyOf, settingFor, settingOf } from './reply.test.support.ts';
import {
  answersWithout5xx,
  differIn,
  hasFaultyBody,
  hasNo,
  hasNoWireProblem,
  holds,
  observesMissingMembers,
  refused,
  repeatsItself,
  succeeds,
  withholdsTheRecord,
} from './words.ts';

const reply = (operation: OperationId, status: number, body: unknown): Reply => replyOf({ operation, status, body });

/** Codes of what a judge finds; none when it is content. */
const found = <T>(judge: Judge<T>, data: T): readonly string[] =>
  judge(data, settingOf()).findings.map(({ code, where }) => `${code} ${where}`);

const notFound = { error: 'Not Found', message: 'Subaccount not found' };

test('a refusal without a stated status is any 4xx that speaks of the order', () => {
  for (const status of [400, 404, 409, 422])
    expect(found(refused(), [reply('offramp.initiate', status, {})])).toEqual([]);
  for (const status of [200, 201, 401, 403, 500])
    expect(found(refused(), [reply('offramp.initiate', status, {})])).toHaveLength(1);
  expect(() => found(refused(), [reply('offramp.initiate', 429, {})])).toThrow(Untested);
});

test('an excuse of one of several replies excuses no other', () => {
  const limited = reply('onramp.initiate', 422, { message: 'Amount above your daily limit' });
  const failed = reply('onramp.initiate', 500, undefined);
  for (const replies of [
    [limited, failed],
    [failed, limited],
  ])
    expect(found(succeeds, replies)).toEqual(['NOT_ANSWERED status']);
  expect(() => found(succeeds, [limited, reply('onramp.initiate', 201, {})])).toThrow(Untested);
});

test('a rule judges each record that carries what it speaks of, and says so when there is none', () => {
  const listing = reply('conversion.list', 200, { data: [{ rate: '1.0' }, { rate: '-1.0' }, {}] });
  const rule = {
    path: 'rate',
    promised: 'above zero',
    test: (it: { amount(p: string): { gt(n: number): boolean } }) => it.amount('rate').gt(0),
  };
  expect(found(holds(rule), [listing])).toEqual(['RULE_BROKEN $.data[1].rate']);
  expect(() => found(holds(rule), [reply('conversion.list', 200, { data: [{}] })])).toThrow(Untested);
});

test('one order of two that is refused is the service’s doing; one alone has nothing to be compared with', () => {
  const order = (status: number, id: string) => reply('onramp.initiate', status, { id });
  expect(found(differIn('id'), [order(201, 'a'), order(201, 'a')])).toEqual(['NOT_ITS_OWN $.id']);
  expect(found(differIn('id'), [order(201, 'a'), order(201, 'b')])).toEqual([]);
  const refusing = [order(201, 'a'), reply('onramp.initiate', 503, undefined)];
  expect(() => found(differIn('id'), refusing)).toThrow(expect.objectContaining({ by: 'service' }));
  expect(() => found(differIn('id'), [order(201, 'a')])).toThrow(expect.objectContaining({ by: 'nothing to judge' }));
});

test('nothing to judge is untested, never a pass', () => {
  expect(() => found(succeeds, [])).toThrow(Untested);
});

test('no finding shows a value of the payload', () => {
  const secret = 'Mercedes Sosa';
  const body = { firstName: 7, lastName: secret, id: secret };
  const { findings } = hasNo('type', 'missing', 'identifier')([reply('subaccount.read', 200, body)], settingOf());
  expect(findings.length).toBeGreaterThan(2);
  const described = findings.map(({ shownBy: _reply, ...finding }) => finding);
  expect(JSON.stringify(described)).not.toContain('Mercedes');
});

test.each<[string, MessageKind, boolean]>([
  ['Subaccount not found', 'subaccount not found', true],
  ['No sub-account with this id', 'subaccount not found', true],
  ['Bank account not found', 'subaccount not found', false],
  ['Not found', 'subaccount not found', false],
  ['Nicht gefunden: Unterkonto', 'subaccount not found', true],
  ['Something went wrong', 'bank account not found', false],
  ['The recipient does not exist', 'bank account not found', true],
  ['Subaccount not found', 'bank account not found', false],
  ['Customer not found', 'business not found', false],
  ['', 'withdrawal not found', false],
  ['Invalid or missing API key', 'invalid key', true],
  ['You do not have permission to access this resource', 'no permission', true],
  ['This key may not do that', 'no permission', true],
  ['The API key is not entitled to this resource', 'no permission', true],
  ['Invalid or missing API key', 'no permission', false],
  ['An invoice was generated; paying it delivers the funds', 'invoice generated', true],
  ['Lightning invoice generated', 'invoice generated', false],
  ['Fatura Lightning gerada', 'invoice generated', true],
])('%j is of the kind %j: %s', (message, kind, fits) => {
  expect(isOfKind(message, kind)).toBe(fits);
});

test('a finding of one promise stands where another could not be put to the test', () => {
  const untested: Judge<readonly Reply[]> = () => {
    throw new Untested('no record shows it', 'service');
  };
  const refusal = refused({ status: 404, error: 'Not Found', message: 'subaccount not found' });
  const served = [reply('subaccount.read', 200, {})];
  expect(found(both(refusal, untested), served)).toEqual(['ACCEPTED status']);
  expect(() => found(both(refusal, untested), [reply('subaccount.read', 404, notFound)])).toThrow(Untested);
});

test('an error body has its members: one that is null is as wrong as one that is missing', () => {
  const body = { statusCode: 404, timestamp: '2025-01-01T00:00:00.000Z', error: 'Not Found', message: 'No such one' };
  const missing = (change: object) =>
    found(refused({ status: 404, body: 'full' }), [reply('subaccount.read', 404, { ...body, ...change })]);
  expect(missing({})).toEqual([]);
  expect(missing({ statusCode: null })).toHaveLength(1);
  expect(missing({ timestamp: undefined })).toHaveLength(1);
});

const whole = { currency: 'BRL', amount: 5, accountNumber: '0123' };

const deposit = (sentBody: string, status = 400, description = 'a case') =>
  replyOf({ operation: 'deposit.simulate', status, sentBody, purpose: { case: description } });

test.each([
  ['a mistyped member', JSON.stringify({ ...whole, amount: '5' })],
  ['a null', JSON.stringify({ ...whole, currency: null })],
  ['a missing member', JSON.stringify({ ...whole, amount: undefined })],
  ['an array', JSON.stringify([whole])],
  ['no JSON', '{"currency":'],
  ['nothing', ''],
])('a body is faulty with %s', (_what, sent) => {
  expect(hasFaultyBody(deposit(sent))).toBe(true);
});

test('a body is not faulty for an unlisted value, and a read has none', () => {
  expect(hasFaultyBody(deposit(JSON.stringify({ ...whole, currency: 'JPY' })))).toBe(false);
  expect(hasFaultyBody(deposit(JSON.stringify(whole)))).toBe(false);
  expect(hasFaultyBody(replyOf({ operation: 'balances.read' }))).toBe(false);
});

test('the answer to a missing member is a fact by the name of the member', () => {
  const lacking = JSON.stringify({ ...whole, amount: undefined });
  const replies = [
    deposit(lacking, 422, 'without amount'),
    deposit(lacking, 429, 'without amount'),
    deposit(JSON.stringify(whole), 201, 'without currency'),
  ];
  expect(observesMissingMembers(replies, settingOf()).facts).toEqual([
    { operation: 'deposit.simulate', situation: 'without amount', fact: 422 },
  ]);
});

const read = (body: object, path = '/one') => replyOf({ operation: 'withdrawal.read', path, body });

const context = settingFor({ unverified: [], incompleteNamedRecipients: [], offramps: [], conversions: [] });

const changesIn = (...replies: ReturnType<typeof read>[]) =>
  repeatsItself(replies, context).findings.map(({ where, observed }) => `${where} ${observed}`);

const withdrawal = { id: 'a', amount: '1.00000000', status: 'pending', fee_amount: '1', tx_hash: null };

test('the amounts of what is settled stay', () => {
  const settled = { ...withdrawal, status: 'completed' };
  expect(changesIn(read(settled), read({ ...settled, fee_amount: '2' }))).toEqual(['$.fee_amount something else']);
});

test('what another key reads is not compared', () => {
  const other = read({ ...withdrawal, id: 'b' });
  const credential = { in: 'header', value: 'of another account' } as const;
  const ofAnother = { ...other, request: { ...other.request, credential } };
  expect(changesIn(read(withdrawal), read(withdrawal), ofAnother)).toEqual([]);
});

test('records of different paths are not compared, and one read shows nothing', () => {
  expect(() => changesIn(read(withdrawal), read({ ...withdrawal, id: 'b' }, '/two'))).toThrow('read twice');
});

interface Page {
  readonly operation?: OperationId;
  readonly status?: number;
  readonly odd?: true;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page instead of JSON. */
const page = ({ operation = 'subaccount.read', status = 200, odd, headers = {} }: Page = {}): Reply => ({
  ...replyOf({ operation, status, headers, ...(odd ? { purpose: { odd } } : {}) }),
  contentType: 'text/html',
  empty: false,
  problems: [{ code: 'NOT_JSON', where: '$', expected: 'a JSON body', observed: 'text/html' }],
});

/** What a judge finds, in full. */
const told = (judge: Judge<readonly Reply[]>, ...replies: readonly Reply[]): readonly string[] =>
  judge(replies, settingOf()).findings.map(
    ({ code, where, expected, observed }) => `${code} ${where}: ${expected} / ${observed}`,
  );

const untested = (judge: Judge<readonly Reply[]>, ...replies: readonly Reply[]): Untested | undefined => {
  try {
    judge(replies, settingOf());
    return undefined;
  } catch (error) {
    if (error instanceof Untested) return error;
    throw error;
  }
};

const absent = refused({ status: 404, error: 'Not Found', message: 'subaccount not found', body: 'short' });

test('a 404 to one valid order is a reason of the service, in any words, where the path leads somewhere', () => {
  const body = { message: 'The limit for today is exceeded' };
  const reply = replyOf({ operation: 'onramp.initiate', status: 404, body });
  expect(untested(succeeds, reply)).toMatchObject({ by: 'service' });
});

describe('a page instead of JSON', () => {
  test('is one difference of the success, named as what it is', () => {
    expect(told(succeeds, page())).toEqual(['NOT_JSON $: an object / text/html']);
    expect(told(succeeds, page({ operation: 'taxonomy.list' }))).toEqual(['NOT_JSON $: an array / text/html']);
  });

  test('is no other than a body that is more than is read of any', () => {
    const observed = 'more than 64 levels';
    const deep = {
      ...replyOf({ operation: 'subaccount.read' }),
      empty: false,
      problems: [{ code: 'JSON_DEPTH', where: '$', expected: 'at most 64 levels', observed }],
    };
    expect(told(succeeds, deep)).toEqual([`JSON_DEPTH $: an object / ${observed}`]);
    expect(untested(hasNo('missing'), deep)).toMatchObject({ by: 'service' });
  });

  test('is none of success or refusal where its coding is why: the framing has that finding', () => {
    const observed = 'gzip, and bytes that are not coded so';
    const coded = {
      code: 'CONTENT_CODING',
      where: 'header content-encoding',
      expected: 'a coding',
      observed,
    };
    const undecoded = (of: Page) => ({ ...page(of), problems: [coded] });
    expect(told(hasNoWireProblem('CONTENT_CODING'), undecoded({}))).toHaveLength(1);
    for (const [judge, status] of [
      [succeeds, 200],
      [absent, 404],
    ] as const)
      expect(untested(judge, undecoded({ status }))).toMatchObject({
        by: 'service',
        message: `subaccount.read answers with ${observed} instead of an object`,
      });
    expect(told(refused(), undecoded({ status: 404, operation: 'offramp.initiate' }))).toEqual([]);
  });

  test('is one difference of a refusal whose body is described', () => {
    expect(told(absent, page({ status: 404 }))).toEqual(['NOT_JSON $: an object / text/html']);
    expect(told(refused(), page({ status: 404, operation: 'offramp.initiate' }))).toEqual([]);
  });

  test('leaves what stands on the body untested because of it, by the service', () => {
    const rule = holds({ path: 'id', promised: 'an id', test: (record) => record.has('id') });
    for (const judge of [hasNo('missing'), rule, withholdsTheRecord, absent]) {
      expect(untested(judge, page())).toMatchObject({
        by: 'service',
        message: 'subaccount.read answers with text/html instead of an object',
      });
    }
  });

  test('is no record next to one', () => {
    const record = replyOf({ operation: 'subaccount.read', body: {} });
    expect(hasNo('missing')([page(), record], settingOf()).judged).toEqual([record]);
  });

  test('is no refusal of a key, nor a key that is let in', () => {
    const unauthorized = refused({ status: 401, error: 'Unauthorized', body: 'short' });
    expect(told(unauthorized, page())).toEqual(['WRONG_STATUS status: 401 / 200']);
    expect(() => givenTheFullKey(unauthorized)([[page()], [page()]], settingOf())).toThrow(Untested);
  });
});

describe('a redirect', () => {
  const redirect = replyOf({ operation: 'subaccount.read', status: 301 });

  test('is a difference of the success alone', () => {
    expect(told(succeeds, redirect)).toEqual(['PROTO_REDIRECT status: a success (2xx) / 301']);
    for (const judge of [hasNo('missing'), withholdsTheRecord, absent])
      expect(untested(judge, redirect)).toMatchObject({
        by: 'service',
        message: 'subaccount.read redirects (301)',
      });
  });
});

describe('what a gateway blocks', () => {
  const blocked = page({ status: 403, odd: true, headers: { server: 'nginx', 'content-type': 'text/html' } });

  test.each([
    ['refused', refused()],
    ['withheld', withholdsTheRecord],
    ['handled', answersWithout5xx],
    ['crossesWithout', hasNoWireProblem('NOT_JSON')],
  ])('is left out by `%s`, and nothing else leaves it untested by the service', (_, judge) => {
    const other = replyOf({ operation: 'subaccount.read', status: 400, body: {} });
    expect(judge([blocked, other], settingOf()).judged).toEqual([other]);
    expect(untested(judge, blocked)).toMatchObject({
      by: 'service',
      message: 'a gateway answered subaccount.read instead of the service (nginx, 403, text/html)',
    });
  });

  test('is judged where the request is an ordinary one', () => {
    expect(told(succeeds, page({ status: 403 }))).toEqual(['REFUSED status: a success (2xx) / 403']);
  });
});

test('a key that a cache serves is named with what the cache shows', () => {
  const served = replyOf({ status: 200, headers: { age: '7', 'x-cache': 'HIT from 10.0.0.1' }, body: {} });
  expect(told(refused({ status: 401 }), served)).toEqual(['ACCEPTED status: 401 / 200 (Age 7, X-Cache HIT)']);
});
