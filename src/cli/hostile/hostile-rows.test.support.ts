/** What becomes of a run in which the case is met. */
export type Result =
  /** A finding: exit 1. */
  | 'finding'
  /** Nothing proved, or not all of it: exit 3. */
  | 'inconclusive'
  /** Refused before any request: exit 2. */
  | 'refused'
  /** The run goes on; what is odd is left out of its outputs, or noted. */
  | 'goes on';

/** A file, and words that stand in it. */
type Shown = readonly [file: string, words: string];

export interface HostileRow {
  readonly row: number;
  readonly result: Result;
  readonly shownBy: readonly Shown[];
}

const client = 'src/client/http/hostile.test.ts';
const bare = 'src/client/http/listening-attempt.test.ts';
const command = 'src/cli/hostile/hostile.test.ts';
const tls = 'src/cli/hostile/hostile-tls.test.ts';
const canary = 'src/cli/hostile/canary.test.ts';
const ended = 'src/cli/hostile/process.test.ts';
const sinks = 'src/reporting/reports.test.ts';
const clean = 'src/reporting/sanitise.test.ts';
const folder = 'src/cli/output/own-folder.test.ts';
const gitIndex = 'src/target/git-index.test.ts';
const merging = 'src/cli/merge/merge.test.ts';
const readSettings = 'src/target/read.test.ts';

/** Rows of a test's table begin with their number, or with a text that does. */
const atClient = (result: Result, ...rows: readonly (number | string)[]): HostileRow[] =>
  rows.map((row) => ({
    row: Number.parseInt(String(row), 10),
    result,
    shownBy: [[client, typeof row === 'number' ? `[${row}, ` : `['${row}'`]],
  }));

const shown = (row: number, result: Result, ...shownBy: readonly Shown[]): HostileRow => ({
  row,
  result,
  shownBy,
});

