import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingOf, variableNames } from '#target';
import { flagOf } from '../arguments.ts';
import type { CommandRow } from '../command.ts';
import { commandGroups } from '../commands.ts';
import { runOptions } from './options.ts';

const pageOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');

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

test('the tests that docs/security.md names are there', () => {
  const named = pageOf('security.md').match(/(?<=`)[\w./-]+\.test\.ts(?=`)/g) ?? [];
  expect(named.length).toBeGreaterThan(30);
  const root = join(import.meta.dirname, '../../..');
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
