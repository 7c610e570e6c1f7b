import { afterAll, describe, expect, test } from 'vitest';
import { planted } from '../../testing/in-process.test.support.ts';
import { withOutcome } from '../field/gateway.test.support.ts';
import { runBehind } from './behind.test.support.ts';
import { missingFor } from './program.test.support.ts';
import { rows } from './rows.test.support.ts';

const lacking = new Set<string>();

afterAll(() => {
  if (lacking.size > 0) console.warn(`skipped rows need: apt-get install ${[...lacking].join(' ')}`);
});

describe.each(rows)('real gateways: %s', (_kind, settings) => {
  test.for(Object.entries(settings))('%s', async ([_name, row], { skip }) => {
    const packages = missingFor(row.gateway);
    for (const each of packages) lacking.add(each);
    skip(packages.length > 0, `not installed: ${packages.join(', ')}`);
    const { gateway, fault, exits, found, named = /^/, orders = 'usual', ...asked } = row;
    const { code, verdict, end, accepted, announced } = await runBehind(
      gateway,
      typeof fault === 'string' ? planted(fault) : fault,
      asked,
    );
    const deviating = withOutcome(verdict, 'deviates');
    expect(deviating.filter((id) => !found?.test(id))).toEqual([]);
    expect(deviating.length > 0).toBe(found !== undefined);
    expect(end).toMatch(named);
    expect(exits).toContain(code);
    expect(accepted).toBeLessThanOrEqual(announced[orders]);
  });
});
