import { expect, test } from 'vitest';
import { replyOf } from '../attribution/reply.test.support.ts';
import { echoesAddress, echoesLoosely, echoesUuid, emptyOrNone, type Rule } from './rule.ts';

const uuid = '6f1c2a4e-0b3d-4c5e-8f90-a1b2c3d4e5f6';
const capitals = uuid.toUpperCase();
const hex = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';

const [address, reference, code] = [echoesAddress('a'), echoesUuid('a'), echoesLoosely('a')];

test.each<[what: string, rule: Rule, sent: string, shown: string, isEcho: boolean]>([
  ['a UUID in capitals, in lower case', reference, capitals, uuid, true],
  ['a UUID in lower case, in capitals', reference, uuid, capitals, false],
  ['a text that begins as a UUID, in lower case', reference, `${capitals}-B`, `${uuid}-b`, false],
  ['a word in capitals, in lower case', reference, 'INVOICE', 'invoice', false],
  ['a hexadecimal address, in lower case', address, hex, hex.toLowerCase(), true],
  ['an address in base58, in lower case', address, '1BvBMSEYst', '1bvbmseyst', false],
  ['a code, in lower case', code, 'USDC', 'usdc', true],
  ['a code, with a blank', code, 'USDC', 'USDC ', false],
])('is an echo or not: %s', (_what, rule, sent, shown, isEcho) => {
  const reader = (text: string) => ({ text: () => text }) as unknown as Parameters<Rule['test']>[0];
  expect(rule.test(reader(shown), reader(sent), replyOf())).toBe(isEcho);
});

test.each([
  ['no record', [], 'NO_RECORD'],
  ['an empty map of balances', [{ balances: {} }], 'EMPTY_RECORDS'],
  ['one that is empty and one that is not', [{ balances: {} }, { balances: { usd: 1 } }], 'NO_RECORD'],
  ['a record without its map', [{}], 'NO_RECORD'],
])('what nothing can be seen of is said by its reason: %s', (_what, bodies, reason) => {
  expect(emptyOrNone(bodies.map((body) => replyOf({ operation: 'balances.read', body })))).toBe(reason);
});
