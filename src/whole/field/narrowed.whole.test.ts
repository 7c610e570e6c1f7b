import { expect, test } from 'vitest';
import { operationIds, requirements } from '#contract';
import { roleVariables } from '#run';
import { runOnSandbox } from '../../testing/in-process.test.support.ts';

test.concurrent.each(operationIds)('a run of %s alone sends all that its requirements need', async (operation) => {
  // A sequence may place orders of every kind, which would hide that another requirement may not.
  const of = requirements.filter((each) => each.subject === operation && !each.anyOrder);
  const only = of.map(({ id }) => id);
  const { verdict } = await runOnSandbox(undefined, { profile: 'gate', prompt: true, only });
  const open = verdict.requirements.filter(({ outcome }) => outcome === 'no-result');
  expect(open).toEqual([]);
  expect([verdict.verdict, verdict.exitCode]).toEqual(['conforms-in-part', 0]);
});

const unset = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));

/**
 * Roles of which no requirement needs two of a group, save the person, whom most need: each group is missing in a run, and alone
 * in another.
 */
const together = [
  ['individual'],
  ['business', 'usdRecipient', 'unbanked', 'offramps'],
  ['lightningRecipient', 'namedRecipient', 'conversions', 'withdrawal', 'unverifiedRecipient'],
  ['unverified', 'localRecipient', 'incompleteNamedRecipients'],
] as const satisfies readonly (readonly (keyof typeof roleVariables)[])[];

const roles: readonly string[] = Object.values(roleVariables);

const groups = together.map((names) => names.map((name): string => roleVariables[name]));

test('no role is forgotten', () => {
  expect(groups.flat().toSorted()).toEqual(roles.toSorted());
});

/** Settings of the sandbox without which little is left, and each alone. */
const narrowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no record and one key': { ...unset(roles), RAMP_RESTRICTED_API_KEY: '', RAMP_OTHER_API_KEY: '' },
  'no permission to move money': { RAMP_ENVIRONMENT: 'production' },
  'a currency without payment methods': { RAMP_TAXONOMY_CURRENCIES: 'USD' },
  'an account of others too': { RAMP_QUIET_ACCOUNT: '' },
  ...Object.fromEntries(groups.map((names) => [`no ${names.join(' and no ')}`, unset(names)])),
  ...Object.fromEntries(
    groups.map((names) => [`${names.join(' and ')} alone`, unset(roles.filter((it) => !names.includes(it)))]),
  ),
};

test.concurrent.each(Object.entries(narrowed))(
  'what cannot be tested with %s was left out by the user',
  async (_, env) => {
    const { verdict } = await runOnSandbox(undefined, { profile: 'gate', prompt: true }, env);
    const blamed = verdict.requirements.filter(
      ({ outcome, untestedBy }) => !['conforms', 'observed', 'untested'].includes(outcome) || untestedBy === 'service',
    );
    expect(blamed).toEqual([]);
    expect(verdict.exitCode).toBe(0);
  },
);
