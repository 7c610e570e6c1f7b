import { expect, test } from 'vitest';
import { finding, ids, reportsWith, verdictOn } from '../example.test.support.ts';
import { renderTargets } from './targets.ts';

const runOf = (name: string, verdict?: ReturnType<typeof verdictOn>) => ({
  name,
  folder: `reports/${name}`,
  exitCode: verdict?.exitCode ?? 4,
  ...(verdict ? { verdict } : {}),
});

const right = verdictOn(reportsWith());
const wrong = verdictOn(reportsWith({ [ids.stated]: { findings: [finding()] } }));

test('the page shows what differs, in the order of the targets', () => {
  const runs = [runOf('one', right), runOf('<b>', wrong), runOf('withheld')];
  const page = renderTargets(runs).replaceAll('\n', '');
  const row = new RegExp(`<th scope="row">${ids.stated}</th>.*✓.*conforms.*✗.*deviates`);
  expect(page).toMatch(row);
  expect(page).not.toContain(`<th scope="row">${ids.implied}</th>`);
  expect(page).toContain('<caption>1 requirement</caption>');
  expect(page).toMatch(
    /<th scope="row">withheld<\/th><td[^>]*>none<\/td><td[^>]*>no verdict<\/td><td[^>]*>4<\/td>/,
  );
  expect(page).not.toContain('<b>');
});

test('targets that agree have no row, and without a verdict there is no table of them', () => {
  expect(renderTargets([runOf('one', right), runOf('other', right)])).toContain('None: every requirement');
  expect(renderTargets([runOf('withheld')])).toContain('No target was judged.');
});
