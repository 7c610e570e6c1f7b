import { expect, test } from 'vitest';
import { startTimings, timingsText } from './timings.ts';

test('time belongs to the phase that ended last', () => {
  const moments = [100, 150, 400];
  const timings = startTimings(() => moments.shift() ?? 0);
  timings.mark('probes');
  timings.mark('tests');
  expect(timings.spent()).toMatchObject({ start: 100, probes: 50, tests: 250, reports: 0 });
  expect(timingsText(timings.spent())).toMatch(/tests +250 ms +63 %/);
});
