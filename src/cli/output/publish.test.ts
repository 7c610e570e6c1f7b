import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planAcceptance } from '#baseline';
import { readFacts } from '#facts';
import { historyWith, readHistory } from '#reporting';
import { type Sandbox, startSandbox } from '#sandbox';
import { browserEntry } from '../../recording/browser.test.support.ts';
import { harOf } from '../../recording/recorder.test.support.ts';
import { mixedVerdict, target } from '../../reporting/example.test.support.ts';
import { newFolder, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { type CommandRow, commandGroups } from '../command-table.ts';
import { runProgram } from '../program.ts';

/** Each way to print or write something. */
const ways =
  /\b(say|ownText|echo|planAcceptance|writeWhole|writeNew|writeFileSync|writeReports?|writeAllureResults|append|openToAppend|createWriteStream)\(|\.(write)\(|\b(console)\b/g;

/** All that prints or writes, and why it may. */
const known: Readonly<Record<string, readonly [ways: string, why: string]>> = {
  'output/publish.ts': ['say write writeReport', 'it publishes'],
  'commands/baseline.ts': ['planAcceptance', 'publish writes the files that are planned'],
  'commands/compare.ts': ['writeWhole', 'publish writes the summary'],
  'commands/waivers.ts': ['writeNew', 'publish writes the draft'],
  'init/init.ts': ['append ownText say writeNew', 'publish writes the templates'],
  'commands/report.ts': ['writeReports', 'it searches the reports itself'],
  'run/finish.ts': [
    'append say writeAllureResults writeReports',
    'so it does of a run; publish appends the step summary',
  ],
  'output/verdict-file.ts': ['writeNew writeWhole', 'the verdict so far, where it is harmless'],
  'commands/explain.ts': ['ownText', 'the catalogue, and faults'],
  'commands/export.ts': ['ownText', 'the contract'],
  'sandbox/sandbox.ts': ['ownText write writeNew', 'public keys of a sandbox, and where it serves'],
  'commands/rehearse.ts': ['echo ownText say write', 'words of the client, lists of variations, bounds and progress'],
  'commands/check.ts': ['say', 'counts of the recording'],
  'commands/doctor.ts': ['say', 'the target and the bounds of a run'],
  'commands/prove.ts': ['say', 'counts of the plan'],
  'commands/replay.ts': ['say', 'the bounds, and that nobody answers'],
  'run/run.ts': ['say write', 'the target, bounds and the ledger; refusals on a terminal, keys masked'],
  'run/progress.ts': ['write', 'progress'],
  'settings/config.ts': ['say write', 'sources of the settings, and doubts'],
  'settings/config-file.ts': ['write', 'it makes say'],
  'output/folder.ts': ['writeFileSync writeReport writeWhole', 'a report that was searched, and a trial of the disk'],
  'output/own-folder.ts': ['writeNew', 'a file that marks a folder of reports'],
  'output/previous.ts': ['writeNew', 'a file that marks the reports of the run before'],
  'orders/recorded-orders.ts': ['openToAppend', 'an empty ledger, before orders are written into it'],
  'output/folder-lock.ts': ['writeFileSync', 'the lock of a folder'],
  'failure.ts': ['write', 'why a call failed, without what may be a key'],
  'program.ts': ['write', 'help, version, and the verdict of a call that judged nothing'],
  'entry.ts': ['write', 'that standard output could not be written'],
  'terminal/interruption.ts': ['write', 'it says what an interruption cut'],
  'terminal/terminal.ts': ['write', 'it makes outlets'],
};

test('nothing prints or writes besides publish but what is listed here', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !/\.test(?:\.support)?\.ts$/.test(file));
  const used = sources.map((file) => {
    const found = [...readFileSync(join(root, file), 'utf8').matchAll(ways)].map((each) => each.slice(1).join(''));
    return [file, [...new Set(found)].sort().join(' ')] as const;
  });
  const listed = Object.entries(known).map(([file, [names]]) => [file, names]);
  expect(Object.fromEntries(used.filter(([, names]) => names !== ''))).toEqual(Object.fromEntries(listed));
});

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const textOf = (value: unknown): string => JSON.stringify(value, null, 2);

/** A folder in which every file that a command reads holds the secret, in a place that the command shows. */
const plantedFolder = (secret: string): string => {
  const cwd = newFolder();
  for (const folder of ['reports', 'other']) mkdirSync(join(cwd, folder));
  const facts = { 'balances.read': { $: secret } };
  const verdict = mixedVerdict({ release: secret, facts });
  const requirements = verdict.requirements.map((each) => ({
    ...each,
    claim: `${each.claim} ${secret}`,
    findings: each.findings.map((finding) => ({ ...finding, observed: secret })),
  }));
  for (const folder of ['reports', 'other'])
    writeFileSync(join(cwd, folder, 'verdict.json'), textOf({ ...verdict, requirements }));
  writeFileSync(join(cwd, 'reports/history.jsonl'), historyWith(readHistory('absent'), verdict, ''));
  const accepted = readFacts({ 'balances.read': { $: 'object' } });
  planAcceptance({
    root: join(cwd, 'reports/baselines'),
    name: 'vendor',
    target: target.label,
    facts: accepted,
  }).write();
  const waiver = {
    id: 'W-1',
    requirement: 'balances.read/has-its-members',
    finding: 'MISSING_MEMBER',
    where: '$.email',
    observed: 'missing',
    targets: ['another.example'],
    reason: `The vendor answers for ${secret} until June.`,
    owner: secret,
    approvedBy: 'Risk office',
    approvedOn: day(-1),
    expires: day(30),
  };
  writeFileSync(join(cwd, 'waivers.json'), textOf({ format: 1, waivers: [waiver] }));
  const leaveOut = [{ what: 'taxonomy.list/', reason: `offered later, says ${secret}`, owner: 'A. Person' }];
  writeFileSync(join(cwd, 'left-out.json'), textOf({ leaveOut }));
  writeFileSync(join(cwd, 'traffic.har'), harOf([browserEntry()]));
  return cwd;
};

const key = 'a-key-of-a-test-8Hs2';
const datum = 'maria.souza@mail.example';

interface Planted {
  readonly args: (cwd: string) => readonly string[];
  /** By default a key that is set. */
  readonly secret?: () => string;
  readonly env?: () => Readonly<Record<string, string>>;
}

const findingIn = (cwd: string): string => {
  const { requirements } = JSON.parse(readFileSync(join(cwd, 'reports/verdict.json'), 'utf8'));
  return requirements.flatMap(({ findings }: { findings: { id?: string }[] }) => findings.map(({ id }) => id))[0];
};

const waived = ['--waivers', 'waivers.json', '--reports', 'out'];

/** Every command that shows what others have written: settings, answers, or files. */
const planted: Readonly<Record<string, Planted>> = {
  run: {
    args: () => ['--only', 'taxonomy.list/answers-with-its-record', ...waived],
    secret: () => sandbox.settings.RAMP_API_KEY ?? '',
    env: () => sandbox.settings,
  },
  check: { args: () => ['traffic.har', ...waived] },
  doctor: { args: () => ['--config', 'left-out.json'], secret: () => datum, env: () => ({}) },
  replay: { args: (cwd) => [findingIn(cwd), '--base-url', 'http://127.0.0.1:9'] },
  rehearse: {
    args: () => ['--only', 'members/members-that-may-be-null-are-left-out', '--reports', 'out', '--', 'true', key],
    env: () => ({ PATH: process.env.PATH ?? '', RAMP_API_KEY: key }),
  },
  compare: { args: () => ['reports', 'other'] },
  history: { args: () => [] },
  report: { args: () => [] },
  'baseline accept': { args: () => ['new'] },
  'baseline diff': { args: () => ['vendor'] },
  'waivers check': { args: () => [] },
  'waivers draft': { args: () => ['drafted.json'] },
};

/** Commands that show what this package and its sandbox have written. */
const own = ['requirements', 'explain', 'export openapi', 'export schemas', 'init', 'sandbox', 'prove', 'faults'];

const namesOf = ({ name, commands }: CommandRow): readonly string[] =>
  commands ? commands.flatMap(namesOf).map((each) => `${name} ${each}`) : [name];

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );

describe('a command whose output holds a secret withholds it', () => {
  test('every command has its case', () => {
    const names = Object.values(commandGroups).flat().flatMap(namesOf);
    expect([...Object.keys(planted), ...own].sort()).toEqual([...names].sort());
  });

  test.each(Object.entries(planted))(
    '%s',
    async (name, { args, secret = () => key, env = () => ({ RAMP_API_KEY: key }) }) => {
      const cwd = plantedFolder(secret());
      const before = filesIn(cwd);
      const terminal = recordedTerminal([...name.split(' '), ...args(cwd)], { cwd, env: env() });
      const code = await runProgram(terminal);
      const { out, err } = terminal.written;
      expect([code, out + err]).toEqual([
        4,
        expect.stringContaining('Withheld: the outputs contain data that must not leave'),
      ]);
      expect(out + err).not.toContain(secret());
      const written = Object.entries(filesIn(cwd)).filter(([file, text]) => before[file] !== text);
      for (const [file, text] of written) expect(text, file).not.toContain(secret());
    },
  );
});
