import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../cli/own-package.ts';
import { installPacked } from '../../testing/packed.test.support.ts';

const at = { project: '', home: '' };

beforeAll(async () => {
  Object.assign(at, await installPacked());
});

const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, {
    cwd: at.project,
    encoding: 'utf8',
    env: { TMPDIR: process.env.TMPDIR },
  });

const command = (...args: readonly string[]) => node(join(at.home, 'dist/bundle/main.js'), ...args);

test('an empty project runs what it has installed, with all its reports', () => {
  const { status, stdout, stderr } = command('run', '--profile', 'smoke');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Conforms in part: ');
  for (const file of ['verdict.json', 'compliance.html', 'allure-report/index.html'])
    expect(existsSync(join(at.project, 'reports', file))).toBe(true);
  expect(existsSync(join(at.home, 'ramp-conformance.cdx.json'))).toBe(true);
});

test('the suites are part of the package, and the tests of the harness are not', () => {
  const shipped = readdirSync(at.home, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('.test.'));
  expect(shipped).toContain('suites/endpoints/onramp.test.ts');
  expect(shipped.filter((file) => !/^(?:suites|examples)\//.test(file))).toEqual([]);
});

test('links of the README and of the pages lead to files of the package', () => {
  const pages = ['README.md', ...readdirSync(join(at.home, 'docs')).map((name) => `docs/${name}`)];
  const missing = pages.flatMap((page) => {
    const text = readFileSync(join(at.home, page), 'utf8');
    return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
      .map(([, link = '']) => join(dirname(page), link))
      .filter((link) => !existsSync(join(at.home, link)));
  });
  expect(missing).toEqual([]);
});

test('an explanation names the test files', () => {
  expect(command('explain', 'offramp.list/echoes-the-limit').stdout).toContain('suites/');
});

const consumer = `import type { Verdict } from 'ramp-conformance/verdict';
import verdictSchema from 'ramp-conformance/verdict.schema.json' with { type: 'json' };
import configSchema from 'ramp-conformance/ramp-conformance.schema.json' with { type: 'json' };

const required: readonly string[] = verdictSchema.required;
const profiles: readonly string[] = configSchema.properties.profile.enum;
export const deviating = ({ requirements }: Verdict): readonly string[] =>
  requirements.filter(({ outcome }) => outcome === 'deviates').map(({ id }) => id);
export const code = (verdict: Verdict): number => verdict.exitCode;
if (!required.includes('verdict') || !profiles.includes('smoke')) throw new Error('not the schemas');
`;

const options = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023'],
  strict: true,
  exactOptionalPropertyTypes: true,
  resolveJsonModule: true,
  skipLibCheck: false,
  types: [],
};

test('a project imports the types of a verdict and the schemas', () => {
  const wrong = consumer.replace("=== 'deviates'", "=== 'fails'");
  for (const [file, text] of Object.entries({ 'consumer.ts': consumer, 'wrong.ts': wrong }))
    writeFileSync(join(at.project, file), text);
  const files = ['consumer.ts', 'wrong.ts'];
  writeFileSync(join(at.project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  const { stdout } = node(join(packageRoot, 'node_modules/typescript/bin/tsc'), '-p', '.');
  expect(stdout.match(/^\S+(?=\().*error TS\d+/gm)).toEqual([
    expect.stringMatching(/^wrong\.ts\(\d+,\d+\): error TS2367$/),
  ]);
  expect(node('consumer.js')).toMatchObject({ status: 0 });
});

test('the types of a verdict are those by which the harness writes it', () => {
  const source = join(packageRoot, 'src/reporting/verdict.ts');
  const both = `import type { Verdict } from 'ramp-conformance/verdict';
import type { Verdict as Written } from '${source}';
export const read = (verdict: Written): Verdict => verdict;
export const write = (verdict: Verdict): Written => verdict;
`;
  writeFileSync(join(at.project, 'both.ts'), both);
  const fromSource = { noEmit: true, allowImportingTsExtensions: true, customConditions: ['source'] };
  const compilerOptions = {
    ...options,
    ...fromSource,
    skipLibCheck: true,
    typeRoots: [join(packageRoot, 'node_modules/@types')],
    types: ['node'],
  };
  writeFileSync(join(at.project, 'both.json'), JSON.stringify({ compilerOptions, files: ['both.ts'] }));
  const { stdout } = node(join(packageRoot, 'node_modules/typescript/bin/tsc'), '-p', 'both.json');
  expect(stdout).toBe('');
});

test('every file that the package exports is part of it', () => {
  const manifest = JSON.parse(readFileSync(join(at.home, 'package.json'), 'utf8'));
  const exported = Object.values<string | { readonly types: string }>(manifest.exports);
  for (const file of exported.map((each) => (typeof each === 'string' ? each : each.types)))
    expect(existsSync(join(at.home, file)), file).toBe(true);
  expect(existsSync(join(at.home, 'dist/bundle/THIRD-PARTY-LICENSES.txt'))).toBe(true);
});
