import { expect, test } from 'vitest';
import type { Reply } from '#client';
import type { OperationId, RequirementId } from '#contract';
import { Met } from './met.ts';

const asking: RequirementId = 'subaccount.read/returns-the-one-asked-for';
const recalling: RequirementId = 'offramp.list/counts-its-pages';

const reply = (operation: OperationId, status: number) => ({ operation, status }) as Reply;

const opened = (): Met => {
  const met = new Met();
  met.note(asking, reply('subaccount.read', 200));
  met.note(asking, reply('subaccount.read', 404));
  met.noteCalm(asking);
  return met;
};

test.each([
  ['anything', {}, true],
  ['successes', { replies: 'successes' }, true],
  [
    'refusals of its endpoint',
    { operations: ['subaccount.read', 'individual-kyc.read'], replies: 'refusals' },
    true,
  ],
  ['one of its statuses', { replies: [404, 422] }, true],
  ['another status', { replies: [401] }, false],
  ['another endpoint', { operations: ['individual-kyc.read'] }, false],
  ['its status on another endpoint', { operations: ['offramp.read'], replies: [404] }, false],
] as const)('a test may notice a variation that changes %s: %s', (_name, changed, isNoticed) => {
  expect(opened().mayNotice(asking, changed)).toBe(isNoticed);
});

test('what was recalled counts for whoever recalls it, through whatever is recalled in turn', () => {
  const met = opened();
  met.noteRecalled(recalling, 'walks');
  met.noteCalm(recalling);
  expect(met.mayNotice(recalling, { operations: ['offramp.list'] })).toBe(false);
  met.noteRecalled('walks', 'first page');
  met.note('first page', reply('offramp.list', 200));
  expect(met.mayNotice(recalling, { operations: ['offramp.list'] })).toBe(true);
  expect(met.mayNotice(asking, { operations: ['offramp.list'] })).toBe(false);
});

test('a test that did not go through to its end might notice anything', () => {
  expect(new Met().mayNotice(asking, { operations: ['taxonomy.list'], replies: [404] })).toBe(true);
});
