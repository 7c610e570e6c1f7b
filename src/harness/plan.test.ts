import { expect, test } from 'vitest';
import { sourcesOf } from '#checks';
import { requirements } from '#contract';
import { placeOf, plannedChecks } from './plan.ts';
import '../../suites/index.ts';

const ids = plannedChecks({ seed: 1 }).map(({ requirement }) => requirement);

test('every requirement has a check, found by the names of the suites', () => {
  expect(ids.toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
});

test('balances are looked at before orders are placed, and refused keys come last', () => {
  const at = (id: (typeof ids)[number]) => ids.indexOf(id);
  const inOrder = [
    at('balances.read/stands-still-after-initiations'),
    at('onramp.initiate/echoes-the-asset'),
    at('records/have-no-nil-identifier'),
    at('authentication/comes-before-the-body'),
  ];
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
});

test('a plan chooses among them, and a seed may shuffle them', () => {
  const only = ['rails/named-takes-wire', 'errors/repeat-the-status'];
  const chosen = plannedChecks({ seed: 1, only });
  expect(chosen.map(({ requirement }) => requirement)).toEqual(only);
  expect(chosen.map(placeOf)).toEqual([1, 3]);
  const rules = ['errors/repeat-the-status', 'service/clock'];
  const narrowed = plannedChecks({ seed: 1, only: only.slice(0, 1), alongside: rules });
  expect(narrowed.map(({ requirement }) => requirement)).toEqual(only);
  expect(narrowed.map((check) => sourcesOf(check).length)).toEqual([1, 0]);
  const shuffled = plannedChecks({ seed: 1, shuffled: true }).map(({ requirement }) => requirement);
  expect(shuffled).not.toEqual(ids);
  expect(shuffled.toSorted()).toEqual(ids.toSorted());
});
