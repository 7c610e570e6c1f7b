import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { idIn, jsonIn } from '#evidence';
import type { Variation } from '#faults';
import { memorySandbox, sandboxKeys } from '#sandbox';
import { chooseVariations, noting, serviceOf } from './choice.ts';

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
}

const { full, restricted, other } = sandboxKeys;

const createdId = '{created}';

function asked(settings: Readonly<Record<string, string>>): readonly Asked[] {
  const of = (name: string) => settings[`RAMP_${name}`]?.split(',')[0] ?? '';
  const [person, business, unverified] = [
    of('INDIVIDUAL_SUBACCOUNT_ID'),
    of('BUSINESS_SUBACCOUNT_ID'),
    of('UNVERIFIED_SUBACCOUNT_ID'),
  ];
  const absent = randomUUID();
  const get = (path: string, key = full): Asked => ({ method: 'GET', path, key });
  const post = (path: string, body: unknown): Asked => ({ method: 'POST', path, key: full, body });
  const onramp = (asset: string, reference: string, amount: number | string = 100) =>
    post(`/v2/ramp/${person}/banking/onramp/initiate`, {
      from: { amount, currency: 'BRL' },
      to: { asset, chain: 'ETH', destination_address: of('ONRAMP_ADDRESS') },
      client_onramp_reference: reference,
    });
  const offramp = (recipient: string, currency: string, rail?: string, owner = person) =>
    post(`/v2/ramp/${owner}/banking/offramp/initiate`, {
      from: { chain: 'ETH', asset: 'USDC', amount: 100, sender_address: of('OFFRAMP_SENDER_ADDRESS') },
      to: { recipient_id: recipient, currency, ...(rail && { payment_rail: rail }) },
      client_offramp_reference: '0f0f0f0f-0001-4000-8000-00000000f00f',
    });
  const deposit = (currency: string) =>
    post(`/v1/ramp/${person}/banking/deposits/simulate`, { currency, amount: 10, accountNumber: '00000033' });
  const lightning = (id: string) =>
    post(`/v1/ramp/${person}/banking/offramp/initiate`, { recipient_id: id, amount: 10 });
  const reads = [person, business, unverified, absent, 'no-uuid'].flatMap((id) => [
    get(`/v1/ramp/subaccount/${id}`),
    get(`/v1/kyc/customers/${id}`),
    get(`/v1/kyc/businesses/${id}`),
    get(`/v2/ramp/${id}/banking/offramp/`),
    get(`/v2/ramp/${id}/banking/offramp/?page=1&limit=2`),
    get(`/v2/ramp/${id}/banking/offramp/?page=99&limit=2`),
    get(`/v1/ramp/${id}/banking/conversions`),
    get(`/v1/ramp/${id}/banking/conversions?page=x&limit=3`),
  ]);
  const records = [
    get('/v1/ramp/banking/balances'),
    get('/v1/ramp/banking/balances?x=1'),
    get('/v1/ramp/banking/balances', restricted),
    get('/v1/ramp/banking/balances', other),
    get(`/v1/ramp/subaccount/${person}`, other),
    get(`/v1/ramp/subaccount/${person}`, 'wrong'),
    get(`/v2/ramp/${person}/banking/offramp/${of('OFFRAMP_ID')}`),
    get(`/v2/ramp/${person}/banking/offramp/${absent}`),
    get(`/v1/ramp/${person}/banking/withdrawals/${of('WITHDRAWAL_ID')}`),
    get(`/v1/ramp/${person}/banking/withdrawals/${absent}`),
    get(`/v1/ramp/${person}/banking/conversions/${of('CONVERSION_ID')}`),
    get(`/v1/ramp/${person}/banking/conversions/${absent}`),
    get('/v1/ramp/banking/taxonomy/MXN'),
    get('/v1/ramp/banking/taxonomy/mxn'),
    get('/v1/ramp/banking/taxonomy/XXX'),
    get('/v1/nowhere', ''),
  ];
  const orders = [
    onramp('USDC', '0f0f0f0f-0001-4000-8000-000000000001'),
    onramp('USDC', '0f0f0f0f-0001-4000-8000-000000000001'),
    onramp('usdt', '0f0f0f0f-0001-4000-8000-000000000002'),
    onramp('BTC_LIGHTNING', '0f0f0f0f-0001-4000-8000-000000000003'),
    onramp('XXX', '0f0f0f0f-0001-4000-8000-000000000004'),
    onramp('USDC', '0f0f0f0f-0001-4000-8000-000000000005', '100'),
    post(`/v2/ramp/${person}/banking/onramp/initiate`, { from: { amount: '100' } }),
    offramp(of('USD_RECIPIENT_ID'), 'USD'),
    offramp(of('NAMED_RECIPIENT_ID'), 'USD'),
    offramp(of('NAMED_RECIPIENT_ID'), 'USD', 'ACH'),
    offramp(of('LOCAL_RECIPIENT_ID'), 'BRL', 'ACH'),
    offramp(of('USD_RECIPIENT_ID'), 'USD', undefined, unverified),
    offramp(absent, 'USD'),
    lightning(of('LIGHTNING_RECIPIENT_ID')),
    lightning(absent),
    deposit('USD'),
    deposit('usd'),
    deposit('XXX'),
  ];
  const malformed: Asked = { method: 'POST', path: `/v1/ramp/${person}/banking/offramp/initiate`, body: '{' };
  const created = get(`/v2/ramp/${person}/banking/offramp/${createdId}`);
  return [...records, ...reads, ...orders, malformed, created, get('/v1/ramp/banking/balances')];
}

