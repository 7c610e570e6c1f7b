import { cpSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useBuilt } from '../testing/built.test.support.ts';

const built = useBuilt();

/** Before the first claim about balances, and before its check. */
const additions = [
  [
    /(consistency\S*?\.)shown\("is-of-the-whole-account"/,
    '$1stated("are-refused", "Balances are refused."), $&',
  ],
  [
    /(?<=\n)(conformanceTest\S*?\()"balances\.read\/is-of-the-whole-account", \S+?\((\w+\$?\d*\("balances\.read"\))(?=[\s\S]+?, (refused\$?\d*)\()/,
    '$1"balances.read/are-refused", $2, $3({ status: 400 }));\n$&',
  ],
] as const;

/** Puts a requirement that no service keeps into a copy of the command, where each program of it holds it. */
function addRequirement(): void {
  const dist = join(built.folder, 'dist');
  const shared = realpathSync(dist);
  rmSync(dist);
  cpSync(shared, dist, { recursive: true });
  const bundle = join(dist, 'bundle');
  const changed = readdirSync(bundle)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => {
      const text = readFileSync(join(bundle, name), 'utf8');
      const added = additions.reduce((old, [pattern, by]) => old.replace(pattern, by), text);
      if (added !== text) writeFileSync(join(bundle, name), added);
      return added === text ? [] : [name.replace(/-.*/, '')];
    });
  expect(changed).toEqual(expect.arrayContaining(['contract', 'suites.js']));
}

test('a requirement that a newer version adds turns no gate red that has chosen an older set', async () => {
  addRequirement();
  const only = ['are-refused', 'has-its-members'].flatMap((name) => ['--only', `balances.read/${name}`]);
  const older = await built.run(['run', '--quiet', ...only, '--requirements', '0.2.0'], {
    PATH: process.env.PATH ?? '',
  });
  expect(older.out).toMatch(
    /Younger than the chosen set 0\.2\.0, and not counted: \d+, 1 not met: balances\.read\/are-refused\n/,
  );
  expect(older).toMatchObject({ code: 0, err: '' });
});
