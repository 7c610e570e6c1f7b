import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operationIds } from '#contract';
import type { SeenRequest, WireReply } from '#sandbox';
import { derivedFaults } from './derived.ts';
import type { Fault } from './fault.ts';
import { openReplies, type Replies } from './replies.test.support.ts';

let replies: Replies;
beforeAll(async () => {
  replies = await openReplies();
});
afterAll(() => replies.close());

const operationOfFault = ({ derived }: Fault): OperationId => derived?.operation as OperationId;

function under(fault: Fault, operation: OperationId, reply: WireReply): WireReply {
  const sent: WireReply = { ...reply, body: structuredClone(reply.body) };
  const store = { onramps: [], offramps: [], lightningOfframps: [] };
  return fault.reply?.(sent, { operation, world: { store } } as unknown as SeenRequest) ?? sent;
}

describe('derived faults', () => {
  test('leave other operations and refusals alone', () => {
    for (const fault of derivedFaults) {
      const operation = operationOfFault(fault);
      const other = operation === 'balances.read' ? 'subaccount.read' : 'balances.read';
      const refusal: WireReply = {
        status: 404,
        headers: {},
        body: { error: 'Not Found', message: 'Not found' },
      };
      expect(under(fault, other, replies.of(other))).toEqual(replies.of(other));
      expect(under(fault, operation, refusal)).toEqual(refusal);
    }
  });

  test('cover every operation that answers with a body', () => {
    const covered = new Set(derivedFaults.map(operationOfFault));
    expect(operationIds.filter((operation) => !covered.has(operation))).toEqual(['deposit.simulate']);
  });
});
