import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type Built, buildCommand } from './built.test.support.ts';

const script = `
const [{ startSandbox }, { openTarget, readSettings }, { runSuites }] = await Promise.all(
  ['sandbox/index', 'target/index', 'cli/vitest'].map((file) => import('./dist/src/' + file + '.js')),
);
for (const seed of process.argv.slice(2).map(Number)) {
  const sandbox = await startSandbox();
  const env = { ...sandbox.settings, RAMP_QUIET_ACCOUNT: 'true' };
  const { target, close } = await openTarget(readSettings({ options: {}, cwd: import.meta.dirname, env }));
  const order = [];
  const reporters = [{ onTestCaseReady: ({ name }) => order.push(name) }];
  const { reports } = await runSuites({ target, seed, profile: 'gate', shuffled: seed > 0 || undefined }, { reporters });
  await close();
  await sandbox.close();
  const told = reports.map(({ requirement, findings, broken, untested }) => ({
    requirement, findings: findings.map(({ code }) => code), broken: broken?.code, untested,
  }));
  process.stdout.write(JSON.stringify({ seed, order, told }) + '\\n');
}
process.exit(0);
`;

interface Ordered {
  readonly order: readonly string[];
  readonly told: readonly { readonly requirement: string }[];
}

let built: Built;

beforeAll(async () => {
  built = await buildCommand();
});

const byName = ({ told }: Ordered) => told.toSorted((a, b) => a.requirement.localeCompare(b.requirement));

test('the order of the tests changes no outcome', async () => {
  const file = join(built.folder, 'shuffle.mjs');
  writeFileSync(file, script);
  const seeds = ['0', '1', '2', '3'];
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...seeds], {
    cwd: built.folder,
    maxBuffer: 256 * 1024 * 1024,
  });
  const [plain, ...shuffled] = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"seed"'))
    .map((line) => JSON.parse(line) as Ordered);
  if (plain === undefined) throw new Error('nothing ran');
  expect(shuffled).toHaveLength(3);
  expect(plain.told.length).toBeGreaterThan(350);
  for (const run of shuffled) {
    expect(run.order).not.toEqual(plain.order);
    expect(byName(run)).toEqual(byName(plain));
  }
});
