import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useBuilt } from '../../testing/built.test.support.ts';

const built = useBuilt();

describe.runIf(existsSync('/dev/full') && existsSync('/bin/bash'))('what nobody could read', () => {
  const shell = (line: string) =>
    spawnSync('/bin/bash', ['--norc', '-c', `set -o pipefail; node dist/bundle/main.js ${line}`], {
      cwd: built.folder,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });

  test.each([
    ['requirements > /dev/full', 3, 'ENOSPC'],
    ['--help > /dev/full', 3, 'ENOSPC'],
    ['requirements --json | head -1', 3, 'EPIPE'],
    ['run --only taxonomy.list --profile smoke --json > /dev/full', 3, 'ENOSPC'],
    ['doctor --json > /dev/full', 3, 'ENOSPC'],
    ['prove --only taxonomy.list/answers-with-its-record > /dev/full', 3, 'ENOSPC'],
    ['run --json --base-url "" > /dev/full', 2, 'ENOSPC'],
  ])('%s ends with %i', (line, code, why) => {
    const { status, stderr } = shell(line);
    expect(stderr).toContain(`ramp-conformance: standard output could not be written (${why})`);
    expect(status).toBe(code);
  });

  test('a reader that takes all is none of them', () => {
    expect(shell('requirements | tail -1')).toMatchObject({ status: 0, stderr: '' });
  });
});
