import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import type { Profile } from '#run';
import { type Sandbox, startSandbox } from '#sandbox';
import { allOf, planted, runInProcess } from '../../testing/in-process.test.support.ts';

let sound: Sandbox;
beforeAll(async () => {
  sound = await startSandbox();
});
afterAll(() => sound.close());

type Env = Readonly<Record<string, string>>;

/** The first finding under a fault, while the faulty service still answers. */
const under = async (
  fault: string,
  requirement: RequirementId,
  see: (found: Found) => unknown,
  profile: Profile = 'smoke',
) => {
  const faulty = await startSandbox({ always: planted(fault) });
  try {
    const { verdict } = await runInProcess(faulty.settings, { profile, only: [requirement] });
    const [finding] = verdict.requirements.find(({ id }) => id === requirement)?.findings ?? [];
    await see({ finding: finding ?? expect.unreachable(), env: faulty.settings });
  } finally {
    await faulty.close();
  }
};

type Verdict = Awaited<ReturnType<typeof runInProcess>>['verdict'];

interface Found {
  readonly finding: Verdict['requirements'][number]['findings'][number];
  readonly env: Env;
}

const inShell = async (line: string, env: Env): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', line], { env: { PATH: process.env.PATH, ...env } })).stdout;

test.each<[fault: string, RequirementId, shows: RegExp]>([
  ['subaccount.read/id/missing', 'subaccount.read/has-its-members', / 200 (?![\s\S]*"id":)/],
  ['balances.read/a-request-without-a-key-is-served', 'balances.read/refuses-a-missing-key', / 200 /],
])('a line of the settings alone shows %s, and only there', async (fault, requirement, shows) => {
  await under(fault, requirement, async ({ finding, env }) => {
    const { curl = '' } = finding;
    expect(await inShell(curl, env)).toMatch(shows);
    expect(await inShell(curl, sound.settings)).not.toMatch(shows);
    for (const [name, value] of Object.entries(env))
      if (/KEY|ID$|ADDRESS|NUMBER/.test(name)) expect(JSON.stringify(finding), name).not.toContain(value);
    const { RAMP_BASE_URL: _none, ...others } = env;
    await expect(inShell(curl, others)).rejects.toThrow('RAMP_BASE_URL: the URL of the service');
  });
});

test.each<[fault: string, RequirementId, request: object]>([
  [
    'balances.read/a-401-has-no-error',
    'balances.read/refuses-an-altered-key',
    { headers: { 'x-api-key': '<an invalid key>' } },
  ],
  ['onramp/an-onramp-to-usdt-is-shown-as-one-to-usdc', 'onramp.initiate/echoes-the-asset', { method: 'POST' }],
])('%s is shown by more than a read: by its request as text', async (fault, requirement, request) => {
  await under(
    fault,
    requirement,
    ({ finding, env }) => {
      expect(finding.request).toMatchObject(request);
      expect(finding.curl).toBeUndefined();
      for (const [name, value] of Object.entries(env))
        if (/KEY|ID$|ADDRESS|NUMBER/.test(name)) expect(JSON.stringify(finding), name).not.toContain(value);
    },
    'gate',
  );
});

/** The status and the body that a line printed. */
const answerIn = (printed: string) => {
  const [head = '', body = ''] = printed.split(/\r?\n\r?\n([\s\S]*)/);
  const status = / (\d{3}) /.exec(head)?.[1];
  try {
    return { status, body: JSON.parse(body) };
  } catch {
    return { status, body: undefined };
  }
};

/** Every value at a place such as `$.data[].id` or `$.rails.*`. */
const valuesAt = (body: unknown, where: string): readonly unknown[] =>
  (where.match(/[^.[\]$]+|\[\d*\]/g) ?? []).reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (typeof value !== 'object' || value === null) return [];
        const all = step === '*' || step === '[]';
        return all ? Object.values(value) : [(value as Record<string, unknown>)[step.replace(/[[\]]/g, '')]];
      }),
    [body],
  );

const broken = [
  'subaccount.read/id/missing',
  'subaccount.read/capabilities.currencies{*}.requiredActions[].url/missing@middle',
  'individual-kyc.read/created_at/milliseconds-lost',
  'balances.read/a-request-without-a-key-is-served',
  'withdrawal.read/the-404-has-no-error',
  'withdrawal.read/the-masked-address-is-the-full-one',
  'taxonomy.list/a-long-currency-breaks-the-service',
];

test('every line of a run shows its finding at the faulty service, and not at the sound one', async () => {
  const faulty = await startSandbox({ always: allOf(broken.map(planted)) });
  try {
    const { verdict } = await runInProcess(faulty.settings, { profile: 'gate' });
    const lines = verdict.requirements
      .filter(({ outcome }) => outcome === 'deviates')
      .flatMap(({ findings }) => findings)
      .filter(({ curl }) => curl !== undefined);
    expect(lines.length).toBeGreaterThanOrEqual(broken.length - 2);
    for (const { curl = '', where, observed, code } of lines) {
      const [wrong, right] = [
        answerIn(await inShell(curl, faulty.settings)),
        answerIn(await inShell(curl, sound.settings)),
      ];
      const seen = ({ status, body }: typeof wrong) =>
        where === 'status' ? status : JSON.stringify(valuesAt(body, where));
      if (where === 'status') expect(wrong.status, code).toBe(observed);
      expect(seen(wrong), `${code} ${where}`).not.toBe(seen(right));
    }
  } finally {
    await faulty.close();
  }
});
