import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersWithout5xx, type Check } from '#checks';
import { withCases } from '../generators/cases.ts';
import { drawn } from '../probes/drawn.ts';
import { shrink } from './findings.ts';
import { judgeCheck } from './judge.ts';
import { RunState } from './run-state.ts';
import { setting as ofAGate, transportTo } from './transport.test.support.ts';

/** Draws one case, because this probe has no examples. */
const setting = { ...ofAGate, profile: 'smoke' } as const;

const requirement = 'taxonomy.list/survives-a-strange-currency';

const lengths = drawn('long currencies', {
  mode: 'reads',
  arbitrary: () =>
    withCases(
      fc.nat({ max: 1000 }).map((length) => 'x'.repeat(length + 1)),
      { examples: [], describe: () => 'a long currency' },
    ),
  ask: ({ api }, currency) => api.listTaxonomy({ currency }),
});

const check: Check = { requirement, source: lengths, judge: answersWithout5xx as Check['judge'] };

const lengthOf = (path: string): number => path.split('/').at(-1)?.length ?? 0;

const failingFrom = (least: number) => transportTo(({ path }) => ({ status: lengthOf(path) < least ? 200 : 500 }));

interface Asked {
  readonly replay?: { probe: string; path: string };
  readonly sent?: number;
}

const found = async (seed: number, least: number, { replay, sent = 0 }: Asked = {}) => {
  const transport = failingFrom(least);
  const runState = new RunState({ transport, setting, seed, replay });
  if (sent > 0) runState.services.furtherSent = sent;
  const outcome = await judgeCheck(check, runState);
  return { transport, ...(await shrink(check, outcome, runState)) };
};

test('a case that fails is made smaller, within a bound of requests, and can be replayed', async () => {
  const { replay, outcome, transport } = await found(1, 5);
  expect(outcome.findings).toMatchObject([{ code: 'SERVER_ERROR' }]);
  expect(replay).toMatchObject({ requirement, seed: 1, probe: lengths.id });
  const smallest = lengthOf(outcome.findings[0]?.shownBy?.request.path ?? '');
  expect(smallest).toBeGreaterThanOrEqual(5);
  expect(smallest).toBeLessThan(40);
  expect(transport.asked.length).toBeLessThan(40);
  const path = replay?.path ?? '';
  const again = await found(1, 5, { replay: { probe: lengths.id, path } });
  expect(again.transport.asked.map(lengthOf)).toContain(smallest);
});

test('nothing is sent where other searches have spent what there is for them', async () => {
  const sent = async (others: number) => (await found(1, 5, { sent: others })).transport.asked.length;
  expect(await sent(1_000)).toBeLessThan(await sent(999));
});

test('the same seed draws the same cases', async () => {
  const [one, other] = [await found(7, 2000), await found(7, 2000)];
  expect(one.transport.asked).toEqual(other.transport.asked);
  expect(one.outcome.findings).toEqual([]);
});
