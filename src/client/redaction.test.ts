import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeyPlace } from '#evidence';
import { createApi, NoAnswer } from './index.ts';
import { mark, redactBody, redactHeaders } from './redaction.ts';
import { type Answer, openClient, openService, sendJson } from './service.test.support.ts';

const key = 'sk_canary_9f8e7d6c5b4a';
const personal = ['Jane Canary', 'jane@canary.test', '+4915112345678', 'DE89370400440532013000', '4111111111111111'];
const ids = ['0f8fad5b-d9cb-469f-a165-70867728950e', '2026-11-21T10:00:00.123Z', 'ref-canary'];
const tokens = ['tok_9canary_abcdef01', 'https://files.canary.test/a.png'];
const canaries = [key, ...personal, ...ids, ...tokens];

describe('bodies', () => {
  test.each([
    ['$.id', { id: ids[0] }, /^<uuid#[0-9a-f]{4}>$/],
    ['$.createdAt', { createdAt: ids[1] }, /^<datetime-ms-utc#[0-9a-f]{4}>$/],
    ['$.firstName', { firstName: personal[0] }, /^<text\(11\)#[0-9a-f]{4}>$/],
    ['$.status', { status: 'approved' }, /^approved$/],
    ['$.status in words of states', { status: 'pending_review' }, /^pending_review$/],
    ['$.status outside its set', { status: 'Jane Canary' }, /^<text/],
    ['$.type', { type: 'business' }, /^business$/],
    ['$.error', { error: 'Not Found' }, /^Not Found$/],
    ['$.error in other words', { error: 'Jane Canary' }, /^<text/],
    ['$.message', { message: 'Subaccount not found: jane@canary.test' }, /^<message\(38\) Subaccount not found>$/],
    ['$.message in other words', { message: 'Jane Canary' }, /^<message\(11\)>$/],
    ['a secret by its name', { session_token: 'abc' }, /^\[secret\]$/],
  ])('%s', (_path, body, form) => {
    const [value] = Object.values(redactBody('subaccount.read', 'reply', body) as object);
    expect(value).toMatch(form);
  });

  test('money keeps its form, sign and zero', () => {
    const redacted = (value: unknown) => redactBody('withdrawal.read', 'reply', value) as Record<string, unknown>;
    expect(redacted({ amount: '12.50000000' }).amount).toBe('decimal(8)');
    expect(redacted({ amount: '-12.5' }).amount).toBe('-decimal(1)');
    expect(redacted({ amount: '0.00000000' }).amount).toBe('decimal(8)=0');
    expect(redacted({ rate: 5.1, gross_amount: 0 })).toEqual({ rate: 'num', gross_amount: 0 });
  });

  test('codes and keys of maps stay, invented ones are marked', () => {
    const redacted = redactBody('balances.read', 'reply', { balances: { usd: 1, 'jane@canary.test': 2 } });
    expect(JSON.stringify(redacted)).toMatch(/^\{"balances":\{"usd":"num","<key#[0-9a-f]{4}>":"num"\}\}$/);
  });

  test('a name in the form of a code is no code, wherever codes are', () => {
    const name = 'MARIA_SILVA_SANTOS';
    const shown = (operation: Parameters<typeof redactBody>[0], value: unknown) =>
      JSON.stringify(redactBody(operation, 'reply', value));
    const record = { currency: name, asset: name, network: name, status: name, state: name, method: name };
    const redacted = [
      shown('balances.read', { balances: { [name]: 1, [name.toLowerCase()]: 1 } }),
      shown('taxonomy.list', [{ ...record, required_fields: [name.toLowerCase()], integration: name }]),
      shown('subaccount.read', {
        ...record,
        capabilities: { currencies: { [name]: { status: name, rails: { [name]: true } } }, assets: [name] },
      }),
      shown('offramp.list', { data: [{ ...record, rail: name, from: record, to: record }] }),
      shown('onramp.initiate', { ...record, chain: name, from: record, to: record }),
      JSON.stringify(redactBody('onramp.initiate', 'request', { from: record, to: record })),
    ];
    expect(redacted.join('\n')).not.toMatch(/maria|silva/i);
  });

  test('equal values carry equal marks', () => {
    expect(mark('Jane Canary')).toBe(mark('Jane Canary'));
    expect(mark('Jane Canary')).not.toBe(mark('June Canary'));
  });

  test('an envelope keeps its numbers', () => {
    const envelope = { data: [], count: 3, page: 1, limit: 10, totalPages: 1, statusCode: 404 };
    expect(redactBody('offramp.list', 'reply', envelope)).toEqual(envelope);
  });
});

describe('a service that returns secrets everywhere', () => {
  /** In documented and unknown members, and as names of members. */
  const stuffed = (canary: string) => ({
    id: canary,
    email: canary,
    status: canary,
    type: canary,
    firstName: canary,
    kyc: { profiles: [{ country: canary, status: canary }] },
    capabilities: { currencies: { [canary]: { status: canary, rails: { [canary]: true } } }, assets: canary },
    error: canary,
    message: canary,
    path: canary,
    timestamp: canary,
    vendor_share_kyc_token: canary,
    unknown: { [canary]: [canary] },
    [canary]: canary,
  });
  const names = ['set-cookie', 'www-authenticate', 'location', 'retry-after', 'date', 'x-request-id'];
  const leaking: Answer = (response, seen) => {
    const { method, url, headers: { 'x-canary': at } = {} } = seen.at(-1) ?? {};
    const headers = Object.fromEntries(names.map((name, index) => [name, canaries[(index + 1) % canaries.length]]));
    const canary = stuffed(canaries[Number(at)] ?? '');
    const body = url?.includes('/taxonomy/') ? [canary, { name: canary.id, method: canary.id }] : canary;
    sendJson(response, method === 'GET' ? 200 : 400, headers, body);
  };
  let service: Awaited<ReturnType<typeof openService>>;

  const basic: KeyPlace = { in: 'header', name: 'authorization', scheme: 'Basic' };
  const keyPlaces: readonly KeyPlace[] = [
    { in: 'query', name: 'x-api-key' },
    { in: 'query', name: 'token' },
    { in: 'cookie', name: 'x-api-key' },
    { in: 'header', name: 'X-Own-Key' },
    basic,
  ];

  beforeAll(async () => {
    service = await openService(leaking, { path: '/prefix-canary', maxRequests: 1000 });
  });
  afterAll(() => service.close());

  test.each(canaries.map((canary, index) => [canary, index] as const))('keeps none of %s', async (canary, index) => {
    const api = createApi({ transport: service.transport, key, headers: { 'x-canary': String(index) } });
    const replies = [
      await api.readSubaccount({ subaccountId: canary, query: { page: canary } }),
      await api.readIndividualKyc({ subaccountId: canary }),
      await api.readBusinessKyc({ subaccountId: canary }),
      await api.listTaxonomy({ currency: canary }),
      await api.listOfframps({ subaccountId: canary }),
      await api.initiateOnramp({ subaccountId: canary, body: stuffed(canary) }, { contentType: null }),
      await api
        .as({ in: 'other places', places: keyPlaces, value: key })
        .simulateDeposit({ subaccountId: canary, body: canary }),
      await api.as({ in: 'other places', places: [{ ...basic, scheme: 'Bearer' }], value: key }).readBalances(),
    ];
    const exchanges = replies.map((reply) => structuredClone(reply.exchange));
    const kept = JSON.stringify([exchanges, replies.flatMap((reply) => reply.problems)]);
    expect(canaries.filter((one) => kept.includes(one))).toEqual([]);
  });

  test('keeps none in a failure', async () => {
    const dead = openClient('http://127.0.0.1:1', { money: 'no', readOnly: true });
    const api = createApi({ transport: dead.transport, key });
    const error = await api.readSubaccount({ subaccountId: 'jane@canary.test' }).catch((thrown: unknown) => thrown);
    await dead.transport.close();
    expect(error).toBeInstanceOf(NoAnswer);
    const exchange = error instanceof NoAnswer ? error.exchange?.() : undefined;
    expect(exchange?.failure).toContain('ECONNREFUSED');
    // A runner writes an error with all that it has.
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(key);
    expect(`${error}${JSON.stringify(exchange)}`).not.toMatch(/canary/);
  });
});

test.each([
  ['date', 'Mon, 12 Abc 3456 78901234 GMT'],
  ['date', 'Mon, 23 Nov 5511 98765432 GMT'],
  ['retry-after', '987654'],
  ['content-length', '551198765'],
])('a telephone number passes neither as an instant nor as a length: %s %s', (name, value) => {
  expect(redactHeaders({ [name]: value })[name]).toMatch(/^<.*#[0-9a-f]{4}>$/);
});

test('a short word that no list of codes has is marked, as a key and as a value', () => {
  const body = { balances: { WESLEY: {}, USD: {} }, from: { asset: 'MARIA', network: 'JOAO' } };
  const shown = [
    JSON.stringify(redactBody('balances.read', 'reply', body)),
    JSON.stringify(redactBody('offramp.read', 'reply', body)),
  ].join();
  expect(shown).not.toMatch(/WESLEY|MARIA|JOAO/);
  expect(shown).toContain('USD');
});
