import { expect, test } from 'vitest';
import { namedWait } from './answerer.ts';

const day = 86_400_000;
const date = 'Mon, 23 Nov 2026 12:00:00 GMT';

test.each<[string, number | undefined]>([
  ['0', 0],
  ['7', 7_000],
  ['Mon, 23 Nov 2026 12:00:05 GMT', 5_000],
  ['9999999999', day],
  ['9'.repeat(400), day],
  ['Fri, 31 Dec 9999 23:59:59 GMT', day],
  ['Mon, 23 Nov 2026 11:00:00 GMT', undefined],
  ['soon', undefined],
  ['-1', undefined],
])('Retry-After: %s names %s ms', (value, wait) => {
  const headers = { date, 'retry-after': value };
  expect(namedWait({ head: { headers } } as unknown as Parameters<typeof namedWait>[0])).toBe(wait);
});
