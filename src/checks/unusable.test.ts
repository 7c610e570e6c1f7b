import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import type { Judge } from './judgement.ts';
import { givenTheFullKey } from './keys.ts';
import { replyOf, settingOf } from './reply.test.support.ts';
import { answersWithout5xx, hasNo, hasNoWireProblem, holds, refused, succeeds, withholdsTheRecord } from './words.ts';

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

const found = (judge: Judge<readonly Reply[]>, ...replies: readonly Reply[]): readonly string[] =>
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
    expect(found(succeeds, page())).toEqual(['NOT_JSON $: an object / text/html']);
    expect(found(succeeds, page({ operation: 'taxonomy.list' }))).toEqual(['NOT_JSON $: an array / text/html']);
  });

  test('is no other than a body that is more than is read of any', () => {
    const observed = 'more than 64 levels';
    const deep = {
      ...replyOf({ operation: 'subaccount.read' }),
      empty: false,
      problems: [{ code: 'JSON_DEPTH', where: '$', expected: 'at most 64 levels', observed }],
    };
    expect(found(succeeds, deep)).toEqual([`JSON_DEPTH $: an object / ${observed}`]);
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
    expect(found(hasNoWireProblem('CONTENT_CODING'), undecoded({}))).toHaveLength(1);
    for (const [judge, status] of [
      [succeeds, 200],
      [absent, 404],
    ] as const)
      expect(untested(judge, undecoded({ status }))).toMatchObject({
        by: 'service',
        message: `subaccount.read answers with ${observed} instead of an object`,
      });
    expect(found(refused(), undecoded({ status: 404, operation: 'offramp.initiate' }))).toEqual([]);
  });

  test('is one difference of a refusal whose body is described', () => {
    expect(found(absent, page({ status: 404 }))).toEqual(['NOT_JSON $: an object / text/html']);
    expect(found(refused(), page({ status: 404, operation: 'offramp.initiate' }))).toEqual([]);
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
    expect(found(unauthorized, page())).toEqual(['WRONG_STATUS status: 401 / 200']);
    expect(() => givenTheFullKey(unauthorized)([[page()], [page()]], settingOf())).toThrow(Untested);
  });
});

describe('a redirect', () => {
  const redirect = replyOf({ operation: 'subaccount.read', status: 301 });

  test('is a difference of the success alone', () => {
    expect(found(succeeds, redirect)).toEqual(['PROTO_REDIRECT status: a success (2xx) / 301']);
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
    expect(found(succeeds, page({ status: 403 }))).toEqual(['REFUSED status: a success (2xx) / 403']);
  });
});

test('a key that a cache serves is named with what the cache shows', () => {
  const served = replyOf({ status: 200, headers: { age: '7', 'x-cache': 'HIT from 10.0.0.1' }, body: {} });
  expect(found(refused({ status: 401 }), served)).toEqual(['ACCEPTED status: 401 / 200 (Age 7, X-Cache HIT)']);
});
