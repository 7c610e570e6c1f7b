import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  compareFacts,
  type DriftClass,
  endpointNames,
  type FactChange,
  type Facts,
  factsOf,
} from '#baseline';
import type { Profile, RequirementId, Target } from '#contract';
import { faultFinder } from '#faults';
import { openSession, runChecks } from '#harness';
import { type Sandbox, startSandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { planted, runOnSandbox, severalAtOnce } from '../testing/in-process.test.support.ts';

/**
 * A service as a vendor's next version could be: a fault or a variation, shown to every request, its class, and a requirement whose
 * requests show it. Of a gate where `smoke` does not send them.
 */
type Upgrade = readonly [id: string, drift: DriftClass, seenBy: RequirementId, profile?: Profile];

const upgrades: readonly Upgrade[] = [
  ['subaccount.read/email/missing', 'breaking', 'subaccount.read/answers-with-its-record'],
  ['subaccount.read/createdAt/null', 'breaking', 'subaccount.read/answers-with-its-record'],
  ['subaccount.read/email/as-number', 'breaking', 'subaccount.read/answers-with-its-record'],
  ['subaccount.read/kyc.profiles/as-object', 'breaking', 'subaccount.read/answers-with-its-record'],
  ['subaccount.read/id/serial', 'breaking', 'subaccount.read/answers-with-its-record'],
  ['business-kyc.read/legal_name/missing', 'breaking', 'business-kyc.read/answers-with-its-record'],
  ['business-kyc.read/legal_name/null', 'breaking', 'business-kyc.read/answers-with-its-record'],
  ['business-kyc.read/created_at/date-only', 'breaking', 'business-kyc.read/answers-with-its-record'],
  ['individual-kyc.read/created_at/epoch', 'breaking', 'individual-kyc.read/answers-with-its-record'],
  ['subaccount.read/a-valid-request-is-answered-404', 'breaking', 'subaccount.read/answers-with-its-record'],
  ['subaccount.read/a-valid-request-is-answered-500', 'breaking', 'subaccount.read/answers-with-its-record'],
  ['subaccount.read/a-request-without-a-key-is-served', 'breaking', 'subaccount.read/refuses-a-missing-key'],
  ['balances.read/a-key-without-permission-is-served', 'breaking', 'balances.read/refuses-a-restricted-key'],
  ['subaccount.read/any-key-is-accepted', 'breaking', 'subaccount.read/refuses-an-altered-key'],
  [
    'orders/an-order-that-is-accepted-is-answered-202',
    'breaking',
    'offramp.initiate/answers-with-its-record',
  ],
  [
    'orders/an-order-that-is-accepted-is-answered-200',
    'breaking',
    'offramp.initiate/answers-with-its-record',
  ],
  [
    'orders/an-accepted-deposit-is-answered-200-with-an-empty-body',
    'breaking',
    'deposit.simulate/answers-success-without-a-body',
  ],
  ['refusals/a-refusal-for-the-rail-is-answered-409', 'breaking', 'rails/named-refuses-ach'],
  [
    'refusals/an-order-without-approved-verification-is-answered-403',
    'breaking',
    'offramp.initiate/refuses-without-approved-kyc',
  ],
  [
    'refusals/a-member-that-is-missing-mistyped-or-out-of-range-and-a-body-that-is-no-json-is-answered-422',
    'breaking',
    'lightning-offramp.initiate/refuses-a-missing-amount',
    'gate',
  ],
  [
    'refusals/an-id-that-is-no-uuid-is-answered-400',
    'breaking',
    'offramp.read/never-serves-a-malformed-id',
    'gate',
  ],
  [
    'refusals/the-listings-of-a-subaccount-that-does-not-exist-are-forbidden',
    'breaking',
    'offramp.list/answer-for-an-absent-subaccount',
    'gate',
  ],
  [
    'refusals/the-taxonomy-of-a-currency-that-is-not-served-is-a-bad-request',
    'breaking',
    'taxonomy.list/survives-a-strange-currency',
    'gate',
  ],
  ['rails/a-named-withdrawal-is-refused-wire', 'breaking', 'offramp.initiate/answers-with-its-record'],
  [
    'rails/rtp-is-refused-for-a-plain-recipient-too',
    'breaking',
    'offramp.initiate/answers-with-its-record',
    'gate',
  ],
  ['pages/a-page-past-the-end-is-answered-404', 'breaking', 'offramp.list/answer-to-bounds', 'gate'],
  [
    'conversion.read/an-absent-conversion-breaks-the-service',
    'breaking',
    'conversion.read/hides-what-is-absent',
  ],
  [
    'deposit/a-deposit-is-answered-with-a-record',
    'breaking',
    'deposit.simulate/answers-success-without-a-body',
  ],
  [
    'members/error-bodies-leave-the-path-out-which-is-optional',
    'breaking',
    'lightning-offramp.initiate/refuses-what-is-no-json',
    'gate',
  ],
  [
    'conversion.read/an-absent-conversion-is-answered-with-the-first-one',
    'risky',
    'conversion.read/hides-what-is-absent',
  ],
  [
    'withdrawal.read/an-absent-withdrawal-is-answered-with-the-first-one',
    'risky',
    'withdrawal.read/refuses-an-absent-withdrawal',
  ],
  ['rails/a-named-withdrawal-is-accepted-over-ach', 'risky', 'rails/named-refuses-ach'],
  ['rails/any-text-is-accepted-as-a-rail', 'risky', 'rails/nonsense-is-refused', 'gate'],
  [
    'deposit/a-listed-currency-in-another-letter-case-or-between-spaces-is-accepted',
    'risky',
    'deposit.simulate/recased-currency',
    'gate',
  ],
  [
    'onramp/a-listed-asset-in-another-letter-case-or-between-spaces-is-accepted',
    'risky',
    'onramp.initiate/recased-asset',
    'gate',
  ],
  ['taxonomy/a-currency-is-served-in-lower-case-as-well', 'risky', 'taxonomy.list/recased-currency', 'gate'],
  ['withdrawal.read/the-masked-address-is-the-full-one', 'risky', 'withdrawal.read/answers-with-its-record'],
  ['pages/without-a-limit-a-page-has-five-items', 'risky', 'offramp.list/answer-to-bounds', 'gate'],
  [
    'pages/a-limit-above-twenty-is-clamped-to-twenty-and-so-echoed',
    'risky',
    'offramp.list/answers-with-its-record',
  ],
  ['pages/the-first-page-has-the-number-0', 'risky', 'offramp.list/answers-with-its-record'],
  [
    'timestamps/points-in-time-have-six-digits-of-a-second',
    'risky',
    'offramp.initiate/answers-with-its-record',
  ],
  [
    'withdrawal/a-withdrawal-is-in-a-state-that-the-document-does-not-show-with-hash-tag-and-description',
    'risky',
    'withdrawal.read/answers-with-its-record',
  ],
  ['deposit/a-simulated-deposit-raises-no-balance', 'risky', 'deposit.simulate/effect-on-the-balance'],
  [
    'offramp/amounts-and-fees-are-written-with-eight-places-the-echoed-amount-too',
    'risky',
    'offramp.initiate/answers-with-its-record',
  ],
  [
    'onramp/the-source-currency-is-in-upper-case-the-destination-asset-in-lower-case',
    'risky',
    'onramp.initiate/answers-with-its-record',
  ],
  [
    'offramp/asset-network-and-currency-are-written-in-lower-case',
    'risky',
    'offramp.initiate/answers-with-its-record',
  ],
  ['http/the-content-type-names-no-charset', 'risky', 'offramp.initiate/answers-with-its-record'],
  [
    'business-kyc/states-purposes-and-kinds-of-identification-occur-that-the-document-does-not-show',
    'risky',
    'business-kyc.read/answers-with-its-record',
  ],
  ['subaccount.read/unknown-member', 'additive', 'subaccount.read/answers-with-its-record'],
  [
    'subaccount.read/capabilities.currencies/unlisted-key',
    'risky',
    'subaccount.read/answers-with-its-record',
  ],
  [
    'members/every-object-of-a-reply-carries-members-that-the-document-does-not-name-nested-ones-too',
    'additive',
    'offramp.initiate/answers-with-its-record',
  ],
  [
    'balances/balances-are-held-in-currencies-that-the-document-does-not-show-in-fractions-zero-and-overdrawn',
    'additive',
    'balances.read/answers-with-its-record',
  ],
  [
    'http/replies-carry-the-headers-of-caches-gateways-and-browsers',
    'additive',
    'offramp.initiate/answers-with-its-record',
  ],
  [
    'offramp/the-record-that-is-returned-on-creation-carries-its-settlement-already',
    'additive',
    'offramp.initiate/answers-with-its-record',
  ],
  [
    'members/errors-that-the-document-shows-with-error-and-message-only-carry-statuscode-timestamp-and-path-as-others-do',
    'additive',
    'subaccount.read/refuses-a-missing-key',
  ],
  [
    'lightning-offramp/the-bank-has-a-name',
    'evidence lost',
    'lightning-offramp.initiate/answers-with-its-record',
    'gate',
  ],
  [
    'listings/nothing-was-ever-listed-there-are-no-offramps-but-those-created-and-no-conversions',
    'evidence lost',
    'offramp.list/answers-with-its-record',
  ],
  [
    'individual-kyc/every-member-but-status-and-type-is-left-out',
    'evidence lost',
    'individual-kyc.read/answers-with-its-record',
  ],
  [
    'business-kyc/owners-documents-identification-and-industries-are-empty',
    'evidence lost',
    'business-kyc.read/answers-with-its-record',
  ],
];

/** The speed of answers is that of this machine. */
const withoutSpeed = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([endpoint, { speed: _speed, ...others }]) => [endpoint, others]),
  );

