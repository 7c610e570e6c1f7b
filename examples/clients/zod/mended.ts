import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** UTC is written Z or +00:00, in milliseconds or finer. */
const instant = z.iso.datetime({ offset: true });

/** Left out where it is null. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/** Codes are compared without case. */
const code = z.string().transform((text) => text.toUpperCase());

const subaccount = z.object({
  id: z.uuid(),
  status: z.enum(['created', 'approved', 'review']),
  createdAt: instant,
  firstName: orNull(z.string()),
  lastName: orNull(z.string()),
  phone: orNull(z.string()),
});

const onramp = z.object({
  id: z.uuid(),
  status: z.literal('pending'),
  from: z.object({
    amount: z.string(),
    currency: z.string(),
    payment_instructions: z.object({
      method: z.string(),
      /** Empty where the method has none, such as a bank transfer. */
      qr_code: z.string(),
      expires_at: instant,
    }),
  }),
  to: z.object({ asset: code.pipe(z.enum(['USDT', 'USDC', 'BTC_LIGHTNING', 'BTC'])), net_amount: z.string() }),
});

const offramp = z.object({
  id: z.uuid(),
  status: z.enum(['pending', 'paid', 'completed', 'failed']),
  created_at: instant,
  from: z.object({ amount: z.string(), asset: z.string() }),
  to: z.object({ currency: code, net_amount: z.string() }),
});

const offramps = z.object({ data: z.array(offramp), count: z.number(), page: z.number(), totalPages: z.number() });

const withdrawal = z.object({
  id: z.uuid(),
  /** An open set: the document shows `pending`. */
  status: z.string(),
  amount: z.string(),
  tx_hash: orNull(z.string()),
});

/** `Retry-After` is seconds or a date. */
function pauseOf({ headers }: Response): number {
  const said = headers.get('retry-after');
  if (said === null) return 1_000;
  const ms = /^\d+$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - Date.now();
  return Math.min(Math.max(ms, 0), 10_000);
}

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
    // The first page is 0 or 1: the one that a request without a number gets says so.
    const path = `/v2/ramp/${id}/banking/offramp/`;
    const first = await this.#send(offramps, path);
    all.push(...first.data);
    const limit = first.data.length;
    for (let page = first.page + 1; page < first.page + first.totalPages; page++) {
      const { data } = await this.#send(offramps, `${path}?page=${page}&limit=${limit}`);
      all.push(...data);
    }
    return all;
  }

  readOfframp(id: string, offrampId: string) {
    return this.#send(offramp, `/v2/ramp/${id}/banking/offramp/${offrampId}`);
  }

  readWithdrawal(id: string, withdrawalId: string) {
    return this.#send(withdrawal, `/v1/ramp/${id}/banking/withdrawals/${withdrawalId}`);
  }

  async #send<T>(schema: z.ZodType<T>, path: string, body?: object): Promise<T> {
    const { baseUrl, apiKey } = this.#settings;
    const ask = () =>
      fetch(baseUrl + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    let response = await ask();
    for (let again = 0; response.status === 429 && again < 3; again++) {
      await sleep(pauseOf(response));
      response = await ask();
    }
    if (response.status === 429) throw new RampError(429, 'the service asks for a pause');
    const json = await response.json();
    if (!response.ok) throw new RampError(response.status, json.message);
    return schema.parse(json);
  }
}
