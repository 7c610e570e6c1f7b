import { expect, test } from 'vitest';
import type { AspectName } from '#run';
import { aspects } from './aspects.ts';
import { differencesBetween } from './compare-facts.ts';
import { differenceNames, type RunDifference } from './dependence.ts';
import { examples, factsWith } from './examples.test.support.ts';

const depth = ['profile', '--only', 'interrupted', 'without a result'];
const permissions = ['money', 'GET only', 'quiet account'];
const ofOrders = /AMOUNT|CURRENC|CHAIN|ASSET|_ADDRESS|ACCOUNT_NUMBER/;

/** A setting with another value, or a run that could see more than the other, either way round. */
const differencesOf = (name: string): readonly RunDifference[] =>
  ofOrders.test(name) || name === 'quiet account'
    ? [{ name, before: '10', after: '11' }]
    : [
        { name, before: 'yes', wider: 'before' },
        { name, after: 'yes', wider: 'after' },
      ];

const aspectNames = (Object.keys(aspects) as AspectName[]).filter((aspect) => examples[aspect].endpoint !== 'service');

/** The example of an aspect, and how it is ruled where runs differ so. */
const ruled = (aspect: AspectName, runs: readonly RunDifference[]) => {
  const { endpoint, key, before, after } = examples[aspect];
  const all = differencesBetween(factsWith(endpoint, key, before), factsWith(endpoint, key, after), { runs });
  const own = all.filter((each) => each.aspect === aspect);
  return { held: own.flatMap(({ held = [] }) => held.map(({ name }) => name)), all };
};

const holders = (aspect: AspectName, isMeant: (name: string) => boolean): string =>
  differenceNames
    .filter((name) => isMeant(name) && differencesOf(name).some((each) => ruled(aspect, [each]).held.length > 0))
    .join(' ');

test('each aspect is held back only for the settings with other values that can move it', () => {
  const held = aspectNames.map((aspect) => [
    aspect,
    holders(aspect, (name) => ofOrders.test(name) || permissions.includes(name)),
  ]);
  expect(Object.fromEntries(held)).toMatchInlineSnapshot(`
    {
      "assets": "",
      "codes": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS",
      "counts": "",
      "currencies": "",
      "delay": "RAMP_OFFRAMP_CHAIN RAMP_OFFRAMP_ASSET RAMP_OFFRAMP_SENDER_ADDRESS RAMP_LOCAL_RECIPIENT_CURRENCY",
      "echo": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS money GET only",
      "expiry": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS",
      "fee": "",
      "fee in": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS",
      "fee rate": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS RAMP_AMOUNT RAMP_AMOUNTS",
      "fee share": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS RAMP_AMOUNT RAMP_AMOUNTS",
      "fee types": "",
      "flags": "",
      "header": "",
      "limit": "",
      "mask": "",
      "member": "RAMP_OFFRAMP_CHAIN RAMP_OFFRAMP_ASSET RAMP_OFFRAMP_SENDER_ADDRESS RAMP_LOCAL_RECIPIENT_CURRENCY money GET only",
      "message kind": "",
      "methods": "",
      "networks": "",
      "not looked at": "",
      "observed": "",
      "optional fields": "",
      "order": "",
      "places": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS RAMP_AMOUNT RAMP_AMOUNTS",
      "rails": "",
      "rate": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS",
      "required fields": "",
      "speed": "",
      "status": "RAMP_ONRAMP_CURRENCY RAMP_ONRAMP_CHAIN RAMP_ONRAMP_ADDRESS RAMP_LIGHTNING_CHAIN RAMP_LIGHTNING_ADDRESS RAMP_AMOUNT RAMP_AMOUNTS money GET only",
      "status with another key": "",
      "times": "",
      "unknown": "",
      "uuid": "",
      "wording": "",
      "zero balances": "money GET only",
    }
  `);
});

test('each aspect is held back where one run saw more, and the other nothing else', () => {
  const held = aspectNames.map((aspect) => [aspect, holders(aspect, (name) => depth.includes(name))]);
  expect(Object.fromEntries(held)).toMatchInlineSnapshot(`
    {
      "assets": "",
      "codes": "",
      "counts": "",
      "currencies": "",
      "delay": "",
      "echo": "profile --only interrupted without a result",
      "expiry": "",
      "fee": "",
      "fee in": "",
      "fee rate": "",
      "fee share": "",
      "fee types": "",
      "flags": "",
      "header": "",
      "limit": "",
      "mask": "",
      "member": "profile --only interrupted without a result",
      "message kind": "",
      "methods": "",
      "networks": "",
      "not looked at": "",
      "observed": "",
      "optional fields": "",
      "order": "",
      "places": "profile --only interrupted without a result",
      "rails": "",
      "rate": "",
      "required fields": "",
      "speed": "",
      "status": "profile --only interrupted without a result",
      "status with another key": "",
      "times": "",
      "unknown": "",
      "uuid": "",
      "wording": "",
      "zero balances": "profile --only interrupted without a result",
    }
  `);
});

test('for two settings that differ a fact is held back for the one, the other or both, and never lost', () => {
  const all = differenceNames.flatMap(differencesOf);
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
