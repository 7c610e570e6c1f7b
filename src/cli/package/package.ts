import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const file = fileURLToPath(import.meta.url);

/** The tests run the sources; an installation runs built files. */
export const runsFromSource = file.endsWith('.ts');

const rootAbove = (folder: string): string => {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('the package of ramp-conformance has no package.json');
  return rootAbove(above);
};

/** Folder of the package: sources and build output lie at different depths in it. */
export const packageRoot = rootAbove(dirname(file));

export const builtFile = (name: string): URL => pathToFileURL(join(packageRoot, 'dist/bundle', name));

/** Has each suite register its checks. */
export const registerChecks = async (): Promise<void> => {
  await import('../../../suites/index.ts');
};

/** The packages of the harness, as CycloneDX, under a name that scanners look for; the build makes it from the lock file. */
export const inventoryFile = join(packageRoot, 'ramp-conformance.cdx.json');

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: true }>>;
}

/** Packages of the lock file that an installation may hold: all but those of development alone. */
export const installedPackages = (): ReadonlySet<string> => {
  const lock: Lockfile = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8'));
  return new Set(
    Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`),
  );
};

/** Packages that the build has put into the bundle. */
export const bundledPackages = (folder = packageRoot): readonly string[] =>
  JSON.parse(readFileSync(join(folder, 'dist/bundle/packages.json'), 'utf8'));

interface Component {
  readonly 'bom-ref': string;
  readonly scope?: string;
  readonly properties?: readonly { readonly name: string }[];
}

interface Inventory {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly metadata: Readonly<Record<string, unknown>> & {
    readonly component: Readonly<Record<string, unknown>> & { readonly 'bom-ref': string };
  };
  readonly serialNumber?: string;
}

const asked = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];

/** Asks for everything: `--omit dev` would leave out what a dependency shares with an optional peer of development. */
const inventoryOfAll = (): Inventory =>
  JSON.parse(
    execFileSync('npm', asked, {
      cwd: packageRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
      maxBuffer: 64 * 1024 * 1024,
    }),
  );

/** To npm, what is bundled is needed for development alone; in an installation it is part of the harness. */
const required = ({ properties = [], ...component }: Component): Component => ({
  ...component,
  scope: 'required',
  properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
});

/** The packages of the harness, as CycloneDX: the same lock file makes the same bytes, in any folder and at any time. */
export const inventoryOfLock = (bundled: readonly string[]): Omit<Inventory, 'serialNumber'> => {
  const inBundle = new Set(bundled);
  const kept = new Set([...installedPackages(), ...bundled]);
  const { serialNumber: _random, metadata, components, dependencies, ...rest } = inventoryOfAll();
  const { timestamp: _now, component, ...known } = metadata;
  const root = component['bom-ref'];
  return {
    ...rest,
    metadata: { ...known, component: { ...component, name: root.replace(/@[^@]*$/, '') } },
    components: components
      .filter((each) => kept.has(each['bom-ref']))
      .map((each) => (inBundle.has(each['bom-ref']) ? required(each) : each)),
    dependencies: dependencies
      .filter(({ ref }) => ref === root || kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
};
