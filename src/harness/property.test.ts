import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reply } from '#client';
import type { RunPlan } from '#contract';
import { extents } from './cases.ts';
import type { Conformance } from './conformance.ts';
import { createForAll } from './property.ts';
import { Deviation, Untested } from './verdicts.ts';

const plan = (more: Partial<RunPlan> = {}): RunPlan => ({ seed: 7, profile: 'gate', ...more }) as RunPlan;

interface More {
  readonly atOnce?: number;
  readonly onCase?: () => void;
  /** Whether a case judges anything. */
  readonly isJudged?: (value: number) => boolean;
}

const forAll =
  (more?: Partial<RunPlan>, { atOnce = 1, onCase = () => {}, isJudged = () => true }: More = {}) =>
  (arbitrary: fc.Arbitrary<number>, judge: (value: number) => Promise<void>) =>
    createForAll({
      turn: () => ({
        plan: plan(more),
        requirement: 'onramp.initiate/refuses-an-unlisted-asset',
        turn: 1,
        extent: extents[plan(more).profile],
        atOnce,
        onCase,
      }),
      openCase: () => {
        const t = { value: Number.NaN };
        return { t: t as unknown as Conformance, isJudged: () => isJudged(t.value) };
      },
      tell: String,
    })(arbitrary, (value, t) => {
      Object.assign(t, { value });
      return judge(value);
    });

const finding = {
  code: 'ACCEPTED',
  operation: 'onramp.initiate',
  where: 'status',
  expected: '400',
  observed: '201',
} as const;

const tooGreat = async (value: number) => {
  if (value > 20) throw new Deviation([finding], [{ body: value } as Reply]);
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

describe('cases that are under way together', () => {
  const atOnce = 4;
  const soon = (value: number) => new Promise((resolve) => setTimeout(resolve, value % 5));

  test('are those of one after the other, no more than are wanted and no more than so many at a time', async () => {
    const values = fc.integer({ min: 0, max: 400 });
    const alone: number[] = [];
    await forAll({ profile: 'deep' })(values, async (value) => void alone.push(value));
    const together: number[] = [];
    const counts = { now: 0, most: 0 };
    await forAll({ profile: 'deep' }, { atOnce })(values, async (value) => {
      together.push(value);
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      await soon(value);
      counts.now -= 1;
    });
    expect(together.toSorted()).toEqual(alone.toSorted());
    expect(together).toHaveLength(extents.deep.cases);
    expect(counts.most).toBe(atOnce);
  });

  test('a deviation is the one that is found alone, and smaller ones are sought when all others have ended', async () => {
    const drawn = new Set<number>();
    await forAll({ profile: 'deep' })(fc.nat(), async (value) => void drawn.add(value));
    const found = async (more: More) => {
      let [now, beside] = [0, 0];
      const failure = await forAll({ profile: 'deep' }, more)(fc.nat(), async (value) => {
        if (!drawn.has(value)) beside = Math.max(beside, now);
        now += 1;
        // The first to fail is the first to end.
        await new Promise((resolve) => setTimeout(resolve, now));
        now -= 1;
        await tooGreat(value);
      }).catch((error) => error);
      expect(failure).toBeInstanceOf(Deviation);
      return { findings: failure.findings, shownBy: failure.shownBy(), beside };
    };
    const together = await found({ atOnce });
    expect(together).toEqual(await found({}));
    expect(together).toMatchObject({ beside: 0, findings: [{ case: '21' }], shownBy: [{ body: 21 }] });
  });

  test('those that judge nothing are replaced, and counted by none', async () => {
    let cases = 0;
    const judged = new Set<number>();
    const some = forAll(
      { profile: 'gate' },
      {
        atOnce,
        onCase: () => {
          cases += 1;
        },
        isJudged: (value) => value % 2 === 0,
      },
    );
    await some(fc.nat(), async (value) => {
      await soon(value);
      if (value % 2 === 0) judged.add(value);
    });
    expect(cases).toBe(extents.gate.cases);
    expect(judged.size).toBe(cases);
  });

  test('what is no deviation lets no further case begin, and waits for those that have', async () => {
    let [begun, ended] = [0, 0];
    const lacking = forAll({ profile: 'deep' }, { atOnce })(fc.nat(), async () => {
      begun += 1;
      await soon(begun);
      ended += 1;
      throw new Untested('no role');
    });
    await expect(lacking).rejects.toThrow('no role');
    expect([begun, ended]).toEqual([atOnce, atOnce]);
  });
});
