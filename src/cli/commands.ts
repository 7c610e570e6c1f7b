// Every command, in the groups and the order of the help. What a command does is loaded when it runs.

import type { Profile } from '#contract';
import type { Gate } from '#reporting';
import {
  type CallEnd,
  type CallOf,
  type CommandRow,
  flag,
  type OptionRow,
  type Options,
  oneOf,
  Refused,
  text,
  textOr,
  texts,
} from './command.ts';

/** Members of `ramp-conformance.json`, and of each target in it, as well. */
export const choices = {
  profile: oneOf<Profile>(
    ['smoke', 'gate', 'deep'],
    'gate',
    'how much is sent: what is stated, all, or all with drawn cases',
  ),
  gate: oneOf<Gate>(['stated', 'implied', 'shown'], 'implied', 'the least firm kind of requirement that fails the run'),
  seed: text('number|random', 'what is drawn (default: fixed by the catalogue, random in deep)'),
  baseline: text('name', 'compare with what was accepted under this name'),
  waivers: text('file', 'known deviations that somebody answers for'),
  require: texts(
    'what',
    'an endpoint, tag, requirement id or all: exit 3 where one of them is not tested; not what leaveOut names',
  ),
  release: text('text', 'the version under test, as its vendor calls it: a label in every report'),
  reports: textOr('reports', 'dir', 'where the reports are written'),
};

export const usualConfig = 'ramp-conformance.json';

const reportsOption = (meaning = 'where the last run wrote') => ({ ...choices.reports, meaning });

/** Options of every command that a configuration file speaks to. */
const configOptions = {
  config: text('file', `settings without secrets (default: ${usualConfig}, where there is one)`),
  target: text('name', 'the target of this name in the configuration file'),
};

/** Options of every command that aims at a target. */
export const targetOptions = {
  baseUrl: text('url', 'the service to test; without one the embedded sandbox'),
  settings: text('file', 'read instead of .env; - is standard input'),
  ...configOptions,
  readOnly: flag('send only GET'),
};

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

const maxHistory = 200;

const historyOption = wholeNumber(0, maxHistory, 20, 'n', 'earlier runs that the Allure report shows');

/** How a run, or a recording, is judged and reported. */
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
  history: historyOption,
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
  baseUrl: text('url', 'the service to judge, where the recording speaks to several'),
  ...configOptions,
  partial: flag('judge a recording of which less than half can be read'),
  ...judgingOptions,
};

export const doctorOptions = {
  ...targetOptions,
  profile: oneOf(['smoke', 'gate'], 'gate', 'of the run that is asked about'),
  json: flag('the same as data on standard output, all else on standard error'),
};

export const replayOptions = {
  ...targetOptions,
  reports: reportsOption(),
  all: flag('every finding of the last run, in one run of their requirements'),
};

export const proveOptions = {
  only: texts('what', 'an endpoint, requirement id or tag, or the id of a fault or variation'),
  seed: textOr('1', 'number', 'draw other cases'),
  reports: choices.reports,
  config: configOptions.config,
  json: flag('the proof on standard output, all else on standard error'),
};

export const compareOptions = {
  ...configOptions,
  reports: reportsOption('where the runs are kept, and where compare.html is written'),
  summary: text('file', 'write the comparison as Markdown into this file'),
  verbose: flag('show every line with its details, and what differs by the runs and by the harness'),
  json: flag('the comparison on standard output'),
};

export const reportOptions = {
  ...configOptions,
  reports: reportsOption(),
  history: historyOption,
  open: flag('show the compliance page in a browser'),
};

export const initOptions = {
  ci: text('github|gitlab', 'whose pipeline (default: what the project or its remote shows, else github)'),
  attest: flag('the pipeline attests that it made verdict.json and compliance.html'),
  issue: flag('a red night opens an issue for its target, and the first green one closes it; GitHub alone'),
};

export const sandboxOptions = {
  port: textOr('0', 'number', '0 takes a free one'),
  host: text('address', 'listen there, such as 0.0.0.0, instead of on loopback; anybody there may call it'),
  as: text('id', 'as another version: a fault or variation, shown to every request'),
  detach: flag('serve on in another process, whose id is printed'),
  write: flag(
    'write the settings into .env.sandbox, for --settings, and overwrite only those of a sandbox that is gone',
  ),
};

