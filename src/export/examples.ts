import { request } from 'undici';
import { isError, isSuccess, type OperationId, operationIds, operationOf } from '#contract';
import { type Fault, type Sandbox, sandboxKeys, startSandbox } from '#sandbox';
import { type RequestChange, refusalsOf } from './refusals.ts';
import { orderOf, pathOf, type ValueOfSetting, variableOf } from './requests.ts';

export interface Examples {
  readonly setting: ValueOfSetting;
  readonly order: (operation: OperationId) => object | undefined;
  readonly success: (operation: OperationId) => unknown;
  readonly refusal: (operation: OperationId, status: number) => unknown;
}

const moment = '2025-06-02T09:30:00.000Z';
const reference = '4a3e5b6c-7d8e-4f90-8a1b-2c3d4e5f6a7b';

/** A sandbox of one moment, whose ids are counted. */
function unchanging(): Fault {
  let count = 0;
  return {
    policies: {
      creation: {
        newId: () => `9c1e4d2a-6b38-4f57-8e90-${String(++count).padStart(12, '0')}`,
        createdAt: () => moment,
      },
    },
    reply: ({ status, body }) => {
      if (isError({ status }) && typeof body === 'object' && body !== null && 'timestamp' in body)
        body.timestamp = moment;
    },
  };
}

const keyOf = ({ key }: RequestChange): Record<string, string> => {
  if (key === 'none') return {};
  return { 'x-api-key': key === 'restricted' ? sandboxKeys.restricted : sandboxKeys.full };
};

interface ExampleInput {
  readonly operation: OperationId;
  readonly order: object | undefined;
  readonly difference: RequestChange;
  readonly isRight: (status: number) => boolean;
}

const settingOf =
  ({ settings }: Sandbox): ValueOfSetting =>
  (name) =>
    settings[`RAMP_${name}`] ?? '';

async function ask(
  sandbox: Sandbox,
  { operation, order, difference, isRight }: ExampleInput,
): Promise<unknown> {
  const setting = settingOf(sandbox);
  const given = difference.parameters?.(setting) ?? {};
  const path = pathOf(operation, (name) => given[name] ?? setting(variableOf(operation, name)));
  const sent = order && (difference.order?.(order) ?? order);
  const { statusCode, body } = await request(sandbox.baseUrl + path, {
    method: operationOf(operation).method,
    headers: { ...keyOf(difference), ...(sent && { 'content-type': 'application/json' }) },
    ...(sent && { body: JSON.stringify(sent) }),
  });
  const text = await body.text();
  if (!isRight(statusCode)) throw new Error(`export: the sandbox answers ${operation} with ${statusCode}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Asks a fresh sandbox for one answer of each kind that the document describes, one after another. */
export async function gatherExamples(): Promise<Examples> {
  const sandbox = await startSandbox({ always: unchanging() });
  const setting = settingOf(sandbox);
  const order = (operation: OperationId) => orderOf(operation, { setting, amount: 100, reference });
  const found = new Map<string, unknown>();
  try {
    for (const operation of operationIds) {
      const asked = { operation, order: order(operation) };
      found.set(
        operation,
        await ask(sandbox, { ...asked, difference: {}, isRight: (status) => isSuccess({ status }) }),
      );
      for (const { status, difference } of refusalsOf(operation)) {
        const isRight = (answered: number) => answered === status;
        found.set(`${operation} ${status}`, await ask(sandbox, { ...asked, difference, isRight }));
      }
    }
  } finally {
    await sandbox.close();
  }
  return {
    setting,
    order,
    success: (operation) => found.get(operation),
    refusal: (operation, status) => found.get(`${operation} ${status}`),
  };
}
