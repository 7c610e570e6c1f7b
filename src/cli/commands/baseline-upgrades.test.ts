import { expect, test } from 'vitest';
import { compareFacts, type DriftClass, endpointNames, type Facts, factsOf } from '#baseline';
import type { RequirementId } from '#contract';
import { planted, runOnSandbox, severalAtOnce } from '../testing/in-process.test.support.ts';

/** The speed of answers is that of this machine. */
const withoutSpeed = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).map(([endpoint, { speed: _speed, ...others }]) => [endpoint, others]));

const observe = async (id: string | undefined, asked: Parameters<typeof runOnSandbox>[1]): Promise<Facts> => {
  const always = id === undefined ? undefined : planted(id);
  const { reports, target } = await runOnSandbox(always, { seed: 7, prompt: true, ...asked });
  return withoutSpeed(factsOf(reports, target.facts));
};

test('with the cases of any seed, another gate of the same service shows the same facts', async () => {
  const accepted = await observe(undefined, { profile: 'gate' });
  expect(Object.keys(accepted).sort()).toEqual([...endpointNames].sort());
  expect(Object.values(accepted).flatMap((facts) => Object.keys(facts)).length).toBeGreaterThan(800);
  expect(await observe(undefined, { profile: 'gate', seed: -42 })).toEqual(accepted);
});

/** One upgrade for each place where facts come from; that each change has its class is shown by recorded facts. */
const upgrades: readonly (readonly [id: string, drift: DriftClass, seenBy: RequirementId])[] = [
  ['subaccount.read/kyc.profiles/as-object', 'breaking', 'subaccount.read/answers-with-its-record'],
  ['subaccount.read/a-request-without-a-key-is-served', 'breaking', 'subaccount.read/refuses-a-missing-key'],
  ['subaccount.read/capabilities.currencies/unlisted-key', 'risky', 'subaccount.read/answers-with-its-record'],
  ['withdrawal.read/the-masked-address-is-the-full-one', 'risky', 'withdrawal.read/answers-with-its-record'],
  ['pages/the-first-page-has-the-number-0', 'risky', 'offramp.list/answers-with-its-record'],
  ['deposit/a-simulated-deposit-raises-no-balance', 'risky', 'deposit.simulate/effect-on-the-balance'],
  ['http/the-content-type-names-no-charset', 'risky', 'offramp.initiate/answers-with-its-record'],
  ['subaccount.read/unknown-member', 'additive', 'subaccount.read/answers-with-its-record'],
  [
    'individual-kyc/every-member-but-status-and-type-is-left-out',
    'evidence lost',
    'individual-kyc.read/answers-with-its-record',
  ],
];

test('an upgrade is reported in its class, whatever else comes with it', async () => {
  const drifts = await severalAtOnce(upgrades, async ([id, , seenBy]) => {
    const [accepted, met] = [
      await observe(undefined, { only: [seenBy] }),
      await observe(id, { seed: 2, only: [seenBy] }),
    ];
    return [id, compareFacts(accepted, met)[0]?.class];
  });
  expect(drifts).toEqual(upgrades.map(([id, drift]) => [id, drift]));
});

test('a value that a person has let be shown is a fact by itself', async () => {
  const only = ['records/hold-values-that-occur', 'withdrawal.read/answers-with-its-record'] as const;
  const stateWith = async (...shownValues: readonly string[]) => {
    const id = 'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description';
    return (await observe(id, { only, shownValues }))['withdrawal.read']?.['$.status'];
  };
  expect(await stateWith()).toBe('another value req');
  expect(await stateWith('awaiting_confirmations')).toBe('enum:awaiting_confirmations req');
});
