import { writeFileSync } from 'node:fs';
import { bundledPackages, inventoryFile, inventoryOfLock } from './package.ts';

// Part of the build: a run has no npm to ask, and an installed package no lock file.
writeFileSync(inventoryFile, `${JSON.stringify(inventoryOfLock(bundledPackages()), null, 1)}\n`);
