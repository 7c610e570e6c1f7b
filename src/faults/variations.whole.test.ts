import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operationIds, operationOf } from '#contract';
import { jsonIn } from '#evidence';
import { type Sandbox, startSandbox } from '#sandbox';
import { acceptsRecord } from '../export/accepts.test.support.ts';
import { faultFinder, variations } from './index.ts';
import { askFor } from './replies.test.support.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: faultFinder });
});

afterAll(() => sandbox.close());

const asked = async (operation: OperationId, id: string) => {
  const ask = () => askFor(operation, sandbox, { 'x-ramp-fault': id });
  // A variation may lose the first answer, or limit the first request.
  const first = await ask().catch(() => undefined);
  return first === undefined || [401, 429, 500, 503].includes(first.status) ? ask() : first;
};

test.each(variations)('the exported schema accepts the records of $id', async ({ id, isCircumstance }) => {
  for (const operation of operationIds) {
    const { success, movesMoney } = operationOf(operation);
    if (success === null) continue;
    const { status, text } = await asked(operation, id);
    if (movesMoney && ((status >= 400 && status < 500) || status === 503) && isCircumstance) continue;
    expect.soft(acceptsRecord(success, jsonIn(text)), `${operation}: ${status}`).toBe(true);
  }
});
