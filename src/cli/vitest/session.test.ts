import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Target } from '#run';
import { readSettings, unprobedTarget } from '#target';
import { newFolder } from '../../testing/terminal.test.support.ts';
import { suitePlan } from './session.ts';
import { repeatsAfterEdit } from './watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'ramp-suite-plan-'));

const targetWith = (more: Partial<Target>): Target => {
  const service = { baseUrl: 'http://127.0.0.1:9', keys: { full: 'key-of-a-suite-test' } };
  return { ...unprobedTarget(readSettings({ env: {}, cwd: '/' }), service, false), ...more };
};

test('orders sent by Vitest alone are bounded and kept in the ledger, as those of a run', () => {
  const directory = join(folder, 'reports');
  const { ledger, target } = suitePlan(targetWith({}), directory);
  expect(ledger).toMatchObject({ file: join(directory, 'ledger.jsonl'), durable: true });
  expect(existsSync(directory)).toBe(true);
  expect(target.budgets.maxOrders?.['offramp.initiate']).toBeGreaterThan(0);
});

test.each<[string, Partial<Target>]>([
  ['money may not be moved', { money: 'RAMP_MONEY_HOST is not set' }],
  ['the target is read-only', { readOnly: true }],
  ['the sandbox is the embedded one', { embedded: true }],
])('where %s there is no ledger', (_, more) => {
  const directory = join(folder, 'none');
  expect(suitePlan(targetWith(more), directory).ledger).toBeUndefined();
  expect(existsSync(directory)).toBe(false);
});

test('an edit repeats requests only on the embedded sandbox, and the keys stay where the workers find them', () => {
  const env = { RAMP_BASE_URL: 'https://sandbox.vendor.example', RAMP_API_KEY: 'key-of-a-suite-test' };
  expect(repeatsAfterEdit(env)).toBe(false);
  expect(env.RAMP_API_KEY).toBe('key-of-a-suite-test');
  expect(repeatsAfterEdit({ RAMP_BASE_URL: 'nowhere' })).toBe(false);
  expect(repeatsAfterEdit({}, newFolder())).toBe(true);
});
