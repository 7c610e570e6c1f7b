import { expect, test } from 'vitest';
import { requirements } from '#contract';
import { faultFinder, faults, faultsOf, variations } from './index.ts';

const repeated = (ids: readonly string[]): readonly string[] => ids.filter((id, at) => ids.indexOf(id) !== at);

test('an id names one fault or one variation', () => {
  const ids = [...faults, ...variations].map(({ id }) => id);
  expect([...new Set(repeated(ids))]).toEqual([]);
});

test('an id can travel in a header', () => {
  expect(faults.map(({ id }) => id).filter((id) => !/^[\x21-\x7e]+$/.test(id))).toEqual([]);
});

test('every requirement that can fail has a fault, and none that cannot', () => {
  const silent = new Set(requirements.filter(({ firmness }) => firmness === 'silent').map(({ id }) => id));
  expect(requirements.filter(({ id }) => !silent.has(id) && faultsOf(id).length === 0).map(({ id }) => id)).toEqual([]);
  expect(faults.filter((fault) => fault.requirements.some((id) => silent.has(id)))).toEqual([]);
});

test('a fault names requirements, each once, and does something', () => {
  for (const { id, requirements: named, policies, reply } of faults) {
    expect([id, named.length > 0 && repeated(named).length === 0]).toEqual([id, true]);
    expect([id, policies !== undefined || reply !== undefined]).toEqual([id, true]);
  }
});

test('one sentence describes a fault', () => {
  for (const { id, sentence } of faults) expect(sentence, id).toMatch(/^[A-Z$].*\.$/);
});

test('the finder knows faults and variations, and nothing else', () => {
  const [fault] = faults;
  const [variation] = variations;
  expect(faultFinder(fault?.id ?? '')).toBe(fault);
  expect(faultFinder(variation?.id ?? '')).toBe(variation);
  expect(faultFinder('none')).toBeUndefined();
});
