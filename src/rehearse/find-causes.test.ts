import { describe, expect, test } from 'vitest';
import { findCauses, mostTries } from './find-causes.ts';

const items = Array.from({ length: 64 }, (_, at) => `f${at}`);

async function search(fails: (under: ReadonlySet<string>, times: number) => boolean, all: readonly string[] = items) {
  const tried: (readonly string[])[] = [];
  const found = await findCauses(all, async (some) => {
    tried.push(some);
    return fails(new Set(some), tried.length);
  });
  return {
    ...found,
    causes: found.causes.map((cause) => ({ ...cause, items: cause.items.toSorted() })),
    names: found.causes.map((cause) => cause.items.toSorted().join(' with ')).toSorted(),
    tries: tried.length,
  };
}

describe('a client that', () => {
  test('bears everything costs one try', async () => {
    expect(await search(() => false)).toMatchObject({ names: [], tries: 1, isComplete: true, wavered: 0 });
  });

  test('breaks by one is tried by halves', async () => {
    const { names, tries } = await search((under) => under.has('f37'));
    expect(names).toEqual(['f37']);
    // Two for each of six halvings, all of them, once more, and the rest without it.
    expect(tries).toBe(1 + 2 * 6 + 1 + 1);
  });

  test('breaks by two has both named, each as soon as it failed twice', async () => {
    let tries = 0;
    const found: (readonly [string, number])[] = [];
    const fails = async (some: readonly string[]): Promise<boolean> => {
      tries += 1;
      return some.some((one) => one === 'f2' || one === 'f63');
    };
    await findCauses(items, fails, ([one = '']) => found.push([one, tries]));
    expect(found.map(([one]) => one)).toEqual(['f2', 'f63']);
    expect(found[0]?.[1]).toBeLessThan(tries - 10);
  });

  test('breaks by two together only has the pair named', async () => {
    const { names, tries } = await search((under) => under.has('f9') && under.has('f40'));
    expect(names).toEqual(['f40 with f9']);
    expect(tries).toBeLessThan(40);
  });

  test('breaks by pairs that share one, and by one alone, has all named', async () => {
    const { names, isComplete } = await search(
      (under) => under.has('f5') || (under.has('f6') && (under.has('f7') || under.has('f50'))),
    );
    expect(names).toEqual(['f5', 'f50 with f6', 'f6 with f7']);
    expect(isComplete).toBe(true);
  });

  test('breaks by three together only has the three named', async () => {
    const { names } = await search((under) => ['f1', 'f2', 'f60'].every((one) => under.has(one)));
    expect(names).toEqual(['f1 with f2 with f60']);
  });

  test('breaks by each is tried no more often than announced', async () => {
    const { names, tries, isComplete } = await search((under) => under.size > 0);
    expect(names).toHaveLength(items.length);
    expect(tries).toBeLessThanOrEqual(mostTries(items.length));
    expect(isComplete).toBe(true);
  });

  test('breaks by every pair ends at the bound, and says that there may be more', async () => {
    const { tries, isComplete } = await search((under) => under.size > 1);
    expect(tries).toBeLessThanOrEqual(mostTries(items.length));
    expect(isComplete).toBe(false);
  });

  test.each([3, 5, 7])('fails every %ith time has nothing named for sure', async (period) => {
    const { causes, wavered } = await search((_, times) => times % period === 1);
    expect(causes.filter(({ isSteady }) => isSteady)).toEqual([]);
    expect(wavered).toBeGreaterThan(0);
  });

  test('is weak where another variation would hide it is found when that one is tried apart', async () => {
    const weak = (under: ReadonlySet<string>): boolean => under.has('f30') && !under.has('f31');
    expect((await search(weak)).names).toEqual([]);
    expect(
      (
        await search(
          weak,
          items.filter((one) => one !== 'f31'),
        )
      ).names,
    ).toEqual(['f30']);
  });
});

test('what fails to be tried ends the search', async () => {
  const failing = async (): Promise<boolean> => {
    throw new Error('not found');
  };
  await expect(findCauses(items, failing)).rejects.toThrow('not found');
});
