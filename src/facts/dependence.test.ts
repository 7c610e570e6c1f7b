import { expect, test } from 'vitest';
import type { AspectName } from '#run';
import { aspects } from './aspects.ts';
import { differencesBetween } from './compare-facts.ts';
import type { RunDifference } from './dependence.ts';
import { examples, factsWith } from './examples.test.support.ts';

const ofOrders = /AMOUNT|CURRENC|CHAIN|ASSET|_ADDRESS|ACCOUNT_NUMBER/;

const differencesOf = (name: string): readonly RunDifference[] =>
  ofOrders.test(name) || name === 'quiet account'
    ? [{ name, before: '10', after: '11' }]
    : [
        { name, before: 'yes', wider: 'before' },
        { name, after: 'yes', wider: 'after' },
      ];

const aspectNames = (Object.keys(aspects) as AspectName[]).filter((aspect) => examples[aspect].endpoint !== 'service');

const pairs = new Map(
  aspectNames.map((aspect) => {
    const { endpoint, key, before, after } = examples[aspect];
    return [aspect, [before, after].map((text) => factsWith(endpoint, key, text))] as const;
  }),
);

const ruled = (aspect: AspectName, runs: readonly RunDifference[]) => {
  const [before = {}, after = {}] = pairs.get(aspect) ?? [];
  const all = differencesBetween(before, after, { runs });
  const own = all.filter((each) => each.aspect === aspect);
  return { held: own.flatMap(({ held = [] }) => held.map(({ name }) => name)), all };
};

const settings = [
  'RAMP_ONRAMP_CHAIN',
  'RAMP_OFFRAMP_CHAIN',
  'RAMP_DEPOSIT_ACCOUNT_NUMBER',
  'RAMP_AMOUNT',
  'RAMP_TAXONOMY_CURRENCIES',
  'RAMP_USD_RECIPIENT_ID',
  'money',
  'quiet account',
  'profile',
];

test('each aspect is held back only for the settings that can move it', () => {
  const held = aspectNames.flatMap((aspect) => {
    const names = settings.filter((name) => differencesOf(name).some((each) => ruled(aspect, [each]).held.length > 0));
    return names.length === 0 ? [] : [[aspect, names.join(' ')]];
  });
  expect(Object.fromEntries(held)).toMatchInlineSnapshot(`
    {
      "codes": "RAMP_ONRAMP_CHAIN",
      "delay": "RAMP_OFFRAMP_CHAIN",
      "delay by currency": "RAMP_OFFRAMP_CHAIN",
      "echo": "RAMP_ONRAMP_CHAIN money profile",
      "expiry": "RAMP_ONRAMP_CHAIN",
      "fee in": "RAMP_ONRAMP_CHAIN",
      "fee rate": "RAMP_ONRAMP_CHAIN RAMP_AMOUNT",
      "fee share": "RAMP_ONRAMP_CHAIN RAMP_AMOUNT",
      "length": "RAMP_OFFRAMP_CHAIN",
      "member": "RAMP_OFFRAMP_CHAIN RAMP_USD_RECIPIENT_ID money profile",
      "places": "RAMP_ONRAMP_CHAIN RAMP_AMOUNT profile",
      "rate": "RAMP_ONRAMP_CHAIN",
      "status": "RAMP_ONRAMP_CHAIN RAMP_AMOUNT money profile",
      "zero balances": "money profile",
    }
  `);
});

test('for two settings that differ a fact is held back for the one, the other or both, and never lost', () => {
  const all = settings.flatMap(differencesOf);
  for (const aspect of aspectNames) {
    const alone = all.map((each) => ruled(aspect, [each]).held);
    for (const [at, one] of all.entries())
      for (const [beside, other] of all.slice(at + 1).entries()) {
        const both = ruled(aspect, [one, other]);
        const either = new Set([alone[at] ?? [], alone[at + 1 + beside] ?? []].flat());
        if (new Set(both.held).size !== either.size) expect([aspect, one.name, other.name]).toEqual(both.held);
        for (const { changes, ruling } of both.all)
          if (changes.length > 0 === (ruling !== undefined)) expect(aspect).toBe('lost');
      }
  }
});
