import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Api } from '#client';
import { listings, type OperationId, operationIds, operationOf } from '#contract';
import { type Credential, valueAt } from '#evidence';
import { isAlteredKey, unrelatedKeys } from '#generators';
import { maxWrongKeys, type Profile } from '#run';
import { replyOf, settingOf } from '../../attribution/reply.test.support.ts';
import { serviceOf } from '../service.test.support.ts';
import type { Probe } from '../source.ts';
import { detoursWithoutKey, keylessAbsentIds, keylessBadBodies, spelledKeyHeaders } from './key-order.ts';
import {
  authorizationOf,
  invalidKeyForAbsent,
  withInvalidKey,
  withMisplacedKey,
  withoutKey,
  withRestrictedKey,
} from './refused-keys.ts';

const setting = settingOf();
const { full, restricted, others } = setting.keys;

interface Presenting {
  readonly profile?: Profile;
  readonly embedded?: boolean;
  readonly hasLogin?: boolean;
  readonly turn?: number;
  readonly inputs?: readonly unknown[];
  readonly status?: (credential: Credential) => number;
}

const right: Credential = { in: 'header', value: full };

const refusal = { error: 'Forbidden', message: 'You do not have permission' };

const isRight = (credential: Credential): boolean => credential.in === 'header' && credential.value === full;

const statusFor = (credential: Credential): number =>
  credential.in === 'header' && credential.value === restricted ? 403 : 401;

const presentedTo = async (
  probe: Probe<unknown>,
  { profile = 'gate', embedded = true, hasLogin = false, turn = 0, inputs = [], status = statusFor }: Presenting = {},
) => {
  const presented: Credential[] = [];
  const asked: (readonly [OperationId, input: Readonly<Record<string, unknown>>])[] = [];
  const apiWith = (credential: Credential): Api => {
    const call = async (operation: OperationId, input = {}) => {
      presented.push(credential);
      asked.push([operation, input]);
      return replyOf({ status: status(credential), body: refusal });
    };
    const readBalances = () => call('balances.read');
    return { call, readBalances, as: apiWith, about: () => apiWith(credential) } as unknown as Api;
  };
  const service = serviceOf(apiWith(right), { profile, embedded, hasLogin, turn, as: apiWith });
  const result = await probe.send(service, inputs);
  return { presented, asked, result };
};

const presentedBy = async (probe: Probe<unknown>, profile: Profile = 'gate'): Promise<readonly Credential[]> =>
  (await presentedTo(probe, { profile })).presented;

const valuesOf = (credentials: readonly Credential[]) =>
  credentials.flatMap((credential) => ('value' in credential ? [credential.value] : []));

const alteredBy = async (profile: Profile) =>
  Promise.all(operationIds.map(async (id) => valuesOf(await presentedBy(withInvalidKey(id), profile))));

test('every operation of a gate gets an unrelated key and the most revealing alterations; all are tried somewhere', async () => {
  const [gate, deep] = [await alteredBy('gate'), await alteredBy('deep')];
  const everywhere = gate.reduce((kept, values) => kept.filter((value) => values.includes(value)));
  expect(everywhere).toHaveLength(4);
  const known = new Set(gate.flat());
  expect(known.size).toBe(13);
  const unrelated = unrelatedKeys(full, ...others).map(({ value }) => value);
  expect(gate.every((values) => values.some((value) => unrelated.includes(value)))).toBe(true);
  for (const values of deep) {
    expect(values.length).toBeGreaterThan(known.size);
    expect([...known].every((value) => values.includes(value))).toBe(true);
  }
  for (const value of [...gate, ...deep].flat()) expect(isAlteredKey(value, full, ...others)).toBe(true);
});

