import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { inventoryFile } from './inventory.ts';
import { packageRoot } from './package-root.ts';

// Part of the build: a run has no npm to ask, and an installed package no lock file.

const asked = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];

const inventory = JSON.parse(
  execFileSync('npm', asked, {
    cwd: packageRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  }),
);

// The same lock file makes the same bytes, whatever the folder is called and whenever it is built.
const { serialNumber: _random, metadata, ...rest } = inventory;
const { timestamp: _now, component, ...known } = metadata;
const named = { ...component, name: component['bom-ref'].replace(/@[^@]*$/, '') };
const text = JSON.stringify({ ...rest, metadata: { ...known, component: named } }, null, 1);
writeFileSync(inventoryFile, `${text}\n`);
