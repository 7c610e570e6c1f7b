import { afterEach, expect, test, vi } from 'vitest';
import type { RequirementId } from '#contract';

afterEach(() => {
  vi.resetModules();
});

test('a row without a judgement is an error that says how to end it, and where it stands', async () => {
  vi.resetModules();
  const { registeredChecks, rowsOf } = await import('./row.ts');
  const recordTest = rowsOf('Resources: Onramp', 'record');
  recordTest.stated('onramp.initiate/calls-itself-an-onramp', 'The type field of an onramp has the value onramp.');
  expect(registeredChecks).toThrow(
    'checks: onramp.initiate/calls-itself-an-onramp has no judgement; end its row with .by(source, judge) or .over(exchanges, judge)',
  );
  expect(registeredChecks).toThrow(expect.objectContaining({ stack: expect.stringMatching(/row\.test\.ts:12:/) }));
});

test('a row speaks of the operation before the slash, and its meaning goes before that of its heading', async () => {
  vi.resetModules();
  const { registeredRows, rowsOf } = await import('./row.ts');
  const errorTest = rowsOf('Errors', 'error', { heeds: ['ids'], sign: true });
  const began = errorTest.implied('onramp.initiate/begins-pending', 'Pending.', { heeds: ['rules'] });
  began.over({ needs: [] }, () => ({ findings: [], judged: [] }));
  expect(registeredRows()).toMatchObject([
    { firmness: 'implied', operations: ['onramp.initiate'], heeds: ['rules'], sign: true, check: { needs: [] } },
  ]);
  expect(() => errorTest.stated('onramp.initiate/begins-pending', 'Twice.')).toThrow('write one a requirement');
  expect(() => errorTest.stated('rails/of-nothing' as RequirementId, 'Of nothing.')).toThrow('name its operations');
});
