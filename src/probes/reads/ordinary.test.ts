import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import type { Oddity, Reply } from '#evidence';
import { withoutKey } from '../keys/refused-keys.ts';
import { absent } from './absent.ts';
import { isDescribedRefusal, isDocumentedPath, isOfTheService, isServiceOrJson } from './ordinary.ts';

interface Asked {
  readonly operation?: OperationId;
  readonly path?: string;
  readonly status?: number;
  readonly probe?: string;
  readonly case?: string;
  readonly contentType?: string;
  readonly odd?: Oddity;
}

const reply = ({ operation = 'subaccount.read', path = '/', status = 200, ...asked }: Asked): Reply => {
  const { probe = 'a probe', contentType = 'text/html', case: description, odd } = asked;
  const purpose = {
    probe,
    ...(description === undefined ? {} : { case: description }),
    ...(odd ? { odd } : {}),
  };
  const request = { input: {}, method: 'GET', path, purpose };
  return { operation, status, contentType, headers: {}, problems: [], request } as unknown as Reply;
};

const id = '7d0c6a5e-3f42-4c1b-9a55-0e6f2b7c8d91';

test.each<[OperationId, string, boolean]>([
  ['balances.read', '/v1/ramp/banking/balances?subaccountId=x', true],
  ['subaccount.read', `/v1/ramp/subaccount/${id}`, true],
  ['subaccount.read', `/v1/ramp/subaccount/${id.toUpperCase()}?x-api-key=k`, true],
  ['subaccount.read', '/v1/ramp/subaccount/not-a-uuid', false],
  ['offramp.read', `/v2/ramp/not-a-uuid/banking/offramp/${id}`, false],
  ['offramp.list', `/v2/ramp/${id}/banking/offramp/?page=-1`, true],
  ['taxonomy.list', '/v1/ramp/banking/taxonomy/brl', true],
  ['taxonomy.list', '/v1/ramp/banking/taxonomy/..%2Fbalances', false],
])('%s at %s is of a documented path: %s', (operation, path, isOne) => {
  expect(isDocumentedPath(reply({ operation, path }))).toBe(isOne);
});

test('a gateway may refuse an odd case, and nothing else, in other words', () => {
  const huge = { probe: 'odd orders', case: 'a huge amount', odd: 'an invalid value' } as const;
  expect(isOfTheService(reply({ ...huge, status: 413 }))).toBe(false);
  expect(isOfTheService(reply({ ...huge, status: 200 }))).toBe(true);
  expect(isOfTheService(reply({ probe: 'reads of balances.read', status: 500 }))).toBe(true);
  expect(isOfTheService(reply({ probe: 'orders of onramp.initiate', case: 'plain', status: 422 }))).toBe(true);
  const { id: missing } = withoutKey('balances.read');
  expect(isOfTheService(reply({ probe: missing, case: 'no key', status: 401 }))).toBe(true);
});

test('an answer that calls itself JSON is held to it, whoever gives it', () => {
  const odd = { probe: 'odd orders', case: 'a huge amount', status: 413, odd: 'an invalid value' } as const;
  expect(isServiceOrJson(reply({ ...odd, contentType: 'application/problem+json' }))).toBe(true);
  expect(isServiceOrJson(reply(odd))).toBe(false);
});

test('a refusal of what is absent is described under any status of a service, and none of a gateway', () => {
  const { id: probe } = absent('subaccount.read');
  const described = (status: number, odd?: Oddity) =>
    isDescribedRefusal(reply({ probe, status, contentType: 'application/json', ...(odd ? { odd } : {}) }));
  expect([400, 404, 410, 422].map((status) => described(status))).toEqual([true, true, true, true]);
  expect([403, 406, 413, 414, 431].some((status) => described(status, 'an invalid value'))).toBe(false);
  expect([200, 302, 429, 500, 502].some((status) => described(status))).toBe(false);
  expect(isDescribedRefusal(reply({ probe: 'odd orders', status: 404 }))).toBe(false);
});
