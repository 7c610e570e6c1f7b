import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kindNames, type WrittenFacts } from '#facts';
import { finding, ids, reportsWith, verdictOn } from '../../reporting/example.test.support.ts';
import { commandHere } from '../../testing/terminal.test.support.ts';

const built = commandHere();

const folder = join(built.folder, 'reports');

const acceptAfter = (facts: WrittenFacts, ...args: string[]) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdictOn(reportsWith(), { facts })));
  return built.run(['baseline', 'accept', 'vendor', ...args], { PATH: process.env.PATH ?? '' });
};

test('what is accepted is shown before it is written, by paths below the folder of reports', async () => {
  const first = await acceptAfter({
    'balances.read': { $: 'object', '$.id': 'uuid req' },
    'taxonomy.list': { $: 'array' },
  });
  expect(first).toEqual({
    code: 0,
    err: '',
    out: [
      '3 facts of 2 endpoints; nothing was accepted as vendor before',
      'wrote baselines/vendor/balances.read.json',
      'wrote baselines/vendor/taxonomy.list.json',
      '2 files written, 0 already the same',
      '',
    ].join('\n'),
  });
  expect(existsSync(join(folder, 'baselines/vendor/taxonomy.list.json'))).toBe(true);
  const changed = {
    'balances.read': { $: 'object', '$.id': 'text req' },
    'taxonomy.list': { $: 'object' },
  };
  const one = await acceptAfter(changed, '--only', 'balances.read');
  expect(one.out).toMatch(
    /^breaks +balances\.read +\$\.id +\(format-changed\)\n *- uuid req\n *\+ text req\nDrift from the baseline vendor: 1 change breaks clients \(1 fact\)\nwrote baselines\/vendor\/balances\.read\.json\n1 file written, 0 already the same\n$/,
  );
  const rest = await acceptAfter(changed);
  expect(rest.out).not.toContain('balances.read');
  expect(rest.out).not.toContain('The next run');
  expect(rest.out).toContain('wrote baselines/vendor/taxonomy.list.json\n1 file written, 1 already the same\n');
});

const kinds = { 'kinds of facts': kindNames.join(', ') };
const feesOf = (plain: string, dollars: string, cache: string): WrittenFacts => ({
  'onramp.initiate': {
    $: 'object',
    'fee rate: plain': plain,
    'fee rate: in USD': dollars,
    'header cache-control': cache,
    'header content-type': 'application/json',
  },
  'taxonomy.list': { $: 'array', 'fee: BRL pix USDC': plain },
  service: kinds,
});

test('all that is written of one endpoint is printed, what is no change too', async () => {
  await acceptAfter(feesOf('0.01', '0.02', 'no-store'));
  const { out } = await acceptAfter(feesOf('0.011', '0.04', 'public'), '--only', 'onramp.initiate');
  expect(out.split('\n').slice(0, 10)).toEqual([
    'moved    onramp.initiate  fee rate: plain',
    '         - 0.01',
    '         + 0.011',
    'changed  onramp.initiate  fee rate: in USD  (fee-raised)',
    '         - 0.02',
    '         + 0.04',
    'changed  onramp.initiate  header cache-control  (header-changed)',
    '         - no-store',
    '         + public',
    'Drift from the baseline vendor: 2 changed (2 facts)',
  ]);
});

test('one kind of change is accepted alone, in the class that the configuration gives it', async () => {
  await acceptAfter(feesOf('0.01', '0.02', 'no-store'));
  writeFileSync(join(built.folder, 'ramp-conformance.json'), JSON.stringify({ changes: { 'fee-raised': 'breaks' } }));
  const later = feesOf('0.02', '0.04', 'public');
  const { out } = await acceptAfter(later, '--only', 'fee-raised', '--only', 'onramp.initiate');
  rmSync(join(built.folder, 'ramp-conformance.json'));
  expect(out).toMatch(/^breaks {3}onramp\.initiate {2}fee rate: in USD {2}\(fee-raised\)\n/);
  expect(out).not.toMatch(/cache|taxonomy/);
  const file = readFileSync(join(folder, 'baselines/vendor/onramp.initiate.json'), 'utf8');
  expect(JSON.parse(file).facts).toEqual({ ...later['onramp.initiate'], 'header cache-control': 'no-store' });
  const rest = await acceptAfter(later);
  expect(rest.out).toMatch(/cache-control[\s\S]*taxonomy\.list {2}fee: BRL pix USDC/);
  expect(await acceptAfter(later, '--only', 'fee-risen')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--only fee-risen is not an endpoint or kind of change; did you mean fee-raised?'),
  });
});

