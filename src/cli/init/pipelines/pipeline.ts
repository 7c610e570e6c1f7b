import { settingsTable, type Variable } from '#target';

/** What a person has decided of a pipeline. */
export interface Chosen {
  /** What must be tested, as `--require` takes it. */
  readonly requires: readonly string[];
}

/** How one service runs the command. */
export interface Pipeline {
  readonly file: string;
  /** Files and folders that show that a project uses the service. */
  readonly shownBy: readonly string[];
  readonly render: (chosen: Chosen) => string;
  /** What is left to do by hand. */
  readonly next: string;
}

const rows = Object.entries<Variable>(settingsTable);

export const secretNames: readonly string[] = rows.filter(([, { secret }]) => secret).map(([name]) => name);
export const plainNames: readonly string[] = rows.filter(([, { secret }]) => !secret).map(([name]) => name);

/** Every line that holds something, moved to the right. */
export const indent = (text: string, spaces: number): string =>
  text.replace(/^(?=.)/gm, ' '.repeat(spaces)).trimStart();

/** Lines of a comment, as wide as a reader bears. */
export const listed = (names: readonly string[], width = 90): string => {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && `${last}, ${name}`.length <= width)
      lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(name);
  }
  return lines.join(',\n');
};

/** Days for which reports are kept. */
export const daysKept = 14;

/** More than the deadline of a run, which ends by itself and leaves its reports. */
export const minutes = 45;

export const historyFile = 'reports/allure-history.jsonl';

/** Orders that were placed stay on the machine that placed them. */
export const ledgerFiles = 'reports/ledger*.jsonl';

const requireHint =
  'doctor prints the --require lines that the target can keep; init --require writes them here.';

export const requireComment = ({ requires }: Chosen): string =>
  requires.length === 0 ? `# ${requireHint}\n` : '';

/** The command as the project has it installed, never one of its name from a registry. */
export const runCommand = ({ requires }: Chosen, aim = '--base-url "$RAMP_BASE_URL"'): string =>
  [`npx --no -- ramp-conformance run ${aim}`, ...requires.map((what) => `  --require ${what}`)].join(' \\\n');
