import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLeaks, verdictSchema } from '#reporting';
import { type Sandbox, startSandbox } from '#sandbox';
import { settingOf, variableNames } from '#target';
import { commandHere } from '../../testing/terminal.test.support.ts';

const built = commandHere();

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const key = () => sandbox.settings.RAMP_API_KEY ?? '';
const customer = 'maria.souza@mail.example';

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Waivers of another target, which any run may be given; their reasons are what somebody has typed. */
const waiversWith = (...reasons: readonly string[]) =>
  JSON.stringify({
    format: 1,
    waivers: reasons.map((reason, at) => ({
      id: `W-${at + 1}`,
      requirement: 'balances.read/has-its-members',
      finding: 'MISSING_MEMBER',
      where: '$.email',
      observed: 'missing',
      targets: [`${at}.another.example`],
      reason,
      owner: 'Payments team',
      approvedBy: 'Risk office',
      approvedOn: day(-1),
      expires: day(30),
    })),
  });

const command = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  built.run(args, { PATH: process.env.PATH ?? '', ...sandbox.settings, ...more });

const part = ['--only', 'balances.read', '--profile', 'smoke'];

test("a customer's address and the key in waivers withhold the reports of a run", async () => {
  const name = 'withheld';
  const folder = join(built.folder, name);
  const steps = join(built.folder, `${name}.md`);
  const file = join(built.folder, `${name}.json`);
  const read = (report: string) => readFileSync(join(folder, report), 'utf8');
  const clean = await command(['run', ...part, '--reports', name]);
  expect({ code: clean.code, err: clean.err }).toEqual({ code: 0, err: '' });
  expect(read('compliance.html')).toContain('<title>Report: ');

  const reasons = [`Asked for by ${customer} in March.`, `The vendor took back ${key()} in March.`];
  writeFileSync(file, waiversWith(...reasons));
  const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: steps };
  const { code, out, err } = await command(['run', ...part, '--reports', name, '--waivers', file, '--json'], github);
  expect(code).toBe(4);
  expect(verdictSchema.parse(JSON.parse(out))).toMatchObject({ verdict: 'inconclusive', exitCode: 4 });
  const kinds = ['e-mail address', 'secret of the run'];
  for (const [at, kind] of kinds.entries()) {
    const line = `verdict\\.json:\\d+ \\$\\.waivers\\[${at}\\]\\.reason ${kind}\n`;
    expect(err).toMatch(new RegExp(`Withheld: [^\n]+\n(?:  [^\n]+\n)*  ${line}`));
    expect(read('withheld.txt')).toMatch(new RegExp(line));
  }
  // How the run ended is told all the same.
  expect(err).toMatch(/\nConforms[^\n]*\nThe run ended with exit code 0\.\nWithheld: /);
  expect(read('withheld.txt')).toMatch(/\nThe run itself ended as `conforms[^`]*`, with exit code 0\.\n/);
  const kept = ['.ramp-conformance', 'history.jsonl', 'ledger.jsonl', 'withheld.txt'];
  // The reports of the run before hold nothing of it.
  expect(readdirSync(folder).sort()).toEqual(['.previous', ...kept]);
  expect(readdirSync(join(folder, '.previous'))).toContain('compliance.html');
  const left = kept.map(read).join('\n');
  for (const text of [out, err, left]) {
    expect(text.includes(key())).toBe(false);
    expect(text.includes(customer)).toBe(false);
  }
  expect(existsSync(steps)).toBe(false);

  const again = await command(['run', ...part, '--reports', name]);
  expect(again.code).toBe(0);
  expect(readdirSync(folder)).not.toContain('withheld.txt');
});

test('no default of a setting looks like a datum that withholds the reports which name it', () => {
  const defaults = variableNames.flatMap((file) => {
    const { fallback } = settingOf(file);
    return fallback === undefined ? [] : [{ file, text: `"${fallback}"`, search: 'all' as const }];
  });
  expect(defaults.length).toBeGreaterThan(10);
  expect(findLeaks(defaults, { secrets: [], numbers: [] })).toEqual([]);
});
