import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildCommand } from '../testing/built.test.support.ts';
import { newFolder } from '../testing/terminal.test.support.ts';
import { packageRoot } from './package.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

const { dependencies, files }: Manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });

/** A checkout of its own, because what is packed must be what is built from the sources as they are now. */
const packIn = (checkout: string, build: string): string => {
  for (const file of [
    'package.json',
    'LICENSE',
    'README.md',
    ...files.filter((each) => !/^(!|dist)/.test(each)),
  ])
    cpSync(join(packageRoot, file), join(checkout, file), { recursive: true });
  cpSync(join(build, 'dist'), join(checkout, 'dist'), { recursive: true, dereference: true });
  // The build of the tests leaves the inventory out, which asks npm.
  writeFileSync(join(checkout, 'dist/sbom.json'), JSON.stringify({ components: [] }));
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--offline'], checkout));
  return join(checkout, filename);
};

/** A project that has the packed tarball and the packages that it asks for, and can reach no other. */
export async function installPacked(): Promise<{ readonly project: string; readonly home: string }> {
  const { folder } = await buildCommand();
  const tarball = packIn(newFolder(), folder);
  const project = newFolder();
  const home = join(project, 'node_modules/ramp-conformance');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  for (const name of Object.keys(dependencies)) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(packageRoot, 'node_modules', name), link, 'dir');
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  return { project, home };
}