export const rehearseOptions = {
  only: texts('what', 'a freedom, its first word (onramp) or an endpoint (6): try these alone'),
  list: flag('show the freedoms that would be tried, and try nothing'),
  circumstances: flag('try also what a right client may fail under: quotas, funds, outages'),
  faults: flag("show instead which faults of a wrong service the client's tests do not notice"),
  minNoticed: text('share', 'with --faults: exit 1 where fewer are noticed, such as 0.8'),
  env: texts('NAME=RAMP_...', 'a variable of your client, and the setting of the sandbox whose value it gets'),
  timeout: wholeNumber(1, 3_600, 120, 'seconds', 'ends a try that takes longer'),
  jobs: wholeNumber(1, 32, 1, 'n', 'tries at the same time, where your tests bear it'),
  reports: text('dir', 'write rehearsal.html and rehearsal.xml (JUnit) into this folder'),
  json: flag('the rehearsal on standard output, all else on standard error'),
};

export const acceptOptions = {
  ...configOptions,
  reports: reportsOption('where the last run wrote, and where baselines/ lies'),
  from: text('path', 'verdict.json, or the folder of a run, such as what CI has kept'),
  only: texts('what', 'accept what this endpoint shows, or changes of this kind (fee-raised), alone'),
  show: texts('value', 'a state or another value of a set that reports may show from now on'),
  reason: text('text', 'why; kept in the files that change'),
};

const command = <Of extends Options = Record<never, never>>(
  row: Omit<CommandRow<Of>, 'body'> & { readonly body: (call: CallOf<Of>) => Promise<number | CallEnd> },
): CommandRow => row;

const exitCodes = `Exit codes:
  0         the target conforms
  1         it deviates
  2         refused before any request: arguments or settings
  3         nothing proved, or not all of it
  4         a secret or personal datum was found in an output, which was withheld
  130, 143  interrupted; partial reports are kept`;

