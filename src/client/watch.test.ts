import { expect, test } from 'vitest';
import { type Control, Watch } from './watch.ts';

const limits = { gatewayWaitMs: 500, patienceMs: 65_000, controlMs: 5_000 };
const good: Control = { isGood: true };
const bad: Control = {
  isGood: false,
  isFailure: true,
  why: 'every answer is a page (200, text/html)',
  code: 'UNAVAILABLE',
};
const refused: Control = { isGood: false, isFailure: false, why: 'the key is refused', code: 'KEY_EXPIRED' };

const watchOf = (controls: readonly (Control | undefined)[], { canControl = true, all = 25, atOnce = 8 } = {}) => {
  const clock = { ms: 0, controls: 0, onPause: () => {} };
  const watch = new Watch({
    bounds: { all, atOnce },
    limits,
    control: async () => {
      clock.controls += 1;
      return controls[Math.min(clock.controls, controls.length) - 1];
    },
    canControl: () => canControl,
    signals: [],
    now: () => clock.ms,
    pause: async (ms) => {
      clock.ms += ms;
      clock.onPause();
    },
  });
  return { watch, clock };
};

test('a bad control holds the run, and one control looks for all who wait, less and less often', async () => {
  const { watch, clock } = watchOf([bad, bad, bad, bad, good]);
  clock.ms = 100;
  expect(await Promise.all([watch.doubt(), watch.doubt(), watch.ready()])).toEqual([true, true, undefined]);
  expect(clock).toMatchObject({ ms: 100 + 1_000 + 1_000 + 2_000 + 2_000, controls: 5 });
  expect(watch.gone).toBe(undefined);
  expect(watch.disturbances).toMatchObject([{ ms: 6_000, back: true }]);
});

test('what lies between the good controls around a bad one is disturbed, and nothing else', async () => {
  const { watch, clock } = watchOf([bad, good]);
  clock.ms = 10;
  watch.noteGood();
  clock.ms = 50;
  await watch.doubt();
  const until = clock.ms;
  expect(watch.isDisturbed(5, 10)).toBe(false);
  expect(watch.isDisturbed(9, 11)).toBe(true);
  expect(watch.isDisturbed(until - 1, until + 5)).toBe(true);
  expect(watch.isDisturbed(until, until + 5)).toBe(false);
  expect(watch.calmSince).toBe(until);
});

test('an answer that no right service gives does not hold the run while its control is good', async () => {
  const { watch, clock } = watchOf([good]);
  expect(await watch.doubt()).toBe(false);
  expect(clock).toMatchObject({ ms: 0, controls: 1 });
  expect(watch.isDisturbed(0, 1_000)).toBe(false);
});

test('a control that is good excuses nothing, though the service was away before', async () => {
  const { watch } = watchOf([bad, good]);
  await watch.doubt();
  expect(await Promise.all([watch.doubt(), watch.doubt()])).toEqual([false, false]);
});

test('so many controls at once, and not one more', async () => {
  const { watch, clock } = watchOf([good], { atOnce: 3 });
  for (let times = 0; times < 5; times += 1) await watch.doubt();
  expect(clock.controls).toBe(3);
});

test('a control is due after 40 exchanges or five seconds without a read that was served', async () => {
  const { watch, clock } = watchOf([good]);
  for (let times = 0; times < 39; times += 1) watch.noteExchange();
  await watch.ready();
  expect(clock.controls).toBe(0);
  watch.noteExchange();
  await watch.ready();
  expect(clock.controls).toBe(1);
  clock.ms += 4_999;
  watch.noteGood();
  clock.ms += 4_999;
  await watch.ready();
  expect(clock.controls).toBe(1);
  clock.ms += 1;
  await watch.ready();
  expect(clock.controls).toBe(2);
});

test('a read of the run that is served ends the hold', async () => {
  const { watch, clock } = watchOf([bad]);
  clock.onPause = () => watch.noteGood();
  expect(await watch.doubt()).toBe(true);
  expect(watch.isCalm).toBe(true);
  expect(watch.gone).toBe(undefined);
  expect(clock).toMatchObject({ ms: 1_000, controls: 1 });
});

test('a read that had left before the hold, and is served late, does not end it', async () => {
  const { watch, clock } = watchOf([bad, bad, good]);
  clock.ms = 100;
  clock.onPause = () => watch.noteGood(90);
  await watch.doubt();
  expect(clock).toMatchObject({ ms: 2_100, controls: 3 });
  expect(watch.isDisturbed(95, 99)).toBe(true);
});

test.each([
  ['a page', bad, 'since 00:00:00 UTC every answer is a page (200, text/html)'],
  ['a refusal of the key', refused, 'the service accepted the key until 00:00:00 UTC and refuses it since then'],
])('where no control is good again, nothing more is sent, and the last one says why: %s', async (_, control, why) => {
  const { watch, clock } = watchOf([control]);
  await watch.doubt();
  expect(watch.gone?.why.replace(/\d\d:\d\d:\d\d/, '00:00:00')).toBe(why);
  expect(clock.ms).toBeLessThan(limits.patienceMs + 8_000);
  expect(watch.isDisturbed(1, 2)).toBe(true);
  const { controls } = clock;
  await watch.doubt();
  await watch.ready();
  expect(await watch.calm()).toBe(false);
  expect(clock.controls).toBe(controls);
});

test('a hold ends when the controls of the run are used up', async () => {
  const { watch, clock } = watchOf([bad], { all: 4 });
  await watch.doubt();
  expect(clock.controls).toBe(4);
  expect(watch.gone).toBeDefined();
});

test('a rate limit shows nothing, and where no read was served none is asked for', async () => {
  const limited = watchOf([undefined]);
  expect(await limited.watch.doubt()).toBe(false);
  const unread = watchOf([bad], { canControl: false });
  expect(await unread.watch.doubt()).toBe(false);
  expect(unread.clock.controls).toBe(0);
  expect(await unread.watch.calm()).toBe(true);
});

test.each([
  ['calm', [good]],
  ['failing', [bad, good]],
  ['failing', [bad]],
  ['turned away', [refused, good]],
] as const)('behind a request that is tried the service is %s where its controls are %j', async (state, controls) => {
  const { watch } = watchOf([good, ...controls]);
  await watch.calm();
  expect(await watch.behind(async () => 'sent')).toEqual({ sent: 'sent', state });
});

test('behind a request that is tried once nothing is served any more, nobody is there', async () => {
  const { watch } = watchOf([bad]);
  await watch.calm();
  expect(await watch.behind(async () => 'sent')).toEqual({ sent: 'sent', state: 'turned away' });
});
