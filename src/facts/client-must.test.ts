import { expect, test } from 'vitest';
import { type ChangeKind, changeKindIds, changeKinds, classOf } from './change-kinds.ts';
import { clientMust } from './client-must.ts';
import { readChange } from './written.ts';

const asks: readonly string[] = ['breaks', 'changed'];

const ofNoClient: readonly ChangeKind[] = ['file-missing'];

test('each kind of change that breaks or changes says what a client must do, and no other', () => {
  const subject = { endpoint: 'onramp.initiate', fact: '$.a', accepted: 'a', met: 'b' };
  const told = changeKindIds.filter((kind) => clientMust(readChange({ ...subject, class: classOf(kind), kind })));
  expect(told).toEqual(
    changeKindIds.filter((kind) => asks.includes(changeKinds[kind][0]) && !ofNoClient.includes(kind)),
  );
});

test.each([
  [
    'sunset',
    /^Ask the vendor what replaces offramp\.list\. Your client must stop all calls before 1 Jan 2027, 00:00 UTC\.$/,
  ],
  ['deprecation', /^Ask the vendor for the day on which offramp\.list will end, and for the replacement\.$/],
])('what a %s header asks of a client', (name, todo) => {
  const change = { class: 'changed', kind: 'end-announced', endpoint: 'offramp.list' } as const;
  const met = 'Fri, 01 Jan 2027 00:00:00 GMT';
  expect(clientMust(readChange({ ...change, fact: `header ${name}`, accepted: 'none', met }))?.text).toMatch(todo);
});
