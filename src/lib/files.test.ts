import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder, readPipe } from './files.ts';

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

test('a folder is made with those above it, or an error says why not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-folder-'));
  makeFolder(join(folder, 'a/b'));
  makeFolder(join(folder, 'a/b'));
  writeFileSync(join(folder, 'a/file'), '');
  expect(() => makeFolder(join(folder, 'a/file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(folder, 'a/file/b'))).toThrow('ENOTDIR');
});

test.skipIf(process.platform !== 'linux')('a file system that takes no folder is not asked without end', () => {
  expect(() => makeFolder('/proc/ramp/conformance')).toThrow('ENOENT');
});
