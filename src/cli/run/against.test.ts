import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Fault } from '#sandbox';
import { startSandbox } from '#sandbox';
import { startGateway } from '../field/gateway.test.support.ts';
import { planted } from '../testing/in-process.test.support.ts';
import { commandHere } from '../testing/terminal.test.support.ts';

interface Service {
  readonly url: string;
  /** All settings, the keys among them; no value of it is one of the other service. */
  readonly settings: Readonly<Record<string, string>>;
  /** Texts that only this service may get. */
  readonly own: readonly string[];
  /** All that it got, as text. */
  readonly got: () => readonly string[];
}

const secretNames = ['RAMP_API_KEY', 'RAMP_RESTRICTED_API_KEY', 'RAMP_OTHER_API_KEY'] as const;

const started: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of started.splice(0)) await close();
});

/** A sandbox with keys, a header and addresses of a separate account, whose requests are written down. */
async function startService(name: string, always?: Fault): Promise<Service> {
  const sandbox = await startSandbox({ ...(always && { always }) });
  const keys = secretNames.map((variable): readonly [own: string, sandboxes: string] => [
    `${name}-${variable}-0123456789`.toLowerCase(),
    sandbox.settings[variable] ?? '',
  ]);
  const gateway = await startGateway(sandbox.baseUrl, (asked, forward) => {
    const key = asked.headers['x-api-key'];
    const known = keys.find(([own]) => own === key)?.[1];
    return forward(
      known === undefined ? asked : { ...asked, headers: { ...asked.headers, 'x-api-key': known } },
    );
  });
  started.push(gateway.close, sandbox.close);
  const settings = {
    ...sandbox.settings,
    RAMP_BASE_URL: gateway.baseUrl,
    RAMP_MONEY_HOST: new URL(gateway.baseUrl).host,
    ...Object.fromEntries(secretNames.map((variable, at) => [variable, keys[at]?.[0] ?? ''])),
    RAMP_HEADERS: `X-Tenant=${name}-tenant`,
    RAMP_ONRAMP_ADDRESS: `${name}-wallet-of-onramps`,
    RAMP_OFFRAMP_SENDER_ADDRESS: `${name}-wallet-of-offramps`,
    RAMP_QUIET_ACCOUNT: 'true',
  };
  return {
    url: gateway.baseUrl,
    settings,
    own: [...keys.map(([own]) => own), `${name}-tenant`, `${name}-wallet`, new URL(gateway.baseUrl).host],
    got: () =>
      gateway.passed.map(
        ({ path, headers, body }) => `${path}\n${JSON.stringify(headers)}\n${body.toString()}`,
      ),
  };
}

const referencesIn = (file: string): readonly string[] => [
  ...new Set(readFileSync(file, 'utf8').match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g)),
];

/** Each got nothing that belongs to the other. */
const expectApart = (one: Service, other: Service): void => {
  expect(one.got().length).toBeGreaterThan(100);
  for (const text of one.got()) for (const foreign of other.own) expect(text).not.toContain(foreign);
};

const env = { PATH: process.env.PATH ?? '' };
const scope = ['--profile', 'smoke', '--seed', '7', '--reports', 'reports'];
const fault = 'withdrawal.read/amount/null';

test('two releases are held to the document, and what the later one broke is named, in one command', async () => {
  const built = commandHere();
  const [before, after] = [await startService('yesterday'), await startService('today', planted(fault))];
  const { RAMP_API_KEY, RAMP_RESTRICTED_API_KEY, RAMP_OTHER_API_KEY, RAMP_HEADERS, ...settings } =
    before.settings;
  const keys = {
    full: 'OLD_KEY',
    restricted: 'OLD_RESTRICTED_KEY',
    other: 'OLD_OTHER_KEY',
    headers: 'OLD_HEADERS_SECRET',
  };
  const choices = { targets: { yesterday: { settings, keys } } };
  writeFileSync(join(built.folder, 'ramp-conformance.json'), JSON.stringify(choices));
  const secrets = {
    OLD_KEY: RAMP_API_KEY ?? '',
    OLD_RESTRICTED_KEY: RAMP_RESTRICTED_API_KEY ?? '',
    OLD_OTHER_KEY: RAMP_OTHER_API_KEY ?? '',
    OLD_HEADERS_SECRET: RAMP_HEADERS ?? '',
  };
  const ended = await built.run(['run', ...scope, '--against', 'yesterday', '--release', '2.15'], {
    ...env,
    ...after.settings,
    ...secrets,
  });
  expect(ended).toMatchObject({ code: 1, err: '' });
  expect(ended.out).toContain('withdrawal.read/');
  expect(ended.out).toMatch(/wrote reports\/compare\.html\n$/);
  expectApart(before, after);
  expectApart(after, before);
  const ledgers = ['reports-against', 'reports'].map((folder) =>
    referencesIn(join(built.folder, folder, 'ledger.jsonl')),
  );
  const [old = [], now = []] = ledgers;
  expect(old.filter((reference) => after.got().some((text) => text.includes(reference)))).toEqual([]);
  expect(old.length).toBeGreaterThan(5);
  expect(now.length).toBeGreaterThan(5);
  for (const word of [...before.own.slice(0, 2), ...after.own.slice(0, 2)])
    expect(ended.out).not.toContain(word);
});

test('a url has its settings in a file, and gets nothing of the environment; alike services end in 0', async () => {
  const built = commandHere();
  const [before, after] = [await startService('staging'), await startService('current')];
  const { RAMP_BASE_URL: url = '', ...settings } = before.settings;
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(built.folder, 'other.env'), lines.join('\n'));
  const against = ['--against', url, '--against-settings', 'other.env', '--json'];
  const ended = await built.run(['run', ...scope, ...against], { ...env, ...after.settings });
  expect(ended.code).toBe(0);
  // The comparison is all that a program reads; both runs are printed for a person.
  expect(JSON.parse(ended.out)).toMatchObject({ format: 1, service: [] });
  expect(ended.err).toContain('nothing changed');
  expectApart(before, after);
  expectApart(after, before);
});

test.each([
  [['--against', 'http://127.0.0.1:1'], /needs --against-settings/],
  [['--against-settings', 'other.env'], /goes with --against and a url/],
  [['--against', 'vendor', '--all-targets'], /--all-targets does not go with --against/],
  [['--against', 'nobody'], /nobody is no target|no target/],
  [['--against', 'vendor', '--target', 'vendor'], /which the run is against already/],
])('refused before any request: %j', async (args, message) => {
  const built = commandHere();
  const vendor = { settings: { RAMP_BASE_URL: 'http://127.0.0.1:1' }, keys: { full: 'VENDOR_KEY' } };
  writeFileSync(join(built.folder, 'ramp-conformance.json'), JSON.stringify({ targets: { vendor } }));
  const ended = await built.run(['run', ...args], { ...env, VENDOR_KEY: 'key-of-a-vendor' });
  expect(ended.code).toBe(2);
  expect(ended.err).toMatch(message);
  expect(existsSync(join(built.folder, 'reports-against/verdict.json'))).toBe(false);
});
