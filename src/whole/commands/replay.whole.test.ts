import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Verdict } from '#reporting';
import { selectRequirements } from '../../cli/settings/selection.ts';
import { runInProcess } from '../../testing/in-process.test.support.ts';
import { commandHere } from '../../testing/terminal.test.support.ts';
import { type FaultyService, startFaultyService } from './replay-service.test.support.ts';

const built = commandHere();
const reports = join(built.folder, 'reports');

const served = async <T>(fault: string | undefined, use: (service: FaultyService) => Promise<T>): Promise<T> => {
  const service = await startFaultyService(fault);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
};

const run = ({ env }: FaultyService, ...args: string[]) =>
  built.run(['run', '--reports', reports, '--seed', '11', ...args], env);

const replay = (id: string, env: Readonly<Record<string, string>>, ...args: string[]) =>
  built.run(['replay', id, '--reports', reports, ...args], env);

const verdictFile = join(reports, 'verdict.json');

const findingsOf = (verdict: Verdict, requirement: string) =>
  verdict.requirements.find(({ id }) => id === requirement)?.findings ?? [];

const lastVerdict = (): Verdict => JSON.parse(readFileSync(verdictFile, 'utf8'));

const findingIn = (requirement: string) => findingsOf(lastVerdict(), requirement)[0];

/** Adds the finding of another operation whose claim is the same. */
const repeatFinding = (requirement: string, id: string): void => {
  const verdict = lastVerdict();
  const findings = findingsOf(verdict, requirement);
  findings.push(...findings.slice(0, 1).map((first) => ({ ...first, id })));
  writeFileSync(verdictFile, JSON.stringify(verdict));
};

const requirement = 'offramp.list/holds-through-a-sequence';

describe('what only a sequence shows', () => {
  let service: FaultyService;
  let found: Awaited<ReturnType<typeof run>>;
  let id: string;

  beforeAll(async () => {
    service = await startFaultyService(
      'offramp.list/the-newest-offramp-is-listed-twice-once-a-small-page-was-read-after-its-creation',
    );
    found = await run(service, '--only', requirement);
    id = findingIn(requirement)?.id ?? '';
  });
  afterAll(() => service.close());

  test('is found, described in a few steps, and tried again by its id', async () => {
    expect(found.code).toBe(1);
    expect(found.out).toContain(`replay ${id}`);
    expect(findingIn(requirement)?.case).toMatch(/^1\. (?:start|read) [^;]+(?:; [23]\. (?:start|read) [^;]+){0,2}$/);
    repeatFinding(requirement, 'zzzz-zzzz');
    const again = await replay(id, service.env);
    expect(again).toMatchObject({ code: 1, err: '' });
    expect(again.out).toMatch(/^Not tried {4}zzzz-zzzz, of the same claim: replay --all/m);
    expect(again.out).toMatch(/still there at 127\.0\.0\.1:\d+: NOT_LISTED_ONCE/);
    expect(again.out).not.toContain(service.env.RAMP_API_KEY);
    const several = await replay(requirement, service.env);
    expect(several.code).toBe(2);
    expect(several.err).toContain(`${requirement} has 2 findings; name one of them, or use --all: ${id}, zzzz-zzzz`);
    const barred = await replay(id, service.env, '--read-only');
    expect(barred.code).toBe(3);
    expect(barred.out).toContain('cannot be replayed');
    const unknown = await replay(`${id.slice(0, -1)}y`, service.env);
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain(`did you mean ${id}?`);
    await served(undefined, async ({ env }) => {
      const fixed = await replay(id, env, '--base-url', env.RAMP_BASE_URL ?? '');
      expect(fixed.code).toBe(0);
      expect(fixed.out).toMatch(/fixed at 127/);
    });
  });

  test('is not tried where its run did not look, unless that place is named', async () => {
    const file = join(reports, 'vendor.env');
    const tested = new URL(service.env.RAMP_BASE_URL ?? '').host;
    const aside = await replay(id, {});
    expect(aside.code).toBe(2);
    expect(aside.err).toContain(
      `the last run tested ${tested}, and these settings aim at embedded sandbox: add the --settings, --target or --base-url of the service`,
    );
    const elsewhere = await replay(id, { ...service.env, RAMP_BASE_URL: 'http://127.0.0.1:1' });
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.err).toContain(`${tested}, and these settings aim at 127.0.0.1:1: `);
    const lines = Object.entries(service.env).map(([name, value]) => `${name}=${value}`);
    writeFileSync(file, lines.join('\n'));
    expect((await replay(id, {}, '--settings', file)).out).toContain(`still there at ${tested}`);
    writeFileSync(file, 'RAMP_CONCURRENCY=1\n');
    expect((await replay(id, {}, '--settings', file)).code).toBe(2);
  });

  test('of the embedded sandbox is tried there again, on any port', async () => {
    const file = join(reports, 'verdict.json');
    const verdict = JSON.parse(readFileSync(file, 'utf8'));
    verdict.target = { ...verdict.target, label: 'embedded sandbox', embedded: true };
    writeFileSync(file, JSON.stringify(verdict));
    expect((await replay(id, {})).out).toContain('fixed at embedded sandbox');
  });
});

