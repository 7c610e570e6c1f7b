import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHistory, verdictSchema } from '#reporting';
import { newFolder, perform, recordedTerminal } from '../testing/terminal.test.support.ts';
import { run } from './run.ts';

const vendor = {
  settings: { RAMP_BASE_URL: 'http://127.0.0.1:1' },
  keys: { full: 'VENDOR_API_KEY' },
};

const folderWith = (targets: unknown): string => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'ramp-conformance.json'), JSON.stringify({ profile: 'smoke', targets }));
  return cwd;
};

test('every target is run into a separate folder, and one page shows all', async () => {
  const cwd = folderWith({
    staging: vendor,
    sandbox: { settings: {} },
    vendor: { ...vendor, keys: { full: 'OTHER_API_KEY' } },
  });
  const env = { OTHER_API_KEY: 'key-of-a-vendor', RAMP_API_KEY: 'key-of-nobody' };
  const args = ['--all-targets', '--only', 'taxonomy.list/has-its-members', '--reports', 'out', '--quiet'];
  const terminal = recordedTerminal(args, { cwd, env });
  // The vendor's port answers nobody, which is worse than a target that is not run.
  expect(await perform(run, terminal)).toBe(3);
  const verdictOf = (name: string) =>
    verdictSchema.parse(JSON.parse(readFileSync(join(cwd, 'out', name, 'verdict.json'), 'utf8')));
  expect(['staging', 'sandbox', 'vendor'].map((name) => verdictOf(name).verdict)).toEqual([
    'refused',
    'conforms-in-part',
    'inconclusive',
  ]);
  // A run that was refused is no run to look back at.
  const keptOf = (name: string) => readHistory(join(cwd, 'out', name)).runs.map(({ runId }) => runId);
  expect(keptOf('sandbox')).toEqual([verdictOf('sandbox').runId]);
  expect(keptOf('vendor')).toEqual([verdictOf('vendor').runId]);
  expect(keptOf('staging')).toEqual([]);
  const { out, err } = terminal.written;
  expect(err).toMatch(/refused\n {2}VENDOR_API_KEY is not set/);
  expect(out).toMatch(/^staging: Refused: nothing was tested\. Exit code 2, reports: out\/staging$/m);
  expect(out).toMatch(
    /^sandbox: Conforms in part: all 1 promise tested .*\. Exit code 0, reports: out\/sandbox$/m,
  );
  expect(out).toMatch(
    /^vendor: Inconclusive: .*\. Exit code 3, reports: out\/vendor\n {2}all targets: out\/targets/m,
  );
  const page = readFileSync(join(cwd, 'out/targets.html'), 'utf8').replaceAll('\n', '');
  expect(page).toMatch(
    /<th scope="col">Endpoint<\/th><th scope="col">sandbox<\/th><th scope="col">vendor<\/th>/,
  );
  expect(page + out + err).not.toMatch(/key-of-/);
  expect(terminal.env).toEqual({});
});

test.each<[string[], unknown, RegExp]>([
  [['--target', 'vendor'], { vendor }, /--target is for one target; leave --all-targets out/],
  [['--json'], { vendor }, /--json is for one target/],
  [[], {}, /--all-targets needs targets in the configuration file/],
])('refused: %j', async (args, targets, message) => {
  const cwd = folderWith(targets);
  const terminal = recordedTerminal(['--all-targets', ...args], { cwd, env: { VENDOR_API_KEY: 'k' } });
  await expect(perform(run, terminal)).rejects.toThrow(message);
  expect(existsSync(join(cwd, 'reports'))).toBe(false);
});

test('two targets with the same reports are refused', async () => {
  const own = { settings: {}, reports: 'same' };
  const both = { one: { ...own, leaveOut: [] }, other: own };
  const args = ['--all-targets', '--only', 'no-such-requirement'];
  const terminal = recordedTerminal(args, { cwd: folderWith(both) });
  await expect(perform(run, terminal)).rejects.toThrow(/other has the reports of another target/);
});
