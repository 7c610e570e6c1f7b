import { expect, test } from 'vitest';
import { isUnrouted } from '#attribution';
import { type Reply, Untested } from '#evidence';
import {
  carriesAMessage,
  carriesOnlyErrorAndMessage,
  datesItself,
  hidesTheInside,
  isNoErrorAsSuccess,
  namesItsPath,
  repeatsTheStatus,
  speaksOfTheKey,
} from './errors.ts';
import type { Judge } from './judgement.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

const path = '/v1/kyc/customers/7d0c6a5e-3f42-4c1b-9a55-0e6f2b7c8d91';

const refusal = (body: unknown, { status = 404, sentBody }: { status?: number; sentBody?: string } = {}): Reply => {
  const reply = replyOf({ operation: 'individual-kyc.read', status, body });
  return { ...reply, request: { ...reply.request, path, sentBody } };
};

const holds = (judge: Judge<readonly Reply[]>, reply: Reply): boolean =>
  judge([reply], settingOf()).findings.length === 0;

test.each<[string, Judge<readonly Reply[]>, readonly unknown[], readonly unknown[]]>([
  [
    'repeat the status',
    repeatsTheStatus,
    [{}, { statusCode: 404 }],
    [{ statusCode: 400 }, { statusCode: '404' }, { statusCode: null }, { statusCode: 404.5 }],
  ],
  [
    'carry a message',
    carriesAMessage,
    [{ message: '' }, { message: 'Customer not found' }],
    [{}, undefined, [], [{ message: 'x' }], { message: ['x'] }, { message: { en: 'x' } }, { message: null }],
  ],
  [
    'date themselves',
    datesItself,
    [{ timestamp: '2025-01-01T00:00:00.000Z' }, { timestamp: '2025-01-01T00:00:00.000+00:00' }],
    [
      { timestamp: '2025-01-01T00:00:00Z' },
      { timestamp: '2025-01-01 00:00:00.000Z' },
      { timestamp: '2025-02-30T00:00:00.000Z' },
      { timestamp: '2025-01-01T00:00:00.000+03:00' },
      { timestamp: 1_735_689_600_000 },
      { timestamp: null },
    ],
  ],
  [
    'name their path',
    namesItsPath,
    [{ path }, { path: `${path}/` }, { path: `/gateway${path}?page=1` }, { path: path.slice('/v1'.length) }],
    [{ path: '/' }, { path: '' }, { path: '/v1/kyc/customers/:id' }, { path: 5 }, { path: null }],
  ],
  [
    'carry error and message only',
    carriesOnlyErrorAndMessage,
    [{ error: 'Not Found', message: 'x' }, { error: 'Not Found' }],
    [{ error: 'Not Found', message: 'x', statusCode: 404 }],
  ],
])('error bodies that %s, and those that do not', (_claim, judge, right, wrong) => {
  for (const body of right) expect([body, holds(judge, refusal(body))]).toEqual([body, true]);
  for (const body of wrong) expect([body, holds(judge, refusal(body))]).toEqual([body, false]);
});

test('a member that no body carries is untested, never a pass', () => {
  for (const judge of [datesItself, namesItsPath])
    expect(() => judge([refusal({ message: 'x' })], settingOf())).toThrow(Untested);
});

test.each([
  [401, 'Invalid or missing API key', true],
  [401, 'Subaccount not found', false],
  [401, '', false],
  [403, 'You do not have permission to access this resource', true],
  [403, 'Invalid or missing API key', false],
])('a %i that says %j', (status, message, isRight) => {
  expect(holds(speaksOfTheKey, refusal({ message }, { status }))).toBe(isRight);
});

test('an error that shows a file of the server shows its inside', () => {
  expect(holds(hidesTheInside, refusal({ message: 'ENOENT /srv/ramp/keys.json' }))).toBe(false);
});

test('an echo of the request, and a path below the prefix of a gateway, are no inside', () => {
  expect(holds(hidesTheInside, refusal({ path: `/app${path}` }))).toBe(true);
  const sentBody = '{"to":{"asset":"/usr/bin/true"}}';
  const quoted = { message: 'to.asset must not be /usr/bin/true' };
  expect(holds(hidesTheInside, refusal(quoted, { sentBody }))).toBe(true);
  const both = { message: 'to.asset must not be /usr/bin/true, see /srv/ramp/assets.json' };
  expect(holds(hidesTheInside, refusal(both, { sentBody }))).toBe(false);
});

test('a record is no error body, and a success with one is a finding', () => {
  const asSuccess = (body: unknown, status = 200) => !holds(isNoErrorAsSuccess, refusal(body, { status }));
  for (const body of [undefined, [], { status: 'failed' }, { error: null }, { success: true }, { statusCode: 200 }])
    expect([body, asSuccess(body)]).toEqual([body, false]);
  for (const body of [{ error: 'Not Found' }, { success: false }, { statusCode: 404 }])
    expect([body, asSuccess(body), asSuccess(body, 404)]).toEqual([body, true, false]);
});

test('no finding shows a text of the payload', () => {
  const { findings } = hidesTheInside([refusal({ message: '/srv/mercedes/sosa.json' })], settingOf());
  expect(findings).toHaveLength(1);
  const described = findings.map(({ shownBy: _reply, ...finding }) => finding);
  expect(JSON.stringify(described)).not.toContain('mercedes');
});

// Searched to their end, each would take minutes and more.
test.each(['at (a:1:', 'at a(', 'SELECT a ', 'url '])('an error of megabytes of %j is searched only so far', (text) => {
  const reply = refusal({ message: text.repeat(2_000_000 / text.length) });
  expect(holds(hidesTheInside, reply)).toBe(true);
  expect(isUnrouted(reply)).toBe(false);
});
