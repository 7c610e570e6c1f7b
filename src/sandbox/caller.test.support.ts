import { type Fault, startSandbox } from './index.ts';

/** Members that tests read. Each kind of body has some of them. */
interface Body {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly email: string;
  readonly message: string;
  readonly amount: string;
  readonly feeAmount: string;
  readonly netAmount: string;
  readonly rate: string;
  readonly length: number;
  readonly count: number;
  readonly total: number;
  readonly balances: Readonly<Record<string, number>>;
  readonly estimatedReceived: string;
  readonly settlement: { readonly withdrawal_id: string };
}

export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty if the text is no JSON. */
  readonly body: Body;
}

interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse('{}');
  }
}

export async function openSandbox(faults?: Readonly<Record<string, Fault>>) {
  const sandbox = await startSandbox({ faults: faults && ((id) => faults[id]) });
  const setting = (name: string): string => sandbox.settings[`RAMP_${name}`] ?? '';
  const ask = async (method: string, path: string, { body, headers }: Asked = {}): Promise<Got> => {
    const response = await fetch(sandbox.baseUrl + path, {
      method,
      headers: {
        'x-api-key': setting('API_KEY'),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  return {
    setting,
    close: sandbox.close,
    get: (path: string, headers = {}) => ask('GET', path, { headers }),
    post: (path: string, body: unknown, headers = {}) => ask('POST', path, { body, headers }),
  };
}

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;

type Setting = OpenSandbox['setting'];

export const absentId = 'aaaaaaaa-1111-4222-8333-bbbbbbbbbbbb';

export const depositOrder = (currency: unknown = 'USD') => ({ currency, amount: 0.1, accountNumber: '0033' });

export const onrampOrder = (setting: Setting, asset: unknown = 'USDC') => ({
  from: { amount: 100.3, currency: 'BRL' },
  to: { asset, chain: 'ETH', destination_address: setting('ONRAMP_ADDRESS') },
  client_onramp_reference: absentId,
});

export const offrampOrder = (recipient_id: string, to: Record<string, unknown> = {}) => ({
  from: { chain: 'ETH', asset: 'USDC', amount: 33.33, sender_address: '0x01' },
  to: { recipient_id, currency: 'USD', ...to },
  client_offramp_reference: 'a reference',
});
