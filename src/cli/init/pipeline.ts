import { settingOf, variableNames } from '#target';

/** How one CI service runs the command. */
export interface Pipeline {
  readonly file: string;
  /** Files and folders that show that a project uses the service. */
  readonly shownBy: readonly string[];
  /** Renders the file; `requires` is as `--require` takes it. */
  readonly render: (requires: readonly string[]) => string;
  /** Tells a person which steps are left. */
  readonly next: string;
}

export const secretNames = variableNames.filter((name) => settingOf(name).secret);
export const plainNames = variableNames.filter((name) => !settingOf(name).secret);

/** Moves every line that holds something to the right. */
export const indent = (text: string, spaces: number): string =>
  text.replace(/^(?=.)/gm, ' '.repeat(spaces)).trimStart();

/** Days for which reports are kept. */
export const daysKept = 14;

/** More than the deadline of a run, which ends by itself and leaves its reports. */
export const minutes = 45;

export const historyFile = 'reports/allure-history.jsonl';

/** Orders that were placed stay on the machine that placed them. */
export const ledgerFiles = 'reports/ledger*.jsonl';

const requireHint =
  '# doctor prints the --require lines that the target can keep; init --require writes them here.\n';

/** Runs the installed command, never one of its name from a registry. */
export const runCommand = (requires: readonly string[]): string =>
  (requires.length === 0 ? requireHint : '') +
  [
    'npx --no -- ramp-conformance run --base-url "$RAMP_BASE_URL"',
    ...requires.map((what) => `  --require ${what}`),
  ].join(' \\\n');
