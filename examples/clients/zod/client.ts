import { z } from 'zod';

const subaccount = z.object({
  id: z.uuid(),
  status: z.enum(['created', 'approved', 'review']),
  createdAt: z.iso.datetime(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
});

const onramp = z.object({
  id: z.uuid(),
  status: z.literal('pending'),
  from: z.object({
    amount: z.string(),
    currency: z.string(),
    payment_instructions: z.object({
      method: z.string(),
      qr_code: z.string().min(1),
      expires_at: z.iso.datetime(),
    }),
  }),
  to: z.object({ asset: z.enum(['USDT', 'USDC', 'BTC_LIGHTNING']), net_amount: z.string() }),
});

const offramp = z.object({
  id: z.uuid(),
  status: z.enum(['pending', 'paid', 'completed', 'failed']),
  created_at: z.iso.datetime(),
  from: z.object({ amount: z.string(), asset: z.string() }),
  to: z.object({ currency: z.string().regex(/^[A-Z]{3}$/), net_amount: z.string() }),
});

const offramps = z.object({ data: z.array(offramp), count: z.number(), page: z.number(), totalPages: z.number() });

const withdrawal = z.object({
  id: z.uuid(),
  status: z.enum(['pending', 'completed', 'failed']),
  amount: z.string(),
  tx_hash: z.string().nullable(),
});

interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export class RampError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export class RampClient {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  readSubaccount(id: string) {
    return this.#send(subaccount, `/v1/ramp/subaccount/${id}`);
  }

  startOnramp(id: string, order: object) {
    return this.#send(onramp, `/v2/ramp/${id}/banking/onramp/initiate`, order);
  }

  /** All offramps of a subaccount, page by page. */
  async listOfframps(id: string) {
    const all: z.infer<typeof offramp>[] = [];
    for (let page = 1; ; page++) {
      const { data, count } = await this.#send(offramps, `/v2/ramp/${id}/banking/offramp/?page=${page}&limit=10`);
      all.push(...data);
      if (all.length >= count) return all;
    }
  }

  readOfframp(id: string, offrampId: string) {
    return this.#send(offramp, `/v2/ramp/${id}/banking/offramp/${offrampId}`);
  }

  readWithdrawal(id: string, withdrawalId: string) {
    return this.#send(withdrawal, `/v1/ramp/${id}/banking/withdrawals/${withdrawalId}`);
  }

  async #send<T>(schema: z.ZodType<T>, path: string, body?: object): Promise<T> {
    const { baseUrl, apiKey } = this.#settings;
    const response = await fetch(baseUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = await response.json();
    if (!response.ok) throw new RampError(response.status, json.message);
    return schema.parse(json);
  }
}
