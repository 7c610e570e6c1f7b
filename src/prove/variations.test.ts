import { expect, test } from 'vitest';
import type { AnyCheck } from '#checks';
import type { RequirementId } from '#contract';
import type { Variation } from '#faults';
import { probe } from '#probes';
import { settingOf } from '../attribution/reply.test.support.ts';
import type { ControlRun } from './control-run.ts';
import { finding } from './outcomes.test.support.ts';
import { type Sandboxes, tryVariation } from './prove.ts';

const members: RequirementId = 'subaccount.read/has-its-members';
const identifiers: RequirementId = 'subaccount.read/writes-its-identifiers';

const variation: Variation = { id: 'a-variation', sentence: 'A variation.', heading: 'Limits', basis: 'silent' };

const source = probe('subaccount', { mode: 'reads', send: async (): Promise<string> => variation.id });

const checkThat = (judges: 'blames' | 'passes', requirement: RequirementId): AnyCheck => ({
  requirement,
  source,
  judge: () => ({ findings: judges === 'blames' ? [finding] : [], judged: [], facts: [] }),
});

const tryWith = (checks: readonly AnyCheck[], answered = [source.id]) =>
  tryVariation(
    { variation: variation, checks },
    {
      worlds: {
        within: (_served: unknown, work: (runState: unknown) => unknown) =>
          work({
            get: async () => variation.id,
            replies: [],
            setting: settingOf(),
            failuresOf: () => [],
            ended: new Set(),
          }),
      } as unknown as Sandboxes,
      control: { answeredOtherwise: () => new Set(answered) } as unknown as ControlRun,
    },
  );

test('a variation passes where no check blames it', async () => {
  const checks = [checkThat('passes', members), checkThat('passes', identifiers)];
  expect(await tryWith(checks)).toMatchObject({ passed: 2, falsePositives: [] });
});

test('a check that blames it is named', async () => {
  const checks = [checkThat('blames', members), checkThat('passes', identifiers)];
  const { passed, falsePositives } = await tryWith(checks);
  expect(passed).toBe(1);
  expect(falsePositives).toMatchObject([{ requirement: members, variation: variation.id }]);
});

test('a check that is answered as without it does not judge again', async () => {
  const checks = [checkThat('passes', members), checkThat('blames', identifiers)];
  expect(await tryWith(checks, [])).toMatchObject({ passed: 0, falsePositives: [] });
});
