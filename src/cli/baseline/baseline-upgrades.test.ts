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
  ['subaccount.read/a-valid-request-is-answered-404', 'breaking'],
  ['subaccount.read/a-valid-request-is-answered-500', 'breaking'],
  ['subaccount.read/a-request-without-a-key-is-served', 'breaking', 'subaccount.read', 'gate'],
  ['balances.read/a-key-without-permission-is-served', 'breaking', 'balances.read', 'gate'],
  ['subaccount.read/any-key-is-accepted', 'breaking', 'subaccount.read', 'gate'],
  ['orders/an-order-that-is-accepted-is-answered-202', 'breaking'],
  ['orders/an-order-that-is-accepted-is-answered-200', 'breaking'],
  ['orders/an-accepted-deposit-is-answered-200-with-an-empty-body', 'breaking', 'deposit.simulate'],
  ['refusals/a-refusal-for-the-rail-is-answered-409', 'breaking'],
  ['refusals/an-order-without-approved-verification-is-answered-403', 'breaking'],
  [
    'refusals/a-member-that-is-missing-mistyped-or-out-of-range-and-a-body-that-is-no-json-is-answered-422',
    'breaking',
  ],
  ['refusals/an-id-that-is-no-uuid-is-answered-400', 'breaking', 'offramp.read', 'gate'],
  [
    'refusals/the-listings-of-a-subaccount-that-does-not-exist-are-forbidden',
    'breaking',
    'offramp.list',
    'gate',
  ],
  [
    'refusals/the-taxonomy-of-a-currency-that-is-not-served-is-a-bad-request',
    'breaking',
    'taxonomy.list',
    'gate',
  ],
  ['rails/a-named-withdrawal-is-refused-wire', 'breaking'],
  ['rails/rtp-is-refused-for-a-plain-recipient-too', 'breaking', 'rails', 'gate'],
  ['pages/a-page-past-the-end-is-answered-404', 'breaking', 'offramp.list', 'gate'],
  ['conversion.read/an-absent-conversion-breaks-the-service', 'breaking', 'conversion.read'],
  ['deposit/a-deposit-is-answered-with-a-record', 'breaking', 'deposit.simulate'],
  ['members/error-bodies-leave-the-path-out-which-is-optional', 'breaking'],
  ['conversion.read/an-absent-conversion-is-answered-with-the-first-one', 'risky', 'conversion.read'],
  ['withdrawal.read/an-absent-withdrawal-is-answered-with-the-first-one', 'risky', 'withdrawal.read'],
  ['rails/a-named-withdrawal-is-accepted-over-ach', 'risky'],
  ['rails/any-text-is-accepted-as-a-rail', 'risky', 'rails', 'gate'],
  [
    'deposit/a-listed-currency-in-another-letter-case-or-between-spaces-is-accepted',
    'risky',
    'deposit.simulate',
    'gate',
  ],
  [
    'onramp/a-listed-asset-in-another-letter-case-or-between-spaces-is-accepted',
    'risky',
    'onramp.initiate',
    'gate',
  ],
  ['taxonomy/a-currency-is-served-in-lower-case-as-well', 'risky', 'taxonomy.list', 'gate'],
  ['withdrawal.read/the-masked-address-is-the-full-one', 'risky', 'withdrawal.read'],
  ['pages/without-a-limit-a-page-has-five-items', 'risky', 'offramp.list', 'gate'],
  ['pages/a-limit-above-twenty-is-clamped-to-twenty-and-so-echoed', 'risky'],
  ['pages/the-first-page-has-the-number-0', 'risky'],
  ['timestamps/points-in-time-have-six-digits-of-a-second', 'risky'],
  [
    'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description',
    'risky',
    'withdrawal.read',
  ],
  ['deposit/a-simulated-deposit-raises-no-balance', 'risky', 'deposit.simulate'],
  ['offramp/amounts-and-fees-are-written-with-eight-places-the-echoed-amount-too', 'risky'],
  [
    'onramp/the-source-currency-is-in-upper-case-the-destination-asset-in-lower-case',
    'risky',
    'onramp.initiate',
  ],
  ['offramp/asset-network-and-currency-are-written-in-lower-case', 'risky'],
  ['http/the-content-type-names-no-charset', 'risky'],
  [
    'business-kyc/states-purposes-and-kinds-of-identification-occur-that-the-document-does-not-show',
    'risky',
    'business-kyc.read',
  ],
  ['subaccount.read/unknown-member', 'additive'],
  ['subaccount.read/capabilities.currencies/unlisted-key', 'additive'],
  [
    'members/every-object-of-a-reply-carries-members-that-the-document-does-not-name-nested-ones-too',
    'additive',
  ],
  [
    'balances/balances-are-held-in-currencies-that-the-document-does-not-show-in-fractions-zero-and-overdrawn',
    'additive',
    'balances.read',
  ],
  ['http/replies-carry-the-headers-of-caches-gateways-and-browsers', 'additive'],
  [
    'offramp/the-record-that-is-returned-on-creation-carries-its-settlement-already',
    'additive',
    'offramp.initiate',
  ],
  [
    'members/errors-that-the-document-shows-with-error-and-message-only-carry-statuscode-timestamp-and-path-as-others-do',
    'additive',
  ],
  ['lightning-offramp/the-bank-has-a-name', 'evidence lost', 'lightning-offramp.initiate', 'gate'],
  [
    'listings/nothing-was-ever-listed-there-are-no-offramps-but-those-created-and-no-conversions',
    'evidence lost',
  ],
  ['individual-kyc/every-member-but-status-and-type-is-left-out', 'evidence lost', 'individual-kyc.read'],
  [
    'business-kyc/owners-documents-identification-and-industries-are-empty',
    'evidence lost',
    'business-kyc.read',
  ],
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
    const always = planted(
      'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description',
    );
    const { reports, target } = await runOnSandbox(always, { only, shownValues });
    return factsOf(reports, target.facts)['withdrawal.read']?.['$.status'];
  };
  expect(await stateWith()).toBe('another value req');
  expect(await stateWith('awaiting_confirmations')).toBe('enum:awaiting_confirmations req');
});
