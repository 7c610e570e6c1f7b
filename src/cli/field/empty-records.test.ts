import { expect, test } from 'vitest';
import type { Fault } from '#sandbox';
import { runOnSandbox } from '../testing/in-process.test.support.ts';

type Body = Record<string, unknown>;

const emptied = (operation: string, empty: (body: Body) => unknown): Fault => ({
  reply: (reply, request) => {
    if (request.operation === operation && reply.status === 200) reply.body = empty(reply.body as Body);
  },
});

const statusAndType = ({ status, type }: Body) => ({ status, type });

test.each<[string, (body: Body) => unknown, readonly string[]]>([
  ['taxonomy.list', () => [], ['taxonomy.list/has-its-members', 'taxonomy.list/writes-its-amounts']],
  ['balances.read', (body) => ({ ...body, balances: {} }), ['balances.read/writes-its-codes-in-lower-case']],
  [
    'individual-kyc.read',
    statusAndType,
    ['individual-kyc.read/writes-the-phone-in-e164', 'individual-kyc.read/writes-its-dates'],
  ],
])("%s with nothing in it is no evidence, and the service's doing", async (operation, empty, ids) => {
  const { verdict } = await runOnSandbox(emptied(operation, empty), { profile: 'gate', prompt: true });
  for (const id of ids)
    expect(verdict.requirements.find((each) => each.id === id)).toMatchObject({
      outcome: 'untested',
      untestedBy: 'service',
    });
  expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
});