/** What a service, a repository or a file that misbehaves can do, what the harness makes of it, and the tests that show it. */
export const hostileRows: readonly HostileRow[] = [
  ...atClient('inconclusive', 1, 2, 3, 18, 20, 23, 25, 26, 27, 33, '49 barrier', '54 too long'),
  ...atClient('finding', 4, 5, 7, 8, 9, '10 folded', 11, 12, 13, 14, 16, 17, 21, 22, '31 false', 32, 34, 35),
  ...atClient('finding', 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 49, 50, 51, 52, 53, 56),
  ...atClient('goes on', 6, 15, 19, 24, 28, 29, 30, 31),
  shown(6, 'finding', [bare, "['row 6', ['PROTO_SURPLUS']"]),
  shown(28, 'finding', [bare, "['row 28', ['PROTO_UNSOLICITED']"]),
  ...[1, 3, 23, 25, 49, 52, 54].map((row) => shown(row, 'inconclusive', [command, `[${row}, /`])),
  shown(4, 'finding', [command, "'BODY_TOO_LARGE'"]),
  shown(32, 'finding', [command, "'BODY_BOMB'"]),
  shown(46, 'finding', [client, "['4 announced', 'BODY_TOO_LARGE'"]),
  shown(
    47,
    'finding',
    ['schemas/inspect.test.ts', 'is capped at 50 of each kind'],
    ['schemas/drift.test.ts', 'a flood of members that nobody documented'],
  ),
  shown(
    48,
    'finding',
    [client, "['48', ['JSON_SIZE']"],
    ['schemas/inspect.test.ts', 'is found in the first 200 and a sample'],
  ),
  shown(55, 'inconclusive', [client, '[55, '], ['src/client/ledger/ledger.test.ts', "['500', 'unknown'"]),
  shown(56, 'finding', [canary, 'leaves no trace of them in any output']),
  shown(57, 'goes on', [sinks, 'hostile text moves no cursor'], [canary, 'that a terminal obeys']),
  shown(
    58,
    'goes on',
    [clean, 'commands of a CI carry text only'],
    [canary, 'a CI would take for a command'],
  ),
  shown(59, 'goes on', [sinks, 'has no script and places hostile text as text']),
  shown(60, 'goes on', [sinks, 'no cell is a formula']),
  shown(61, 'goes on', [sinks, 'stays below its limit, every row a row of its table']),
  shown(
    62,
    'inconclusive',
    ...['self-signed', 'expired', 'of another host', 'TLS 1.1'].map(
      (which) => [tls, `['${which}', '`] as const,
    ),
  ),
  shown(62, 'refused', [command, 'row 62, certificates unchecked']),
  shown(
    63,
    'goes on',
    ['suites/rules/service.ts', "'service/clock'"],
    ['src/checks/rules.ts', 'slow clock of ours'],
    ['src/cli/commands/waiver-states.test.ts', 'by the later clock'],
  ),
  shown(64, 'inconclusive', [ended, 'passes nothing'], [ended, 'that fills up'], [ended, 'SIGKILL']),
  shown(
    65,
    'goes on',
    [gitIndex, 'is read without running what the repository names'],
    [gitIndex, 'a link to a tracked file counts as tracked'],
  ),
  shown(
    66,
    'inconclusive',
    ['src/cli/field/field-rows.test.support.ts', 'answers every order with 429'],
    ['src/cli/field/field.test.ts', 'limits the rate where a refusal is due'],
  ),
  shown(67, 'goes on', [
    'src/cli/package/lock-inventory.test.ts',
    'the inventory lists what an installation holds',
  ]),
  shown(
    68,
    'goes on',
    ['src/client/redaction/redaction.test.ts', 'a name in the form of a code is no code'],
    ['schemas/vocabulary.test.ts', "'MARIA_SILVA_SANTOS'"],
    ['src/cli/hostile/canary.test.support.ts', '_PIX`'],
  ),
  shown(69, 'inconclusive', [client, "['69', "], [client, "['69 of small parts', "]),
  shown(70, 'inconclusive', ['src/cli/run/budget.test.ts', 'all that a run sends is within the budget']),
  shown(
    71,
    'goes on',
    ['src/cli/hostile/forged-files.test.ts', 'does no harm where %s reads it'],
    [merging, 'a shard with %s is missing'],
  ),
  shown(71, 'refused', ['src/cli/hostile/forged-files.test.ts', 'names no member of another name']),
  shown(
    72,
    'inconclusive',
    [client, "['72', "],
    ['src/client/http/retry-after.test.ts', "['9999999999', day]"],
  ),
  shown(
    73,
    'refused',
    [folder, 'a link in place of %s is refused'],
    [folder, '%s follows no link either'],
    [merging, 'a symbolic link in the folder of the whole is refused'],
  ),
  shown(
    74,
    'refused',
    ['src/cli/commands.test.ts', '--env-file is refused'],
    [readSettings, 'what Node.js would obey in a settings file'],
  ),
  shown(75, 'refused', [readSettings, "RAMP_API_KEY: 'elevenchars'"]),
  shown(76, 'refused', ['src/cli/terminal/typed.test.ts', 'does not repeat a key']),
  shown(77, 'goes on', ['src/client/ledger/ledger.test.ts', 'passes over a line of another form']),
  shown(
    78,
    'refused',
    [folder, 'a folder with the files of somebody else is refused'],
    [folder, 'one run at a time has a folder'],
    [folder, 'a run that is refused leaves no verdict of an earlier one'],
  ),
  shown(79, 'refused', [merging, "'another day'"], [merging, "['another permission', "]),
  shown(80, 'inconclusive', [
    'src/client/ledger/ledger.test.ts',
    'once the time of the run is up nothing leaves',
  ]),
  ...atClient('finding', '81 base64', '81 hex', '81 reversed'),
  shown(
    82,
    'refused',
    [readSettings, "RAMP_MONEY_HOST: 'ramp.example.com/prod'"],
    ['src/cli/baseline/baseline-choice.test.ts', 'a baseline of one path of a host is none of another'],
    [merging, "'another path of the host'"],
  ),
];
