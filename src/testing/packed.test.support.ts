import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../cli/own-package.ts';
import { buildCommand } from './built.test.support.ts';
import { newFolder } from './terminal.test.support.ts';

const { files }: { readonly files: readonly string[] } = JSON.parse(
  readFileSync(join(packageRoot, 'package.json'), 'utf8'),
);

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });

/** Packs in another checkout, because the package must contain the build of the current sources. */
export async function packTarball(): Promise<string> {
  const [checkout, { folder: build }] = [newFolder(), await buildCommand()];
  for (const file of [
    'package.json',
    'LICENSE',
    'README.md',
    ...files.filter((each) => !/^(!|dist)|\.cdx\.json$/.test(each)),
  ])
    cpSync(join(packageRoot, file), join(checkout, file), { recursive: true });
  cpSync(join(build, 'dist'), join(checkout, 'dist'), { recursive: true, dereference: true });
  // The build of the tests leaves out the inventory, which needs npm.
  writeFileSync(join(checkout, 'ramp-conformance.cdx.json'), JSON.stringify({ components: [] }));
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--offline'], checkout));
  return join(checkout, filename);
}

/** A project with the packed tarball, which needs no other package and cannot reach any. */
export async function installPacked(): Promise<{ readonly project: string; readonly home: string }> {
  const tarball = await packTarball();
  const project = newFolder();
  const home = join(project, 'node_modules/ramp-conformance');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  const program = join(home, 'dist/bundle/main.js');
  chmodSync(program, 0o755);
  mkdirSync(join(project, 'node_modules/.bin'));
  symlinkSync(program, join(project, 'node_modules/.bin/ramp-conformance'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  return { project, home };
}
