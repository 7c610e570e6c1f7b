import type { Reporter } from 'vitest/node';

/** Parts of a run, in the order in which they come. */
export const phases = ['start', 'probes', 'runner', 'import', 'tests', 'results', 'reports'] as const;

export type Phase = (typeof phases)[number];

const meanings: Readonly<Record<Phase, string>> = {
  start: 'Node, and the modules of this program',
  probes: 'the embedded sandbox, and the first requests',
  runner: 'Vitest, and its worker',
  import: 'the suites, in the worker, until the first test begins',
  tests: 'all tests',
  results: "the verdict, and Allure's results",
  reports: 'all other reports',
};

/** Says where the time of a run goes. */
export interface Timings {
  /** Counts the time since the last mark as this phase. */
  readonly mark: (phase: Phase) => void;
  /** Marks what only the runner knows; goes before the reporters that write. */
  readonly reporter: Reporter;
  /** Milliseconds by phase. */
  readonly spent: () => Readonly<Record<Phase, number>>;
}

/** The time until now is the start of the run. */
export function startTimings(now: () => number = () => performance.now()): Timings {
  const spent = Object.fromEntries(phases.map((phase) => [phase, 0])) as Record<Phase, number>;
  // The clock of a process begins with it.
  let last = now();
  spent.start = last;
  const mark = (phase: Phase) => {
    const moment = now();
    spent[phase] += moment - last;
    last = moment;
  };
  return {
    mark,
    reporter: {
      onTestModuleQueued: () => mark('runner'),
      onTestCaseReady: () => {
        if (spent.import === 0) mark('import');
      },
      onTestRunEnd: () => mark('tests'),
    },
    spent: () => ({ ...spent }),
  };
}

/** The phases as rows: milliseconds, share, and what they are. */
export function timingsText(spent: Readonly<Record<Phase, number>>): string {
  const all = phases.reduce((sum, phase) => sum + spent[phase], 0);
  const row = (name: string, ms: number, meaning: string) =>
    `  ${name.padEnd(8)} ${String(Math.round(ms)).padStart(7)} ms ${String(Math.round((100 * ms) / all)).padStart(4)} %  ${meaning}`.trimEnd();
  return [
    'Where the time went',
    ...phases.map((phase) => row(phase, spent[phase], meanings[phase])),
    row('all', all, ''),
    '',
  ].join('\n');
}