interface Observation {
  readonly id?: string;
  readonly seed?: number;
  readonly profile: Profile;
  readonly seenBy?: RequirementId;
}

/** Facts of the sandbox as it is, or as another version that shows a fault or a variation to every request. */
const observe = async ({ id, seed = 7, profile, seenBy }: Observation): Promise<Facts> => {
  const { reports, target } = await runOnSandbox(id === undefined ? undefined : planted(id), {
    seed,
    profile,
    prompt: true,
    ...(seenBy && { only: [seenBy] }),
  });
  return withoutSpeed(factsOf(reports, target.facts));
};

/** Serves each version in a separate world. */
let sandbox: Sandbox;
let target: Target;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: faultFinder });
  const env = { ...sandbox.settings, RAMP_QUIET_ACCOUNT: 'true', RAMP_TIMEOUT_MS: '60000' };
  const opened = await openTarget(readSettings({ options: {}, cwd: tmpdir(), env }));
  target = opened.target;
  await opened.close();
});
afterAll(() => sandbox.close());

/** Facts that the requests of one requirement show, without those that a run looks for before its tests. */
const observeIn = async (
  headers: Readonly<Record<string, string>>,
  { seed = 7, profile, seenBy }: Observation,
): Promise<Facts> => {
  const plan = { target, seed, profile, ...(seenBy && { only: [seenBy] }) };
  const { reports } = await runChecks(plan, { session: openSession(plan, { prompt: true, headers }) });
  return withoutSpeed(factsOf(reports, target.facts));
};

