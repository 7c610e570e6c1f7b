import { expect, test } from 'vitest';
import { inventoryOfLock, lockedPackages } from './lock-inventory.ts';

test('the inventory lists each package of the lock file that an installation may hold, and no other', () => {
  const { components, dependencies, metadata } = inventoryOfLock();
  const locked = [...lockedPackages()].sort();
  expect(components.map((component) => component['bom-ref']).sort()).toEqual(locked);
  expect(locked.some((name) => name.startsWith('zod@'))).toBe(true);
  expect(locked.some((name) => name.startsWith('typescript@'))).toBe(false);
  const known = new Set([...locked, metadata.component['bom-ref']]);
  expect(
    dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
  ).toEqual([]);
});
