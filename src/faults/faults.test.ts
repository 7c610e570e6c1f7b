import { expect, test } from 'vitest';
import { requirements } from '#contract';
import { faultFinder, faults, faultsOf, together, variations } from './index.ts';

const repeated = (ids: readonly string[]): readonly string[] => ids.filter((id, at) => ids.indexOf(id) !== at);

test('an id names one fault or one variation', () => {
  const ids = [...faults, ...variations].map(({ id }) => id);
  expect([...new Set(repeated(ids))]).toEqual([]);
});

test('an id can travel in a header', () => {
  expect([...faults, ...variations].map(({ id }) => id).filter((id) => !/^[\x21-\x7e]+$/.test(id))).toEqual([]);
});

test('every requirement that can fail has a fault, and none that cannot', () => {
  const silent = new Set(requirements.filter(({ firmness }) => firmness === 'silent').map(({ id }) => id));
  expect(requirements.filter(({ id }) => !silent.has(id) && faultsOf(id).length === 0).map(({ id }) => id)).toEqual([]);
  expect(faults.filter((fault) => fault.requirements.some((id) => silent.has(id)))).toEqual([]);
});

test('a fault names requirements, each once', () => {
  for (const { id, requirements: named } of faults)
    expect([id, named.length > 0 && repeated(named).length === 0]).toEqual([id, true]);
});

test('one sentence describes a fault or a variation, which does something', () => {
  for (const { id, sentence, policies, reply } of [...faults, ...variations]) {
    expect(sentence, id).toMatch(/^[\p{Lu}$].*\.$/u);
    expect(policies ?? reply, id).toBeDefined();
  }
});

test('all compatible variations together decide what each of them decides', () => {
  const all = variations.find(({ id }) => id === 'all-compatible');
  expect(variations.filter(({ isAlternative }) => !isAlternative).length).toBeGreaterThanOrEqual(50);
  expect(Object.keys(all?.policies ?? {})).toEqual(expect.arrayContaining(['creation', 'rails', 'pagination']));
});

test('two that decide the same are not taken together unnoticed', () => {
  const policies = { pagination: { firstPage: 0 } };
  const both = ['one', 'another'].map((id) => ({ id, sentence: id, heading: '', basis: 'silent' as const, policies }));
  expect(() => together(both)).toThrow('another one has the policy pagination.firstPage as well');
});

test('the finder knows faults and variations, and nothing else', () => {
  const [fault] = faults;
  const [variation] = variations;
  expect(faultFinder(fault?.id ?? '')).toBe(fault);
  expect(faultFinder(variation?.id ?? '')).toBe(variation);
  expect(faultFinder('none')).toBeUndefined();
});
