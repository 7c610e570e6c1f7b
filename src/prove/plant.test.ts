import { describe, expect, test } from 'vitest';
import type { Fault } from '#faults';
import type { Hook } from '#sandbox';
import { replyOf } from '../checks/reply.test.support.ts';
import { plant } from './plant.ts';

const faultOf = (reply: Hook): Fault => ({ id: 'a-fault', sentence: '', requirements: [], reply });

const withoutId = faultOf(({ body }) => {
  delete (body as { id?: string }).id;
});

const bodies = (planted: ReturnType<typeof plant>): unknown =>
  planted && [...planted.values()].map(({ body }) => body);

describe('a fault is planted in recorded replies', () => {
  test('as it would have come, without changing the recorded one', () => {
    const recorded = replyOf({ body: { id: 'x', name: 'y' } });
    const planted = plant(withoutId, [recorded]);
    expect(bodies(planted)).toEqual([{ name: 'y' }]);
    expect(recorded.body).toEqual({ id: 'x', name: 'y' });
  });

  test('as JSON would have carried it', () => {
    const fault = faultOf((reply) => ({ ...reply, body: { id: undefined, at: new Date(0) } }));
    expect(bodies(plant(fault, [replyOf({ body: {} })]))).toEqual([{ at: '1970-01-01T00:00:00.000Z' }]);
  });

  test('in the first that it changes, and in a handful at most', () => {
    const untouched = replyOf({ body: { name: 'y' } });
    const carrying = Array.from({ length: 9 }, () => replyOf({ body: { id: 'x' } }));
    const planted = plant(withoutId, [untouched, ...carrying]);
    expect([...(planted?.keys() ?? [])]).toEqual(carrying.slice(0, 3));
  });

  test('by what the request was', () => {
    const fault = faultOf((reply, { params }) => ({ ...reply, body: { of: params.subaccountId } }));
    const recorded = replyOf({ body: {}, input: { subaccountId: 'one' } });
    expect(bodies(plant(fault, [recorded]))).toEqual([{ of: 'one' }]);
  });
});

test.each<[string, Fault]>([
  ['another status', faultOf((reply) => void Object.assign(reply, { status: 204 }))],
  ['another header', faultOf(({ headers }) => void Object.assign(headers, { 'x-more': '1' }))],
  ['no body', faultOf((reply) => ({ ...reply, body: undefined }))],
  ['text that is no JSON', faultOf((reply) => ({ ...reply, raw: '<html>' }))],
  ['a delay', faultOf((reply) => ({ ...reply, delayMs: 5 }))],
  ['the memory of the service', faultOf((_reply, { world }) => void world.memory.set('a', 1))],
  ['a reply that was never recorded', faultOf(() => undefined)],
  ['another decision', { id: 'a-fault', sentence: '', requirements: [], policies: {} }],
])('%s needs the wire', (_what, fault) => {
  expect(plant(fault, [replyOf({ body: { id: 'x' } })])).toBeUndefined();
});