test('the key in places that the document does not name goes there in one request, and in deep in each alone', async () => {
  const places = async (profile: Profile) =>
    (await presentedBy(withMisplacedKey('balances.read'), profile)).map((credential) =>
      credential.in === 'other places' ? credential.places : [],
    );
  const [together = [], ...none] = await places('gate');
  expect(none).toEqual([]);
  expect(together.map(({ in: part }) => part)).toEqual(expect.arrayContaining(['query', 'cookie', 'header']));
  const [first, ...alone] = await places('deep');
  expect(first).toEqual(together);
  expect(alone.every(({ length }) => length === 1)).toBe(true);
  expect(alone.flat()).toEqual(expect.arrayContaining([...together]));
});

test('no key is in the authorization header where the login of a gateway is', async () => {
  const sent = await presentedTo(withMisplacedKey('balances.read'), { profile: 'deep', hasLogin: true });
  const names = sent.presented.flatMap((it) => (it.in === 'other places' ? it.places : [])).map(({ name }) => name);
  expect(names).toContain('apikey');
  expect(names).not.toContain('authorization');
});

test('the operations alternate in what the authorization header holds', async () => {
  const schemes = operationIds.map((id) => authorizationOf(id).scheme ?? 'bare');
  expect(new Set(schemes)).toEqual(new Set(['Bearer', 'Basic', 'bare']));
});

const probesOf = operationIds.flatMap((id) => [withoutKey(id), withInvalidKey(id), withRestrictedKey(id)]);
const ofAGate = [...operationIds.map(withMisplacedKey), keylessAbsentIds, keylessBadBodies];

const countOf = async (probes: readonly Probe<unknown>[], profile: Profile): Promise<number> =>
  (await Promise.all(probes.map((probe) => presentedBy(probe, profile)))).flat().length;

test('keys stay within their share of requests', async () => {
  const operations = operationIds.length;
  const ofEach = (probeOf: (id: OperationId) => Probe<unknown>) => countOf(operationIds.map(probeOf), 'gate');
  expect(await ofEach(withoutKey)).toBe(2 * operations);
  // An unrelated key, four alterations, and for a third of the operations one more.
  expect(await ofEach(withInvalidKey)).toBe(5 * operations + Math.ceil(operations / 3));
  expect(await ofEach(withMisplacedKey)).toBe(operations);
  expect(await countOf(probesOf, 'smoke')).toBe(3 * operations);
});

test('a restricted key is tried for other subaccounts, pages and orders too', async () => {
  const triedWithOther = async (name: string) => {
    const tried = operationIds.map(async (id) => {
      const [plain, ...others] = (await presentedTo(withRestrictedKey(id))).asked.map(([, input]) =>
        valueAt(input, name),
      );
      return others.some((value) => !isDeepStrictEqual(value, plain)) ? [id] : [];
    });
    return (await Promise.all(tried)).flat();
  };
  const orders = operationIds.filter((id) => operationOf(id).method === 'POST');
  expect(await triedWithOther('body')).toEqual(orders);
  expect(await triedWithOther('query')).toEqual(listings);
  expect((await triedWithOther('subaccountId')).toSorted()).toEqual(
    ['subaccount.read', ...orders, ...listings].toSorted(),
  );
});

test('probes of refused keys come late, and only those of stated claims are sent in smoke', () => {
  for (const { mode } of [...probesOf, ...ofAGate, spelledKeyHeaders]) expect(mode).toBe('wrongKeys');
  for (const { minProfile } of probesOf) expect(minProfile).toBe('smoke');
  for (const { minProfile } of [...ofAGate, spelledKeyHeaders]) expect(minProfile).toBe('gate');
});

test('every operation, and each way of writing the header, is tried', async () => {
  const names = (await presentedBy(spelledKeyHeaders)).flatMap((credential) =>
    credential.in === 'other places' ? credential.places.map(({ name }) => name) : [],
  );
  expect(names.filter((name) => name !== 'x-api-key')).toHaveLength(operationIds.length + 1);
  expect(new Set(names)).toEqual(new Set(['X-API-KEY', 'X-Api-Key', 'x-api-key']));
  const ids = operationIds.flatMap((id) => [...operationOf(id).path.matchAll(/\{\w+Id\}/g)]);
  expect(await presentedBy(keylessAbsentIds)).toHaveLength(ids.length + 1);
  expect(await presentedBy(keylessBadBodies)).toHaveLength(4);
});

