import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../cli/own-package.ts';
import { useBuilt } from '../../testing/built.test.support.ts';
import { newFolder } from '../../testing/terminal.test.support.ts';

const readme = readFileSync(join(packageRoot, 'examples/vendor/README.md'), 'utf8');
const lines = [...readme.matchAll(/^\$ (.+)$/gm)].map(([, line = '']) => line);

const built = useBuilt();

/** A stand-in for npx, which would look for the package: the command, its exit code and what deviates. */
const shell = (main: string): string => `npx() {
  shift
  until [ -s .env.vendor ]; do sleep 0.1; done
  "${process.execPath}" "${main}" "$@"
  echo "exit code of $1: $?"
  [ "$1" != doctor ] || return 0
  rm .env.vendor
  "${process.execPath}" -e '
    const { requirements } = JSON.parse(fs.readFileSync("reports/vendor/verdict.json", "utf8"));
    for (const { id, outcome } of requirements) if (/deviates|drifts|no-result/.test(outcome)) console.log(outcome, id);
  '
}
`;

test.skipIf(process.platform === 'win32')(
  'the lines of the page find the two defects, and none where they are mended',
  () => {
    expect(lines).toHaveLength(10);
    const folder = newFolder();
    symlinkSync(join(packageRoot, 'examples'), join(folder, 'examples'), 'dir');
    const script = shell(built.main) + lines.slice(1).join('\n');
    const { stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
    });
    const said = stdout.match(/^(exit code of|deviates|drifts|no-result) .*/gm);
    expect(said, stderr).toEqual([
      'exit code of doctor: 0',
      'exit code of run: 1',
      'deviates lightning-offramp.initiate/refuses-without-approved-kyc',
      'deviates lightning-offramp.initiate/refuses-a-business-without-approved-kyc',
      'deviates offramp.read/keeps-to-its-subaccount',
      'exit code of run: 0',
    ]);
    expect(stdout.match(/^### \d+\.\d+ /gm)).toHaveLength(3);
    expect(stdout).toMatch(/^Conforms: all \d+ promises kept\./m);
  },
);
