import { expect, test } from 'vitest';
import { tellOnce } from './once.ts';

const pageOf = (calls: string) =>
  `<script>window.allureReportData = {};function d(name, value){window.allureReportData[name] = value;}</script><script>Promise.allSettled([${calls}])</script>`;

/** What a browser would have of the page's data. */
const dataOf = (page: string): unknown => {
  const [, calls = ''] = /allSettled\(\[(.*)\]\)/.exec(page) ?? [];
  return new Function(`const allureReportData = {}; const d = (name, value) => { allureReportData[name] = value; };
    [${calls}]; return allureReportData;`)();
};

test('what is told again refers to where it was told first, and all stays there', () => {
  const data = { a: 'QUFB', b: 'QkJC', c: 'QUFB', d: 'QkJC', e: 'QUFB' };
  const page = pageOf(
    Object.entries(data)
      .map((pair) => `d(${JSON.stringify(pair).slice(1, -1)})`)
      .join(),
  );
  const told = tellOnce(page);
  expect(told).toContain(
    'd("a","QUFB"),d("b","QkJC"),d("c",allureReportData["a"]),d("d",allureReportData["b"])',
  );
  expect(dataOf(told)).toEqual(data);
});

test.each([
  pageOf(''),
  pageOf('d("a","QUFB")'),
  '<html></html>',
  'Promise.allSettled([d("a","b"),d("c","b")',
])('a page without the like stays as it is: %s', (page) => {
  expect(tellOnce(page)).toBe(page);
});
