import { expect, test } from 'vitest';
import { reasonOf } from '#run';
import { broken, failedBy, green, ids, made, untestedBy, waiver } from './example.test.support.ts';
import { nextStep } from './next-step.ts';
import type { Verdict } from './verdict.ts';

const worse = broken(ids.stated);
const without = (lack: 'permission' | 'RAMP_MONEY_HOST') =>
  made({ reports: { [ids.stated]: { reasons: [reasonOf('NOT_ALLOWED', 'x', { lacks: [lack] })], judgements: 0 } } });
const readOnly = { money: 'x', readOnly: true, quiet: true };

test.each<[string, Verdict, string]>([
  ['conforms', green, 'Check that sandbox.vendor.example is the service that you mean. Then sign compliance.html.'],
  [
    'tests the tool itself',
    { ...green, target: { ...green.target, embedded: true } },
    'Set RAMP_BASE_URL and RAMP_API_KEY',
  ],
  [
    'deviates',
    made({ reports: worse }),
    'Send findings.md (in the folder of the reports) to the vendor. Do not go live with this service',
  ],
  ['has drift alone', made({ results: { otherFailures: ['x'] } }), 'Ask the vendor about each change'],
  [
    'has waivers',
    made({ reports: worse, results: { waivers: { given: [waiver], covers: () => 'W1' } } }),
    'Send findings.md (in the folder of the reports) to the vendor. Ask for a fix, or renew the accepted deviations, by 31 Jan 2027.',
  ],
  [
    'may only read',
    { ...without('permission'), permissions: readOnly },
    'Leave out --read-only, and run again to test 1 more promise.',
  ],
  ['lacks a setting', without('RAMP_MONEY_HOST'), 'Set RAMP_MONEY_HOST, and run again'],
  [
    'leaves something out',
    made({ reports: { [ids.stated]: untestedBy('user') } }),
    'Change the settings or requests that are named under "Not tested", and',
  ],
  [
    'was cut by its deadline',
    made({ reports: { [ids.stated]: failedBy('DEADLINE', 'x') } }),
    'Raise RAMP_DEADLINE_S (this run had 31 s), and run',
  ],
  [
    'was cut by its budget',
    made({ reports: { [ids.stated]: failedBy('BUDGET_SPENT', 'x') } }),
    'Raise RAMP_MAX_REQUESTS above 420, and run',
  ],
  [
    'was interrupted',
    made({ reports: { [ids.stated]: null }, results: { interrupted: true } }),
    'Run again, and let the run end.',
  ],
])('after a run that %s, a reader knows what to do', (_, verdict, step) => {
  expect(nextStep(verdict)).toContain(`Next: ${step}`);
});
