import { expect, test } from 'vitest';
import { createKeys, type Reply, Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { refused } from './judges.ts';
import { givenFullKey, keepsAccountsApart, keepsTheKey, knowsEverySpelling } from './keys.ts';

const answered = (status: number, headers = {}): Reply =>
  replyOf({ operation: 'balances.read', status, headers, body: {} });

const unauthorized = givenFullKey(refused({ status: 401 }));

const codes = (withFullKey: readonly Reply[], refusals: readonly Reply[]) =>
  unauthorized([withFullKey, refusals], settingOf()).findings.map(({ code }) => code);

test.each([401, 403, 429, 500, 502, 503])(
  'an answer %i to the full key shows nothing of another key, which is untested',
  (status) => {
    if (status !== 403) expect(() => codes([answered(status)], [answered(401)])).toThrow(Untested);
    expect(() => codes([answered(status)], [answered(200)])).toThrow(Untested);
    expect(() => codes([answered(status)], [answered(401), answered(status === 401 ? 403 : status)])).toThrow(Untested);
  },
);

test('a full key that gets 403 where every other one gets 401 is told apart from them', () => {
  expect(codes([answered(403)], [answered(401)])).toEqual([]);
});

test('a gateway that turned the full key away is named', () => {
  expect(() => codes([answered(502, { server: 'nginx' })], [answered(401)])).toThrow(
    'a gateway answered balances.read instead of the service (nginx, 502, no content type)',
  );
  expect(() => codes([answered(401)], [answered(401)])).toThrow('the service refuses the full key');
});

test('one admission is enough, and none at all is not', () => {
  expect(codes([answered(429), answered(200)], [answered(401)])).toEqual([]);
  expect(() => codes([], [answered(401)])).toThrow(Untested);
});

const spelled = (reply: number, usual: number) => ({ reply: answered(reply), usual: answered(usual) });

const misspelt = (...pairs: readonly ReturnType<typeof spelled>[]) =>
  knowsEverySpelling(pairs, settingOf()).findings.map(({ observed }) => observed);

test('a key that is refused in the usual spelling too has another reason, and shows nothing by itself', () => {
  expect(misspelt(spelled(403, 403), spelled(200, 200))).toEqual([]);
  expect(() => misspelt(spelled(401, 401), spelled(403, 403))).toThrow(Untested);
});

const echoing = (path = '/v1/ramp/banking/balances'): Reply => {
  const reply = replyOf({ operation: 'balances.read', status: 401, body: {} });
  return { ...reply, echoesKey: true, request: { ...reply.request, path } };
};

test('a key that comes back is a finding, save where the path that may be named holds it', () => {
  const repeated = (...replies: readonly Reply[]) => keepsTheKey(replies, settingOf()).findings.length;
  expect(repeated(answered(401))).toBe(0);
  expect(repeated(answered(401), echoing())).toBe(1);
  expect(repeated(answered(401), echoing('/v1/ramp/banking/balances?x-api-key=full-key'))).toBe(0);
  expect(() => repeated(echoing('/v1/ramp/banking/balances?x-api-key=full-key'))).toThrow(Untested);
});

test('a key too short to be recognised is untested', () => {
  const setting = { ...settingOf(), keys: createKeys({ full: 'short' }) };
  expect(() => keepsTheKey([answered(401)], setting)).toThrow(Untested);
});

const balancesOf = (id: string, status = 200): Reply =>
  replyOf({ operation: 'balances.read', status, body: { id, balances: {} } });

const shownToOther = (reply: Reply, balances = balancesOf('theirs')) =>
  keepsAccountsApart([[balancesOf('ours')], [balances], [reply]], settingOf()).findings.map(({ code }) => code);

test('a key that the service does not know shows nothing of other accounts', () => {
  const unknown = replyOf({ operation: 'balances.read', status: 401, body: {} });
  expect(() => shownToOther(unknown, unknown)).toThrow(/RAMP_OTHER_API_KEY/);
});

const withoutId = replyOf({ operation: 'balances.read', body: { balances: { usd: 5 } } });
const unread: Reply = {
  ...replyOf({ operation: 'balances.read', status: 200 }),
  empty: false,
  problems: [{ code: 'CONTENT_CODING', where: 'header content-encoding', expected: '', observed: '' }],
};

test('the balances of another account are told from those of this one by an id that both show', () => {
  const shown = (own: Reply, theirs: Reply) => () =>
    keepsAccountsApart([[own], [theirs], [theirs]], settingOf()).findings.map(({ code }) => code);
  expect(shown(balancesOf('ours'), balancesOf('theirs'))()).toEqual([]);
  expect(shown(balancesOf('ours'), balancesOf('OURS'))()).toEqual(['NOT_REFUSED']);
  for (const [own, theirs] of [
    [withoutId, withoutId],
    [balancesOf('ours'), withoutId],
    [withoutId, balancesOf('theirs')],
    [unread, unread],
    [balancesOf('ours'), unread],
  ] as const)
    expect(shown(own, theirs)).toThrow('has no id to be compared');
});

test('what a key of another account is shown of a subaccount needs no id, and has to be read', () => {
  const shown = (body: object | undefined) => () =>
    shownToOther({ ...unread, operation: 'subaccount.read', body, status: 200 });
  expect(shown({ status: 'approved' })()).toEqual(['NOT_REFUSED']);
  expect(shown(undefined)).toThrow(Untested);
});
