import { expect, test } from 'vitest';
import type { Hook } from '#sandbox';
import { replyOf } from '../attribution/reply.test.support.ts';
import { changes } from './control-run.ts';

const recorded = () => replyOf({ body: { id: 'x', name: 'y' }, input: { subaccountId: 'one' } });

test.each<[string, boolean | undefined, Hook]>([
  ['nothing', false, () => undefined],
  ['a look at the body', false, ({ body }) => void JSON.stringify(body)],
  ['a member fewer, in place', true, ({ body }) => void delete (body as { id?: string }).id],
  ['another body by what the request was', true, (reply, { params }) => ({ ...reply, body: params })],
  ['another status', true, (reply) => void Object.assign(reply, { status: 204 })],
  ['another header', true, ({ headers }) => void Object.assign(headers, { 'x-more': '1' })],
  ['text that is not valid JSON', true, (reply) => ({ ...reply, raw: '<html>' })],
  ['a delay', true, (reply) => ({ ...reply, delayMs: 5 })],
  ['the memory of the service', undefined, (_reply, { world }) => void world.memory.set('a', 1)],
])('%s', (_what, expected, hook) => {
  const reply = recorded();
  expect(changes(hook, reply)).toBe(expected);
  expect(reply).toMatchObject(recorded());
});
