import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Facts } from '#baseline';
import { reportsWith, verdictOn } from '../../reporting/example.test.support.ts';
import { commandHere } from '../testing/terminal.test.support.ts';

const built = commandHere();

const folder = join(built.folder, 'reports');

const acceptAfter = (facts: Facts, ...args: string[]) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdictOn(reportsWith(), { facts })));
  return built.run(['baseline', 'accept', 'vendor', ...args], { PATH: process.env.PATH ?? '' });
};

test('what is accepted is shown before it is written, by paths below the folder of reports', async () => {
  const first = await acceptAfter({
    'balances.read': { $: 'object', '$.id': 'uuid req' },
    'taxonomy.list': { $: 'array' },
  });
  expect(first).toEqual({
    code: 0,
    err: '',
    out: [
      '3 facts of 2 endpoints; nothing was accepted as vendor before',
      'wrote baselines/vendor/balances.read.json',
      'wrote baselines/vendor/taxonomy.list.json',
      '2 files written, 0 already the same',
      '',
    ].join('\n'),
  });
  expect(existsSync(join(folder, 'baselines/vendor/taxonomy.list.json'))).toBe(true);
  const changed = {
    'balances.read': { $: 'object', '$.id': 'text req' },
    'taxonomy.list': { $: 'object' },
  };
  const one = await acceptAfter(changed, '--only', 'balances.read');
  expect(one.out).toMatch(
    /^breaks +balances\.read +\$\.id +\(format-changed\)\n *- uuid req\n *\+ text req\nDrift from the baseline vendor: 1 change breaks clients\nwrote baselines\/vendor\/balances\.read\.json\n1 file written, 0 already the same\n$/,
  );
  const rest = await acceptAfter(changed);
  expect(rest.out).not.toContain('balances.read');
  expect(rest.out).not.toContain('The next run');
  expect(rest.out).toContain('wrote baselines/vendor/taxonomy.list.json\n1 file written, 1 already the same\n');
});

test('a state that nothing knows is shown where a person says so', async () => {
  const facts = { 'conversion.read': { $: 'object', '$.status': 'another value or enum:completed req' } };
  const shown = await acceptAfter(facts, '--show', 'on_hold');
  expect(shown.out).toContain('+ enum:completed|on_hold req\n');
  expect(shown.out).toMatch(/already the same\nThe next run with --baseline vendor shows it; .*diff/);
  const file = readFileSync(join(folder, 'baselines/vendor/conversion.read.json'), 'utf8');
  expect(JSON.parse(file).facts['$.status']).toBe('enum:completed|on_hold req');
  for (const [value, why] of [
    ['Maria Silva', '--show takes a word such as on_hold'],
    ['on_hold', 'observed no value that is not shown'],
  ] as const) {
    const known = value === 'on_hold' ? { 'conversion.read': { $: 'object' } } : facts;
    const refused = await acceptAfter(known, '--show', value);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(why) });
    expect(refused.err).not.toContain('Maria');
  }
});

test('what CI has seen is accepted at the desk, from its folder or its file', async () => {
  const kept = join(built.folder, 'from-ci');
  mkdirSync(kept, { recursive: true });
  const facts = { 'balances.read': { $: 'object', '$.id': 'uuid req' } };
  writeFileSync(join(kept, 'verdict.json'), JSON.stringify(verdictOn(reportsWith(), { facts })));
  const accept = (from: string, name: string) =>
    built.run(['baseline', 'accept', name, '--reports', 'desk', '--from', from], {
      PATH: process.env.PATH ?? '',
    });
  const folderGiven = await accept('from-ci', 'one');
  expect(folderGiven).toMatchObject({ code: 0, err: '' });
  expect(folderGiven.out).toMatch(/^The run of .+ that began 20\d\d-.*\n2 facts of 1 endpoint/);
  const fileGiven = await accept('from-ci/verdict.json', 'two');
  expect(fileGiven.code).toBe(0);
  const textOf = (name: string) =>
    readFileSync(join(built.folder, `desk/baselines/${name}/balances.read.json`), 'utf8');
  expect(textOf('one')).toBe(textOf('two'));
  expect(await accept('nowhere.json', 'three')).toMatchObject({
    code: 2,
    err: expect.stringContaining('nowhere.json does not exist'),
  });
  writeFileSync(join(kept, 'verdict.json'), '{}');
  expect(await accept('from-ci', 'three')).toMatchObject({
    code: 2,
    err: expect.stringContaining('is no verdict of this version'),
  });
});
