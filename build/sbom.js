// Prints the packages in the bundle, as CycloneDX: an installed package has no lock file, and a scanner sees no package in a bundle.
// The same lock file makes the same bytes, in any folder and at any time:
// node build/sbom.js dist/bundle/packages.json > ramp-conformance.cdx.json
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const bundled = new Set(JSON.parse(readFileSync(process.argv[2], 'utf8')));

/** To npm all of them are needed for development alone; here they are part of what is installed. */
const required = ({ properties = [], ...component }) => ({
  ...component,
  scope: 'required',
  properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
});

const sbom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
  maxBuffer: 64 * 1024 * 1024,
});
const { serialNumber: _random, metadata, components, dependencies, ...rest } = JSON.parse(sbom);
const { timestamp: _now, component, ...known } = metadata;
const root = component['bom-ref'];
const inventory = {
  ...rest,
  metadata: { ...known, component: { ...component, name: root.replace(/@[^@]*$/, '') } },
  components: components.filter((each) => bundled.has(each['bom-ref'])).map(required),
  dependencies: dependencies
    .filter(({ ref }) => ref === root || bundled.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => bundled.has(each)) })),
};
console.log(JSON.stringify(inventory, null, 1));
