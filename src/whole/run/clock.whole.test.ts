import { expect, onTestFinished, test } from 'vitest';
import { runOnSandbox } from '../../testing/in-process.test.support.ts';

const hours = 3_600_000;

/** As a machine whose clock is set while a run goes on: forward, and back beyond where it began. */
function stepping(steps: readonly number[], calls: number): () => number {
  const Real = Date;
  let asked = 0;
  const shift = () => steps[Math.floor(asked++ / calls) % steps.length] ?? 0;
  globalThis.Date = class extends Real {
    constructor(...given: readonly unknown[]) {
      if (given.length === 0) super(Real.now() + shift());
      else super(...(given as [string]));
    }
    static override now(): number {
      return Real.now() + shift();
    }
  } as DateConstructor;
  onTestFinished(() => {
    globalThis.Date = Real;
  });
  return () => asked;
}

test.each([
  ['forward by two hours', [0, 2 * hours]],
  ['back by two hours', [0, -2 * hours]],
  ['forth and back', [0, 26 * hours, -26 * hours]],
])('a clock that steps %s neither ends a run nor prolongs it', async (_, steps) => {
  const asked = stepping(steps, 60);
  const only = [
    'balances.read/has-its-members',
    'offramp.initiate/echoes-the-asset',
    'offramp.initiate/can-be-read',
  ] as const;

  const { verdict } = await runOnSandbox(undefined, { only: [...only], profile: 'gate' }, { RAMP_DEADLINE_S: '600' });
  expect(asked()).toBeGreaterThan(60 * (steps.length - 1));
  expect(
    verdict.requirements.filter(({ id }) => (only as readonly string[]).includes(id)).map(({ outcome }) => outcome),
  ).toEqual(only.map(() => 'conforms'));
  expect(verdict.interrupted).toBeUndefined();
  expect(Date.parse(verdict.endedAt) - Date.parse(verdict.startedAt)).toBeLessThan(600_000);
});
