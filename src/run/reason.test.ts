import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from '../testing/sources.test.support.ts';
import { chain, failureReason, reasonCodes, reasonOf, reported, saidTogether } from './reason.ts';

const texts = sources
  .filter((file) => !file.endsWith('run/reason.ts'))
  .map((file) => readFileSync(join(root, file), 'utf8'));

test('each code is the reason of something, and each has another meaning', () => {
  const unused = Object.keys(reasonCodes).filter((code) => !texts.some((text) => text.includes(`'${code}'`)));
  expect(unused).toEqual([]);
  const meanings = Object.values(reasonCodes).map(({ means }) => means);
  expect(new Set(meanings).size).toBe(meanings.length);
});

const noRole = reasonOf('NOT_SET', 'RAMP_AMOUNT is not set', { lacks: ['RAMP_AMOUNT'] });
const small = reasonOf('SMALL_PROFILE', 'smoke leaves it out', { lacks: ['profile'] });
const empty = reasonOf('NO_RECORD', 'no record had it');

test('the code says who can change it', () => {
  expect([noRole, reasonOf('ORDER_REFUSED', 'no'), empty].map(({ by }) => by)).toEqual([
    'user',
    'service',
    'nothing to judge',
  ]);
  expect(failureReason('HARNESS_MISTAKE', 'at x')).toEqual({ code: 'HARNESS_MISTAKE', reason: 'at x', failed: true });
});

test('the first reason is reported, each stands once, and the others keep their order', () => {
  expect(chain([noRole], [empty, noRole, small])).toEqual([noRole, empty, small]);
  expect(reported(chain([noRole], [empty, small]))).toEqual(noRole);
  expect(reported([])).toBeUndefined();
});

test('one sentence names all that the user lacks, and no reason that came later', () => {
  const both = saidTogether(noRole, small);
  expect(reported(chain(both, [empty]))).toMatchObject({
    code: 'NOT_SET',
    by: 'user',
    reason: 'RAMP_AMOUNT is not set; smoke leaves it out',
    lacks: ['RAMP_AMOUNT', 'profile'],
  });
  expect(reported(chain([empty], both))).toEqual(empty);
});

test('one sentence names three of many refusals, the values of all, and what the user left out', () => {
  const [first, ...others] = ['EUR', 'GHS', 'MXN', 'USD', 'ZMW'].map((code) =>
    reasonOf('ORDER_REFUSED', `no ${code}`, { values: [code] }),
  );
  if (first === undefined) throw new Error('no reason');
  expect(reported(saidTogether(first, ...others))).toMatchObject({
    by: 'service',
    reason: 'no EUR; no GHS; no MXN; and 2 more',
    values: ['EUR', 'GHS', 'MXN', 'USD', 'ZMW'],
  });
  expect(reported(saidTogether(first, reasonOf('LEFT_OUT', 'left out by Ann')))).toMatchObject({
    code: 'ORDER_REFUSED',
    by: 'user',
    reason: 'no EUR; left out by Ann',
  });
});
