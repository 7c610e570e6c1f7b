import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { jsonTypeOf, valueAt } from '#evidence';
import { settingOf } from '../attribution/reply.test.support.ts';
import { hasOddMember, isNoJsonObject } from './classify.ts';
import {
  emptied,
  type FaultyBody,
  mistypedMembers,
  noJson,
  noJsonKinds,
  oddMember,
  oddTexts,
  withNulls,
  withoutEachMember,
  withoutUuids,
} from './faulty-body.ts';
import { keepsTheLaws } from './laws.test.support.ts';
import { depositOrder, lightningOfframpOrder, offrampOrder, onrampOrder } from './orders.ts';

const setting = settingOf();

const recipientId = randomUUID();
const bodies = {
  deposit: depositOrder(setting),
  onramp: onrampOrder(setting),
  offramp: offrampOrder(setting, { recipient: recipientId, currency: 'USD', rail: 'WIRE' }),
  lightning: lightningOfframpOrder(setting, recipientId),
};

test.each([
  ['offramp', 'to.recipient_id'],
  ['lightning', 'recipient_id'],
  ['onramp', 'client_onramp_reference'],
] as const)('%s: one member alone is no UUID, which is %s', (name, member) => {
  const [only, ...others] = withoutUuids(bodies[name]);
  expect(others).toEqual([]);
  expect(only?.member).toBe(member);
  expect(valueAt(only?.body, member)).not.toMatch(/^[0-9a-f-]{36}$/);
});

const typeAt = (body: unknown, member: string) => jsonTypeOf(valueAt(body, member));

describe.each(Object.entries(bodies))('%s', (name, body) => {
  test('each member but an optional one is missing once', () => {
    const lacking = withoutEachMember(body);
    expect(lacking.length).toBeGreaterThan(1);
    for (const { body: sent, member } of lacking) expect(valueAt(sent, member), member).toBeUndefined();
  });

  test('each mistyped member is of another type', () => {
    for (const { body: sent, member } of [...mistypedMembers(body), ...withNulls(body)])
      expect(typeAt(sent, member), member).not.toBe(typeAt(body, member));
  });

  test.each(noJsonKinds)('no text that is %s is a JSON object, wherever it is spoilt', (kind) => {
    for (let place = 0; place <= JSON.stringify(body).length; place += 1)
      expect(isNoJsonObject(noJson(body, kind, place))).toBe(true);
  });

  keepsTheLaws(
    `${name}: oddMember`,
    () => oddMember(body),
    (it) => hasOddMember(JSON.stringify(it.body), it.member),
  );
});

test.each([
  ['{"a":1}', false],
  ['{"a":1},', true],
])('%s is no JSON object: %s', (text, isNone) => {
  expect(isNoJsonObject(text)).toBe(isNone);
});

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
  const mistyped = mistypedMembers(bodies.offramp, 1).map(({ member }) => member);
  expect(new Set(mistyped)).toEqual(missing.add('to.payment_rail'));
});

test('each object is without members once, and the rest as it was', () => {
  const body = { from: { amount: 1, currency: 'BRL' }, to: { asset: 'USDC' }, rest: 1 };
  expect(emptied(body).map((it) => it.body)).toEqual([{}, { ...body, from: {} }, { ...body, to: {} }]);
});

test('one member alone is at fault', () => {
  const body = { from: { amount: 1, currency: 'BRL' }, to: { asset: 'USDC' } };
  for (const { body: sent, member } of mistypedMembers(body)) {
    const [outer = '', inner] = member.split('.');
    const own = valueAt(body, outer) as object;
    const mended = inner === undefined ? own : { ...(valueAt(sent, outer) as object), [inner]: valueAt(body, member) };
    expect({ ...(sent as object), [outer]: mended }).toEqual(body);
  }
});

test('a given body is sent under new references', () => {
  const body = { amount: 1, client_onramp_reference: randomUUID() };
  const sent = mistypedMembers(body).filter(({ member }) => member === 'amount');
  const lacking = withoutEachMember({ ...body, currency: 'USD' }).slice(0, 1);
  const references = [...sent, ...lacking].map((it) => (it.body as typeof body).client_onramp_reference);
  expect(references).not.toContain(undefined);
  expect(new Set([...references, body.client_onramp_reference]).size).toBe(references.length + 1);
  expect(noJson(body, 'array', 0)).not.toContain(body.client_onramp_reference);
});

test('a value that is no body cannot be made faulty', () => {
  expect(() => mistypedMembers('text')).toThrow('give it a JSON object');
});

const typesIn = (faulty: readonly FaultyBody[]) => new Set(faulty.map(({ body, member }) => typeAt(body, member)));

test('two impostors of a member are of two types, and all types come up over the members', () => {
  for (const body of [bodies.deposit, bodies.onramp, bodies.offramp]) {
    const some = mistypedMembers(body, 2);
    const members = new Set(some.map(({ member }) => member));
    for (const name of members) expect(typesIn(some.filter(({ member }) => member === name)).size).toBe(2);
    expect(some).toHaveLength(2 * members.size);
    expect(typesIn(some).size).toBe(6);
  }
});

test('no description holds a value of the order', () => {
  for (const { description } of mistypedMembers(bodies.offramp)) expect(description).not.toMatch(/\d{3}|0x/);
});

test.each([
  ['deposit', bodies.deposit, 'accountNumber'],
  ['onramp', bodies.onramp, 'client_onramp_reference'],
  ['offramp', bodies.offramp, 'client_offramp_reference'],
  ['lightning offramp', bodies.lightning, 'recipient_id'],
])('texts of a %s are JSON with what its name says', (_noun, order, text) => {
  const [tiny, twice, half, plain] = oddTexts(order);
  expect(tiny?.rawBody).toContain('"amount":1e-400');
  expect([...(twice?.rawBody ?? '').matchAll(new RegExp(`"${text}":`, 'g'))]).toHaveLength(2);
  expect(half?.rawBody).toMatch(new RegExp(`"${text}":"[^"]+\\\\ud83d"`));
  expect(plain).toMatchObject({ contentType: 'text/plain' });
  for (const { rawBody } of [tiny, twice, half, plain].filter((it) => it !== undefined))
    expect(Object.keys(JSON.parse(rawBody)).toSorted()).toEqual(Object.keys(order).toSorted());
});
