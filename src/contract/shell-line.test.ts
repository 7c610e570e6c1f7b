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
    method: 'POST',
    path: `/v2/${acting}/<the offramp>`,
    headers: { 'x-api-key': '<a key with full access>', 'content-type': acting },
    body: `${acting}<the destination address>`,
  };
  const line = shellLine(request) ?? '';
  const env = { RAMP_BASE_URL: 'http://x', RAMP_API_KEY: acting, RAMP_OFFRAMP_ID: acting, RAMP_ONRAMP_ADDRESS: acting };
  const out = execFileSync(shell, ['-c', `curl() { printf '%s\\0' "$@"; }; ${line}`], {
    cwd,
    env: { ...env, PATH: process.env.PATH },
  });
  const given = out.toString().split('\0');
  expect(given).toContain(`x-api-key: ${acting}`);
  expect(given).toContain(`content-type: ${acting}`);
  expect(given).toContain(`${acting}${acting}`);
  expect(given).toContain(`http://x/v2/${acting}/${acting}`);
  expect(existsSync(join(cwd, 'hit'))).toBe(false);
});

test('a name in a command that is shown stays one word', () => {
  for (const word of [acting, 'v2.3', '2026-11-01', '', 'two words', '~', '*'])
    expect(execFileSync('sh', ['-c', `printf '%s\\0' ${shellWord(word)}`]).toString()).toBe(`${word}\0`);
});

test('each order has a reference of its own', () => {
  const body = '{"client_onramp_reference":"<a new UUID>"}';
  const line = shellLine({ method: 'POST', path: '/v2', headers: {}, body }) ?? '';
  const told = () =>
    execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], {
      env: { PATH: process.env.PATH, RAMP_BASE_URL: 'http://x' },
    }).toString();
  const [one, other] = [told(), told()].map(
    (text) => /^\{"client_onramp_reference":"([\da-fA-F-]{36})"\}$/m.exec(text)?.[1],
  );
  expect(one).toBeDefined();
  expect(other).not.toBe(one);
});

test('a request that needs more than settings has no line', () => {
  const request = { method: 'GET', path: '/v2', headers: { 'x-api-key': '<an invalid key>' } };
  expect(shellLine(request)).toBeUndefined();
  expect(shellLine({ ...request, headers: { 'x-api-key': '' } })).toContain('-H "x-api-key;"');
});
