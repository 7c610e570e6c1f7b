import { expect, test } from 'vitest';
import { type Reply, Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { datesItself, hidesTheInside, namesItsPath } from './errors.ts';
import type { Judge } from './judgement.ts';

const path = '/v1/kyc/customers/7d0c6a5e-3f42-4c1b-9a55-0e6f2b7c8d91';

const refusal = (body: unknown, { status = 404, sentBody }: { status?: number; sentBody?: string } = {}): Reply => {
  const reply = replyOf({ operation: 'individual-kyc.read', status, body });
  return { ...reply, request: { ...reply.request, path, sentBody } };
};

const holds = (judge: Judge<readonly Reply[]>, reply: Reply): boolean =>
  judge([reply], settingOf()).findings.length === 0;

test('a member that no body carries is untested, never a pass', () => {
  for (const judge of [datesItself, namesItsPath])
    expect(() => judge([refusal({ message: 'x' })], settingOf())).toThrow(Untested);
});

test('an echo of the request, and a path below the prefix of a gateway, are no inside', () => {
  expect(holds(hidesTheInside, refusal({ path: `/app${path}` }))).toBe(true);
  const sentBody = '{"to":{"asset":"/usr/bin/true"}}';
  const quoted = { message: 'to.asset must not be /usr/bin/true' };
  expect(holds(hidesTheInside, refusal(quoted, { sentBody }))).toBe(true);
  const both = { message: 'to.asset must not be /usr/bin/true, see /srv/ramp/assets.json' };
  expect(holds(hidesTheInside, refusal(both, { sentBody }))).toBe(false);
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
});
