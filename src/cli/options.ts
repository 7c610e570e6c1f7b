// The options of every command: their forms, meanings and defaults.

import { didYouMean, Refused } from '#lib';
import type { Gate } from '#reporting';
import type { Profile } from '#run';

export interface OptionRow<Value = unknown> {
  readonly meaning: string;
  /** The placeholder of the value in the help. An option without one is a flag. */
  readonly value?: string;
  readonly fallback?: Value;
  readonly words?: readonly string[];
  /** @throws Refused for an invalid value of `flag`, such as `--profile` */
  parse?(text: string, flag: string, before: Value): Value;
}

const flag = (meaning: string): OptionRow<boolean> => ({ meaning, fallback: false });

const text = (value: string, meaning: string): OptionRow<string | undefined> => ({ value, meaning });

const textOr = (fallback: string, value: string, meaning: string): OptionRow<string> => ({
  value,
  meaning,
  fallback,
});

const texts = (value: string, meaning: string): OptionRow<readonly string[]> => ({
  value,
  meaning,
  fallback: [],
  parse: (each, _, before) => [...before, each],
});

const oneOf = <Word extends string>(words: readonly Word[], fallback: Word, meaning: string): OptionRow<Word> => ({
  value: words.join('|'),
  meaning,
  fallback,
  words,
  parse: (given, name) => {
    const word = words.find((each) => each === given);
    if (word !== undefined) return word;
    throw new Refused(`${name} must be one of ${words.join(', ')}${didYouMean(given, words)}`);
  },
});

const wholeNumber = (
  least: number,
  most: number,
  fallback: number,
  value: string,
  meaning: string,
): OptionRow<number> => ({
  value,
  meaning,
  fallback,
  parse: (given, name) => {
    if (/^\d{1,6}$/.test(given) && Number(given) >= least && Number(given) <= most) return Number(given);
    throw new Refused(`${name} must be a number from ${least} to ${most}`);
  },
});

export type Options = Readonly<Record<string, OptionRow>>;

export type Values<Of extends Options> = {
  readonly [Name in keyof Of]: Of[Name] extends OptionRow<infer Value> ? Value : never;
};

/** These are also members of `ramp-conformance.json`, and of each of its targets. */
export const choices = {
  profile: oneOf<Profile>(
    ['smoke', 'gate', 'deep'],
    'gate',
    'how much the run tests: stated requirements, all, or all with many more generated cases',
  ),
  gate: oneOf<Gate>(['stated', 'implied', 'shown'], 'implied', 'the weakest level whose requirements can fail the run'),
  seed: text(
    'number|random',
    'the seed of the generated cases (default: fixed for this version of the tool, random in deep)',
  ),
  baseline: text('name', 'compare with what was accepted under this name'),
  waivers: text('file', 'file of deviations that a named person has accepted until a date'),
  require: texts(
    'what',
    'an endpoint, tag, requirement id or all that must be tested, else exit code 3; entries of leaveOut are excepted',
  ),
  release: text('text', 'the version under test, as its vendor calls it: a label in every report'),
  reports: textOr('reports', 'dir', 'where the reports are written'),
};

export const usualConfig = 'ramp-conformance.json';

const reportsOption = (meaning = 'folder with the reports of the last run') => ({ ...choices.reports, meaning });

const configOptions = {
  config: text('file', `settings without secrets (default: ${usualConfig}, where there is one)`),
  target: text('name', 'the target of this name in the configuration file'),
};

/** Options of every command that uses a target. */
export const targetOptions = {
  baseUrl: text('url', 'the service to test; without one the embedded sandbox'),
  settings: text('file', 'read instead of .env; - is standard input'),
  ...configOptions,
  readOnly: flag('send only GET'),
};

const judgingOptions = {
  only: texts(
    'what',
    'an endpoint (6 or onramp.initiate), requirement id or its beginning, or tag; `requirements` lists them',
  ),
  require: choices.require,
  reports: choices.reports,
  gate: choices.gate,
  waivers: choices.waivers,
  release: choices.release,
  quiet: flag('show nothing before the end, and then only the verdict'),
  verbose: flag('show every finding and reason at the end'),
  json: flag('print the verdict on standard output, all else on standard error'),
};

export const runOptions = {
  ...targetOptions,
  profile: choices.profile,
  ...judgingOptions,
  seed: choices.seed,
  baseline: choices.baseline,
  showRefusals: flag('print what the service says to each valid order that it refuses, on the terminal alone'),
};

