import { inject } from 'vitest';
import {
  createTransport,
  type Limits,
  listenForStop,
  openLedger,
  optionsFor,
  replyFrom,
  type Transport,
  type TransportOptions,
} from '#client';
import type { Plan, Traffic } from '#contract';
import { createKeys, createRoles, type Reply, type Setting } from '#evidence';
import { createFacts, type FactLedger } from './facts.ts';
import { type ByHand, reproducing } from './reproduction.ts';
import { World } from './world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Target, seed and selection of the run, from the process that started Vitest. */
    plan?: Plan;
  }
}

export interface Session {
  readonly plan: Plan;
  readonly world: World;
  readonly facts: FactLedger;
  readonly traffic: () => Traffic;
  readonly byHand: (reply: Reply) => ByHand | undefined;
}

export const settingOf = ({ target, profile }: Pick<Plan, 'target' | 'profile'>): Setting => ({
  roles: createRoles(target.roles),
  order: target.order,
  facts: target.facts,
  keys: createKeys(target.keys),
  quiet: target.quiet,
  profile,
  embedded: target.embedded,
  patienceMs: target.patienceMs,
  prompt: target.embedded,
});

/** The way to a target, within its permissions and budgets. */
export const transportTo = (
  target: Plan['target'],
  more: Pick<TransportOptions, 'ledger' | 'stop'> = {},
  limits: Partial<Limits> = {},
): Transport => {
  const { readOnly, money, order } = target;
  const options = {
    ...optionsFor(target),
    readOnly,
    money,
    largestAmount: order.amount,
    amounts: order.amounts ?? {},
    ...more,
  };
  return createTransport(options, limits);
};

const earlierIn = ({ firstReads = [], baseUrl, keys }: Plan['target']): readonly Reply[] =>
  firstReads.flatMap(({ receivedAt, body, headers, ...read }) => {
    const exchange = {
      ...read,
      headers: {},
      body: undefined,
      credential: { in: 'header', value: keys.full },
      answerHeaders: Object.entries(headers).filter(([name]) => name !== 'content-encoding'),
      bytes: Buffer.from(body),
      startedAt: new Date(receivedAt),
      elapsedMs: 0,
    } as const;
    return replyFrom(exchange, new URL(baseUrl).origin, { probe: 'a read before the tests' }) ?? [];
  });

/** Differences between the session of a test and that of a run. */
export interface SessionOptions {
  readonly limits?: Partial<Limits>;
  readonly prompt?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export const openSession = (plan: Plan, { limits, prompt, headers = {} }: SessionOptions = {}): Session => {
  const { target, ledger, stop } = plan;
  const more = {
    ...(ledger ? { ledger: openLedger(ledger) } : {}),
    ...(stop === undefined ? {} : { stop: listenForStop(stop) }),
  };
  const transport = transportTo(target, more, limits);
  const setting = settingOf(plan);
  const facts = createFacts(new Set(plan.shownValues));
  const { full } = plan.target.keys;
  const { probe, path } = plan.replay ?? {};
  const world = new World({
    transport,
    setting: { ...setting, prompt: prompt ?? setting.prompt },
    seed: plan.seed,
    headers,
    earlier: earlierIn(target),
    replay: probe === undefined || path === undefined ? undefined : { probe, path },
    onReply: (reply, credential) => {
      if (!reply.request.purpose.detour)
        facts.add(reply, !(credential.in === 'header' && credential.value === full));
    },
  });
  return {
    plan,
    world,
    facts,
    traffic: () => ({ ...transport.counts }),
    byHand: reproducing(target, world.replies),
  };
};

export const plannedSession = (): Session => {
  const plan = inject('plan');
  if (plan === undefined)
    throw new Error(
      'there is no plan: only `run` loads suites/all.ts; give Vitest files such as suites/endpoints/onramp.test.ts',
    );
  return openSession(plan);
};
