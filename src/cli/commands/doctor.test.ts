import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requirements } from '#contract';
import { startSandbox } from '#sandbox';
import { expectPublished } from '../../../schemas/published.test.support.ts';
import { newFolder, perform, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { diagnosisSchema } from './doctor.ts';

const servedWithout = async (...missing: readonly string[]) => {
  const served = await startSandbox();
  onTestFinished(() => served.close());
  const settings = Object.entries(served.settings).filter(([name]) => !missing.includes(name));
  return { env: Object.fromEntries(settings), baseUrl: served.baseUrl };
};

test('on the embedded sandbox nothing is missing', async () => {
  const terminal = recordedTerminal([]);
  expect(await perform('doctor', terminal)).toBe(0);
  const { out } = terminal.written;
  expect(out).toMatch(/embedded sandbox[\s\S]*at most 50 items on a page[\s\S]*All required settings are present/);
  expect(out).toContain(`${requirements.length} of ${requirements.length} requirements`);
  expect(out).toMatch(/^Profile {6}gate: about 930 requests, at most 2790$/m);
});

test('one pass names the missing variables by endpoint, and why setting one does not help', async () => {
  const { env, baseUrl } = await servedWithout('RAMP_BASE_URL', 'RAMP_INDIVIDUAL_SUBACCOUNT_ID', 'RAMP_WITHDRAWAL_ID');
  const cwd = newFolder();
  const leaveOut = [{ what: 'taxonomy.list/', reason: 'offered from next spring on', owner: 'A. Person' }];
  writeFileSync(join(cwd, 'ramp-conformance.json'), JSON.stringify({ leaveOut, profile: 'smoke' }));
  const args = ['--base-url', baseUrl, '--json'];
  const terminal = recordedTerminal(args, { env: { ...env, RAMP_ENVIRONMENT: 'production' }, cwd });
  expect(await perform('doctor', terminal)).toBe(0);
  const { out, err } = terminal.written;
  expect(err).not.toContain(env.RAMP_API_KEY);
  expect(err).toMatch(/^ +2 GET .* lack RAMP_INDIVIDUAL_SUBACCOUNT_ID/m);
  expect(err).toMatch(/^ {2}11 GET .* lack RAMP_WITHDRAWAL_ID/m);
  expect(err).toMatch(/^ {2}14 GET .* left out by A. Person: offered from next spring on/m);
  expect(err).toMatch(/^ {2}RAMP_WITHDRAWAL_ID: Withdrawal of the individual subaccount. \(\d+ requirements\)$/m);
  expect(err).toMatch(/^Money {8}no money moves: RAMP_ENVIRONMENT is production$/m);
  const told = diagnosisSchema.parse(JSON.parse(out));
  expect(told.profile).toBe('smoke');
  const lacksOf = (id: string) => told.requirements.find((it) => it.id === id)?.lacks;
  expect(lacksOf('withdrawal.read/answers-with-its-record')).toEqual(['RAMP_WITHDRAWAL_ID']);
  expect(lacksOf('balances.read/has-its-members')).toBeUndefined();
  expect(told.requirements.filter((it) => it.testable)).toHaveLength(told.coverage.testable);
});

test('a variable that is set lacks what the reason says, such as a second id', async () => {
  const { env } = await servedWithout();
  const [person = ''] = (env.RAMP_UNVERIFIED_SUBACCOUNT_ID ?? '').split(',');
  const terminal = recordedTerminal([], { env: { ...env, RAMP_UNVERIFIED_SUBACCOUNT_ID: person } });
  expect(await perform('doctor', terminal)).toBe(0);
  expect(terminal.written.out).toMatch(
    /^ {2}10 POST .* 1: RAMP_UNVERIFIED_SUBACCOUNT_ID is not set to that of a business$/m,
  );
});

test('a record that is not there ends it with the variable', async () => {
  const { env } = await servedWithout();
  const absent = { RAMP_BUSINESS_SUBACCOUNT_ID: '11111111-1111-4111-8111-111111111111' };
  const terminal = recordedTerminal([], { env: { ...env, ...absent } });
  await expect(perform('doctor', terminal)).rejects.toThrow(/RAMP_BUSINESS_SUBACCOUNT_ID names .* does not exist/);
});

test('a key among the arguments is refused', async () => {
  const env = { RAMP_API_KEY: 'a-key-of-a-test', RAMP_BASE_URL: 'http://127.0.0.1:1' };
  const terminal = recordedTerminal(['--settings=a-key-of-a-test'], { env });
  await expect(perform('doctor', terminal)).rejects.toThrow(/does not exist|among the arguments/);
  const cwd = newFolder();
  writeFileSync(join(cwd, 'a-key-of-a-test'), 'RAMP_AMOUNT=5\n');
  const again = recordedTerminal(['--settings=a-key-of-a-test'], { env, cwd });
  await expect(perform('doctor', again)).rejects.toThrow(/an argument contains a key/);
  const within = recordedTerminal(['--base-url', 'http://127.0.0.1:1/a-key-of-a-test/v'], { env });
  await expect(perform('doctor', within)).rejects.toThrow(/an argument contains a key/);
});

test('what is published is what is printed (vitest -u writes it)', async () => {
  await expectPublished(join(import.meta.dirname, '../doctor.schema.json'), diagnosisSchema);
});
