import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Facts } from '#baseline';
import type { Profile } from '#contract';

/** A run against the sandbox as it is, or as another version that shows a fault or a variation to every request. */
export interface Observed {
  readonly id: string | null;
  readonly facts: Facts;
}

const script = `
const [{ startSandbox }, { faultFinder }, { openTarget, readSettings }, { runSuites }, { factsOf }] = await Promise.all(
  ['sandbox/index', 'faults/index', 'target/index', 'cli/vitest', 'baseline/index'].map((file) =>
    import('./dist/src/' + file + '.js'),
  ),
);
for (const [id, seed, profile = 'smoke'] of JSON.parse(process.argv[2])) {
  const always = id === null ? undefined : faultFinder(id);
  if (id !== null && always === undefined) throw new Error('there is no fault ' + id);
  const sandbox = await startSandbox({ always });
  const env = { ...sandbox.settings, RAMP_QUIET_ACCOUNT: 'true' };
  const { target, close } = await openTarget(readSettings({ options: {}, cwd: import.meta.dirname, env }));
  const { reports } = await runSuites({ target, seed, profile });
  await close();
  await sandbox.close();
  process.stdout.write(JSON.stringify({ id, facts: factsOf(reports, target.facts) }) + '\\n');
}
process.exit(0);
`;

/** Runs the built suites in a process of its own, once for each fault and seed, in the profile `smoke` unless another is named. */
export async function observe(
  folder: string,
  asked: readonly (readonly [id: string | null, seed: number, profile?: Profile])[],
): Promise<readonly Observed[]> {
  const file = join(folder, 'observe.mjs');
  writeFileSync(file, script);
  const { stdout } = await promisify(execFile)(process.execPath, [file, JSON.stringify(asked)], {
    cwd: folder,
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{"id"'))
    .map((line) => JSON.parse(line) as Observed);
}
