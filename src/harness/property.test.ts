import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunPlan } from '#contract';
import { extents } from './cases.ts';
import { createForAll } from './property.ts';
import { Deviation, Untested } from './verdicts.ts';

const plan = (more: Partial<RunPlan> = {}): RunPlan => ({ seed: 7, profile: 'gate', ...more }) as RunPlan;

let work = 0;

const forAll = (more?: Partial<RunPlan>) =>
  createForAll({
    turn: () => ({
      plan: plan(more),
      requirement: 'onramp.initiate/refuses-an-unlisted-asset',
      turn: 1,
      extent: extents[plan(more).profile],
      work: () => (work += 1),
      onCase: () => {},
      holdEvidence: () => () => {},
    }),
    tell: String,
  });

const tooGreat = async (value: number) => {
  if (value > 20)
    throw new Deviation([
      { code: 'ACCEPTED', operation: 'onramp.initiate', where: 'status', expected: '400', observed: '201' },
    ]);
};

test('a deviation is thrown with its smallest case, seed and path, and the path replays it', async () => {
  const failure: Deviation = await forAll({ profile: 'deep' })(fc.nat(), tooGreat).then(
    () => expect.unreachable(),
    (error) => error,
  );
  const [finding] = failure.findings;
  expect(finding).toMatchObject({ code: 'ACCEPTED', case: '21', replay: { seed: 7 } });
  const tried: number[] = [];
  const again = forAll({ profile: 'deep', replay: { requirement: 'x', path: finding?.replay?.path ?? '' } });
  await expect(
    again(fc.nat(), async (value) => {
      tried.push(value);
      await tooGreat(value);
    }),
  ).rejects.toThrow(Deviation);
  expect(tried).toEqual([21]);
});

test('the same seed tries the same cases, and none twice', async () => {
  const drawn = async () => {
    const cases: number[] = [];
    await forAll()(fc.integer({ min: 0, max: 30 }), async (value) => {
      cases.push(value);
    });
    return cases;
  };
  const cases = await drawn();
  expect(await drawn()).toEqual(cases);
  expect(new Set(cases).size).toBe(cases.length);
});

test('what is no deviation ends the property at once and is not shrunk', async () => {
  let tried = 0;
  const lacking = forAll()(fc.nat(), async () => {
    tried += 1;
    throw new Untested('no role');
  });
  await expect(lacking).rejects.toThrow('no role');
  expect(tried).toBe(1);
});

test('what ends the search for a smaller case takes nothing from the finding', async () => {
  let found = 0;
  const failure = await forAll({ profile: 'deep' })(fc.nat(), async (value) => {
    if (value > 20) found += 1;
    if (found > 1) throw new Error('all orders are spent');
    await tooGreat(value);
  }).catch((error) => error);
  expect(failure).toBeInstanceOf(Deviation);
  expect(failure.findings[0]).toMatchObject({ code: 'ACCEPTED', case: expect.any(String) });
});

test('a search ends once nothing new is drawn, and not before', async () => {
  const searched = async (values: number) => {
    const met = new Set<number>();
    let draws = 0;
    const few = fc.nat(values - 1).map((value) => {
      draws += 1;
      return value;
    });
    await forAll({ profile: 'deep' })(few, async (value) => void met.add(value));
    return { met: met.size, draws };
  };
  const few = await searched(5);
  expect(few.met).toBe(5);
  expect(few.draws).toBeLessThan(3 * extents.deep.cases + 1);
  const many = await searched(140);
  expect(many.met).toBe(140);
});
