import { expect, test } from 'vitest';
import type { AnyCheck } from '#checks';
import type { Purpose, Reply } from '#evidence';
import { type Mode, probe } from '#probes';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { repeatDisturbed } from './disturbed.ts';
import type { JudgedState } from './judged-state.ts';
import { LookBudget } from './look-budget.ts';

const check = (mode: Mode): AnyCheck => ({
  requirement: 'taxonomy.list/answers-with-its-record',
  source: probe(mode, { mode, send: async () => [] }),
  judge: () => ({ findings: [], judged: [] }),
});

const setting = settingOf();

const answered = (
  operation: 'offramp.initiate' | 'taxonomy.list',
  purpose: Partial<Purpose>,
  { status = 503, key = setting.keys.full, sent = { amount: 7 } as unknown } = {},
): Reply => {
  const reply = replyOf({ operation, status, sent, purpose });
  return { ...reply, request: { ...reply.request, credential: { in: 'header', value: key } } };
};

/** Repeats what is answered 503 as if a disturbance had answered it; the second answer is a 200. */
const repeated = async (...replies: readonly Reply[]) => {
  const sent: Reply[] = [];
  const runState = {
    setting,
    replies,
    isDisturbed: ({ status }: Reply) => status === 503,
    resender: {
      isServing: async () => true,
      lookAgain: async (reply: Reply) => {
        sent.push(reply);
        return { ...reply, status: 200 };
      },
    },
  } as unknown as JudgedState;
  const checks = (['reads', 'orders', 'sequences', 'wrongKeys'] as const).map(check);
  const options = { budget: new LookBudget(), isKeptForLast: () => false };
  const after = await repeatDisturbed(checks, runState, options);
  return { sent, statuses: after.replies.map(({ status }) => status) };
};

test.each<[string, Reply, number[]]>([
  ['a read', answered('taxonomy.list', { probe: 'reads' }), [200]],
  ['an order that is invalid', answered('offramp.initiate', { probe: 'orders', invalid: true }), [200]],
  [
    'an order with an unlisted value',
    answered('offramp.initiate', { probe: 'orders', changed: { kind: 'value', path: 'to.currency' } }),
    [200],
  ],
  ['a valid order, which may have been kept, never', answered('offramp.initiate', { probe: 'orders' }), [503]],
  ['a read of a sequence, whose place in time counts, never', answered('taxonomy.list', { probe: 'sequences' }), [503]],
])('a disturbance is followed by a second request: %s', async (_what, disturbed, statuses) => {
  const after = await repeated(disturbed);
  expect(after).toEqual({ sent: statuses[0] === 200 ? [disturbed] : [], statuses });
});

test('an equal request that was answered outside of the disturbance takes the place of the disturbed one', async () => {
  const order = { probe: 'orders' };
  const disturbed = answered('offramp.initiate', order);
  const other = answered('offramp.initiate', order, { status: 201, sent: { amount: 8 } });
  expect(await repeated(disturbed, answered('offramp.initiate', order, { status: 201 }))).toEqual({
    sent: [],
    statuses: [201],
  });
  expect((await repeated(disturbed, other)).statuses).toEqual([503, 201]);
});

test('requests with the full key are sent first, and of wrong keys only six', async () => {
  const wrong = Array.from({ length: 8 }, (_, at) =>
    answered('taxonomy.list', { probe: 'wrongKeys', case: `${at}` }, { key: `wrong-${at}` }),
  );
  const read = answered('taxonomy.list', { probe: 'reads' });
  const { sent } = await repeated(...wrong, read);
  expect(sent).toEqual([read, ...wrong.slice(0, 6)]);
});
