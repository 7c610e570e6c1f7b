import { expect, test } from 'vitest';
import type { Reply } from '#evidence';
import type { World } from '#harness';
import { derive, probe, type Source } from '#probes';
import { replyOf } from '../checks/reply.test.support.ts';
import { PlantedRecording } from './planted-evidence.ts';

const [first, second] = [replyOf({ body: { id: 'first' } }), replyOf({ body: { id: 'second' } })];
const other = replyOf({ body: { id: 'other' } });

const placed = probe('placed', {
  mode: 'reads',
  send: async () => ({
    placed: [
      { kind: 'plain', reply: first },
      { kind: 'of cents', reply: second },
    ],
  }),
});
const failed = probe('failed', {
  mode: 'reads',
  send: async (): Promise<Reply> => Promise.reject(new Error()),
});
const ids = derive([placed], (data) => data.placed.map(({ reply }) => reply.body));

const data = {
  placed: [
    { kind: 'plain', reply: first },
    { kind: 'of cents', reply: second },
  ],
};

/** A world in which one probe was answered, and another was not. */
const world = {
  replies: [first, second],
  setting: {},
  failuresOf: () => [],
  get: (source: Source<unknown>) => (source === placed ? Promise.resolve(data) : Promise.reject(new Error())),
} as unknown as World;

const recording = new PlantedRecording(world);

test('knows the replies that a source is made of', async () => {
  expect(await recording.repliesIn(ids)).toEqual([first, second]);
  expect(await recording.repliesIn(failed)).toEqual([]);
});

test('a reply takes the place of another wherever it stands, and what is derived from it follows', async () => {
  const evidence = recording.with(new Map([[second, other]]));
  expect(evidence.replies).toEqual([first, other]);
  expect(await evidence.get(ids)).toEqual([{ id: 'first' }, { id: 'other' }]);
  expect(data.placed[1]?.reply).toBe(second);
});

test('a request without an answer has none there either', async () => {
  await expect(recording.with(new Map()).get(failed)).rejects.toThrow();
});
