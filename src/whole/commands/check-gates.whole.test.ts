import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RequirementId, requirements } from '#contract';
import { openRecording, runChecks } from '#harness';
import { readRecording } from '#recording';
import { verdictSchema } from '#reporting';
import type { Profile } from '#run';
import { checked, found } from '../../cli/commands/checked.test.support.ts';
import { harOf } from '../../recording/recorder.test.support.ts';
import { planted } from '../../testing/in-process.test.support.ts';
import { startVendor } from '../../testing/vendor.test.support.ts';
import { recordGate } from './recorded-gate.test.support.ts';

describe('the recording of a gate', () => {
  test('of a right service conforms in part, with nothing found', async () => {
    const { entries } = await recordGate();
    const { code, verdict, cwd, terminal } = await checked(entries);
    expect(found(verdict)).toEqual([]);
    // HEAD, an encoded letter, a slash more and capitals lead to no endpoint of the document.
    const detours = entries.filter(
      ({ request: { method, url } }) => method === 'HEAD' || /\/V\d\/|\/v\d\/%|(?<!\/offramp)\/$|\/\/$/.test(url),
    );
    expect(detours.length).toBeGreaterThan(3);
    expect(verdict).toMatchObject({
      verdict: 'conforms-in-part',
      passive: true,
      requests: { sent: 0 },
      recording: {
        files: 1,
        entries: entries.length,
        exchanges: entries.length - detours.length,
        unmatched: detours.length,
        unread: 0,
      },
    });
    expect(code).toBe(0);
    expect(verdictSchema.parse(verdict)).toEqual(verdict);
    expect(verdict.counts['no-result']).toBe(0);
    expect(verdict.coverage.judged).toBeGreaterThan(220);
    expect(verdict.coverage.judgeable).toBe(
      requirements.filter(({ firmness }) => firmness === 'stated' || firmness === 'implied').length,
    );
    const untested = verdict.requirements.filter(({ outcome }) => outcome === 'untested');
    expect(new Set(untested.map(({ untestedBy }) => untestedBy))).toEqual(new Set(['user']));
    for (const { reason } of untested) {
      expect(reason).toMatch(/^the recording does not show /);
      // Settings and profiles are of no use here.
      expect(reason).not.toMatch(/RAMP_|profile/);
    }
    for (const file of ['compliance.html', 'summary.md', 'findings.md'])
      expect(readFileSync(join(cwd, 'reports', file), 'utf8')).toContain('passive');
    expect(terminal.written.err).toContain('(passive)');
  });

  // A defect of each kind that shows in what was exchanged, those of different promises together, recorded of a gate where `smoke`
  // does not show them.
  test.each<[Profile, Readonly<Record<string, RequirementId>>]>([
    [
      'smoke',
      {
        'subaccount.read/email/missing': 'subaccount.read/has-its-members',
        'onramp.initiate/pricing.fees.onramp_fee/exponent': 'onramp.initiate/writes-its-amounts',
        'offramp/the-currency-comes-back-as-euros': 'offramp.initiate/echoes-the-currency',
      },
    ],
    [
      'smoke',
      {
        'subaccount.read/a-valid-request-is-answered-500': 'subaccount.read/answers-with-its-record',
        'listings/the-page-is-always-1': 'offramp.list/echoes-the-page',
        'deposit/the-refusal-of-a-value-does-not-name-ngn': 'deposit.simulate/names-the-listed-currencies',
      },
    ],
    [
      'smoke',
      {
        'subaccount.read/the-error-of-the-404-is-that-of-another-endpoint':
          'subaccount.read/refuses-an-absent-subaccount',
        'subaccount.read/a-request-without-a-key-is-served': 'subaccount.read/refuses-a-missing-key',
      },
    ],
    ['smoke', { 'http/json-has-no-content-type': 'http/sends-json' }],
    [
      'gate',
      {
        'conversion.read/a-read-has-another-fromcurrency-than-the-listing': 'conversion.read/agrees-with-the-listing',
        'offramp/the-time-of-creation-is-kept-as-a-day-earlier': 'offramp.initiate/is-kept-as-created',
      },
    ],
  ])('%s of one with defects finds what the run finds: %o', async (profile, defects) => {
    const run = await recordGate({ as: Object.keys(defects).map(planted), profile });
    const { exchanges, baseUrl } = readRecording([{ name: 'traffic.har', text: harOf(run.entries) }]);
    const session = openRecording(exchanges, { origin: new URL(baseUrl).origin });
    const { reports } = await runChecks({}, { session });
    const shown = reports
      .filter(({ reasons: [first] = [] }) => first === undefined || first.failed)
      .map((report) => report.requirement);
    const guilty = reports.filter(({ findings }) => findings.length > 0).map((report) => report.requirement);
    expect(guilty).toEqual(expect.arrayContaining(Object.values(defects)));
    expect(guilty.toSorted()).toEqual(shown.filter((id) => run.found.has(id)).toSorted());
  });
});

test('of a service that shares no code with the sandbox, nothing is found that its gate does not find', async () => {
  const service = await startVendor();
  try {
    const gate = await recordGate({ env: service.settings });
    const { verdict } = await checked(gate.entries);
    expect(found(verdict).filter((id) => !gate.found.has(id as RequirementId))).toEqual([]);
    expect(verdict.verdict).toBe('conforms-in-part');
    expect(verdict.coverage.judged).toBeGreaterThan(200);
  } finally {
    service.close();
  }
});