const presentedAbroad = async (profile: Profile, turn = 0): Promise<readonly Credential[]> => {
  const sent: Credential[] = [];
  const send = async (probe: Probe<unknown>, ...inputs: readonly unknown[]): Promise<unknown> => {
    const { presented, result } = await presentedTo(probe, { profile, embedded: false, turn, inputs });
    sent.push(...presented);
    return result;
  };
  for (const id of operationIds) {
    const misplaced = profile === 'smoke' ? [] : await send(withMisplacedKey(id), []);
    await send(withoutKey(id), [], misplaced);
    const absent = profile === 'smoke' ? [] : await send(invalidKeyForAbsent(id), []);
    await send(withInvalidKey(id), [], absent);
  }
  if (profile === 'smoke') return sent;
  for (const probe of [keylessAbsentIds, keylessBadBodies, detoursWithoutKey]) await send(probe, []);
  return sent;
};

test('a remote service gets few refused keys, every way of being wrong included', async () => {
  for (const profile of ['smoke', 'gate', 'deep'] as const) {
    const sent = await presentedAbroad(profile);
    expect(sent.some(isRight)).toBe(false);
    // A header that is not known by its spelling makes a key a refused one, twice; one that meets an accident is sent once more.
    expect(sent.length).toBeLessThanOrEqual(maxWrongKeys - 3);
  }
  const spelled = await presentedTo(spelledKeyHeaders, { embedded: false, status: () => 200 });
  expect(spelled.presented).toHaveLength(2);
  const altered = await Promise.all(
    operationIds.map(async (id) => (await presentedTo(withInvalidKey(id), { embedded: false })).presented),
  );
  expect(altered.every(({ length }) => length === 1)).toBe(true);
  const values = valuesOf(altered.flat());
  expect(new Set(values).size).toBe(11);
  const unrelated = unrelatedKeys(full, ...others).map(({ value }) => value);
  expect(values.filter((value) => unrelated.includes(value))).toHaveLength(Math.ceil(operationIds.length / 2));
});

test('another seed gives each endpoint other invalid keys, and no more of them', async () => {
  const given = async (id: OperationId, turn: number) =>
    valuesOf((await presentedTo(withInvalidKey(id), { embedded: false, turn })).presented);
  for (const id of operationIds) {
    const [own] = await given(id, 0);
    const others = await Promise.all(Array.from({ length: 30 }, (_, at) => given(id, at + 1)));
    expect(new Set(others.flat()).size).toBeGreaterThan(10);
    expect(others.flat()).toContain(own);
  }
  for (const turn of [1, 2, 3, 4_000_000_000])
    expect((await presentedAbroad('gate', turn)).length).toBeLessThanOrEqual(maxWrongKeys - 3);
});

test('the page on verdicts says how many refused keys a service of others gets at most', () => {
  const page = readFileSync(new URL('../../../docs/verdicts.md', import.meta.url), 'utf8');
  expect(page).toContain(`A vendor's service gets at most ${maxWrongKeys} wrong keys in a run`);
});

test('the page on what is tested names the endpoints of a remote service that are tried', async () => {
  const page = readFileSync(new URL('../../../docs/what-is-tested.md', import.meta.url), 'utf8');
  const triedBy: Readonly<Record<string, readonly Probe<unknown>[]>> = {
    'comes-before-the-look-up': operationIds.map(invalidKeyForAbsent),
    'comes-before-the-body': [keylessBadBodies],
    'knows-the-header-in-any-case': [spelledKeyHeaders],
    'has-no-way-round': [detoursWithoutKey],
  };
  for (const [rule, probes] of Object.entries(triedBy)) {
    const asked = await Promise.all(
      probes.map(async (probe) => (await presentedTo(probe, { embedded: false, inputs: [[]] })).asked),
    );
    expect(page).toContain(
      `| \`authentication/${rule}\` | ${[...new Set(asked.flat().map(([id]) => operationOf(id).number))].join(', ')} |`,
    );
  }
});