test('what CI has seen is accepted at the desk, from its folder or its file', async () => {
  const kept = join(built.folder, 'from-ci');
  mkdirSync(kept, { recursive: true });
  const facts = { 'balances.read': { $: 'object', '$.id': 'uuid req' } };
  writeFileSync(join(kept, 'verdict.json'), JSON.stringify(verdictOn(reportsWith(), { facts })));
  const accept = (from: string, name: string) =>
    built.run(['baseline', 'accept', name, '--reports', 'desk', '--from', from], {
      PATH: process.env.PATH ?? '',
    });
  const folderGiven = await accept('from-ci', 'one');
  expect(folderGiven).toMatchObject({ code: 0, err: '' });
  expect(folderGiven.out).toMatch(/^The run of .+ that began 20\d\d-.*\n2 facts of 1 endpoint/);
  const fileGiven = await accept('from-ci/verdict.json', 'two');
  expect(fileGiven.code).toBe(0);
  const textOf = (name: string) =>
    readFileSync(join(built.folder, `desk/baselines/${name}/balances.read.json`), 'utf8');
  expect(textOf('one')).toBe(textOf('two'));
  expect(await accept('nowhere.json', 'three')).toMatchObject({
    code: 2,
    err: expect.stringContaining('nowhere.json does not exist'),
  });
  writeFileSync(join(kept, 'verdict.json'), '{}');
  expect(await accept('from-ci', 'three')).toMatchObject({
    code: 2,
    err: expect.stringContaining('is no verdict of this version'),
  });
});

test('a fact under a broken promise is not accepted, waived or not, nor by its endpoint alone', async () => {
  const vendor = join(folder, 'baselines/waived/balances.read.json');
  const acceptBroken = async (facts: WrittenFacts, isBroken: boolean, ...args: string[]) => {
    const at = finding({ operation: 'balances.read', where: '$.id', answer: { status: 200 } });
    const reports = reportsWith(isBroken ? { [ids.stated]: { findings: [at] } } : {});
    const waivers = { given: [], covers: () => 'W-1' };
    writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdictOn(reports, { facts, waivers })));
    return built.run(['baseline', 'accept', 'waived', ...args], { PATH: process.env.PATH ?? '' });
  };
  const sound = { 'balances.read': { $: 'object', '$.email': 'email req', '$.id': 'uuid req' } };
  const broken = { 'balances.read': { $: 'object', '$.email': 'text req', '$.id': 'number req' } };
  const factsNow = () => JSON.parse(readFileSync(vendor, 'utf8')).facts;
  const first = await acceptBroken(broken, true);
  expect(first.out).toContain('Not accepted, because a promise is broken there:\n  balances.read  $.id\n');
  expect(factsNow()).toEqual({ $: 'object', '$.email': 'text req' });
  await acceptBroken(sound, false);
  expect(factsNow()).toEqual(sound['balances.read']);
  expect((await acceptBroken(broken, true, '--only', 'balances.read')).code).toBe(0);
  expect(factsNow()).toEqual({ $: 'object', '$.email': 'text req', '$.id': 'uuid req' });
});

test('baseline diff speaks as compare, and holds back what a setting can move', async () => {
  const of = (amount: string, status: string, id: string): WrittenFacts => ({
    'onramp.initiate': { $: 'object', '$.id': id, 'status: orders of onramp.initiate': status },
    service: { 'settings: RAMP_AMOUNT': amount },
  });
  await acceptAfter(of('10', '201', 'uuid req'));
  const diffAfter = (facts: WrittenFacts, ...args: string[]) => {
    writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdictOn(reportsWith(), { facts })));
    return built.run(['baseline', 'diff', 'vendor', ...args], { PATH: process.env.PATH ?? '' });
  };
  const both = await diffAfter(of('11', '400', 'text req'), '--verbose');
  expect(both.code).toBe(1);
  expect(both.out).toMatch(
    /^baseline vendor \(accepted .*\) -> .*: Change your client\. 1 change breaks clients\.\n\nBREAKS CLIENTS +onramp\.initiate +`id`: before a UUID, now a string that is not a UUID\n/,
  );
  expect(both.out).toContain('format-changed: onramp.initiate id: before a UUID, now a string');
  expect(both.out).toContain('1 detail could not be compared, because RAMP_AMOUNT differs (before 10, now 11).\n');
  const nothing = await diffAfter(of('10', '201', 'uuid req'));
  expect(nothing).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^baseline vendor .*: Nothing to do\. Nothing changed\.\n/),
  });
});
