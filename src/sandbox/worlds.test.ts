import { afterAll, beforeAll, expect, test } from 'vitest';
import { absentId, type OpenSandbox, offrampOrder, openSandbox } from './caller.test.support.ts';
import { defaultPolicies, startSandbox } from './index.ts';

const faults = {
  'open-door': { policies: { authentication: { recognise: () => 'full' as const } } },
  'late-door': { policies: { authentication: { stage: () => 'after-checks' as const } } },
  'effect-first': { policies: { authentication: { stage: () => 'after-effects' as const } } },
  'ach-for-all': {
    policies: {
      rails: {
        judge: (terms: Parameters<typeof defaultPolicies.rails.judge>[0]) =>
          terms.rail === 'ACH' ? undefined : defaultPolicies.rails.judge(terms),
      },
    },
  },
  'keeps-refused': { policies: { offramp: { keepsRefused: () => true } } },
  'odd-wire': {
    reply: (reply: { body: unknown; chunked?: boolean; gzip?: boolean; delayMs?: number }) => {
      (reply.body as { email: string }).email = 'changed';
      Object.assign(reply, { chunked: true, gzip: true, delayMs: 1 });
    },
  },
  undated: { reply: (reply: { undated?: boolean }) => Object.assign(reply, { undated: true }) as never },
  'cut-off': { reply: (reply: { destroy?: boolean }) => Object.assign(reply, { destroy: true }) as never },
  'impossible-status': {
    reply: (reply: { status: number }) => Object.assign(reply, { status: 12 }) as never,
  },
};

let box: OpenSandbox;
beforeAll(async () => {
  box = await openSandbox(faults);
});
afterAll(() => box.close());

const mine = () => box.setting('INDIVIDUAL_SUBACCOUNT_ID');
const offramps = () => `/v2/ramp/${mine()}/banking/offramp/`;
const initiate = (headers: Record<string, string>, recipient = 'USD_RECIPIENT_ID', to = {}) =>
  box.post(`${offramps()}initiate`, offrampOrder(box.setting(recipient), to), headers);
const count = async (headers = {}) => (await box.get(offramps(), headers)).body.count;

test('each world holds its own, under a fault and without', async () => {
  const seeded = await count();
  await initiate({ 'x-ramp-world': 'one' });
  await initiate({ 'x-ramp-fault': 'ach-for-all', 'x-ramp-world': 'one' });
  await initiate({ 'x-ramp-fault': 'ach-for-all', 'x-ramp-world': 'one' });
  expect(await count()).toBe(seeded);
  expect(await count({ 'x-ramp-world': 'one' })).toBe(seeded + 1);
  expect(await count({ 'x-ramp-world': 'two' })).toBe(seeded);
  expect(await count({ 'x-ramp-fault': 'ach-for-all' })).toBe(seeded);
  expect(await count({ 'x-ramp-fault': 'ach-for-all', 'x-ramp-world': 'one' })).toBe(seeded + 2);
});

test('a fault changes its own policy and leaves the others', async () => {
  const headers = { 'x-ramp-fault': 'ach-for-all' };
  expect((await initiate(headers, 'NAMED_RECIPIENT_ID', { payment_rail: 'ACH' })).status).toBe(201);
  expect((await initiate(headers, 'NAMED_RECIPIENT_ID', { payment_rail: 'RTP' })).status).toBe(400);
  expect((await initiate({}, 'NAMED_RECIPIENT_ID', { payment_rail: 'ACH' })).status).toBe(400);
});

test('a refusal may be made to leave something behind', async () => {
  const headers = { 'x-ramp-fault': 'keeps-refused' };
  const had = await count(headers);
  expect((await initiate(headers, 'NAMED_RECIPIENT_ID', { payment_rail: 'ACH' })).status).toBe(400);
  expect(await count(headers)).toBe(had + 1);
});

test('the key may be asked for too late, or not at all', async () => {
  const keyless = (fault: string) => ({ 'x-api-key': '', 'x-ramp-fault': fault });
  expect(await count(keyless('open-door'))).toBe(24);
  expect((await box.get(`/v1/ramp/subaccount/${absentId}`, keyless('late-door'))).status).toBe(404);
  expect((await box.get(offramps(), keyless('late-door'))).status).toBe(401);
  expect((await initiate(keyless('late-door'))).status).toBe(401);
  expect(await count({ 'x-ramp-fault': 'late-door' })).toBe(24);
  expect((await initiate(keyless('effect-first'))).status).toBe(401);
  expect(await count({ 'x-ramp-fault': 'effect-first' })).toBe(25);
});

test('the wire obeys the reply hook, which changes a copy', async () => {
  const path = `/v1/ramp/subaccount/${mine()}`;
  const got = await box.get(path, { 'x-ramp-fault': 'odd-wire' });
  expect(got.body.email).toBe('changed');
  expect(got.headers.get('content-encoding')).toBe('gzip');
  expect(got.headers.get('content-length')).toBeNull();
  expect((await box.get(path)).body.email).not.toBe('changed');
  expect((await box.get(path, { 'x-ramp-fault': 'undated' })).headers.get('date')).toBeNull();
  expect((await box.get(path)).headers.get('date')).not.toBeNull();
  await expect(box.get(path, { 'x-ramp-fault': 'cut-off' })).rejects.toThrow();
  expect((await box.get(path, { 'x-ramp-fault': 'impossible-status' })).body.message).toContain('12');
});

test('an unknown fault is named', async () => {
  const got = await box.get(offramps(), { 'x-ramp-fault': 'no-such' });
  expect(got).toMatchObject({ status: 400, body: { message: expect.stringContaining('no-such') } });
});

test('a sandbox started without faults reads neither header', async () => {
  const plain = await openSandbox();
  const path = `/v2/ramp/${plain.setting('INDIVIDUAL_SUBACCOUNT_ID')}/banking/offramp/`;
  const headers = { 'x-ramp-fault': 'open-door', 'x-ramp-world': 'one' };
  expect((await plain.get(path, headers)).status).toBe(200);
  expect((await plain.get(path, { ...headers, 'x-api-key': '' })).status).toBe(401);
  await plain.close();
});

test('a port that is taken is named', async () => {
  const port = Number(new URL(box.setting('BASE_URL')).port);
  await expect(startSandbox({ port })).rejects.toThrow(`port ${port}`);
});
