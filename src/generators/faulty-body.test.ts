import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMistypedMember, hasOddMember, isNoJsonObject, lacksMember } from './classify-body.ts';
import { depositOrder } from './deposit.ts';
import { type FaultyBody, mistypedMember, withoutEachMember } from './faulty-body.ts';
import { keepsTheLaws, meets } from './laws.test.support.ts';
import { lightningOfframpOrder } from './lightning-offramp.ts';
import { material } from './material.test.support.ts';
import { mistyped } from './mistyped.ts';
import { notJson } from './not-json.ts';
import { oddMember } from './odd-member.ts';
import { offrampOrder } from './offramp.ts';
import { onrampOrder } from './onramp.ts';

const recipientId = randomUUID();
const bodies = {
  deposit: depositOrder(material),
  onramp: onrampOrder(material),
  offramp: offrampOrder(material, { recipientId, currency: 'USD', rail: 'WIRE' }),
  lightning: lightningOfframpOrder(material, { recipientId }),
};

for (const [name, body] of Object.entries(bodies)) {
  test(`${name}: each member but an optional one is missing once`, () => {
    const lacking = withoutEachMember(body);
    expect(lacking.length).toBeGreaterThan(1);
    for (const { body: sent, member } of lacking)
      expect(lacksMember(JSON.stringify(sent), member)).toBe(true);
  });
  keepsTheLaws(
    `${name}: mistypedMember`,
    () => mistypedMember(body),
    (it) => hasMistypedMember(JSON.stringify(it.body), it.member),
  );
  keepsTheLaws(
    `${name}: oddMember`,
    () => oddMember(body),
    (it) => hasOddMember(JSON.stringify(it.body), it.member),
  );
  keepsTheLaws(
    `${name}: notJson`,
    () => notJson(body),
    ({ rawBody }) => isNoJsonObject(rawBody),
  );
}
keepsTheLaws('mistyped', mistyped, (value) => typeof value !== 'string');

const membersOf = (arbitrary: fc.Arbitrary<FaultyBody>) =>
  new Set(fc.sample(arbitrary, 300).map(({ member }) => member));

test('every member is at fault some time, and none that may be left out is missing', () => {
  const missing = new Set(withoutEachMember(bodies.offramp).map(({ member }) => member));
  expect([...missing].sort()).toEqual([
    'client_offramp_reference',
    'from',
    'from.amount',
    'from.asset',
    'from.chain',
    'from.sender_address',
    'to',
    'to.currency',
    'to.recipient_id',
  ]);
  expect(membersOf(mistypedMember(bodies.offramp))).toEqual(missing.add('to.payment_rail'));
});

test('one member alone is at fault', () => {
  const body = { from: { amount: 1, currency: 'BRL' }, to: { asset: 'USDC' } };
  for (const faulty of fc.sample(mistypedMember(body), 100)) {
    const path = faulty.member.split('.');
    const repaired = structuredClone(faulty.body) as Record<string, Record<string, unknown>>;
    const [outer = '', inner] = path;
    const valid = body as unknown as Record<string, Record<string, unknown>>;
    if (inner === undefined) repaired[outer] = valid[outer] ?? {};
    else Object.assign(repaired[outer] ?? {}, { [inner]: valid[outer]?.[inner] });
    expect(repaired).toEqual(body);
  }
});

test('a given body is sent under references of its own', () => {
  const body = { amount: 1, client_onramp_reference: randomUUID() };
  const sent = fc.sample(mistypedMember(body), 60).filter(({ member }) => member === 'amount');
  const lacking = withoutEachMember({ ...body, currency: 'USD' }).slice(0, 1);
  const references = [...sent, ...lacking].map((it) => (it.body as typeof body).client_onramp_reference);
  expect(references).not.toContain(undefined);
  expect(new Set([...references, body.client_onramp_reference]).size).toBe(references.length + 1);
  expect(
    fc.sample(notJson(body), 60).some(({ rawBody }) => rawBody.includes(body.client_onramp_reference)),
  ).toBe(false);
});

test('what is no body cannot be made faulty', () => {
  expect(() => fc.sample(mistypedMember('text'), 1)).toThrow('give it a JSON object');
});

test('the classifiers want the fault that was promised', () => {
  expect(lacksMember('{"from":{}}', 'from.amount')).toBe(true);
  expect(lacksMember('{"from":{"amount":null}}', 'from.amount')).toBe(false);
  expect(lacksMember('[]', 'from')).toBe(false);
  expect(hasMistypedMember('{"from":{"amount":"1"}}', 'from.amount')).toBe(true);
  expect(hasMistypedMember('{"from":{"amount":1}}', 'from.amount')).toBe(false);
  expect(hasMistypedMember('{"to":{"asset":"USDC"}}', 'to.asset')).toBe(false);
  expect(hasMistypedMember('{"to":[]}', 'to')).toBe(true);
  expect(isNoJsonObject('{"a":1}')).toBe(false);
  expect(isNoJsonObject('{"a":1},')).toBe(true);
});

test.each(['to', 'to.asset', 'from.amount', 'client_onramp_reference'])(
  'a gate run tries %s mistyped',
  (path) => {
    expect(meets(mistypedMember(bodies.onramp), ({ member }) => member === path)).toBe(100);
  },
);

test.each(['cut', 'empty', 'array', 'string', 'single quotes', 'trailing garbage'])(
  'a gate run tries a body that is %s',
  (way) => {
    expect(meets(notJson(bodies.onramp), ({ kind }) => kind === way)).toBe(100);
  },
);
