import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answering, type OperationId, operationOf, requirementOf, requirementOfViolation } from '#contract';
import type { SeenRequest, WireReply } from '#sandbox';
import { inspect } from '#schemas';
import { derivedFaults } from '../faults/derived.ts';
import { openReplies, type Replies } from '../faults/replies.test.support.ts';
import { acceptsRecord } from './accepts.test.support.ts';

const schemaOf = (operation: OperationId) => operationOf(operation).success ?? expect.unreachable();
const accepts = (operation: OperationId, body: unknown): boolean => acceptsRecord(schemaOf(operation), body);

let replies: Replies;
beforeAll(async () => {
  replies = await openReplies();
});
afterAll(() => replies.close());

const breaksThePromise = (operation: OperationId, body: unknown): boolean =>
  inspect(schemaOf(operation), body).some(({ kind, path }) => {
    if (path.length === 0) return true;
    const at = path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[]` : `${text}.${step}`), '$');
    const { firmness } = requirementOf(requirementOfViolation(operation, at, kind));
    return firmness === 'stated' || firmness === 'implied';
  });

describe('the schemas of the records', () => {
  test.each(answering)('accept the success of %s', (operation) => {
    expect(accepts(operation, replies.of(operation).body)).toBe(true);
  });

  test('refuse what the harness fails for its form, and nothing else, under every derived fault', () => {
    const counts = { refused: 0, accepted: 0 };
    const differing: string[] = [];
    const store = { onramps: [], offramps: [], lightningOfframps: [] };
    for (const { id, derived, reply: hook } of derivedFaults) {
      const operation = derived?.operation;
      if (hook === undefined || operation === undefined || operationOf(operation).success === null) continue;
      const right = replies.of(operation);
      const sent: WireReply = { ...right, body: structuredClone(right.body) };
      const { status, raw, body } = hook(sent, { operation, world: { store } } as unknown as SeenRequest) ?? sent;
      if (status >= 300 || raw !== undefined || body === undefined) continue;
      const isAccepted = accepts(operation, body);
      counts[isAccepted ? 'accepted' : 'refused']++;
      if (isAccepted === breaksThePromise(operation, body)) differing.push(id);
    }
    expect(differing).toEqual([]);
    expect(counts.refused).toBeGreaterThan(1_500);
    expect(counts.accepted).toBeGreaterThan(100);
  });
});