test('a finding is tried at another base URL, or it is said why it cannot be', async () => {
  const fault = 'onramp/an-onramp-that-follows-a-deposit-is-completed-at-once';
  const sequence = 'onramp.initiate/holds-through-a-sequence';
  let id = '';
  let address = '';
  await served(fault, async (service) => {
    await run(service, '--only', sequence);
    id = findingIn(sequence)?.id ?? '';
    await served(fault, async ({ env }) => {
      address = env.RAMP_BASE_URL ?? '';
      const elsewhere = await replay(sequence, service.env, '--base-url', address);
      expect(elsewhere.code).toBe(1);
      expect(elsewhere.out).toContain(`still there at ${new URL(address).host}`);
    });
    const {
      RAMP_INDIVIDUAL_SUBACCOUNT_ID: _person,
      RAMP_BUSINESS_SUBACCOUNT_ID: _business,
      ...withoutRole
    } = service.env;
    const lacking = await replay(id, withoutRole);
    expect(lacking.code).toBe(3);
    expect(lacking.out).toMatch(/cannot be replayed at .*RAMP_INDIVIDUAL_SUBACCOUNT_ID is not set/);
    const silent = await replay(id, service.env, '--base-url', address);
    expect(silent.code).toBe(3);
    expect(silent.out).toContain('cannot be replayed: ');
  });
});

const orders = ({ seen }: FaultyService): number => seen().filter((line) => line.startsWith('POST')).length;

test('the case of a property is replayed alone', async () => {
  await served('onramp/other-real-tokens-are-accepted', async (service) => {
    const onramps = 'onramp.initiate/refuses-an-unlisted-asset';
    await run(service, '--only', onramps);
    const finding = findingIn(onramps);
    if (finding === undefined) throw new Error('the fault was not found');
    expect(finding.replay).toMatchObject({
      requirement: onramps,
      seed: 11,
      path: expect.any(String),
      probe: expect.any(String),
    });
    const ran = orders(service);
    const again = await replay(finding.id ?? '', service.env);
    expect(again.code).toBe(1);
    expect(orders(service)).toBeLessThan(ran);
  });
});

test('all findings of a run are tried again at once, after the orders that this may place are named', async () => {
  const asked = ['--only', 'onramp.initiate/refuses-an-unlisted-asset', '--only', 'withdrawal.read'];
  const all = ['replay', '--all', '--reports', reports];
  await served('onramp/other-real-tokens-are-accepted', async (service) => {
    expect((await run(service, ...asked)).code).toBe(1);
    const again = await built.run(all, service.env);
    expect(again.code).toBe(1);
    expect(again.out).toMatch(
      /^Findings {5}\d+ of \d+ requirements?\nProfile [\s\S]*\nMoney .*no service can accept more than \d+ orders/m,
    );
    expect(again.out).toMatch(/^still there +[a-z]{4}-[a-z]{4} onramp\.initiate\//m);
    expect(again.out).toMatch(/\n0 of \d+ findings? fixed at 127/);
    const both = await built.run(['replay', 'abcd-efgh', '--all', '--reports', reports], service.env);
    expect(both).toMatchObject({
      code: 2,
      err: expect.stringContaining('a finding and --all exclude each other; give one'),
    });
  });
  await served(undefined, async ({ env }) => {
    const fixed = await built.run([...all, '--base-url', env.RAMP_BASE_URL ?? ''], env);
    expect(fixed.code).toBe(0);
    const [, mended, known] = /\n(\d+) of (\d+) findings? fixed at /.exec(fixed.out) ?? [];
    expect(mended).toBe(known);
  });
});

/** A gate sends fixed cases; a deep run draws further ones. */
const drawn = [...selectRequirements(['onramp.initiate/refuses-an-unlisted-asset'])];

/** Collects the requests of a run against a fresh service, where no earlier run has left records. */
const requestsOf = (seed: number): Promise<readonly string[]> =>
  served(undefined, async (service) => {
    const { verdict } = await runInProcess(service.env, { profile: 'deep', seed, only: drawn });
    expect(verdict.exitCode).toBe(0);
    // Which of several that are under way arrives first, a busy machine decides.
    return service.seen().toSorted();
  });

test('the same seed sends the same requests, and another seed others', async () => {
  const first = await requestsOf(7);
  expect(first.length).toBeGreaterThan(100);
  expect(await requestsOf(7)).toEqual(first);
  expect(await requestsOf(8)).not.toEqual(first);
});
