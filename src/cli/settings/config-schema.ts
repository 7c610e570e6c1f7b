// The schema of `ramp-conformance.json`.
import { z } from 'zod';
import { gates } from '#contract';
import { changeKindIds } from '#facts';
import { line } from '#lib';
import { profiles } from '#run';
import { budgetName, isBesideKey, isBudget, isOfRun, release, settingOf, variableNames } from '#target';
import { choices } from '../options.ts';

const leftOut = z.strictObject({
  what: line(120).describe('an endpoint (6 or onramp.initiate), requirement id, its beginning, or tag'),
  values: z
    .array(line(40), 'must be a list of texts')
    .min(1, 'must have an entry')
    .optional()
    .describe('leave out only these listed values, if the requirement says the same of each value'),
  reason: line(300)
    .min(10, 'must give the reason in a sentence of at least 10 characters')
    .describe('why; every report gives it'),
  owner: line(120).describe('who is responsible'),
});

export const budgetVariables = variableNames.filter(isBudget);

const budgets = z.strictObject(
  Object.fromEntries(
    budgetVariables.flatMap((variable) => {
      const { budget, meaning } = settingOf(variable);
      return budget ? [[budgetName(variable), budget.optional().describe(meaning)]] : [];
    }),
  ),
);

const oneOf = <Word extends string>(words: readonly Word[]) => z.enum(words, `must be one of ${words.join(', ')}`);

/** `unseen` is not among them: an unseen fact is no change, and no change is unseen. */
const changeClass = oneOf(['breaks', 'changed', 'more', 'least']);

const changeClasses = z.partialRecord(
  z.enum(changeKindIds, 'is no kind of change; docs/after-an-upgrade.md lists the kinds'),
  changeClass,
);

const maxSeed = 2 ** 31 - 1;

const memberOf = <Member extends z.ZodType>(name: keyof typeof choices, member: Member, more = '') =>
  member.optional().describe(`${choices[name].meaning}${more}`);

const parties = z.strictObject({
  vendor: line(80).optional().describe('whose service it is'),
  product: line(80).optional().describe('as its vendor calls it'),
  organisation: line(80).optional().describe('for whom it is tested'),
  tester: line(80).optional().describe('who tests it'),
});

const placed = '; a path, relative to this file';

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
      .regex(/^[\w.-]{1,64}$/, 'must be the name of a baseline: letters, digits, dots, dashes and underscores'),
  ),
  waivers: memberOf('waivers', line(400), placed),
  require: memberOf('require', z.array(line(120), 'must be a list of texts').min(1, 'must have an entry')),
  leaveOut: z
    .array(leftOut, 'must be a list')
    .optional()
    .describe('what the service does not offer; the run does not test it, and every report gives the reason'),
  release: memberOf('release', release),
  report: parties.optional().describe('names for the certificate; each is optional'),
  reports: memberOf('reports', line(400), placed),
  budgets: budgets.optional().describe('limits of a run, such as its number of requests'),
};

const settings = z.strictObject(
  Object.fromEntries(
    variableNames
      .filter((name) => !settingOf(name).secret && !isOfRun(name) && !name.endsWith('_FILE'))
      .map((name) => {
        const { schema, meaning } = settingOf(name);
        const mustBe = schema.description ?? '';
        const member = z
          .string(`must be a text: ${mustBe}`)
          .refine((text) => schema.safeParse(text.trim()).success, `must be ${mustBe}`);
        return [name, member.optional().describe(meaning)];
      }),
  ),
);

/** A name in this form is no key that somebody put into the wrong place. */
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
      'as in .env, without keys; limits are in `budgets`. Without keys.proxy, RAMP_PROXY comes from another source. Without RAMP_BASE_URL, the address, the money host and the keys come from another source',
    ),
    keys: z
      .strictObject({
        full: keyVariable.describe('of the key with full access'),
        restricted: keyVariable.optional().describe('of the key without any permission'),
        other: keyVariable.optional().describe('of the key of another account'),
        headers: keyVariable.optional().describe('of the headers (RAMP_HEADERS) for this target'),
        passphrase: keyVariable.optional().describe('of the passphrase of its RAMP_CLIENT_KEY'),
        proxy: keyVariable.optional().describe('of the proxy (RAMP_PROXY) for this target'),
      })
      .optional()
      .describe(
        'names of the variables in the environment or .env that hold the keys; with _FILE behind the name, of files with the keys',
      ),
    ...members,
  })
  .check(({ value, issues }) => {
    const hasAddress = value.settings.RAMP_BASE_URL !== undefined;
    for (const name of variableNames)
      if (!hasAddress && isBesideKey(name) && Object.hasOwn(value.settings, name)) {
        const beside = `must come from the source of the key: set ${name} where RAMP_BASE_URL and RAMP_API_KEY are, or add settings.RAMP_BASE_URL here`;
        issues.push({ code: 'custom', path: ['settings', name], message: beside, input: value.settings });
      }
    if (hasAddress === (value.keys !== undefined)) return;
    const message = hasAddress
      ? 'is missing: name the variable of its key, such as { "full": "STAGING_API_KEY" }'
      : 'has no effect without settings.RAMP_BASE_URL; add this setting, or remove keys';
    issues.push({ code: 'custom', path: ['keys'], message, input: value.keys });
  });

const reserved = ['baselines', 'allure-results', 'allure-report'];

const targetName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be small letters, digits and dashes')
  .refine((name) => !reserved.includes(name), 'is the name of a folder of reports; choose another name');

const prefixOf = (name: string): string => `${name.toUpperCase().replaceAll('-', '_')}_`;

/**
 * Each key variable belongs to this tool and to one target. Otherwise the file could send a secret of another program
 * to any address.
 */
const targets = z.record(targetName, target).check(({ value, issues }) => {
  const owners = new Map<string, string>();
  for (const [name, { keys = {} }] of Object.entries(value))
    for (const [member, variable] of Object.entries(keys)) {
      if (typeof variable !== 'string') continue;
      const owner = owners.get(variable);
      owners.set(variable, name);
      const begins = ['RAMP_', prefixOf(name)];
      const path = [name, 'keys', member];
      const refuse = (message: string) => issues.push({ code: 'custom', path, message, input: variable });
      if (!begins.some((begin) => variable.startsWith(begin))) refuse(`must begin with ${begins.join(' or ')}`);
      else if (owner !== undefined && owner !== name)
        refuse(`names the variable of the target ${owner} too; each target needs its own`);
    }
});

/** `ramp-conformance.json`. Its paths are relative to its folder. */
export const configSchema = z
  .strictObject({
    $schema: z.string('must be a text').optional(),
    ...members,
    changes: changeClasses
      .optional()
      .describe('kinds of changes whose class is raised or lowered, for compare and baselines'),
    targets: targets.optional().describe('services by name, for --target'),
  })
  .meta({ title: 'Settings of ramp-conformance without secrets' });

export type ConfigFile = z.infer<typeof configSchema>;
