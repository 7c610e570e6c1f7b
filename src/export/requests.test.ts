import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationIds, operationOf } from '#contract';
import { sandboxKeys, startSandbox } from '#sandbox';
import { curlScript } from './requests.ts';

type Settings = Readonly<Record<string, string>>;

const folder = mkdtempSync(join(tmpdir(), 'ramp-conformance-curl-'));
const script = join(folder, 'requests.sh');

/** Stands for curl where nothing may be sent: prints its arguments. */
const stub = join(folder, 'stub');

beforeAll(() => {
  writeFileSync(script, curlScript());
  mkdirSync(stub);
  writeFileSync(join(stub, 'curl'), '#!/bin/sh\ncat > /dev/null\necho "curl $*"\n');
  chmodSync(join(stub, 'curl'), 0o755);
});

const perform = (settings: Settings, path = process.env.PATH ?? ''): Promise<{ out: string; err: string }> =>
  new Promise((resolve) => {
    execFile('sh', [script], { env: { PATH: path, ...settings } }, (_, out, err) => resolve({ out, err }));
  });

let settings: Settings;
let close: () => Promise<void>;
beforeAll(async () => {
  const sandbox = await startSandbox();
  ({ settings, close } = sandbox);
});
afterAll(() => close());

const ordersAt = async (changed: Settings): Promise<number> => {
  const path = `${stub}${delimiter}${process.env.PATH}`;
  const { out } = await perform({ ...settings, ...changed }, path);
  expect(out.match(/^curl /gm)?.length).toBeGreaterThanOrEqual(10);
  return out.match(/--data/g)?.length ?? 0;
};

describe('the script of requests', () => {
  test('has one line an endpoint, and no value of a setting', () => {
    const text = curlScript();
    const lines = text.split('\n').filter((line) => line.includes('| curl '));
    expect(lines).toHaveLength(operationIds.length);
    for (const [at, id] of operationIds.entries()) {
      const isOrder = lines[at]?.startsWith('orders && ');
      expect([id, isOrder]).toEqual([id, operationOf(id).movesMoney]);
    }
    for (const value of Object.values(settings).filter((each) => each.length > 8))
      expect(text).not.toContain(value);
  });

  test.skipIf(spawnSync('curl', ['--version']).status !== 0)(
    'is answered with success at every endpoint of the sandbox',
    async () => {
      const traced = curlScript().replaceAll("-w '\\n'", "-o /dev/null -w '%{http_code}\\n'");
      writeFileSync(script, traced);
      const { out, err } = await perform(settings);
      writeFileSync(script, curlScript());
      expect(err).toBe('');
      expect(out.trim().split('\n')).toHaveLength(operationIds.length);
      expect(
        out
          .trim()
          .split('\n')
          .filter((status) => !/^2\d\d$/.test(status)),
      ).toEqual([]);
    },
  );

  test('gives the key to no process as an argument', async () => {
    const { out } = await perform(settings, `${stub}${delimiter}${process.env.PATH}`);
    expect(out).not.toContain(sandboxKeys.full);
  });

  test('reaches a service that asks for more than a key as a run does', async () => {
    writeFileSync(join(stub, 'curl'), '#!/bin/sh\ncat\necho "curl $*"\n');
    const network = {
      RAMP_HEADERS: 'X-Tenant=acme, X-Gateway-Token=a=b',
      RAMP_PROXY: 'http://proxy.invalid:3128',
      RAMP_CLIENT_CERT: 'client.pem',
    };
    const { out } = await perform({ ...settings, ...network }, `${stub}${delimiter}${process.env.PATH}`);
    writeFileSync(join(stub, 'curl'), '#!/bin/sh\ncat > /dev/null\necho "curl $*"\n');
    expect(out).toContain(
      `x-api-key: ${sandboxKeys.full}\nX-Tenant: acme\nX-Gateway-Token: a=b\ncurl --proxytunnel --proxy http://proxy.invalid:3128 --cert client.pem --key client.pem -sS`,
    );
  });

  test.each<[Settings, number]>([
    [{}, 4],
    [{ RAMP_BASE_URL: 'https://ramp.invalid' }, 0],
    [{ RAMP_BASE_URL: 'https://ramp.invalid/api', RAMP_MONEY_HOST: 'ramp.invalid' }, 4],
    [{ RAMP_BASE_URL: 'https://ramp.invalid:8443', RAMP_MONEY_HOST: 'ramp.invalid' }, 0],
    [{ RAMP_BASE_URL: 'https://127.0.0.1:x@ramp.invalid' }, 0],
    [{ RAMP_BASE_URL: 'https://127.0.0.1.ramp.invalid' }, 0],
    [{ RAMP_ENVIRONMENT: 'production' }, 0],
  ])('with %j it sends %i orders', async (changed, orders) => {
    expect(await ordersAt(changed)).toBe(orders);
  });
});
