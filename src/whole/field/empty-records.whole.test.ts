import { expect, test } from 'vitest';
import type { Fault } from '#sandbox';
import { runOnSandbox } from '../../testing/in-process.test.support.ts';

type Body = Record<string, unknown>;

/** Names what is left of a record, and requirements of which it then shows nothing. */
const emptied: Readonly<Record<string, readonly [left: (body: Body) => unknown, ids: readonly string[]]>> = {
  'taxonomy.list': [() => [], ['taxonomy.list/has-its-members', 'taxonomy.list/writes-its-amounts']],
  'balances.read': [(body) => ({ ...body, balances: {} }), ['balances.read/writes-its-codes-in-lower-case']],
  'individual-kyc.read': [
    ({ status, type }) => ({ status, type }),
    ['individual-kyc.read/writes-the-phone-in-e164', 'individual-kyc.read/writes-its-dates'],
  ],
};

const empty: Fault = {
  reply: (reply, { operation }) => {
    const [left] = emptied[operation ?? ''] ?? [];
    if (left && reply.status === 200) reply.body = left(reply.body as Body);
  },
};

test("a record with nothing in it is no evidence, and the service's doing", async () => {
  const { verdict } = await runOnSandbox(empty, { profile: 'gate', prompt: true });
  const outcomes = new Map(verdict.requirements.map(({ id, outcome, untestedBy }) => [id, [outcome, untestedBy]]));
  for (const id of Object.values(emptied).flatMap(([, ids]) => ids))
    expect(outcomes.get(id), id).toEqual(['untested', 'service']);
  expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
});
