import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransport } from '#client';
import type { Finding, Profile, RequirementId, RunPlan, Target } from '#contract';
import { faultFinder, faultsOf } from '#faults';
import { type OpenTarget, openTarget, readSettings } from '#target';
import { leavesBalancesAlone } from '../../suites/given/model-balances.ts';
import { keepsConversions } from '../../suites/given/model-conversion.ts';
import { listsWhatWasCreated, readsWhatWasCreated } from '../../suites/given/model-offramp.ts';
import {
  keepsAnsweringDeposits,
  keepsAnsweringLightningOfframps,
  keepsAnsweringOnramps,
} from '../../suites/given/model-order.ts';
import type { Conformance } from './conformance.ts';
import { Met } from './met.ts';
import { type Ledger, openConformance } from './open.ts';
import { createRoles } from './roles.ts';
import { Deviation } from './verdicts.ts';

const models = {
  'deposit.simulate/holds-through-a-sequence': keepsAnsweringDeposits,
  'onramp.initiate/holds-through-a-sequence': keepsAnsweringOnramps,
  'lightning-offramp.initiate/holds-through-a-sequence': keepsAnsweringLightningOfframps,
  'offramp.list/holds-through-a-sequence': listsWhatWasCreated,
  'offramp.read/holds-through-a-sequence': readsWhatWasCreated,
  'conversion.list/holds-through-a-sequence': keepsConversions,
  'balances.read/holds-through-a-sequence': leavesBalancesAlone,
} as const;

let opened: OpenTarget;

beforeAll(async () => {
  opened = await openTarget(readSettings({ env: {}, cwd: '/' }), { faults: faultFinder });
});

afterAll(() => opened.close());

interface Trial {
  readonly requirement: RequirementId;
  readonly model: (t: Conformance) => Promise<void>;
  readonly seed: number;
  readonly profile?: Profile;
  readonly fault?: string;
  readonly replay?: RunPlan['replay'];
  readonly proof?: RunPlan['proof'];
  readonly changed?: Partial<Target>;
}

/** Worlds are kept by name: each trial has a service as it was seeded. */
let trials = 0;

const tried = async (
  trial: Trial,
): Promise<{ findings: readonly Finding[]; ledger: Ledger; sent: number }> => {
  const { requirement, model, seed, profile = 'gate', fault, replay, proof, changed } = trial;
  const target = { ...opened.target, ...changed };
  const plan: RunPlan = { target, seed, profile, ...(replay ? { replay } : {}), ...(proof ? { proof } : {}) };
  const transport = createTransport({
    ...target.budgets,
    baseUrl: target.baseUrl,
    readOnly: false,
    money: true,
  });
  const ledger: Ledger = { observations: [], judged: [], judgements: 0, cases: 0 };
  const condition = { ...(fault === undefined ? {} : { fault }), shared: false };
  trials += 1;
  const name = `${requirement} ${trials}` as RequirementId;
  const session = {
    plan,
    transportFor: () => transport,
    traffic: () => transport.counts,
    roles: createRoles(target.roles),
    keys: { full: target.keys.full, others: [], restricted: '' },
    recalled: new Map(),
    met: new Met(),
    stages: [],
  };
  const t = openConformance(name, session, condition, ledger);
  const findings = await model(t).then(
    () => [],
    (error) => {
      if (error instanceof Deviation) return error.findings;
      throw error;
    },
  );
  await transport.close();
  return { findings, ledger, sent: transport.counts.sent };
};

const pairs = Object.entries(models).flatMap(([id, model]) =>
  faultsOf(id as RequirementId).map((fault) => ({
    requirement: id as RequirementId,
    model,
    fault: fault.id,
  })),
);

const noProof: NonNullable<RunPlan['proof']> = {
  faults: {},
  variations: {},
  facts: {},
  touched: {},
  shared: [],
  apart: [],
  orderless: [],
};

test.each(pairs)('$fault is found by the tour of a proof', async (pair) => {
  expect((await tried({ ...pair, seed: 1, proof: noProof })).findings).not.toEqual([]);
});

/** Defects that come again in each sequence: what is once broken for good cannot be made smaller. */
const passing = pairs.filter(({ fault }) =>
  /-after-a-page|-after-another|-as-later|-(by|of|taken-after)-an?-(off|on)ramp$|-by-a-deposit/.test(fault),
);

test.each(passing)('$fault is shrunk to a few steps, and found again by its path', async (pair) => {
  for (const seed of [1, 2, 3]) {
    const { findings, ledger } = await tried({ ...pair, seed });
    const [finding] = findings;
    expect(finding?.case).toMatch(/^1\. [^;]+(; \d\. [^;]+){0,3}$/);
    expect(finding?.case).not.toMatch(/[0-9a-f]{8}-/);
    expect(ledger.judged.length).toBeGreaterThan(0);
    const again = await tried({
      ...pair,
      seed,
      replay: { ...finding?.replay, requirement: pair.requirement },
    });
    expect(again.findings[0]).toMatchObject({ code: finding?.code, case: finding?.case });
    expect(again.sent).toBeLessThan(30);
  }
});

test.each(Object.entries(models))('%s holds on a service that keeps its promises', async (id, model) => {
  const requirement = id as RequirementId;
  for (const profile of ['smoke', 'gate'] as const)
    for (const seed of [1, 2, 3]) {
      const { findings, ledger } = await tried({ requirement, model, seed, profile });
      expect(findings).toEqual([]);
      expect(ledger.cases).toBeGreaterThan(0);
    }
});

test('where others act on the account, the number of items is nobody’s fault', async () => {
  const pair = {
    requirement: 'conversion.list/holds-through-a-sequence' as const,
    model: keepsConversions,
    seed: 1,
  };
  const fault = 'sequence/total-grown-after-an-offramp';
  expect((await tried({ ...pair, fault, changed: { quiet: false } })).findings).toEqual([]);
  expect((await tried({ ...pair, fault })).findings).not.toEqual([]);
});
