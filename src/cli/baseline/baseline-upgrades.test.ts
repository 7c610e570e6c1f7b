import { beforeAll, expect, test } from 'vitest';
import {
  compareFacts,
  type DriftClass,
  endpointNames,
  type FactChange,
  type Facts,
  factsOf,
} from '#baseline';
import { operationIds, type Profile } from '#contract';
import { selectRequirements } from '../settings/selection.ts';
import { planted, runOnSandbox, severalAtOnce } from '../testing/in-process.test.support.ts';

/**
 * A service as a vendor's next version could be: a fault or a variation, shown to every request, its class, and the part of
 * a run that observes it; by default the endpoint that its id begins with, or all. Of a gate where `smoke` does not.
 */
type Upgrade = readonly [id: string, drift: DriftClass, part?: string, profile?: Profile];

const upgrades: readonly Upgrade[] = [
  ['subaccount.read/email/missing', 'breaking'],
  ['subaccount.read/createdAt/null', 'breaking'],
  ['subaccount.read/email/as-number', 'breaking'],
  ['subaccount.read/kyc.profiles/as-object', 'breaking'],
  ['subaccount.read/id/serial', 'breaking'],
  ['business-kyc.read/legal_name/missing', 'breaking'],
  ['business-kyc.read/legal_name/null', 'breaking'],
  ['business-kyc.read/created_at/date-only', 'breaking'],
  ['individual-kyc.read/created_at/epoch', 'breaking'],
  ['subaccount.read/body/not-found', 'breaking'],
  ['subaccount.read/body/failure', 'breaking'],
  ['subaccount.read/key/missing-served', 'breaking', 'subaccount.read', 'gate'],
  ['balances.read/key/restricted-served', 'breaking', 'balances.read', 'gate'],
  ['subaccount.read/key/compared/anything', 'breaking', 'subaccount.read', 'gate'],
  ['orders/success-is-202', 'breaking'],
  ['orders/success-is-200', 'breaking'],
  ['deposit/success-is-an-empty-200', 'breaking', 'deposit.simulate'],
  ['rails/refused-with-409', 'breaking'],
  ['kyc/refused-with-403', 'breaking'],
  ['orders/invalid-is-422', 'breaking'],
  ['malformed-id/refused-with-400', 'breaking', 'offramp.read', 'gate'],
  ['absent-subaccount/listings-refuse-with-403', 'breaking', 'offramp.list', 'gate'],
  ['unknown-currency/taxonomy-refuses-with-400', 'breaking', 'taxonomy.list', 'gate'],
  ['rails/named-refuses-WIRE', 'breaking'],
  ['rails/rtp-is-out-of-service', 'breaking', 'rails', 'gate'],
  ['pages/past-the-end-is-absent', 'breaking', 'offramp.list', 'gate'],
  ['conversion/absent-fails', 'breaking', 'conversion.read'],
  ['deposit/answers-with-a-record', 'breaking', 'deposit.simulate'],
  ['errors/name-no-path', 'breaking'],
  ['conversion/absent-served', 'risky', 'conversion.read'],
  ['withdrawal/absent-served', 'risky', 'withdrawal.read'],
  ['rails/named-takes-ACH', 'risky'],
  ['rails/nonsense-taken', 'risky', 'rails', 'gate'],
  ['deposit/takes-a-recased-currency', 'risky', 'deposit.simulate', 'gate'],
  ['onramp/takes-a-recased-asset', 'risky', 'onramp.initiate', 'gate'],
  ['taxonomy/currencies-in-any-case', 'risky', 'taxonomy.list', 'gate'],
  ['withdrawal/address-unmasked', 'risky', 'withdrawal.read'],
  ['pages/default-limit-of-5', 'risky', 'offramp.list', 'gate'],
  ['pages/limit-clamped-to-20', 'risky'],
  ['pages/counted-from-zero', 'risky'],
  ['timestamps/in-microseconds', 'risky'],
  ['withdrawal/further-status', 'risky', 'withdrawal.read'],
  ['deposit/raises-no-balance', 'risky', 'deposit.simulate'],
  ['offramp/amounts-in-eight-places', 'risky'],
  ['onramp/codes-in-another-case', 'risky', 'onramp.initiate'],
  ['offramp/codes-in-another-case', 'risky'],
  ['http/type-without-charset', 'risky'],
  ['business-kyc/further-values', 'risky', 'business-kyc.read'],
  ['subaccount.read/unknown-member', 'additive'],
  ['subaccount.read/capabilities.currencies/unlisted-key', 'additive'],
  ['further-members/in-every-object', 'additive'],
  ['balances/further-currencies', 'additive', 'balances.read'],
  ['http/further-headers', 'additive'],
  ['offramp/settlement-on-creation', 'additive', 'offramp.initiate'],
  ['errors/full-on-every-endpoint', 'additive'],
  ['lightning/names-the-bank', 'evidence lost', 'lightning-offramp.initiate', 'gate'],
  ['listings/empty', 'evidence lost'],
  ['individual-kyc/all-absent', 'evidence lost', 'individual-kyc.read'],
  ['business-kyc/empty-lists', 'evidence lost', 'business-kyc.read'],
];