const observeVersion = (id: string, observation: Observation): Promise<Facts> =>
  id.startsWith('pages/')
    ? observe({ id, ...observation })
    : observeIn({ 'x-ramp-fault': id, 'x-ramp-world': id }, observation);

const unchanged = new Map<string, Promise<Facts>>();

/** Facts of the sandbox as it is, observed once by the requests of each requirement. */
const observeUnchanged = (profile: Profile, seenBy: RequirementId): Promise<Facts> => {
  const key = `${profile} ${seenBy}`;
  const facts = unchanged.get(key) ?? observeIn({ 'x-ramp-world': key }, { profile, seenBy });
  unchanged.set(key, facts);
  return facts;
};

let accepted: { readonly smoke: Facts; readonly gate: Facts };

beforeAll(async () => {
  accepted = { smoke: await observe({ profile: 'smoke' }), gate: await observe({ profile: 'gate' }) };
});

const driftOf = async (
  [id, , seenBy, profile = 'smoke']: Upgrade,
  seed: number,
): Promise<readonly FactChange[]> =>
  compareFacts(await observeUnchanged(profile, seenBy), await observeVersion(id, { seed, profile, seenBy }));

const heaviest = (changes: readonly FactChange[]): string => changes[0]?.class ?? 'no drift';

test('a run observes facts of every endpoint', () => {
  const { gate, smoke } = accepted;
  expect(Object.keys(smoke).sort()).toEqual([...endpointNames].sort());
  expect(Object.keys(gate).sort()).toEqual([...endpointNames].sort());
  expect(Object.values(gate).flatMap((facts) => Object.keys(facts)).length).toBeGreaterThan(800);
});

test.each([
  ['smoke', 1_987_654_321],
  ['smoke', 1_000],
  ['gate', -42],
] as const)(
  'with the cases of any seed, another %s of the same service shows no drift: %i',
  async (profile, seed) => {
    const facts = await observe({ seed, profile });
    expect(compareFacts(accepted[profile], facts)).toEqual([]);
    expect(facts).toEqual(accepted[profile]);
  },
);

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
