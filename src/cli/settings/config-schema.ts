import { z } from 'zod';
import { gates, line, profiles } from '#contract';
import { isBudget, isOfRun, release, settingOf, variableNames } from '#target';
import { choices } from './options.ts';

const leftOut = z.strictObject({
  what: line(120).describe('an endpoint (6 or onramp.initiate), requirement id, its beginning, or tag'),
  reason: line(300).min(10, 'must say in a sentence why').describe('why; every report gives it'),
  owner: line(120).describe('who answers for it'),
});

export const budgetVariables = variableNames.filter(isBudget);

const budgets = z.strictObject(
  Object.fromEntries(
    budgetVariables.flatMap((variable) => {
      const { budget, meaning } = settingOf(variable);
      return budget ? [[budget.name, budget.member.optional().describe(meaning)]] : [];
    }),
  ),
);

export type ConfiguredBudgets = z.infer<typeof budgets>;

const maxSeed = 2 ** 31 - 1;

const oneOf = <Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

const memberOf = <Member extends z.ZodType>(name: keyof typeof choices, member: Member, more = '') =>
  member.optional().describe(`${choices[name].meaning}${more}`);

const path = '; a path, seen from this file';

const members = {
  profile: memberOf('profile', oneOf(profiles)),
  gate: memberOf('gate', oneOf(gates)),
  seed: memberOf(
    'seed',
    z.union([z.literal('random'), z.int().min(-maxSeed).max(maxSeed)], 'must be random or a whole number'),
  ),
  baseline: memberOf(
    'baseline',
    z
      .string('must be a text')
      .regex(
        /^[\w.-]{1,64}$/,
        'must be the name of a baseline: letters, digits, dots, dashes and underscores',
      ),
  ),
  waivers: memberOf('waivers', line(400), path),
  require: memberOf('require', z.array(line(120), 'must be a list of texts').min(1, 'must name something')),
  leaveOut: z
    .array(leftOut, 'must be a list')
    .optional()
    .describe('what the service is known not to offer; untested, with the reason in every report'),
  release: memberOf('release', release.schema),
  reports: memberOf('reports', line(400), path),
  budgets: budgets.optional().describe('what a run may take of the service'),
};

const settings = z.strictObject(
  Object.fromEntries(
    variableNames
      .filter((name) => !settingOf(name).secret && !isOfRun(name) && !name.endsWith('_FILE'))
      .map((name) => {
        const { schema, right, meaning } = settingOf(name);
        const member = z
          .string(`must be a text: ${right}`)
          .refine((text) => schema.safeParse(text.trim()).success, `must be ${right}`);
        return [name, member.optional().describe(meaning)];
      }),
  ),
);

/** A key in the wrong place does not read like this. */
const keyVariable = z
  .string('must be a text')
  .max(80, 'must have at most 80 characters')
  .regex(
    /^(?=.*(?:KEY|TOKEN|SECRET))[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/,
    'must be the name of a variable with KEY, TOKEN or SECRET in it, such as STAGING_API_KEY, never a key',
  );

const target = z
  .strictObject({
    settings: settings.describe(
      'as in .env, without keys; only budgets and RAMP_PROXY are taken from elsewhere',
    ),
    keys: z
      .strictObject({
        full: keyVariable.describe('of the key with full access'),
        restricted: keyVariable.optional().describe('of the key without any permission'),
        other: keyVariable.optional().describe('of the key of another account'),
        headers: keyVariable.optional().describe('of what RAMP_HEADERS is for this target'),
        passphrase: keyVariable.optional().describe('of the passphrase of its RAMP_CLIENT_KEY'),
      })
      .optional()
      .describe(
        'names of the variables in the environment or .env that hold the keys, or with _FILE behind them the names of files',
      ),
    ...members,
  })
  .check(({ value, issues }) => {
    const hasAddress = value.settings.RAMP_BASE_URL !== undefined;
    if (hasAddress === (value.keys !== undefined)) return;
    const message = hasAddress
      ? 'is missing: name the variable of its key, such as { "full": "STAGING_API_KEY" }'
      : 'is of no use without settings.RAMP_BASE_URL';
    issues.push({ code: 'custom', path: ['keys'], message, input: value.keys });
  });

const reserved = ['baselines', 'allure-results', 'allure-report'];

const targetName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be small letters, digits and dashes')
  .refine((name) => !reserved.includes(name), 'is the name of a folder of reports');

/** `ramp-conformance.json`. Paths in it are seen from its folder. */
export const configSchema = z
  .strictObject({
    $schema: z.string('must be a text').optional(),
    ...members,
    targets: z.record(targetName, target).optional().describe('services by name, for --target'),
  })
  .meta({ title: 'Settings of ramp-conformance without secrets' });

export type ConfigFile = z.infer<typeof configSchema>;
