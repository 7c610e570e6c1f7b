import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

const client = 'src/client/http/hostile.test.ts';
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

type Shown = readonly [row: number, file: string, words: string];

/** What a service, a repository or a file that misbehaves can do, by number: the tests that show it, and words in them. */
const shown: readonly Shown[] = [
  // Rows of a table in the client's test begin with their number, or with a text that does.
  ...[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 49, 50, 51, 52, 53, 56,
  ].map((row): Shown => [row, client, `[${row}, `]),
  ...['10 folded', '31 false', '49 barrier', '54 too long', '81 base64', '81 hex', '81 reversed'].map(
    (row): Shown => [Number.parseInt(row, 10), client, `['${row}'`],
  ),
  ...[1, 3, 23, 25, 49, 52, 54].map((row) => [row, command, `[${row}, /`] as const),
  [4, command, "'BODY_TOO_LARGE'"],
  [32, command, "'BODY_BOMB'"],
  [46, client, "['4 announced', 'BODY_TOO_LARGE'"],
  [47, 'schemas/inspect.test.ts', 'is capped at 50 of each kind'],
  [47, 'schemas/drift.test.ts', 'a flood of members that nobody documented'],
  [48, client, "['48', ['JSON_SIZE']"],
  [48, 'schemas/inspect.test.ts', 'is found in the first 200 and a sample'],
  [55, client, '[55, '],
  [55, 'src/client/ledger/ledger.test.ts', "['500', 'unknown'"],
  [56, canary, 'leaves no trace of them in any output'],
  [57, sinks, 'hostile text moves no cursor'],
  [57, canary, 'that a terminal obeys'],
  [58, clean, 'commands of a CI carry text only'],
  [58, canary, 'a CI would take for a command'],
  [59, sinks, 'has no script and places hostile text as text'],
  [60, sinks, 'no cell is a formula'],
  [61, sinks, 'stays below its limit, every row a row of its table'],
  ...['self-signed', 'expired', 'of another host', 'TLS 1.1'].map(
    (which) => [62, tls, `['${which}', '`] as const,
  ),
  [62, command, 'row 62, certificates unchecked'],
  [63, 'suites/rules/service.ts', "'service/clock'"],
  [63, 'src/checks/rules.ts', 'slow clock of ours'],
  [63, 'src/cli/commands/waiver-states.test.ts', 'by the later clock'],
  [64, ended, 'passes nothing'],
  [64, ended, 'that fills up'],
  [64, ended, 'SIGKILL'],
  [65, gitIndex, 'is read without running what the repository names'],
  [65, gitIndex, 'a link to a tracked file counts as tracked'],
  [66, 'src/cli/field/field-rows.test.support.ts', 'answers every order with 429'],
  [66, 'src/cli/field/field.test.ts', 'limits the rate where a refusal is due'],
  [67, 'src/cli/package/lock-inventory.test.ts', 'the inventory lists what an installation holds'],
  [68, 'src/client/redaction/redaction.test.ts', 'a name in the form of a code is no code'],
  [68, 'schemas/vocabulary.test.ts', "'MARIA_SILVA_SANTOS'"],
  [68, 'src/cli/hostile/canary.test.support.ts', '_PIX`'],
  [69, client, "['69', "],
  [69, client, "['69 of small parts', "],
  [70, 'src/cli/run/budget.test.ts', 'all that a run sends is within the budget'],
  [71, 'src/cli/hostile/forged-files.test.ts', 'does no harm where %s reads it'],
  [71, merging, 'a shard with %s is missing'],
  [71, 'src/cli/hostile/forged-files.test.ts', 'names no member of another name'],
  [72, client, "['72', "],
  [72, 'src/client/http/retry-budget.test.ts', "['9999999999', day]"],
  [73, folder, 'a link in place of %s is refused'],
  [73, folder, '%s follows no link either'],
  [73, merging, 'a symbolic link in the folder of the whole is refused'],
  [74, 'src/cli/commands.test.ts', '--env-file is refused'],
  [74, readSettings, 'what Node.js would obey in a settings file'],
  [75, readSettings, "RAMP_API_KEY: 'elevenchars'"],
  [76, 'src/cli/terminal/typed.test.ts', 'does not repeat a key'],
  [77, 'src/client/ledger/ledger.test.ts', 'passes over a line of another form'],
  [78, folder, 'a folder with the files of somebody else is refused'],
  [78, folder, 'one run at a time has a folder'],
  [78, folder, 'a run that is refused leaves no verdict of an earlier one'],
  [79, merging, "'another day'"],
  [79, merging, "['another permission', "],
  [80, 'src/client/ledger/ledger.test.ts', 'once the time of the run is up nothing leaves'],
  [82, readSettings, "RAMP_MONEY_HOST: 'ramp.example.com/prod'"],
  [82, 'src/cli/baseline/baseline-choice.test.ts', 'a baseline of one path of a host is none of another'],
  [82, merging, "'another path of the host'"],
];

/** As if no row of a table were laid out over several lines. */
const textOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replace(/\[\s+/g, '[').replace(/,\s+/g, ', ');

test('each of the 82 hostile cases has a test that shows it', () => {
  const rows = new Set(shown.map(([row]) => row));
  expect(Array.from({ length: 82 }, (_, index) => index + 1).filter((row) => !rows.has(row))).toEqual([]);
  const absent = shown.filter(([, file, words]) => !textOf(file).includes(words));
  expect(absent).toEqual([]);
});