/** Facts that a run observes of the sandbox as it is, or as another version that shows a fault or a variation to every request. */
const observe = async (id: string | null, seed: number, profile: Profile, part?: string): Promise<Facts> => {
  const { reports, target } = await runOnSandbox(id === null ? undefined : planted(id), {
    seed,
    profile,
    prompt: true,
    ...(part && { only: [...selectRequirements([part])] }),
  });
  return factsOf(reports, target.facts);
};

const unchanged = new Map<string, Promise<Facts>>();

/** Facts of the sandbox as it is, observed once for each part. */
const observeUnchanged = (profile: Profile, part?: string): Promise<Facts> => {
  const key = `${profile} ${part}`;
  const facts = unchanged.get(key) ?? observe(null, 7, profile, part);
  unchanged.set(key, facts);
  return facts;
};

let accepted: { readonly smoke: Facts; readonly gate: Facts };

beforeAll(async () => {
  accepted = { smoke: await observeUnchanged('smoke'), gate: await observeUnchanged('gate') };
});

const endpointOf = (id: string) => operationIds.find((operation) => id.startsWith(`${operation}/`));

const driftOf = async (
  [id, , part = endpointOf(id), profile = 'smoke']: Upgrade,
  seed: number,
): Promise<readonly FactChange[]> =>
  compareFacts(await observeUnchanged(profile, part), await observe(id, seed, profile, part));

const heaviest = (changes: readonly FactChange[]): string => changes[0]?.class ?? 'no drift';

test('a run observes facts of every endpoint', () => {
  const { gate, smoke } = accepted;
  expect(Object.keys(smoke).sort()).toEqual([...endpointNames].sort());
  expect(Object.keys(gate).sort()).toEqual([...endpointNames].sort());
  expect(Object.values(gate).flatMap((facts) => Object.keys(facts)).length).toBeGreaterThan(800);
});

test('five runs against the same service show no drift', async () => {
  const seeds = Array.from({ length: 5 }, (_, index) => 1000 + index * 7919);
  const runs = await severalAtOnce(seeds, (seed) => observe(null, seed, 'smoke'));
  expect(runs).toHaveLength(5);
  for (const facts of runs) {
    expect(compareFacts(accepted.smoke, facts)).toEqual([]);
    expect(facts).toEqual(accepted.smoke);
  }
});

test('with the cases of any seed, a gate run shows no drift', async () => {
  for (const facts of await severalAtOnce([1_987_654_321, -42], (seed) => observe(null, seed, 'gate'))) {
    expect(compareFacts(accepted.gate, facts)).toEqual([]);
    expect(facts).toEqual(accepted.gate);
  }
});

test('each upgrade is reported in its class', async () => {
  expect(upgrades.length).toBeGreaterThanOrEqual(40);
  const actual = await severalAtOnce(upgrades, async (upgrade, index) => [
    upgrade[0],
    heaviest(await driftOf(upgrade, index + 2)),
  ]);
  expect(actual).toEqual(upgrades.map(([id, drift]) => [id, drift]));
});

test('a value that a person has let be shown is a fact by itself', async () => {
  const only = ['records/hold-values-that-occur', 'withdrawal.read/answers-with-its-record'] as const;
  const stateWith = async (...shownValues: readonly string[]) => {
    const always = planted('withdrawal/further-status');
    const { reports, target } = await runOnSandbox(always, { only, shownValues });
    return factsOf(reports, target.facts)['withdrawal.read']?.['$.status'];
  };
  expect(await stateWith()).toBe('another value req');
  expect(await stateWith('awaiting_confirmations')).toBe('enum:awaiting_confirmations req');
});
