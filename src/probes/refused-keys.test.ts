import { expect, test } from 'vitest';
import type { Api } from '#client';
import { operationIds, operationOf, type Profile } from '#contract';
import type { Credential } from '#evidence';
import { isAlteredKey } from '#generators';
import { replyOf, settingOf } from '../checks/reply.test.support.ts';
import { absentIdsWithoutKey, badBodiesWithoutKey, spelledKeyHeaders } from './key-order.ts';
import { withAlteredKey, withMisplacedKey, withoutKey, withRestrictedKey } from './refused-keys.ts';
import type { Probe } from './source.ts';

const setting = settingOf();
const { full, others } = setting.keys;

/** The credentials that a probe presents to a service that lets nobody in. */
const presentedBy = async (
  probe: Probe<unknown>,
  profile: Profile = 'gate',
): Promise<readonly Credential[]> => {
  const presented: Credential[] = [];
  const apiWith = (credential: Credential): Api => {
    const call = async () => {
      presented.push(credential);
      return replyOf({ status: 401 });
    };
    return { call, as: apiWith, about: () => apiWith(credential) } as unknown as Api;
  };
  const api = apiWith({ in: 'header', value: full });
  const each = <T, R>(items: readonly T[], send: (item: T, index: number) => Promise<R>) =>
    Promise.all(items.map(send));
  const pause = () => Promise.resolve();
  await probe.send({ ...settingOf({}, profile), api, as: apiWith, seed: 1, each, pause }, []);
  return presented;
};

const valuesOf = (credentials: readonly Credential[]) =>
  credentials.flatMap((credential) => ('value' in credential ? [credential.value] : []));

const alteredBy = async (profile: Profile) =>
  Promise.all(operationIds.map(async (id) => valuesOf(await presentedBy(withAlteredKey(id), profile))));

test('every operation of a gate gets the most revealing alterations, and all of them are tried somewhere', async () => {
  const [gate, deep] = [await alteredBy('gate'), await alteredBy('deep')];
  const everywhere = gate.reduce((kept, values) => kept.filter((value) => values.includes(value)));
  expect(everywhere).toHaveLength(5);
  const known = new Set(gate.flat());
  expect(known.size).toBe(8);
  for (const values of deep) {
    expect(values.length).toBeGreaterThan(known.size);
    expect([...known].every((value) => values.includes(value))).toBe(true);
  }
  for (const value of [...gate, ...deep].flat()) expect(isAlteredKey(value, full, ...others)).toBe(true);
});

test('the key in places that the document does not name goes there in one request, and in deep in each alone', async () => {
  const places = async (profile: Profile) =>
    (await presentedBy(withMisplacedKey('balances.read'), profile)).map((credential) => credential.in);
  expect(await places('gate')).toEqual(['misplaced']);
  expect(await places('deep')).toEqual(['misplaced', 'query', 'cookie', 'bearer']);
});

const probesOf = operationIds.flatMap((id) => [withoutKey(id), withAlteredKey(id), withRestrictedKey(id)]);
const ofAGate = [...operationIds.map(withMisplacedKey), absentIdsWithoutKey, badBodiesWithoutKey];

const countOf = async (probes: readonly Probe<unknown>[], profile: Profile): Promise<number> =>
  (await Promise.all(probes.map((probe) => presentedBy(probe, profile)))).flat().length;

test('keys stay within their share of requests', async () => {
  // Each spelling is asked for once where it is known.
  const spelled = (await presentedBy(spelledKeyHeaders)).length / 2;
  const operations = operationIds.length;
  const idsInPaths = operationIds.flatMap((id) => [...operationOf(id).path.matchAll(/\{\w+Id\}/g)]).length;
  // Each operation gets three plain refusals, five alterations and one misplaced key; a third of them one alteration more.
  const keys = 9 * operations + Math.ceil(operations / 3);
  const orders = operationIds.filter((id) => operationOf(id).method === 'POST').length;
  const share = keys + idsInPaths + orders + operations + 1;
  expect((await countOf([...probesOf, ...ofAGate], 'gate')) + spelled).toBeLessThanOrEqual(share);
  expect(await countOf(probesOf, 'smoke')).toBe(3 * operationIds.length);
});

test('what sends refused keys comes late, and only what is stated is sent in smoke', () => {
  for (const { mode } of [...probesOf, ...ofAGate, spelledKeyHeaders]) expect(mode).toBe('late');
  for (const { least } of probesOf) expect(least).toBe('smoke');
  for (const { least } of [...ofAGate, spelledKeyHeaders]) expect(least).toBe('gate');
});

test('every operation, and each way of writing the header, is tried', async () => {
  const names = (await presentedBy(spelledKeyHeaders)).flatMap((credential) =>
    credential.in === 'header-named' ? [credential.name] : [],
  );
  expect(names.filter((name) => name !== 'x-api-key')).toHaveLength(operationIds.length + 1);
  expect(new Set(names)).toEqual(new Set(['X-API-KEY', 'X-Api-Key', 'x-api-key']));
  const ids = operationIds.flatMap((id) => [...operationOf(id).path.matchAll(/\{\w+Id\}/g)]);
  expect(await presentedBy(absentIdsWithoutKey)).toHaveLength(ids.length);
});
