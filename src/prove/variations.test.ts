import { describe, expect, test } from 'vitest';
import type { AnyCheck } from '#checks';
import type { RequirementId } from '#contract';
import { Untested } from '#evidence';
import type { Variation } from '#faults';
import type { CheckOutcome } from '#harness';
import { probe } from '#probes';
import type { Faultless } from './faultless.ts';
import { finding, refused } from './outcomes.test.support.ts';
import { tryVariations } from './variations.ts';
import type { Worlds } from './worlds.ts';

const members: RequirementId = 'subaccount.read/has-its-members';
const identifiers: RequirementId = 'subaccount.read/writes-its-identifiers';

/** What is known of a service: the freedoms that it takes. */
const source = probe('subaccount', { mode: 'reads', send: async (): Promise<readonly string[]> => [] });

const freedom = (id: string): Variation => ({ id, sentence: 'A freedom.' });
const [one, other] = [freedom('one'), freedom('other')];

type Judged = 'blamed' | 'untested' | 'passed';

/** Has a check judge by the freedoms that a service takes. */
const checkThat = (
  judges: (taken: readonly string[]) => Judged,
  requirement: RequirementId = members,
): AnyCheck => ({
  requirement,
  source,
  judge: (taken: unknown) => {
    const judged = judges(taken as readonly string[]);
    if (judged === 'untested') throw new Untested('no order was accepted', 'service');
    return { findings: judged === 'blamed' ? [finding] : [], judged: [], facts: [] };
  },
});

interface Known {
  /** How checks end without variations. */
  readonly usual?: ReadonlyMap<RequirementId, CheckOutcome>;
  /** Whether a check sees a freedom in a world of some. */
  readonly sees?: (id: string, taken: readonly string[]) => boolean;
}

/** Tries both freedoms, and names the worlds that were asked. */
const tryBoth = async (checks: readonly AnyCheck[], { usual = new Map(), sees = () => true }: Known = {}) => {
  const asked: string[] = [];
  const worlds = {
    with: (variations: readonly Variation[]) => {
      const taken = variations.map(({ id }) => id);
      const get = async () => {
        if (!asked.includes(taken.join())) asked.push(taken.join());
        return taken;
      };
      return { get, taken, replies: [], setting: {}, failuresOf: () => [], ended: new Set() };
    },
  } as unknown as Worlds;
  const faultless = {
    outcomes: usual,
    narrowed: (check: AnyCheck) => check,
    seesChange: (_: AnyCheck, { taken }: { taken: readonly string[] }, { id }: Variation) => sees(id, taken),
  } as unknown as Faultless;
  const cases = [one, other].map((variation) => ({ variation, checks }));
  const passing = await tryVariations(cases, { worlds, faultless });
  const blamed = passing.flatMap(({ falsePositives }) => falsePositives.map(({ variation }) => variation));
  return { asked, blamed, passed: passing.map(({ passed }) => passed) };
};

describe('variations in one world', () => {
  test('are tried once where nothing is blamed, and count for each', async () => {
    const checks = [checkThat(() => 'passed'), checkThat(() => 'passed', identifiers)];
    expect(await tryBoth(checks)).toEqual({ asked: ['one,other'], blamed: [], passed: [2, 2] });
  });

  test('are tried alone where one is blamed, which shows whose it is', async () => {
    const checks = [
      checkThat((taken) => (taken.includes('other') ? 'blamed' : 'passed')),
      checkThat(() => 'passed', identifiers),
    ];
    expect(await tryBoth(checks)).toEqual({
      asked: ['one,other', 'one', 'other'],
      blamed: ['other'],
      passed: [2, 1],
    });
  });

  test('are not blamed for what a check sees only together with another', async () => {
    const checks = [checkThat((taken) => (taken.includes('other') ? 'blamed' : 'passed'))];
    const sees = (id: string, { length }: readonly string[]) => id === 'other' || length === 2;
    expect(await tryBoth(checks, { sees })).toMatchObject({ blamed: ['other'], passed: [0, 0] });
  });

  test('are both blamed where only both together are', async () => {
    const checks = [checkThat(({ length }) => (length === 2 ? 'blamed' : 'passed'))];
    expect((await tryBoth(checks)).blamed).toEqual(['one', 'other']);
  });

  test('do not hide each other: a check that tests nothing there judges each alone', async () => {
    const checks = [
      checkThat((taken) => {
        if (taken.includes('one')) return 'untested';
        return taken.includes('other') ? 'blamed' : 'passed';
      }),
    ];
    expect((await tryBoth(checks)).blamed).toEqual(['other']);
  });

  test('are not tried again for what no world tests', async () => {
    const { asked } = await tryBoth([checkThat(() => 'untested')], { usual: new Map([[members, refused]]) });
    expect(asked).toEqual(['one,other']);
  });
});