test('two endpoints of a service of others get a request without any key, others by another turn', async () => {
  const refused = [replyOf({ status: 401 })];
  const asked = async (turn: number) => {
    const sent = await Promise.all(
      operationIds.map(async (id) => {
        const inputs = [[], refused];
        const { presented } = await presentedTo(withoutKey(id), { embedded: false, turn, inputs });
        return presented.some(({ in: place }) => place === 'none') ? [id] : [];
      }),
    );
    return sent.flat().filter((id) => id !== 'balances.read');
  };
  expect(await asked(0)).toEqual(['business-kyc.read', 'lightning-offramp.initiate']);
  expect(await asked(1)).toEqual(['individual-kyc.read', 'offramp.read']);
});

test.each([
  ['a key that is misplaced stands for a missing one', withoutKey('conversion.list'), [200]],
  [
    'an invalid key for an absent id stands for one of a record',
    withInvalidKey('withdrawal.read'),
    [200, 400, 403, 404],
  ],
])('%s only where it is refused', async (_what, probe, statuses) => {
  const ask = (earlier: unknown) => presentedTo(probe, { embedded: false, inputs: [[], earlier] });
  const refused = [replyOf({ status: 401 })];
  expect((await ask(refused)).result).toBe(refused);
  for (const others of [[], ...statuses.map((status) => [replyOf({ status })])])
    expect((await ask(others)).presented).toHaveLength(1);
});

test('a lock-out is no refusal of the key that happened to meet it', async () => {
  const unauthorized = [replyOf({ status: 401 })];
  const ask = (status: (credential: Credential) => number, first = unauthorized) =>
    presentedTo(withInvalidKey('conversion.list'), { embedded: false, inputs: [first], status });
  // Whoever asks is locked out, or wrong keys are blocked that were answered before.
  await expect(ask(() => 403)).rejects.toThrow('locked the caller out');
  await expect(ask((credential) => (isRight(credential) ? 200 : 403))).rejects.toThrow('locked');
  // One operation alone has the wrong status, or every one from the beginning.
  const here = await ask((credential) => (isRight(credential) ? 200 : credential.in === 'none' ? 401 : 403));
  expect(here.result).toMatchObject([{ status: 403 }]);
  const always = await ask((credential) => (isRight(credential) ? 200 : 403), [replyOf({ status: 403 })]);
  expect(always.result).toMatchObject([{ status: 403 }]);
});

test('a remote service is asked once whether it locked the caller out', async () => {
  let asked = 0;
  const call = async () => replyOf({ status: 403 });
  const readBalances = async () => {
    asked += 1;
    return call();
  };
  const api = { call, readBalances, as: () => api, about: () => api } as unknown as Api;
  const service = serviceOf(api, { embedded: false });
  for (const id of operationIds)
    await expect(withInvalidKey(id).send(service, [[replyOf({ status: 401 })]])).rejects.toThrow('locked');
  expect(asked).toBe(1);
});

test('a lock-out that refuses every key in its own words is no refusal of a restricted one', async () => {
  const servedTo = (own: object, full: number): Promise<unknown> => {
    const call = async () => replyOf({ status: 403, body: own });
    const read = (status: number) => ({ readBalances: async () => replyOf({ status }) });
    const look = { ...read(full), call, as: () => ({ ...read(401), call }) };
    const api = { call, as: () => api, about: () => look } as unknown as Api;
    const service = serviceOf(api, { embedded: false });
    return withRestrictedKey('balances.read').send(service, [[replyOf({ status: 401 })]]);
  };
  await expect(servedTo({ code: 'banned' }, 403)).rejects.toThrow('locked');
  await expect(servedTo({ code: 'banned' }, 200)).resolves.toMatchObject([{ status: 403 }]);
  await expect(servedTo(refusal, 403)).resolves.toMatchObject([{ status: 403 }]);
});