type Replies = ReadonlyMap<string, string>;

function spread(at: string, value: unknown, into: Map<string, string>): void {
  if (typeof value === 'object' && value !== null) {
    into.set(`${at} keys`, Object.keys(value).join());
    for (const [name, member] of Object.entries(value)) spread(`${at}.${name}`, member, into);
  } else {
    into.set(at, JSON.stringify(value) ?? 'nothing');
    // What differs each time, by what does not.
    into.set(`${at} start`, String(value).slice(0, 4));
    if (/^[\da-f]{8}-[\da-f]{4}-/i.test(String(value))) into.set(`${at} version`, String(value).charAt(14));
    if (/^\d{4}-\d\d-\d\dT/.test(String(value)))
      into.set(`${at} ahead`, String(Math.round((Date.parse(String(value)) - Date.now()) / 3_600_000)));
  }
}

async function repliesOf(variations: readonly Variation[]): Promise<Replies> {
  const service = serviceOf(variations);
  const { dispatcher, settings } = memorySandbox(service ? { always: service } : {});
  const into = new Map<string, string>();
  let created = '';
  for (const [at, { method, path, key, body }] of asked(settings).entries()) {
    const place = `${at} ${method} ${path.replace(/[0-9a-f-]{30,}/g, '*')}`;
    const headers = { ...(key && { 'x-api-key': key }), ...(body ? { 'content-type': 'application/json' } : {}) };
    const content = typeof body === 'string' ? body : body ? JSON.stringify(body) : null;
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve) => {
      dispatcher.dispatch(
        { origin: 'http://127.0.0.1:9', method, path: path.replace(createdId, created), headers, body: content },
        {
          onRequestStart: () => {},
          onResponseStart: (_, status, sent) => {
            into.set(`${place} status`, String(status));
            into.set(`${place} names`, Object.keys(sent).join());
            for (const [name, value] of Object.entries(sent))
              into.set(`${place} header ${name.toLowerCase()}`, String(value));
          },
          onResponseData: (_, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve(),
          onResponseError: () => resolve(),
        },
      );
    });
    const bytes = Buffer.concat(chunks);
    const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
    into.set(`${place} text`, text);
    const record = jsonIn(text);
    if (record === undefined) continue;
    spread(place, record, into);
    if (/^\/v2.*offramp\/initiate$/.test(path)) created = idIn(record) ?? created;
  }
  return into;
}

const differing = (one: Replies, another: Replies): string[] =>
  [...new Set([...one.keys(), ...another.keys()])].filter((at) => one.get(at) !== another.get(at));

const slow = 'http/every-third-reply-takes-up-to-80-ms';

test('no variation is hidden by the others where all go together', async () => {
  const together = chooseVariations({ only: [], circumstances: false }).together.filter(({ id }) => id !== slow);
  const [plain, again] = [await repliesOf([]), await repliesOf([])];
  const [all, allAgain] = [await repliesOf(together), await repliesOf(together)];
  const moving = new Set([...differing(plain, again), ...differing(all, allAgain)]);
  const shown = new Set<string>();
  const noted = new Set<string>();
  for (const variation of together) {
    const alone = differing(plain, await repliesOf([noting(variation, () => noted.add(variation.id))])).filter(
      (at) => !moving.has(at) && !at.endsWith(' date'),
    );
    const without = await repliesOf(together.filter((one) => one !== variation));
    if (alone.some((at) => all.get(at) !== without.get(at))) shown.add(variation.id);
  }
  expect(together.length).toBeGreaterThan(80);
  expect(together.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([]);
  expect([...noted].toSorted()).toEqual([...shown].toSorted());
});