export const commandGroups: Readonly<Record<string, readonly CommandRow[]>> = {
  'Test a service:': [
    command({
      name: 'run',
      shows: 'a verdict',
      summary: 'hold the target to the document and write the reports',
      after: `${exitCodes}\n\nramp-conformance help settings lists the variables.`,
      options: runOptions,
      body: async (call) => (await import('./run/run.ts')).run(call),
    }),
    command({
      name: 'check',
      shows: 'a verdict',
      takes: '<recording...>',
      summary: 'hold recorded traffic (HAR, or - for a pipe) to it; sends nothing',
      options: checkOptions,
      body: async (call) => (await import('./commands/check.ts')).check(call),
    }),
    command({
      name: 'doctor',
      shows: 'a try',
      summary: 'say what a run will test, and what it lacks; sends only GET',
      options: doctorOptions,
      body: async (call) => (await import('./commands/doctor.ts')).doctor(call),
    }),
    command({
      name: 'replay',
      shows: 'a try',
      takes: '[finding]',
      summary: 'try one finding of the last run again, or all: is it fixed?',
      options: replayOptions,
      body: async (call) => (await import('./commands/replay.ts')).replay(call),
    }),
  ],
  'Test a client:': [
    command({
      name: 'rehearse',
      shows: 'a try',
      takes: '-- <command...>',
      summary: 'will your client survive every service that the document allows?',
      after: `The command is any test of your client, such as npm test; only its exit code counts. It gets RAMP_BASE_URL,
RAMP_API_KEY and the records of a sandbox in its environment.

Exit codes:
  0         nothing breaks the client
  1         a freedom of a right service breaks it, or too few faults are noticed
  2         nothing can be said: no command, no request, or the client fails as shipped or now and then
  130, 143  interrupted; the processes of the command are ended`,
      options: rehearseOptions,
      body: async (call) => (await import('./commands/rehearse.ts')).rehearseCall(call),
    }),
  ],
  'After a run:': [
    command({
      name: 'compare',
      shows: 'a try',
      takes: '[runs...]',
      summary: 'did the upgrade break or change anything?',
      after:
        'Exit 1 where a promise broke or a change breaks clients, 3 where the runs share too little, else 0. More than two runs: a matrix.',
      options: compareOptions,
      body: async (call) => (await import('./commands/compare.ts')).compare(call),
    }),
    command({
      name: 'history',
      summary: 'the kept runs of a target: what broke, what was mended',
      options: {
        ...configOptions,
        reports: reportsOption('where the runs are kept'),
        json: flag('the history on standard output'),
      },
      body: async (call) => (await import('./commands/compare.ts')).history(call),
    }),
    command({
      name: 'report',
      summary: 'build the reports again from the last verdict.json',
      options: reportOptions,
      body: async (call) => (await import('./commands/report.ts')).report(call),
    }),
    {
      name: 'baseline',
      summary: 'accept what was observed, or compare with it',
      commands: [
        command({
          name: 'accept',
          takes: '<name>',
          summary: 'make what the last run observed the baseline of this name',
          options: acceptOptions,
          body: async (call) => (await import('./commands/baseline.ts')).baselineAccept(call),
        }),
        command({
          name: 'diff',
          takes: '<name>',
          summary: 'compare what the last run observed with a baseline; writes nothing',
          options: {
            ...configOptions,
            reports: acceptOptions.reports,
            json: flag('the changes on standard output'),
          },
          body: async (call) => (await import('./commands/baseline.ts')).baselineDiff(call),
        }),
      ],
    },
    {
      name: 'waivers',
      summary: 'known deviations that somebody answers for',
      commands: [
        command({
          name: 'check',
          takes: '[file]',
          summary: 'say which waivers are in force, expiring, expired or stale; sends nothing',
          options: { ...configOptions, reports: reportsOption() },
          body: async (call) => (await import('./commands/waivers.ts')).waiversCheck(call),
        }),
        command({
          name: 'draft',
          takes: '[file]',
          summary: "write the last run's findings as waivers to fill in; until then they are refused",
          options: { ...configOptions, reports: reportsOption() },
          body: async (call) => (await import('./commands/waivers.ts')).waiversDraft(call),
        }),
      ],
    },
  ],
  'Read the contract:': [
    command({
      name: 'requirements',
      summary: 'list what the document promises, shows and leaves open',
      options: { json: flag('as JSON, with what no client can observe') },
      body: async (call) => (await import('./commands/explain.ts')).listRequirements(call),
    }),
    command({
      name: 'explain',
      takes: '<requirement>',
      summary: 'show a requirement: its claim, where it stands, its tests and faults',
      body: async (call) => (await import('./commands/explain.ts')).explain(call),
    }),
    {
      name: 'export',
      summary: 'the contract for other tools',
      commands: [
        command({
          name: 'openapi',
          summary: 'print the contract as OpenAPI 3.1, with firmness, requirements and examples',
          body: async (call) => (await import('./commands/export.ts')).exportOpenApi(call),
        }),
        command({
          name: 'schemas',
          summary: 'print the records, orders and error bodies as JSON Schema 2020-12',
          options: {
            only: texts('record', 'a record, such as onramp or full-error'),
            into: text('dir', 'write one file a record into this folder'),
          },
          body: async (call) => (await import('./commands/export.ts')).exportSchemas(call),
        }),
      ],
    },
  ],
  'Set up and try out:': [
    command({
      name: 'init',
      summary: 'write settings to fill in and a CI pipeline; overwrites nothing',
      options: initOptions,
      body: async (call) => (await import('./init/init.ts')).init(call),
    }),
    command({
      name: 'sandbox',
      summary: 'serve the reference service and print its settings as an .env',
      options: sandboxOptions,
      body: async (call) => (await import('./sandbox/sandbox.ts')).sandbox(call),
    }),
    command({
      name: 'prove',
      shows: 'a try',
      summary: 'show that every check can fail, and none fails a conforming service',
      options: proveOptions,
      body: async (call) => (await import('./commands/prove.ts')).proveCall(call),
    }),
    command({
      name: 'faults',
      summary: 'list the faults and variations that sandbox --as can serve',
      options: {
        only: texts(
          'id',
          'faults of this endpoint, requirement or tag; variations by their first word; or one of either',
        ),
        json: flag('as JSON, with the requirements that must notice each'),
      },
      body: async (call) => (await import('./commands/explain.ts')).listFaults(call),
    }),
  ],
};
