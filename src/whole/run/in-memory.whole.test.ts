import { expect, test } from 'vitest';
import { requirements } from '#contract';
import type { Verdict } from '#reporting';
import { startSandbox } from '#sandbox';
import { runInProcess, runOnSandbox } from '../../testing/in-process.test.support.ts';

/** How long something takes hangs on the machine. */
const outcomesOf = ({ requirements }: Verdict) =>
  Object.fromEntries(
    requirements.map(({ id, outcome, observations }) => [
      id,
      { outcome, ...(!id.endsWith('/time-to-show') && { observations }) },
    ]),
  );

/** Controls come by the clock too. */
const sentIn = ({ requests: { controls = 0, ...requests } }: Verdict) => ({
  ...requests,
  sent: requests.sent - controls,
});

test('a gate of the sandbox in memory ends as one over HTTP, and sends as much', async () => {
  const served = await startSandbox();
  try {
    const asked = { profile: 'gate', seed: 42, prompt: true } as const;
    const overHttp = await runInProcess({ ...served.settings, RAMP_QUIET_ACCOUNT: 'true' }, asked);
    const inMemory = await runOnSandbox(undefined, asked);
    expect(outcomesOf(inMemory.verdict)).toEqual(outcomesOf(overHttp.verdict));
    expect(inMemory.reports).toHaveLength(requirements.length);
    expect(sentIn(inMemory.verdict)).toEqual(sentIn(overHttp.verdict));
  } finally {
    await served.close();
  }
});
