import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Oddity, type Reply, Untested, untested as unable } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { both, type Judge } from './judgement.ts';
import { answersWithout5xx, hasCleanWire, hasNo, holds, refused, succeeds, withholdsTheRecord } from './judges.ts';
import { givenFullKey } from './keys.ts';

const reply = (operation: OperationId, status: number, body: unknown): Reply => replyOf({ operation, status, body });

const found = <T>(judge: Judge<T>, data: T): readonly string[] =>
  judge(data, settingOf()).findings.map(({ code, where }) => `${code} ${where}`);

const notFound = { error: 'Not Found', message: 'Subaccount not found' };

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

test('a finding of one promise stands where another could not be put to the test', () => {
  const untested: Judge<readonly Reply[]> = () => {
    throw unable('NO_RECORD', 'no record shows it');
  };
  const refusal = refused({ status: 404, error: 'Not Found', message: 'subaccount not found' });
  const served = [reply('subaccount.read', 200, {})];
  expect(found(both(refusal, untested), served)).toEqual(['NOT_REFUSED status']);
  expect(() => found(both(refusal, untested), [reply('subaccount.read', 404, notFound)])).toThrow(Untested);
});

interface Page {
  readonly operation?: OperationId;
  readonly status?: number;
  readonly odd?: Oddity;
  readonly headers?: Readonly<Record<string, string>>;
}

const page = ({ operation = 'subaccount.read', status = 200, odd, headers = {} }: Page = {}): Reply => ({
  ...replyOf({ operation, status, headers, ...(odd ? { purpose: { odd } } : {}) }),
  contentType: 'text/html',
  empty: false,
  problems: [{ code: 'NOT_JSON', where: '$', expected: 'a JSON body', observed: 'text/html' }],
});

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
  expect(untested(succeeds, reply)).toMatchObject({ why: { by: 'service' } });
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
    expect(untested(hasNo('missing'), deep)).toMatchObject({ why: { by: 'service' } });
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
    expect(told(hasCleanWire('CONTENT_CODING'), undecoded({}))).toHaveLength(1);
    for (const [judge, status] of [
      [succeeds, 200],
      [absent, 404],
    ] as const)
      expect(untested(judge, undecoded({ status }))).toMatchObject({
        why: { by: 'service' },
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
        why: { by: 'service' },
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
    expect(() => givenFullKey(unauthorized)([[page()], [page()]], settingOf())).toThrow(Untested);
  });
});

describe('a redirect', () => {
  const redirect = replyOf({ operation: 'subaccount.read', status: 301 });

  test('is a difference of the success alone', () => {
    expect(told(succeeds, redirect)).toEqual(['PROTO_REDIRECT status: a success (2xx) / 301']);
    for (const judge of [hasNo('missing'), withholdsTheRecord, absent])
      expect(untested(judge, redirect)).toMatchObject({
        why: { by: 'service' },
        message: 'subaccount.read redirects (301)',
      });
  });
});

describe('what a gateway blocks', () => {
  const blocked = page({
    status: 403,
    odd: 'an invalid value',
    headers: { server: 'nginx', 'content-type': 'text/html' },
  });

  test.each([
    ['refused', refused()],
    ['withheld', withholdsTheRecord],
    ['handled', answersWithout5xx],
    ['crossesWithout', hasCleanWire('NOT_JSON')],
  ])('is left out by `%s`, and nothing else leaves it untested by the service', (_, judge) => {
    const other = replyOf({ operation: 'subaccount.read', status: 400, body: {} });
    expect(judge([blocked, other], settingOf()).judged).toEqual([other]);
    expect(untested(judge, blocked)).toMatchObject({
      why: { by: 'service' },
      message: 'a gateway answered subaccount.read instead of the service (nginx, 403, text/html)',
    });
  });

  test('is judged where the request is an ordinary one', () => {
    expect(told(succeeds, page({ status: 403 }))).toEqual(['REFUSED status: a success (2xx) / 403']);
  });
});

test('a key that a cache serves is named with what the cache shows', () => {
  const served = replyOf({ status: 200, headers: { age: '7', 'x-cache': 'HIT from 10.0.0.1' }, body: {} });
  expect(told(refused({ status: 401 }), served)).toEqual(['NOT_REFUSED status: 401 / 200 (Age 7, X-Cache HIT)']);
});
