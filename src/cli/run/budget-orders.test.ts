import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLedger } from '#client';
import { readFileLines } from '#contract';
import type { Verdict } from '#reporting';
import { commandHere } from '../testing/terminal.test.support.ts';

const built = commandHere();

const kinds = {
  'deposit.simulate': 'deposits',
  'onramp.initiate': 'onramps',
  'offramp.initiate': 'offramps',
  'lightning-offramp.initiate': 'lightning offramps',
} as const;

test.each([
  ['smoke', 1, []],
  ['gate', 5, []],
  // Otherwise it draws anew each time.
  ['deep', 10, ['--seed', '1']],
] as const)(
  '%s sends about as much as it has announced, and ends within those orders and that money',
  async (profile, least, seed) => {
    const directory = join(built.folder, profile);
    const { code, out } = await built.run(['run', '--profile', profile, ...seed, '--reports', directory], {});
    const { counts, requests } = JSON.parse(readFileSync(join(directory, 'verdict.json'), 'utf8')) as Verdict;
    expect([code, counts.broken ?? 0]).toEqual([0, 0]);
    const announced = Number(/about (\d+) requests/.exec(out)?.[1]);
    expect(Math.abs(requests.sent / announced - 1)).toBeLessThan(0.05);
    const orders = readLedger(readFileLines(join(directory, 'ledger-sandbox.jsonl'))).orders;
    expect(orders.length).toBeLessThanOrEqual(Number(/at most (\d+) orders of 100/.exec(out)?.[1]));
    const usual = Number(/up to (\d+) orders accepted/.exec(out)?.[1]);
    const accepted = orders.filter(({ outcome }) => outcome === 'accepted').length;
    expect(accepted).toBeLessThanOrEqual(usual);
    expect(accepted).toBeGreaterThan(usual / 2);
    for (const [operation, noun] of Object.entries(kinds)) {
      const [, most = 0, total = 0] = new RegExp(`(\\d+) ${noun} \\((\\d+) in`).exec(out) ?? [];
      const placed = orders.filter((order) => order.operation === operation);
      expect(placed.length).toBeGreaterThanOrEqual(least);
      expect(placed.length).toBeLessThanOrEqual(Number(most));
      const moved = placed.reduce((sum, { amount = '0' }) => sum + Math.abs(Number(amount)), 0);
      expect(moved).toBeLessThanOrEqual(Number(total));
    }
  },
);
