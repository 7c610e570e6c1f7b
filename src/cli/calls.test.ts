import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requirements, unobservable } from '#contract';
import { verdictSchema } from '#reporting';
import { newFolder, perform, recordedTerminal } from '../testing/terminal.test.support.ts';
import { listenHttp } from '../testing/wire.test.support.ts';
import { packageRoot } from './own-package.ts';

const serveRefusals = async (): Promise<string> => {
  const { port, close } = await listenHttp((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Unauthorized","message":"no"}');
  });
  onTestFinished(close);
  return `http://127.0.0.1:${port}`;
};

test('--env-file is refused with what takes its place', async () => {
  for (const name of ['--env-file=.env', '--env-file-if-exists'])
    await expect(perform('doctor', recordedTerminal([name]))).rejects.toThrow(/Node\.js itself reads.* --settings/);
});

describe('run', () => {
  test('a target that refuses the key is inconclusive, and no older verdict stays', async () => {
    const env = { RAMP_API_KEY: 'a-key-of-a-test', RAMP_BASE_URL: await serveRefusals() };
    const terminal = recordedTerminal(['--only', 'rails', '--reports', 'out', '--json'], { env });
    expect(await perform('run', terminal)).toBe(3);
    const verdict = verdictSchema.parse(JSON.parse(terminal.written.out));
    expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3, requests: { sent: 0 } });
    expect(verdict.counts['no-result']).toBe(requirements.filter(({ tag }) => tag === 'rails').length);
    expect(terminal.written.err).toContain('refuses the key in RAMP_API_KEY');
    expect(JSON.parse(readFileSync(join(terminal.cwd, 'out/verdict.json'), 'utf8'))).toEqual(verdict);
    const again = recordedTerminal(['--reports', 'out'], { cwd: terminal.cwd });
    expect(await perform('report', again)).toBe(0);
    expect(again.written.out).toContain('compliance.html');
  });

  test.each<[string[], RegExp]>([
    [['--seed', 'x'], /--seed must be `random`, or a whole number/],
    [['--seed', '99999999999'], /--seed must be `random`, or a whole number/],
    [['--only', 'nothing-of-the-kind'], /--only/],
    [['--base-url', 'http://example.com'], /--base-url cannot be used/],
    [['--reports', 'file/below'], /--reports cannot be used/],
  ])('refused before any request: %j', async (args, message) => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'file'), '');
    await expect(perform('run', recordedTerminal(args, { cwd }))).rejects.toThrow(message);
  });
});

test('requirements lists all, and as JSON also what cannot be observed', async () => {
  const table = recordedTerminal([]);
  await perform('requirements', table);
  for (const { id, claim } of requirements) {
    expect(table.written.out).toContain(id);
    expect(table.written.out).toContain(claim);
  }
  const tags = [...new Set(requirements.map(({ tag }) => tag))].toSorted();
  expect(table.written.out).toContain(`\nTags, for --only, --require and leaveOut: ${tags.join(', ')}\n`);
  expect(readFileSync(join(packageRoot, 'docs', 'commands.md'), 'utf8')).toContain(
    `You can also name a tag (${tags.map((tag) => `\`${tag}\``).join(', ')})`,
  );
  const json = recordedTerminal(['--json']);
  await perform('requirements', json);
  const printed = JSON.parse(json.written.out);
  expect(printed).toMatchObject({ requirements, unobservable });
});

test('explain shows a requirement, or what may have been meant', async () => {
  const terminal = recordedTerminal(['rails/named-takes-wire']);
  expect(await perform('explain', terminal)).toBe(0);
  expect(terminal.written.out).toMatch(
    /over WIRE is accepted[\s\S]*stated[\s\S]*POST \/v2[\s\S]*--only rails\/named-takes-wire/,
  );
  for (const [id, suite] of [
    ['onramp.initiate/echoes-the-asset', 'suites/endpoints/onramp.test.ts'],
    ['balances.read/refuses-a-missing-key', 'suites/rules/authentication.test.ts'],
  ] as const) {
    const explained = recordedTerminal([id]);
    await perform('explain', explained);
    expect(explained.written.out).toMatch(new RegExp(`^Test {7}${suite}:\\d+$`, 'm'));
  }
  await expect(perform('explain', recordedTerminal(['rails/named-takes-wires']))).rejects.toThrow(/did you mean/);
  await expect(perform('explain', recordedTerminal([]))).rejects.toThrow(/takes a requirement/);
});

test('report needs a verdict', async () => {
  await expect(perform('report', recordedTerminal([]))).rejects.toThrow(
    /does not exist; ramp-conformance run writes it/,
  );
});

test('sandbox serves until a signal, and its settings are an .env', async () => {
  const terminal = recordedTerminal([]);
  const serving = perform('sandbox', terminal);
  while (!terminal.written.err.includes('until interrupted')) await immediate();
  const url = /RAMP_BASE_URL=(.*)\n/.exec(terminal.written.out)?.[1] ?? '';
  expect((await fetch(`${url}/v1/ramp/banking/balances`)).status).toBe(401);
  process.emit('SIGTERM');
  expect(await serving).toBe(0);
  await expect(perform('sandbox', recordedTerminal(['--port', '70000']))).rejects.toThrow(
    /--port must be a whole number/,
  );
});
