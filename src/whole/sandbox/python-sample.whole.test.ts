import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { packageRoot } from '../../cli/own-package.ts';
import { runInProcess } from '../../testing/in-process.test.support.ts';

const lacks = 'python3 of 3.10 or later is not installed';

const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;

async function gateOn(deviation: string) {
  const program = join(packageRoot, 'examples/python/service.py');
  const env = { PATH: process.env.PATH, DEVIATION: deviation };
  const child = spawn('python3', [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const settings: Record<string, string> = {};
    for await (const line of createInterface(child.stdout)) {
      const [name = '', value = ''] = line.split('=', 2);
      settings[name] = value;
      if (name === 'RAMP_WITHDRAWAL_ID') break;
    }
    return (await runInProcess(settings, { profile: 'gate' })).verdict;
  } finally {
    child.kill();
  }
}

test('a service in another language, written from the document alone, conforms', async ({ skip }) => {
  skip(!hasPython, lacks);
  const { verdict, exitCode, coverage } = await gateOn('');
  expect([verdict, exitCode]).toEqual(['conforms', 0]);
  expect(coverage.judged).toBe(coverage.judgeable);
});

test.for<[string, string[]]>([
  ['short-conversions', ['conversion.list/writes-its-amounts', 'conversion.read/writes-its-amounts']],
  ['any-asset', ['onramp.initiate/refuses-an-unlisted-asset']],
  [
    'unverified-orders',
    ['deposit.simulate', 'onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'].flatMap((operation) => [
      `${operation}/refuses-without-approved-kyc`,
      `${operation}/refuses-a-business-without-approved-kyc`,
    ]),
  ],
])('its deviation %s is found', async ([deviation, broken], { skip }) => {
  skip(!hasPython, lacks);
  const { exitCode, requirements } = await gateOn(deviation);
  expect(exitCode).toBe(1);
  const deviating = requirements.filter(({ outcome }) => outcome === 'deviates').map(({ id }) => id);
  expect(deviating).toEqual(expect.arrayContaining(broken));
});
