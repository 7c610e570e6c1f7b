import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operationIds, operationOf } from '#contract';
import type { SeenRequest, WireReply } from '#sandbox';
import { inspect, unknownMembers, unlistedValues, type ViolationKind } from '#schemas';
import { derivedFaults } from './derived.ts';
import type { Fault } from './fault.ts';
import { openReplies, type Replies } from './replies.test.support.ts';

let replies: Replies;
beforeAll(async () => {
  replies = await openReplies();
});
afterAll(() => replies.close());

const kinds: Readonly<Record<string, readonly ViolationKind[]>> = {
  'has-its-members': ['missing', 'null', 'type', 'integer'],
  'writes-its-identifiers': ['identifier'],
  'writes-its-timestamps': ['timestamp'],
  'writes-its-dates': ['date'],
  'writes-its-amounts': ['decimal', 'places'],
  'keeps-its-closed-sets': ['set'],
  'begins-pending': ['set'],
  'calls-itself-an-onramp': ['set'],
  'calls-itself-an-offramp': ['set'],
  'writes-its-uris': ['uri'],
  'writes-its-countries': ['country'],
  'names-assigned-countries': ['unassigned-country'],
  'use-no-user-assigned-country-code': ['user-assigned-country'],
  'writes-its-codes-in-lower-case': ['currency-case'],
  'writes-the-phone-in-e164': ['phone'],
  'send-null-for-what-is-empty': ['omitted-nullable'],
  'have-no-nil-identifier': ['nil-identifier'],
  'write-country-codes-in-capitals': ['country-case'],
  'hold-addressable-e-mails': ['email'],
  'link-documents-of-supported-formats': ['document-format'],
};

const kindsOfEntries: Readonly<Record<string, readonly ViolationKind[]>> = {
  '-have-their-members': ['missing', 'null', 'type', 'integer'],
  '-keep-their-closed-sets': ['set'],
  '-keep-their-formats': ['timestamp', 'uri', 'country'],
};

const kindsOf = (rule: string): readonly ViolationKind[] =>
  kinds[rule] ?? Object.entries(kindsOfEntries).find(([end]) => rule.endsWith(end))?.[1] ?? [];

const ruleOf = ({ requirements: [requirement] }: Fault): string => requirement?.split('/')[1] ?? '';

const operationOfFault = ({ derived }: Fault): OperationId => derived?.operation as OperationId;

function reported(rule: string, operation: OperationId, body: unknown): readonly string[] {
  const { success } = operationOf(operation);
  if (success === null) return [];
  if (rule === 'hold-values-that-occur') return unlistedValues(success, body).map((it) => JSON.stringify(it));
  if (rule === 'have-no-member-beyond-the-document')
    return unknownMembers(success, body).map((it) => JSON.stringify(it));
  return inspect(success, body)
    .filter(({ kind, path }) => kindsOf(rule).includes(kind) && path.length > 0)
    .map((it) => JSON.stringify(it));
}

function under(fault: Fault, operation: OperationId, reply: WireReply): WireReply {
  const sent: WireReply = { ...reply, body: structuredClone(reply.body) };
  const store = { onramps: [], offramps: [], lightningOfframps: [] };
  return fault.reply?.(sent, { operation, world: { store } } as unknown as SeenRequest) ?? sent;
}

describe('derived faults', () => {
  test('are seen by the rule of their requirement', () => {
    const survived = derivedFaults.filter((fault) => {
      const [rule, operation] = [ruleOf(fault), operationOfFault(fault)];
      if (rule === 'answers-with-its-record') return false;
      const right = replies.of(operation);
      const before = reported(rule, operation, right.body);
      return reported(rule, operation, under(fault, operation, right).body).every((it) => before.includes(it));
    });
    expect(survived.map(({ id }) => id)).toEqual([]);
  });

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

  test('change every body as a whole where they replace it', () => {
    for (const fault of derivedFaults.filter((it) => ruleOf(it) === 'answers-with-its-record')) {
      const operation = operationOfFault(fault);
      const { status, raw, body } = under(fault, operation, replies.of(operation));
      const schema = operationOf(operation).success;
      const noRecord = body === undefined || raw !== undefined || schema?.safeParse(body).success === false;
      expect([fault.id, status >= 400 || noRecord]).toEqual([fault.id, true]);
    }
  });

  test('cover every operation that answers with a body', () => {
    const covered = new Set(derivedFaults.map(operationOfFault));
    expect(operationIds.filter((operation) => !covered.has(operation))).toEqual(['deposit.simulate']);
  });
});
