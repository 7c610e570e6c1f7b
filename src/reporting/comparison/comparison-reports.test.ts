import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { broken, green, made } from '../example.test.support.ts';
import { withFirstSeen } from '../first-seen.ts';
import { compareRuns } from './compare-runs.ts';
import { comparisonText, renderComparison } from './comparison-reports.ts';
import { comparisonView } from './comparison-view.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/after-an-upgrade.md'), 'utf8');

test('docs/after-an-upgrade.md shows the lines that compare prints', () => {
  const [, shown = ''] = /```text\n([\s\S]*?)\n```/.exec(page) ?? [];
  const unmasked = {
    code: 'RULE_BROKEN',
    operation: 'withdrawal.read',
    where: '$.destination_address',
    expected: 'hides half or at least three characters of destinationAddress, which is not masked',
    observed: 'text(42)',
    answer: { status: 200 },
  } as const;
  const target = { label: '127.0.0.1:4711', environment: 'sandbox', embedded: false } as const;
  const facts = (form: string) => ({ 'withdrawal.read': { $: 'object', '$.destination_address': form } });
  const before = { ...green, release: '2.14', target, facts: facts('masked req') };
  const reports = broken('withdrawal.read/masks-the-address', unmasked);
  const after = { ...made({ reports }), release: '2.15', target, facts: facts('text req') };
  const view = comparisonView(compareRuns(before, after));
  const printed = comparisonText(view, { verbose: false, page: 'reports/compare.html' }).split('\n');
  const lines = shown.split('\n');
  expect(printed).toHaveLength(lines.length);
  // A line that ends in an ellipsis is cut there.
  for (const [at, line] of lines.entries())
    expect(line.endsWith('…') ? printed[at]?.slice(0, line.length - 1) : printed[at]).toBe(line.replace(/…$/, ''));
});

test('the page names the release of the first sight, also where its name has a blank', () => {
  const after = made({ reports: broken('withdrawal.read/masks-the-address', { operation: 'withdrawal.read' }) });
  const page = renderComparison(compareRuns(green, withFirstSeen({ ...after, release: '2.15 rc' }, [])));
  expect(page).toContain('(first seen on 2026-11-21 in release 2.15 rc)');
});