export const checkOptions = {
  baseUrl: text('url', 'the service to judge, if the recording has calls to several services'),
  ...configOptions,
  partial: flag('judge a recording even if less than half of it can be read'),
  ...judgingOptions,
};

export const doctorOptions = {
  ...targetOptions,
  json: flag('print the result as JSON on standard output, all else on standard error'),
};

export const replayOptions = {
  ...targetOptions,
  reports: reportsOption(),
  all: flag('replay every finding of the last run, in one run'),
};

export const proveOptions = {
  only: texts('what', 'an endpoint, requirement id or tag, or the id of a fault or variation'),
  seed: textOr('1', 'number', 'seed of the generated cases; another number gives other cases'),
  reports: choices.reports,
  config: configOptions.config,
  json: flag('the proof on standard output, all else on standard error'),
};

export const compareOptions = {
  ...configOptions,
  reports: reportsOption('where the runs are kept, and where compare.html is written'),
  summary: text('file', 'write the comparison as Markdown into this file'),
  verbose: flag('show every line in full, and differences that other settings or another version of this tool caused'),
  json: flag('the comparison on standard output'),
};

export const reportOptions = {
  ...configOptions,
  reports: reportsOption(),
};

export const explainOptions = {
  ...configOptions,
  reports: reportsOption(),
};

export const initOptions = {
  ci: text('github|gitlab', 'the CI service (default: the one that the project or its git remote shows, else github)'),
  attest: flag('add a step in which the pipeline attests that it made verdict.json and compliance.html'),
  issue: flag(
    'a red nightly run opens an issue for its target, and the first green nightly run closes it; only on GitHub',
  ),
};

export const sandboxOptions = {
  port: textOr('0', 'number', '0 takes a free one'),
  host: text(
    'address',
    'address to listen on instead of loopback, such as 0.0.0.0; everybody who reaches it can use the sandbox',
  ),
  as: text('id', 'serve with this fault or variation, for every request'),
  detach: flag('serve in a background process, and print its process id'),
  write: flag(
    'write the settings into .env.sandbox, for --settings; overwrites only the file of a sandbox that no longer runs',
  ),
};

export const rehearseOptions = {
  only: texts('what', 'a variation, its first word (onramp) or an endpoint (6): try these alone'),
  list: flag('show the variations that would be tried, and try nothing'),
  circumstances: flag('also try quotas, missing funds and outages; a correct client may fail under these'),
  faults: flag('instead, plant faults in the service and show which of them your tests do not notice'),
  minNoticed: text(
    'share',
    'with --faults: exit code 1 if your tests notice a smaller share of the faults, such as 0.8',
  ),
  env: texts('NAME=RAMP_...', 'gives a variable of your client the value of a setting of the sandbox'),
  junit: text(
    'path',
    'JUnit file or folder of your tests, to name failing tests; with --jobs, write {job} in the path',
  ),
  timeout: wholeNumber(1, 3_600, 120, 'seconds', 'ends a try that takes longer'),
  jobs: wholeNumber(1, 32, 1, 'n', 'number of tries at the same time, if your tests can run in parallel'),
  reports: text('dir', 'write rehearsal.html and rehearsal.xml (JUnit) into this folder'),
  json: flag('the rehearsal on standard output, all else on standard error'),
};

export const acceptOptions = {
  ...configOptions,
  reports: reportsOption('where the last run wrote, and where baselines/ lies'),
  from: text('path', 'accept another run: its verdict.json or its folder, for example from CI'),
  only: texts('what', 'accept only this endpoint, or only changes of this kind (fee-raised)'),
  reason: text('text', 'why; kept in the files that change'),
};

export const diffOptions = {
  ...configOptions,
  reports: acceptOptions.reports,
  json: flag('the changes on standard output'),
  verbose: flag('show every line with its details'),
};

export const waiversOptions = { ...configOptions, reports: reportsOption() };

export const historyOptions = {
  ...configOptions,
  reports: reportsOption('where the runs are kept'),
  json: flag('the history on standard output'),
};

export const requirementsOptions = { json: flag('as JSON, with what no client can observe') };

export const openApiOptions = {
  only: texts('endpoint', 'this endpoint alone, with the records that it names (6, onramp.initiate)'),
};

export const schemasOptions = { only: texts('record', 'a record, such as onramp or full-error') };

export const faultsOptions = {
  only: texts(
    'id',
    'only the faults of an endpoint, requirement or tag, the variations with a first word, or one fault or variation',
  ),
  json: flag('as JSON, with the requirements that must notice each'),
};
