import { type OperationId, operationIds, operationOf } from '#contract';
import { type Sandbox, startSandbox, type WireReply } from '#sandbox';

type Setting = (name: string) => string;

const reference = '4a3e5b6c-7d8e-4f90-8a1b-2c3d4e5f6a7b';

const bodies = (setting: Setting): Readonly<Partial<Record<OperationId, unknown>>> => ({
  'deposit.simulate': { currency: 'USD', amount: 5, accountNumber: setting('DEPOSIT_ACCOUNT_NUMBER') },
  'onramp.initiate': {
    from: { amount: 100, currency: setting('ONRAMP_CURRENCY') },
    to: { asset: 'USDC', chain: 'ETH', destination_address: setting('ONRAMP_ADDRESS') },
    client_onramp_reference: reference,
  },
  'offramp.initiate': {
    from: { chain: 'ETH', asset: 'USDC', amount: 100, sender_address: setting('OFFRAMP_SENDER_ADDRESS') },
    to: { recipient_id: setting('USD_RECIPIENT_ID'), currency: 'USD' },
    client_offramp_reference: reference,
  },
  'lightning-offramp.initiate': { recipient_id: setting('LIGHTNING_RECIPIENT_ID'), amount: 100 },
});

function pathOf(operation: OperationId, setting: Setting, given: Readonly<Record<string, string>> = {}): string {
  const subaccount = operation === 'business-kyc.read' ? 'BUSINESS_SUBACCOUNT_ID' : 'INDIVIDUAL_SUBACCOUNT_ID';
  const values: Readonly<Record<string, string>> = {
    subaccountId: setting(subaccount),
    offrampId: setting('OFFRAMP_ID'),
    withdrawalId: setting('WITHDRAWAL_ID'),
    conversionId: setting('CONVERSION_ID'),
    currency: 'BRL',
    ...given,
  };
  return operationOf(operation).path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

export async function askFor(
  operation: OperationId,
  { baseUrl, settings }: Pick<Sandbox, 'baseUrl' | 'settings'>,
  headers: Readonly<Record<string, string>> = {},
) {
  const setting: Setting = (name) => settings[`RAMP_${name}`] ?? '';
  const order = bodies(setting)[operation];
  const answer = await fetch(baseUrl + pathOf(operation, setting), {
    method: operationOf(operation).method,
    headers: { 'x-api-key': setting('API_KEY'), 'content-type': 'application/json', ...headers },
    body: order === undefined ? null : JSON.stringify(order),
  });
  return { status: answer.status, text: await answer.text() };
}

export async function openReplies() {
  const sandbox = await startSandbox();
  const ask = async (operation: OperationId): Promise<readonly [OperationId, WireReply]> => {
    const { status, text } = await askFor(operation, sandbox);
    return [operation, { status, headers: {}, body: text === '' ? undefined : JSON.parse(text) }];
  };
  const replies = new Map(await Promise.all(operationIds.map(ask)));
  return {
    of: (operation: OperationId): WireReply => replies.get(operation) as WireReply,
    close: sandbox.close,
  };
}

export type Replies = Awaited<ReturnType<typeof openReplies>>;
