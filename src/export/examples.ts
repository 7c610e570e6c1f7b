import { request } from 'undici';
import {
  isRequirementId,
  listedIn,
  type OperationId,
  operationIds,
  operationOf,
  ownParameter,
  type RequirementId,
} from '#contract';
import { isError, isSuccess, roleOf, roleVariables } from '#run';
import { type Fault, type Sandbox, sandboxKeys, startSandbox } from '#sandbox';

type ValueOfSetting = (name: string) => string;

export function variableOf(operation: OperationId, parameter: string): string {
  if (parameter === 'currency') return 'LOCAL_RECIPIENT_CURRENCY';
  const [subaccount = 'individual'] = operationOf(operation).subaccounts ?? [];
  return roleVariables[parameter === 'subaccountId' ? subaccount : roleOf(parameter)].replace('RAMP_', '');
}

const amount = 100;
const moment = '2025-06-02T09:30:00.000Z';
const reference = '4a3e5b6c-7d8e-4f90-8a1b-2c3d4e5f6a7b';

const orders: Readonly<Partial<Record<OperationId, (setting: ValueOfSetting) => object>>> = {
  'deposit.simulate': (setting) => ({ currency: 'USD', amount, accountNumber: setting('DEPOSIT_ACCOUNT_NUMBER') }),
  'onramp.initiate': (setting) => ({
    from: { amount, currency: setting('ONRAMP_CURRENCY') },
    to: { asset: 'USDC', chain: setting('ONRAMP_CHAIN'), destination_address: setting('ONRAMP_ADDRESS') },
    client_onramp_reference: reference,
  }),
  'offramp.initiate': (setting) => ({
    from: {
      chain: setting('OFFRAMP_CHAIN'),
      asset: setting('OFFRAMP_ASSET'),
      amount,
      sender_address: setting('OFFRAMP_SENDER_ADDRESS'),
    },
    to: { recipient_id: setting('USD_RECIPIENT_ID'), currency: 'USD' },
    client_offramp_reference: reference,
  }),
  'lightning-offramp.initiate': (setting) => ({ recipient_id: setting('LIGHTNING_RECIPIENT_ID'), amount }),
};

interface RequestChange {
  readonly key?: 'none' | 'restricted';
  readonly parameters?: (setting: ValueOfSetting) => Readonly<Record<string, string>>;
  readonly order?: (valid: object) => object;
}

export interface DescribedRefusal {
  readonly status: number;
  readonly condition: string;
  readonly requirement: RequirementId;
  readonly body: string;
  readonly error?: string;
  readonly difference: RequestChange;
}

const nobody = '7d0f5b1e-3c2a-4e6d-9b8f-a1c2e3d4f506';

const keyRefusals = (operation: OperationId): readonly DescribedRefusal[] =>
  (
    [
      [401, 'The API key is missing or invalid.', 'missing', 'Unauthorized', 'none'],
      [403, 'The key has no permission for the resource.', 'restricted', 'Forbidden', 'restricted'],
    ] as const
  ).map(([status, condition, which, error, key]) => {
    const requirement = `${operation}/refuses-a-${which}-key` as const;
    return { status, condition, requirement, body: 'short-error', error, difference: { key } };
  });

const withValue = (order: object, path: string, value: string): object => {
  const [outer = '', inner] = path.split('.');
  const part = (order as Readonly<Record<string, object>>)[outer];
  return { ...order, [outer]: inner === undefined ? value : { ...part, [inner]: value } };
};

const recipientPath = (order: object): string => ('recipient_id' in order ? 'recipient_id' : 'to.recipient_id');

const claimOf = (operation: OperationId, claim: string): RequirementId => {
  const id = `${operation}/${claim}`;
  if (isRequirementId(id)) return id;
  throw new Error(`export: ${operation} describes a refusal, but no requirement is called ${id}`);
};

const absenceOf = (operation: OperationId): readonly DescribedRefusal[] => {
  const { absence } = operationOf(operation);
  if (absence === undefined) return [];
  const differences: Readonly<Record<typeof absence.by, RequestChange>> = {
    id: { parameters: () => ({ [ownParameter(operation)]: nobody }) },
    'unbanked subaccount': { parameters: (setting) => ({ subaccountId: setting('UNBANKED_SUBACCOUNT_ID') }) },
    recipient: { order: (order) => withValue(order, recipientPath(order), nobody) },
  };
  const { of, claim, by, body, error } = absence;
  return [
    {
      status: 404,
      condition: `The ${of} does not exist.`,
      requirement: claimOf(operation, claim),
      body,
      ...(error !== undefined && { error }),
      difference: differences[by],
    },
  ];
};

const unlistedValueOf = (operation: OperationId): readonly DescribedRefusal[] => {
  const { path, unlisted, claim } = listedIn(operation) ?? {};
  if (path === undefined || unlisted === undefined || claim === undefined) return [];
  return [
    {
      status: 400,
      condition: `The ${path.split('.').at(-1)} is not one of the listed values; the message names the listed values.`,
      requirement: claimOf(operation, claim),
      body: 'full-error',
      error: 'Bad Request',
      difference: { order: (order) => withValue(order, path, unlisted) },
    },
  ];
};

export function refusalsOf(operation: OperationId): readonly DescribedRefusal[] {
  return [...keyRefusals(operation), ...unlistedValueOf(operation), ...absenceOf(operation)].toSorted(
    (one, other) => one.status - other.status,
  );
}

export interface Examples {
  readonly setting: ValueOfSetting;
  readonly order: (operation: OperationId) => object | undefined;
  readonly success: (operation: OperationId) => unknown;
  readonly refusal: (operation: OperationId, status: number) => unknown;
}

/** A fixed clock and counted ids, so that the text does not change. */
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

const settingOf =
  ({ settings }: Sandbox): ValueOfSetting =>
  (name) =>
    settings[`RAMP_${name}`] ?? '';

async function ask(
  sandbox: Sandbox,
  operation: OperationId,
  difference: RequestChange,
  isRight: (status: number) => boolean,
): Promise<unknown> {
  const setting = settingOf(sandbox);
  const order = orders[operation]?.(setting);
  const given = difference.parameters?.(setting) ?? {};
  const { method, path } = operationOf(operation);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? setting(variableOf(operation, name)));
  const sent = order && (difference.order?.(order) ?? order);
  const { statusCode, body } = await request(sandbox.baseUrl + filled, {
    method,
    headers: { ...keyOf(difference), ...(sent && { 'content-type': 'application/json' }) },
    ...(sent && { body: JSON.stringify(sent) }),
  });
  const text = await body.text();
  if (!isRight(statusCode)) throw new Error(`export: the sandbox answers ${operation} with ${statusCode}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** One answer of each documented kind, in sequence, from a fresh sandbox. */
export async function gatherExamples(): Promise<Examples> {
  const sandbox = await startSandbox({ always: unchanging() });
  const setting = settingOf(sandbox);
  const order = (operation: OperationId) => orders[operation]?.(setting);
  const found = new Map<string, unknown>();
  try {
    for (const operation of operationIds) {
      found.set(operation, await ask(sandbox, operation, {}, (status) => isSuccess({ status })));
      for (const { status, difference } of refusalsOf(operation))
        found.set(
          `${operation} ${status}`,
          await ask(sandbox, operation, difference, (answered) => answered === status),
        );
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
