import { beforeAll, describe, expect, test } from 'vitest';
import { renderSummary, type Verdict } from '#reporting';
import { startSandbox } from '#sandbox';
import { refusals, right, wrong } from './field-rows.test.support.ts';
import { runBehind } from './gateway.test.support.ts';
import { limitsWhatIsDue, mocks, refusesOrders } from './gateways.test.support.ts';

/** A tenth of the waits that a service of others is given; what is waited for comes as much sooner. */
const hurried = { prompt: true, limits: { patienceMs: 3_500, unnamedWaitMs: 25, gatewayWaitMs: 50 } };

const withOutcome = ({ requirements }: Verdict, outcome: string): readonly string[] =>
  requirements.filter((each) => each.outcome === outcome).map(({ id }) => id);

const runs: (() => Promise<unknown>)[] = [];

// Most of a run is waiting.
beforeAll(() => {
  for (const run of runs) run().catch(() => undefined);
});

/** A run that begins with all others. */
const together = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  const once = () => {
    running ??= run();
    return running;
  };
  runs.push(once);
  return once;
};

describe('a right service is not blamed where what stands before it', () => {
  for (const [name, { gateway, profile, ends, orders = Number.POSITIVE_INFINITY }] of Object.entries(right)) {
    const run = together(() => runBehind(gateway(), { ...hurried, profile }));
    test(name, async () => {
      const { verdict, passed } = await run();
      expect(withOutcome(verdict, 'deviates')).toEqual([]);
      expect(ends).toContain(verdict.exitCode);
      expect(passed.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(orders);
    });
  }
});

describe('a service that refuses every order for reasons of its own is neither blamed nor passed, nor is it laid on the user', () => {
  for (const [name, [status, body, profile = 'smoke']] of Object.entries(refusals)) {
    const run = together(async () => {
      const twin = await startSandbox();
      const ended = await runBehind(refusesOrders(twin.baseUrl, status, body), {
        ...hurried,
        profile,
      });
      await twin.close();
      return ended;
    });
    test(name, async () => {
      const { verdict } = await run();
      expect(withOutcome(verdict, 'deviates')).toEqual([]);
      const named = verdict.requirements.find(({ id }) => id === 'rails/named-takes-wire');
      expect(named).toMatchObject({ outcome: 'untested', untestedBy: 'service' });
      expect(verdict.exitCode).toBe(3);
    });
  }
});

describe('a wrong service is not excused because it', () => {
  for (const [name, [gateway, requirement, besides]] of Object.entries(wrong)) {
    const run = together(() => runBehind(gateway(), { ...hurried, profile: 'gate' }));
    test(name, async () => {
      const { verdict } = await run();
      const deviating = withOutcome(verdict, 'deviates');
      expect(deviating.filter((id) => requirement.test(id))).not.toEqual([]);
      expect(deviating.filter((id) => !requirement.test(id) && !besides?.test(id))).toEqual([]);
      expect(verdict.exitCode).toBe(1);
    });
  }

  const limiting = together(() => runBehind(limitsWhatIsDue(400), { ...hurried, profile: 'smoke' }));
  test('limits the rate where a refusal is due', async () => {
    const { verdict } = await limiting();
    expect(withOutcome(verdict, 'broken')).toContain('onramp.initiate/refuses-an-unlisted-asset');
    expect(verdict.exitCode).toBe(3);
  });
});

const mock = together(() => runBehind(mocks(), { ...hurried, profile: 'gate' }));
test('what follows from a mock stands under one line a cause', async () => {
  const { verdict } = await mock();
  const summary = renderSummary(verdict);
  for (const cause of ['Keys make', 'Ids make', 'Rules make', 'Orders make', 'Page and limit make'])
    expect(summary.split(cause)).toHaveLength(2);
  expect(withOutcome(verdict, 'broken')).toEqual([]);
  expect(verdict.exitCode).toBe(1);
});
