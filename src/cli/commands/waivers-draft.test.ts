import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestReport } from '#run';
import { finding, ids, reportsWith, target, verdictOn } from '../../reporting/example.test.support.ts';
import { commandHere } from '../../testing/terminal.test.support.ts';

const built = commandHere();

const env = { PATH: process.env.PATH ?? '' };

const afterRun = (findings: TestReport['findings'], name: string) => {
  mkdirSync(join(built.folder, name), { recursive: true });
  const verdict = verdictOn(reportsWith({ [ids.stated]: { findings } }));
  writeFileSync(join(built.folder, name, 'verdict.json'), JSON.stringify(verdict));
  return (...args: string[]) => built.run(['waivers', ...args, '--reports', name], env);
};

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('findings become waivers that are refused until a person has filled them in, and hold then', async () => {
  const places = ['$.data[0].amount', '$.data[3].amount'].map((where) =>
    finding({ code: 'WRONG_PLACES', where, observed: 'decimal(2)' }),
  );
  const waivers = afterRun([finding(), ...places], 'one');
  const drafted = await waivers('draft', 'drafts.json');
  expect(drafted).toMatchObject({ code: 0, err: '' });
  expect(drafted.out).toMatch(/^wrote 2 waivers into drafts\.json\nIn each waiver, fill in reason, owner/);
  const path = join(built.folder, 'drafts.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  expect(file.waivers).toMatchObject([
    { requirement: ids.stated, finding: 'WRONG_STATUS', where: 'status', targets: [target.label] },
    { finding: 'WRONG_PLACES', where: '$.data[].amount', observed: 'decimal(2)', owner: '' },
  ]);
  const empty = await waivers('check', 'drafts.json');
  expect(empty.code).toBe(2);
  for (const member of ['reason', 'owner', 'approvedBy', 'approvedOn', 'expires'])
    expect(empty.err).toMatch(new RegExp(`drafts\\.json:\\d+ waiver .*, ${member}: `));
  const filled = file.waivers.map((each: object) => ({
    ...each,
    reason: 'The vendor mends it with its next release.',
    owner: 'Payments team',
    approvedBy: 'Risk office',
    approvedOn: dayIn(0),
    expires: dayIn(30),
  }));
  writeFileSync(path, JSON.stringify({ format: 1, waivers: filled }));
  expect((await waivers('check', 'drafts.json')).code).toBe(0);
});

test('what a person has filled in is never written over', async () => {
  const waivers = afterRun([finding()], 'two');
  writeFileSync(join(built.folder, 'mine.json'), 'mine');
  const refused = await waivers('draft', 'mine.json');
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('mine.json is there already') });
  expect(readFileSync(join(built.folder, 'mine.json'), 'utf8')).toBe('mine');
});

test('a run without findings, and a leak that nobody may waive, make no waiver', async () => {
  const none = await afterRun([], 'three')('draft');
  expect(none).toMatchObject({ code: 0, out: expect.stringContaining('nothing was written') });
  const leak = await afterRun([finding({ code: 'KEY_ECHO', where: '$.message' })], 'four')('draft');
  expect(leak.out).toMatch(/^cannot be waived .*KEY_ECHO \$\.message \(a leak\)\n/);
  expect(leak.out).toContain('nothing was written');
});
