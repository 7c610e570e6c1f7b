import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packTarball } from '../../testing/packed.test.support.ts';
import { newFolder } from '../../testing/terminal.test.support.ts';

const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
const npmCli = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm/bin/npm-cli.js');

let tarball = '';
beforeAll(async () => {
  tarball = await packTarball();
});

/** The binary of a major version, from the package that carries it; undefined where it cannot be had. */
const nodeOf = (major: number): string | undefined => {
  const folder = newFolder();
  const name = `node-${process.platform}-${process.arch}`;
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', `${name}@${major}`], {
    cwd: folder,
  });
  const binary = join(folder, 'node_modules', name, 'bin/node');
  return status === 0 && existsSync(binary) ? binary : undefined;
};

describe.each([22, 24, 26])('Node %i', { tags: ['release'] }, (major) => {
  test('installs the package without a network, and runs doctor, a gate and prove', (context) => {
    const binary = nodeOf(major);
    if (binary === undefined) return context.skip(`Node ${major} cannot be installed from the registry of npm here`);
    const project = newFolder();
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true }));
    const run = (...args: readonly string[]) => spawnSync(binary, args, { cwd: project, encoding: 'utf8', env });
    const installed = run(npmCli, 'install', '--offline', '--no-audit', '--no-fund', tarball);
    expect([installed.status, installed.stderr]).toEqual([0, '']);
    const command = (...args: readonly string[]) => {
      const { status, stdout, stderr } = run(
        join(project, 'node_modules/ramp-conformance/dist/bundle/main.js'),
        ...args,
      );
      expect([args[0], status, stderr]).toEqual([args[0], 0, '']);
      return stdout;
    };
    expect(run('--version').stdout).toMatch(new RegExp(`^v${major}\\.`));
    expect(command('doctor')).toContain('All required settings are present.');
    expect(command('run')).toContain('Conforms: all');
    expect(command('prove', '--only', 'taxonomy.list')).toContain('PROVED');
  });
});
