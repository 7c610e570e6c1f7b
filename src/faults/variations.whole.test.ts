import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type OperationId, operationIds, operationOf } from '#contract';
import { type Sandbox, startSandbox } from '#sandbox';
import { inspect, type ViolationKind } from '#schemas';
import { acceptsRecord } from '../export/accepts.test.support.ts';
import { variations } from './index.ts';
import { askFor } from './replies.test.support.ts';
import { together } from './variation.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: (id) => variations.find((variation) => variation.id === id) });
});

afterAll(() => sandbox.close());

interface Got {
  readonly status: number;
  readonly body: unknown;
}

const sent = async (operation: OperationId, world: Readonly<Record<string, string>>): Promise<Got> => {
  const { status, text } = await askFor(operation, sandbox, world);
  return { status, body: text === '' ? undefined : parsed(text) };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const asked = async (operation: OperationId, variation: string): Promise<Got> => {
  const world = { 'x-ramp-fault': variation };
  // A variation may lose the first answer, or limit the first request.
  const first = await sent(operation, world).catch(() => undefined);
  return first === undefined || [401, 429, 500, 503].includes(first.status) ? sent(operation, world) : first;
};

const shown: ReadonlySet<ViolationKind> = new Set(['omitted-nullable', 'null-before-approval']);

const brokenBy = (body: unknown, success: z.ZodType) => inspect(success, body).filter(({ kind }) => !shown.has(kind));

describe('each variation', () => {
  test.each(variations)('$id keeps what the document says of records', async ({ id, isCircumstance }) => {
    for (const operation of operationIds) {
      const { success, movesMoney } = operationOf(operation);
      const { status, body } = await asked(operation, id);
      if (movesMoney && ((status >= 400 && status < 500) || status === 503) && isCircumstance) continue;
      expect.soft(status, operation).toBeGreaterThanOrEqual(200);
      expect.soft(status, operation).toBeLessThan(300);
      if (success === null) expect.soft(body, operation).toBeUndefined();
      else {
        expect.soft(brokenBy(body, success), operation).toEqual([]);
        expect.soft(acceptsRecord(success, body), `${operation} by its exported schema`).toBe(true);
      }
    }
  });

  test('says what it is, once', () => {
    const ids = variations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(80);
    for (const { sentence } of variations) expect(sentence).toMatch(/^\p{Lu}.+\.$/u);
  });

  test('is made of something', () => {
    for (const { id, policies, reply } of variations) expect(policies ?? reply, id).toBeDefined();
  });
});

test('all of them together hold what each of them holds', () => {
  const all = variations.find(({ id }) => id === 'all-compatible');
  const compatible = variations.filter(({ isAlternative }) => !isAlternative);
  expect(compatible.length).toBeGreaterThanOrEqual(50);
  expect(Object.keys(all?.policies ?? {})).toEqual(expect.arrayContaining(['creation', 'rails', 'pagination']));
});

test('two that decide the same are not taken together unnoticed', () => {
  const policies = { pagination: { firstPage: 0 } };
  const both = ['one', 'another'].map((id) => ({ id, sentence: id, heading: '', basis: 'silent' as const, policies }));
  expect(() => together(both)).toThrow('another one has the policy pagination.firstPage as well');
});
