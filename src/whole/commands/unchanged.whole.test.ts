import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { isRecord } from '#evidence';
import { compareRuns, comparisonView } from '#reporting';
import type { Fault } from '#sandbox';
import { placeText } from '../../reporting/comparison/change-groups.ts';
import { allOf, planted, runOnSandbox, severalAtOnce } from '../../testing/in-process.test.support.ts';

const scaled = (holder: unknown, names: readonly string[], factor: string): void => {
  if (!isRecord(holder)) return;
  const amounts = holder as Record<string, unknown>;
  for (const name of names)
    if (typeof amounts[name] === 'string') amounts[name] = new Decimal(amounts[name]).times(factor).toFixed();
};

/** Rates and limits of another day, which follow one exchange rate. */
const onADay = (factor: string): Fault => ({
  reply: ({ status, body }, { operation }) => {
    if (status > 299 || !isRecord(body)) return;
    const records = /^offramp\./.test(operation ?? '') ? [body.data ?? body].flat().filter(isRecord) : [];
    for (const { to, pricing } of records) {
      scaled(to, ['gross_amount', 'net_amount'], factor);
      scaled(pricing, ['fx_rate'], factor);
      scaled(isRecord(pricing) && pricing.fees, ['offramp_fee', 'network_fee', 'total_fees'], factor);
    }
  },
});

/** What one and the same release shows at one time and not at another: more records, limits that are met, a slow hour. */
const times = [
  undefined,
  'listings/there-are-298-offramps-and-298-conversions',
  'rate-limit/every-third-read-is-answered-429-at-first-with-retry-after-0',
  'http/every-third-reply-takes-up-to-80-ms',
  'rate-limit/every-third-order-is-answered-429-and-leaves-nothing-behind',
];

/** The lines that a comparison of so many runs with the first one shows, and whether each compared the facts of a whole run. */
const comparedAfter = async (count: number) => {
  const runs = await severalAtOnce(
    Array.from({ length: count }, (_, at) => at),
    async (at) => {
      const time = times[at % times.length];
      const day = onADay(new Decimal(98 + (at % 5)).div(100).toFixed(2));
      const always = time === undefined ? day : allOf([planted(time), day]);
      return (await runOnSandbox(always, { profile: 'gate', seed: 1 + at * 7_919, prompt: true })).verdict;
    },
    6,
  );
  const [first, ...others] = runs;
  const compared = others.map((run) => compareRuns(first ?? run, run));
  const lines = compared.flatMap((each, at) =>
    comparisonView(each).lines.map(({ word, endpoints, text }) => `${at + 1}: ${word} ${placeText(endpoints)} ${text}`),
  );
  return { lines, isWhole: compared.every(({ unchanged }) => unchanged > 1_000) };
};

for (const [count, tags] of [
  [8, []],
  [30, ['release']],
] as const)
  test(`${count} runs against a service that nobody changed show no line`, {
    tags: [...tags],
    timeout: 1_200_000,
  }, async () => {
    expect(await comparedAfter(count)).toEqual({ lines: [], isWhole: true });
  });
