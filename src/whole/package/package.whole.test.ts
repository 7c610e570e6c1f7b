import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../cli/own-package.ts';
import { buildCommand } from '../../testing/built.test.support.ts';
import { newFolder } from '../../testing/terminal.test.support.ts';

const bundle = { folder: '' };

beforeAll(async () => {
  bundle.folder = join((await buildCommand()).folder, 'dist/bundle');
});

const packagesFile = () => join(bundle.folder, 'packages.json');
const bundled = (): readonly string[] => JSON.parse(readFileSync(packagesFile(), 'utf8'));

interface Component {
  readonly 'bom-ref': string;
}

test('the inventory lists what the bundle holds, and no other package', () => {
  const { stdout } = spawnSync('node', [join(packageRoot, 'build/sbom.js'), packagesFile()], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  const { components, dependencies } = JSON.parse(stdout);
  expect(components.map((component: Component) => component['bom-ref']).sort()).toEqual([...bundled()].sort());
  expect(dependencies).toHaveLength(components.length + 1);
  expect(JSON.stringify(components)).not.toContain('package:development');
});

test('the bundle holds every package, and their licences are with it', () => {
  const files = readdirSync(bundle.folder).filter((file) => file.endsWith('.js'));
  const imported = files.flatMap((file) =>
    [
      ...readFileSync(join(bundle.folder, file), 'utf8').matchAll(
        /^(?:import|export)\b[^'";]*["']([^."'\\][^"'\\]*)["']|\bimport\("([^."][^"]*)"\)/gm,
      ),
    ].map(([, still = '', late = still]) => late),
  );
  const others = new Set(imported.filter((name) => !isBuiltin(name)));
  expect([...others]).toEqual([]);
  const names = bundled().map((each) => each.replace(/@[^@]*$/, ''));
  expect(names).toEqual(expect.arrayContaining(['@allurereport/core', 'fast-check', 'fastify', 'undici', 'zod']));
  const licences = readFileSync(join(bundle.folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const each of bundled()) expect(licences).toContain(`\n${each.replace(/@(?=[^@]*$)/, ' ')} (`);
});

test('help and version load little: no client, no schema and no report', () => {
  const loaded = new Map<string, string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    const text = readFileSync(join(bundle.folder, file), 'utf8');
    loaded.set(file, text);
    for (const [, other = ''] of text.matchAll(/^(?:import|export)\b[^;]*"\.\/([^"]+)";/gm)) load(other);
  };
  load('main.js');
  expect(loaded.size).toBeGreaterThan(1);
  expect([...loaded.values()].join('').length).toBeLessThan(200_000);
});

test('nothing that uploads a report is part of the bundle', () => {
  expect(bundled().filter((each) => /axios|@allurereport\/service/.test(each))).toEqual([]);
});

test.each([
  ['an advisory of what is bundled', { vulnerabilities: { zod: { name: 'zod', severity: 'high', range: '<9' } } }, 1],
  ['one of a tool of development', { vulnerabilities: { knip: { name: 'knip', severity: 'high', range: '*' } } }, 0],
  ['a registry that answers no audit', { message: '405 Method Not Allowed', error: {} }, 0],
  ['no answer', undefined, 0],
])('the audit in CI, with %s', (_, answer, code) => {
  const inventory = join(newFolder(), 'inventory.json');
  writeFileSync(inventory, JSON.stringify({ components: [{ name: 'zod' }, { name: 'undici' }] }));
  const input = answer === undefined ? '' : JSON.stringify(answer);
  const { status, stdout } = spawnSync('node', [join(packageRoot, 'build/audit.js'), inventory], {
    input,
    encoding: 'utf8',
  });
  expect(status).toBe(code);
  expect(stdout.includes('unaudited')).toBe(!input.includes('vulnerabilities'));
  expect(stdout.includes('zod <9: high')).toBe(code === 1);
});
