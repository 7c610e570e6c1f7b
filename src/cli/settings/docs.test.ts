import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingOf, variableNames } from '#target';
import { rowsOf } from '../command.ts';
import { run } from '../run/run.ts';

const pageOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');

test('docs/commands.md has a row for each option of run, and for no other', () => {
  const [, table = ''] = /^## Options of `run`$(.*?)^`prove` takes/ms.exec(pageOf('commands.md')) ?? [];
  const shown = [...table.matchAll(/^\| `--([a-z-]+)/gm)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(Object.keys(run.options).toSorted());
  for (const { name, words } of rowsOf(run.options))
    if (words) expect(table).toContain(`\`--${name} ${words.join('\\|')}\``);
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
