import { expect, test } from 'vitest';
import { operationOf, type RequirementId, requirementOf, requirements } from '#contract';
import { shardIn, shareOf } from './shard.ts';

const sharesOf = (count: number, sharedAccount: boolean, selected?: ReadonlySet<RequirementId>) =>
  Array.from({ length: count }, (_, place) => [
    ...shareOf(selected, { index: place + 1, count }, sharedAccount),
  ]);

test.each([false, true])(
  'every requirement is the part of one shard, shared account: %s',
  (sharedAccount) => {
    const all = requirements.map(({ id }) => id).sort();
    for (const count of [1, 2, 4, 7]) expect(sharesOf(count, sharedAccount).flat().sort()).toEqual(all);
  },
);

test('however many requirements are shared by however many machines, none is lost', () => {
  const all = requirements.map(({ id }) => id).toSorted();
  const lost = [7, 14, 15, 27, 60].flatMap((count) =>
    [count + 1, 100, all.length].flatMap((size) => {
      const selected = all.slice(0, size);
      const shared = sharesOf(count, false, new Set(selected)).flat();
      return shared.toSorted().join() === selected.join() ? [] : [`${size} by ${count}`];
    }),
  );
  expect(lost).toEqual([]);
});

test('parts are of one size where each machine has a separate service, with fewer where sequences are', () => {
  const [first = 0, ...others] = sharesOf(4, false).map((share) => share.length);
  expect(first).toBeLessThan(Math.min(...others));
  expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(1);
});

test('on a shared account only the first shard places orders', () => {
  const [, ...others] = sharesOf(4, true);
  const operations = others.flat().flatMap((id) => requirementOf(id).operations);
  expect(operations.filter((id) => operationOf(id).movesMoney)).toEqual([]);
});

test('a shard is a number of how many', () => {
  expect(shardIn('2/4')).toEqual({ index: 2, count: 4 });
  for (const wrong of ['0/4', '5/4', '4', '1/0', '1/4x', '-1/4', '1/65'])
    expect(() => shardIn(wrong)).toThrow('2/4');
  expect(() =>
    shareOf(new Set(['subaccount.read/success-status' as never]), { index: 1, count: 2 }, false),
  ).toThrow('fewer shards');
});

test('no part of a selection is empty on a shared account', () => {
  const rails = new Set(requirements.map(({ id }) => id).filter((id) => id.startsWith('rails/')));
  expect(() => sharesOf(2, true, rails)).toThrow('use fewer shards');
  expect(sharesOf(2, false, rails).every((share) => share.length > 0)).toBe(true);
});
