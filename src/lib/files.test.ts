import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPipe } from './files.ts';

test.skipIf(process.platform === 'win32').each([
  ['is silent', 'sleep 60'],
  ['drips', 'while :; do printf x; sleep 0.02; done'],
])('a pipe whose writer %s is not waited for without end', (_, script) => {
  const pipe = join(mkdtempSync(join(tmpdir(), 'ramp-pipe-')), 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  const writer = spawn('sh', ['-c', `exec > "$0"; ${script}`, pipe], { stdio: 'ignore' });
  onTestFinished(() => void writer.kill('SIGKILL'));
  expect(() => readPipe(pipe, 1_000_000, 1_000)).toThrow('is a pipe that did not end within 1 s');
});
