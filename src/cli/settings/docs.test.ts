import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpointOf, isOfWholeService, isPromise, operationIds, operationOf, requirements } from '#contract';
import { changeKinds } from '#facts';
import { maxWrongKeys, type Profile, reasonCodes, type Target } from '#run';
import { settingOf, variableNames } from '#target';
import { type CommandRow, commandGroups } from '../command-table.ts';
import { runOptions } from '../options.ts';
import { flagOf } from '../program.ts';
import { boundsFor } from '../run/plan.ts';

const root = join(import.meta.dirname, '../../..');
const pageOf = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');

const namesOf = ({ name, commands }: CommandRow): readonly string[] =>
  commands ? commands.flatMap(namesOf).map((each) => `${name} ${each}`) : [name];

test('docs/commands.md has a row for each command, and for no other', () => {
  const [table = ''] = pageOf('commands.md').split(/^## /m, 1);
  const shown = [...table.matchAll(/^\| `([a-z]+(?: [a-z]+)?)/gm)].map(([, name]) => name);
  const names = Object.values(commandGroups).flat().flatMap(namesOf);
  expect([...new Set(shown)].toSorted()).toEqual(names.toSorted());
});

test('docs/commands.md has a row for each option of run, and for no other', () => {
  const [, table = ''] = /^## Options of `run`$(.*?)^`prove` takes/ms.exec(pageOf('commands.md')) ?? [];
  const shown = [...table.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(Object.keys(runOptions).map(flagOf).toSorted());
  for (const [name, { words }] of Object.entries(runOptions))
    if (words) expect(table).toContain(`\`${flagOf(name)} ${words.join('\\|')}\``);
});

test('docs/first-vendor-run.md names each variable in its settings, and its default', () => {
  const [, section = ''] = /^## Settings$(.*?)^## /ms.exec(pageOf('first-vendor-run.md')) ?? [];
  const shown = new Set([...section.matchAll(/`(RAMP_[A-Z_]+)`/g)].map(([, name]) => name));
  expect([...shown].toSorted()).toEqual(variableNames.toSorted());
  for (const name of variableNames.filter((each) => settingOf(each).budget)) {
    const { fallback } = settingOf(name);
    if (fallback !== undefined) expect(section).toMatch(new RegExp(`\`${name}\` \\(${fallback}\\b`));
  }
});

test('docs/after-an-upgrade.md has a row for each kind of change (vitest -u writes them)', async () => {
  const [before] = pageOf('after-an-upgrade.md').split('| kind | class |');
  const rows = Object.entries(changeKinds).map(([id, [drift, meaning]]) => `| \`${id}\` | ${drift} | ${meaning} |\n`);
  const page = `${before}| kind | class | what |\n|---|---|---|\n${rows.join('')}`;
  await expect(page).toMatchFileSnapshot(join(root, 'docs/after-an-upgrade.md'));
});

test('docs/reasons.md has a row for each code of a reason (vitest -u writes them)', async () => {
  const [before] = pageOf('reasons.md').split('| code |');
  const words = { user: 'you', service: 'the service', 'nothing to judge': 'nobody' } as const;
  const rows = Object.entries(reasonCodes).map(
    ([code, row]) => `| \`${code}\` | ${'by' in row ? words[row.by] : 'nobody: report it'} | ${row.means} |\n`,
  );
  const page = `${before}| code | who can change it | means |\n|---|---|---|\n${rows.join('')}`;
  await expect(page).toMatchFileSnapshot(join(root, 'docs/reasons.md'));
});

test('each promise of docs/security.md names tests that there are, and SECURITY.md promises nothing else', () => {
  const rows = pageOf('security.md')
    .split('\n')
    .filter((line) => /^\| (?!promise |---)/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const named = [...row.matchAll(/`([\w./-]+\.test\.ts)`: \*(.+?)\*(?=;| \|)/g)];
    expect(named, row).not.toEqual([]);
    for (const [, file = '', name = ''] of named) expect(readFileSync(join(root, file), 'utf8'), file).toContain(name);
  }
  expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).not.toMatch(/^\||^- /m);
});

const promises = requirements.filter(isPromise).length;
const firmOf = (firmness: string): number =>
  requirements.filter((requirement) => requirement.firmness === firmness).length;

/** A whole run against a service of others, with the settings that are the defaults. */
const wholeRun = (profile: Profile) => {
  const budgets = { maxRequests: Number(settingOf('RAMP_MAX_REQUESTS').fallback), requestsPerSecond: 10 };
  return boundsFor({ embedded: false, budgets } as Target, { profile });
};
const [smoke, gate, deep] = [wholeRun('smoke'), wholeRun('gate'), wholeRun('deep')];
const announced = `about ${gate.expected} requests in about ${gate.expected / 10} s, at most ${gate.requests}`;

/** What the pages say with numbers, by what the code says. */
test.each([
  ['docs/conforms.svg', `${promises} promises (stated, implied): ${promises} kept`],
  ['docs/conforms.svg', `${firmOf('shown')} examples (shown): ${firmOf('shown')} as shown`],
  ['docs/conforms.svg', `${firmOf('silent')} open questions (silent): ${firmOf('silent')} observed`],
  ['README.md', `every stated requirement, about ${smoke.expected} requests`],
  ['README.md', `about ${gate.expected} requests, ${gate.expected / 10} seconds at 10 a second`],
  ['README.md', `about ${gate.expected} requests, among them up to ${gate.accepted} orders`],
  ['README.md', `\`smoke\` about ${smoke.expected}, and up to\n${smoke.accepted} such orders`],
  ['docs/first-vendor-run.md', `every stated requirement with about ${smoke.expected} requests`],
  ['docs/first-vendor-run.md', announced],
  ...[smoke, gate, deep].map(({ expected, requests, accepted }) => [
    'docs/verdicts.md',
    `| about ${expected}, at most ${requests} | up to ${accepted} |`,
  ]),
] as [string, string][])('%s says: %s', (page, text) => {
  expect(readFileSync(join(root, page), 'utf8')).toContain(text);
});

test('the pictures of README.md show each endpoint with its counts (npm run counts renews them)', () => {
  const picture = pageOf('conforms.svg').replace(/<[^>]+>/g, '');
  const rows = [...picture.matchAll(/^ ?\d+ ([a-z.-]+) +(\d+) +· +(\d+|·) +(\d+|·)$/gm)];
  expect(rows.length).toBe(operationIds.length);
  for (const [, id, ...counts] of rows) {
    const own = requirements.filter((it) => endpointOf(it.id) === id);
    const held = ['shown', 'silent'].map((kind) => own.filter(({ firmness }) => firmness === kind).length);
    expect(counts.map((count) => (count === '·' ? 0 : Number(count)))).toEqual([own.filter(isPromise).length, ...held]);
  }
});

const inWords = ['fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'];

const endpointRows = operationIds.map((id) => {
  const { number, method, path } = operationOf(id);
  return `| ${number} | \`${method} ${path}\` | \`${id}\` |\n`;
});

/** A page with the counts and the endpoints of the catalogue; its example leaves out the restricted key, which every endpoint asks for. */
const counted = (page: string): string => {
  const own = requirements.filter((it) => it.operations.includes('subaccount.read') && !isOfWholeService(it)).length;
  return page
    .replace(
      /(\d+) of (\d+)(?= promises (?:kept|could))/g,
      (_, some, all) => `${promises - (Number(all) - Number(some))} of ${promises}`,
    )
    .replace(/((?:of|all) )\d+(?= promises(?! tested))/g, `$1${promises}`)
    .replace(/\d+ of \d+(?= requirements$)/m, `${requirements.length - operationIds.length} of ${requirements.length}`)
    .replace(new RegExp(`\\b(${inWords.join('|')})(?= endpoints)`, 'g'), inWords[operationIds.length - 14] ?? '')
    .replace(/(?<=^\| # \| endpoint \| operation \|\n.*\n)(?:\| \d+ \|.*\n)+/m, endpointRows.join(''))
    .replace(/(?<=\d of )\d+(?= endpoints)/g, String(operationIds.length))
    .replace(/\d+(?= requirements\)$)/m, String(operationIds.length))
    .replace(/(?<=gets at most )\d+(?= wrong keys in a run)/, String(maxWrongKeys))
    .replace(/(?<=(?:stated requirement(?:,| with)|`smoke`) about )\d+/g, String(smoke.expected))
    .replace(/(?<=^\| `smoke` \|.*about )\d+, at most \d+(?= \| up)/m, `${smoke.expected}, at most ${smoke.requests}`)
    .replace(/(?<=^ +1 GET .*)\d+ of +\d+(?= +1 lacks)/m, `${own - 1} of ${String(own).padStart(3)}`);
};

const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((page) => page.endsWith('.md'))
  .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))
  .filter(({ text }) => / promises |^Will be tested|^\| # \| endpoint| endpoints:/m.test(text));

test.each(pages)('$page counts what the catalogue holds (npm run counts writes it)', async ({ page, text }) => {
  await expect(counted(text)).toMatchFileSnapshot(join(root, page));
});
