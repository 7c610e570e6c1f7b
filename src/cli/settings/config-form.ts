import { z } from 'zod';
import { type ConfiguredSettings, settingsTable, type Variable, variableNames, variableOf } from '#target';

/** One line, of a length that a table bears. */
const line = (most: number) =>
  z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters');

const oneOf = <const Word extends string>(...words: readonly [Word, ...Word[]]) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

const number = (least: number, greatest: number) => {
  const right = `must be a whole number from ${least} to ${greatest}`;
  return z.int(right).min(least, right).max(greatest, right);
};

const ratePlaces = 1_000;

const budgets = z.strictObject({
  concurrency: number(1, 64).optional().describe(settingsTable.RAMP_CONCURRENCY.meaning),
  requestsPerSecond: z
    .number('must be a number above 0 and up to 1000')
    .positive('must be above 0')
    .max(1_000, 'must be 1000 at most')
    .refine((rate) => Number((rate * ratePlaces).toFixed(6)) % 1 === 0, 'must have at most three places')
    .optional()
    .describe(settingsTable.RAMP_REQUESTS_PER_SECOND.meaning),
  maxRequests: number(1, 10_000_000).optional().describe(settingsTable.RAMP_MAX_REQUESTS.meaning),
  timeoutMs: number(100, 60_000).optional().describe(settingsTable.RAMP_TIMEOUT_MS.meaning),
  deadlineS: number(10, 86_400).optional().describe(settingsTable.RAMP_DEADLINE_S.meaning),
});

export type ConfiguredBudgets = z.infer<typeof budgets>;

const leftOut = z.strictObject({
  what: line(120).describe('an endpoint (6 or onramp.initiate), requirement id, its beginning, or tag'),
  reason: line(300).min(10, 'must say in a sentence why').describe('why; every report gives it'),
  owner: line(120).describe('who answers for it'),
});

const greatestSeed = 2 ** 31 - 1;

/** Members of the whole file and of each target. */
const choices = {
  profile: oneOf('smoke', 'gate', 'deep').optional().describe('how many cases each rule is tried with'),
  gate: oneOf('stated', 'implied', 'shown')
    .optional()
    .describe('the least firm kind of requirement that fails the run'),
  seed: z
    .union(
      [z.literal('random'), z.int().min(-greatestSeed).max(greatestSeed)],
      'must be random or a whole number',
    )
    .optional()
    .describe('what is drawn; without it the catalogue fixes it'),
  baseline: z
    .string('must be a text')
    .regex(/^[\w.-]{1,64}$/, 'must be the name of a baseline: letters, digits, dots, dashes and underscores')
    .optional()
    .describe('compare with what was accepted under this name'),
  waivers: line(400).optional().describe('file of known deviations, seen from this file'),
  require: z
    .array(line(120), 'must be a list of texts')
    .min(1, 'must name something')
    .optional()
    .describe('endpoints, tags, requirement ids or all: exit 3 where one of them is not tested'),
  leaveOut: z
    .array(leftOut, 'must be a list')
    .optional()
    .describe('what the service is known not to offer; untested, with the reason in every report'),
  reports: line(400).optional().describe('where the reports are written, seen from this file'),
  budgets: budgets.optional().describe('what a run may take of the service'),
};

const settingNames = variableNames.filter(
  (name) => !variableOf(name).secret && variableOf(name).group !== 'Budgets',
);

const setting = ({ form, meaning }: Variable) =>
  z
    .string(`must be a text: ${form.right}`)
    .refine((text) => form.schema.safeParse(text.trim()).success, `must be ${form.right}`)
    .optional()
    .describe(meaning);

const settings = z.strictObject(
  Object.fromEntries(settingNames.map((name) => [name, setting(variableOf(name))])),
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
    settings: settings.describe('as in .env, without keys; nothing but budgets is taken from elsewhere'),
    keys: z
      .strictObject({
        full: keyVariable.describe('of the key with full access'),
        restricted: keyVariable.optional().describe('of the key without any permission'),
      })
      .optional()
      .describe('names of the variables in the environment or .env that hold the keys'),
    ...choices,
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

export const configForm = z
  .strictObject({
    $schema: z.string('must be a text').optional(),
    ...choices,
    targets: z.record(targetName, target).optional().describe('services by name, for --target'),
  })
  .meta({ title: 'Choices of ramp-conformance that are no secret' });

export type ConfigFile = z.infer<typeof configForm>;

/** The file of choices, as it counts for one call. */
export interface Config {
  /** As it stands in the file, to be searched for keys. */
  readonly text: string;
  readonly settings: ConfiguredSettings;
  readonly leaveOut: readonly z.infer<typeof leftOut>[];
  /** Names of all targets. */
  readonly targets: readonly string[];
  /** By the name of the option that takes precedence. */
  readonly defaults: Readonly<Record<string, string | readonly string[]>>;
}

/** The JSON Schema for editors, as text. */
export const renderConfigSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(configForm, { io: 'input' }), null, 2)}\n`;
