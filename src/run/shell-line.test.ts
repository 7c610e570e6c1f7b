import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellLine, shellWord } from './shell-line.ts';

const acting = 'a$(touch hit)`touch hit`"; touch hit #\'; touch hit; \\ !! $HOME';

test.each(['sh', 'bash'])('nothing of a request or of a setting acts in %s', (shell) => {
  const cwd = mkdtempSync(join(tmpdir(), 'ramp-shell-line-'));
  const request = {
    method: 'GET',
    path: `/v2/${acting}/<the offramp>`,
    headers: { 'x-api-key': '<a key with full access>', cookie: acting },
  };
  const line = shellLine(request) ?? '';
  const env = { RAMP_BASE_URL: 'http://x', RAMP_API_KEY: acting, RAMP_OFFRAMP_ID: acting };
  const out = execFileSync(shell, ['-c', `curl() { printf '%s\\0' "$@"; }; ${line}`], {
    cwd,
    env: { ...env, PATH: process.env.PATH },
    // With a socket as its input, bash reads the settings of its user.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const given = out.toString().split('\0');
  expect(given).toContain(`x-api-key: ${acting}`);
  expect(given).toContain(`cookie: ${acting}`);
  expect(given).toContain(`http://x/v2/${acting}/${acting}`);
  expect(existsSync(join(cwd, 'hit'))).toBe(false);
});

test('a name in a command that is shown stays one word', () => {
  const words = [acting, 'v2.3', '2026-11-01', '', 'two words', '~', '*'];
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${words.map(shellWord).join(' ')}`]).toString();
  expect(printed.split('\0')).toEqual([...words, '']);
});

test('a request that needs more than settings, or is an order, has no line', () => {
  const request = { method: 'GET', path: '/v2', headers: { 'x-api-key': '<an invalid key>' } };
  expect(shellLine(request)).toBeUndefined();
  expect(shellLine({ ...request, method: 'POST', headers: {} })).toBeUndefined();
  expect(shellLine({ ...request, headers: { 'x-api-key': '' } })).toContain('-H "x-api-key;"');
});
