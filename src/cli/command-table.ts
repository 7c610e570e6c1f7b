// Every command, in the groups and the order of the help. The code of a command is loaded when it runs.

import type { CallEnd, CallOf } from './call.ts';
import {
  acceptOptions,
  checkOptions,
  compareOptions,
  diffOptions,
  doctorOptions,
  explainOptions,
  faultsOptions,
  historyOptions,
  initOptions,
  type Options,
  openApiOptions,
  proveOptions,
  rehearseOptions,
  replayOptions,
  reportOptions,
  requirementsOptions,
  runOptions,
  sandboxOptions,
  schemasOptions,
  type Values,
  waiversOptions,
} from './options.ts';

/** A command, or several commands that begin with the same word. */
export interface CommandRow<Of extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  /** Arguments besides options, as the help shows them: `<requirement>`. */
  readonly takes?: string;
  readonly options?: Of;
  /** A text below the command's help. */
  readonly after?: string;
  readonly commands?: readonly CommandRow[];
  /** What the command must produce before it may end with 0. Undefined for a command that tests nothing. */
  readonly shows?: 'a verdict' | 'a try';
  /** Checks values whose words come from the catalogue. @throws Refused for an unknown value. */
  understands?(options: Values<Of>): Promise<void>;
  /** Resolves to the exit code, or to the end of a command that tests something. */
  body?(call: CallOf<Of>): Promise<number | CallEnd>;
}

const command = <Of extends Options = Record<never, never>>(
  row: Omit<CommandRow<Of>, 'body'> & { readonly body: (call: CallOf<Of>) => Promise<number | CallEnd> },
): CommandRow => row;

/** For a command that replaces reports: a mistyped word must not cost the last reports. */
const understands = async (options: Partial<Values<typeof runOptions>>) =>
  (await import('./settings/selection.ts')).demandKnown(options);

const exitCodes = `Exit codes:
  0         the target conforms
  1         it deviates
  2         refused before any request: the arguments or the settings are wrong
  3         inconclusive: the run could not test all that it had to test
  4         withheld: the outputs contain a secret or personal data
  130, 143  interrupted; partial reports are kept`;

export const commandGroups: Readonly<Record<string, readonly CommandRow[]>> = {
  'Test a service:': [
    command({
      name: 'run',
      shows: 'a verdict',
      summary: 'test the service against the document and write the reports',
      after: `${exitCodes}\n\nramp-conformance help settings lists the variables.`,
      options: runOptions,
      understands,
      body: async (call) => (await import('./run/run.ts')).run(call),
    }),
    command({
      name: 'check',
      shows: 'a verdict',
      takes: '<recording...>',
      summary: 'test recorded traffic (HAR, or - for a pipe) against the document; sends nothing',
      options: checkOptions,
      understands,
      body: async (call) => (await import('./commands/check.ts')).check(call),
    }),
    command({
      name: 'doctor',
      shows: 'a try',
      summary: 'show what a run will test and which settings are missing; sends only GET',
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
      summary: 'does your client work with every service that the document allows?',
      after: `The command is any test of your client, such as npm test; its exit code counts. It gets RAMP_BASE_URL,
RAMP_API_KEY and the records of a sandbox in its environment.

Exit codes:
  0         nothing breaks the client
  1         a variation that the document allows breaks the client, or its tests notice too few faults
  2         no result: no command, no request, or the client fails on the plain sandbox, always or sometimes
  3         no result: this command or a file failed, or its output could not be written
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
        'Exit code 1: a promise broke, or a change breaks clients. 3: the runs have too little in common to compare. 0: neither. Name more than two runs to get a matrix.',
      options: compareOptions,
      body: async (call) => (await import('./commands/compare.ts')).compare(call),
    }),
    command({
      name: 'history',
      summary: 'earlier runs of a target: what broke, what was fixed',
      options: historyOptions,
      body: async (call) => (await import('./commands/history.ts')).history(call),
    }),
    command({
      name: 'report',
      summary: 'build the reports again from the last verdict.json',
      options: reportOptions,
      body: async (call) => (await import('./commands/report.ts')).report(call),
    }),
    {
      name: 'baseline',
      summary: 'accept the observed behaviour of a service, or compare a run with it',
      commands: [
        command({
          name: 'accept',
          takes: '<name>',
          summary: 'accept the observations of the last run as the baseline of this name',
          options: acceptOptions,
          body: async (call) => (await import('./commands/baseline.ts')).baselineAccept(call),
        }),
        command({
          name: 'diff',
          takes: '<name>',
          summary: 'compare what the last run observed with a baseline; writes nothing',
          options: diffOptions,
          body: async (call) => (await import('./commands/baseline.ts')).baselineDiff(call),
        }),
      ],
    },
    {
      name: 'waivers',
      summary: 'deviations that a named person has accepted until a date',
      commands: [
        command({
          name: 'check',
          takes: '[file]',
          summary: 'show which waivers are in force, expiring, expired or no longer needed (stale); sends nothing',
          options: waiversOptions,
          body: async (call) => (await import('./commands/waivers.ts')).waiversCheck(call),
        }),
        command({
          name: 'draft',
          takes: '[file]',
          summary: "write the last run's findings as draft waivers; a run refuses them until you fill them in",
          options: waiversOptions,
          body: async (call) => (await import('./commands/waivers.ts')).waiversDraft(call),
        }),
      ],
    },
  ],
  'Read the contract:': [
    command({
      name: 'requirements',
      summary: 'list what the document promises, shows and leaves open',
      options: requirementsOptions,
      body: async (call) => (await import('./commands/explain.ts')).listRequirements(call),
    }),
    command({
      name: 'explain',
      takes: '<requirement>',
      summary: 'show a requirement: its claim, tests and faults, and what the last run says of it',
      options: explainOptions,
      body: async (call) => (await import('./commands/explain.ts')).explain(call),
    }),
    {
      name: 'export',
      summary: 'the contract for other tools',
      commands: [
        command({
          name: 'openapi',
          summary: 'print the contract as OpenAPI 3.1, with levels, requirements and examples',
          options: openApiOptions,
          body: async (call) => (await import('./commands/export.ts')).exportOpenApi(call),
        }),
        command({
          name: 'schemas',
          summary: 'print the records, orders and error bodies as JSON Schema 2020-12',
          options: schemasOptions,
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
      summary: 'show that every check can fail, and that no check blames a conforming service',
      options: proveOptions,
      body: async (call) => (await import('./commands/prove.ts')).proveCall(call),
    }),
    command({
      name: 'faults',
      summary: 'list the faults and variations that sandbox --as can serve',
      options: faultsOptions,
      body: async (call) => (await import('./commands/explain.ts')).listFaults(call),
    }),
  ],
};
