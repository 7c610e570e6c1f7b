import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useBuilt } from '../testing/built.test.support.ts';

const root = resolve(import.meta.dirname, '../../..');
const built = useBuilt();

/** Puts a requirement that no service keeps into a copy of the command. */
async function addRequirement(): Promise<void> {
  const dist = join(built.folder, 'dist');
  const shared = realpathSync(dist);
  rmSync(dist);
  cpSync(shared, dist, { recursive: true });
  const claims = join(dist, 'src/contract/endpoints/balances.js');
  const added = "export const requirements = [consistency.stated('are-refused', 'Balances are refused.'),";
  const text = readFileSync(claims, 'utf8');
  writeFileSync(claims, text.replace('export const requirements = [', added));
  appendFileSync(
    join(dist, 'suites/endpoints/balances.test.js'),
    "\nimport { refused } from '#checks';\nconformanceTest('balances.read/are-refused', repliesOf('balances.read'), refused({ status: 400 }));\n",
  );
  const rolldown = [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', join(root, 'rolldown.config.js')];
  await promisify(execFile)(process.execPath, rolldown, { cwd: built.folder });
}

test('a requirement that a newer version adds turns no gate red that has chosen an older set', async () => {
  await addRequirement();
  const only = ['are-refused', 'has-its-members'].flatMap((name) => ['--only', `balances.read/${name}`]);
  const runBy = (...set: readonly string[]) =>
    built.run(['run', '--quiet', ...only, ...set], { PATH: process.env.PATH ?? '' });
  const newest = await runBy();
  expect(newest.out).toMatch(/^Does not conform: 1 of \d+ promises broken/);
  expect(newest.code).toBe(1);
  const older = await runBy('--requirements', '0.2.0');
  expect(older.out).toMatch(
    /Younger than the chosen set 0\.2\.0, and not counted: \d+, 1 not met: balances\.read\/are-refused\n/,
  );
  expect(older).toMatchObject({ code: 0, err: '' });
});
