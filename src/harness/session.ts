import {
  createTransport,
  type Limits,
  openLedger,
  optionsFor,
  replyFrom,
  type Transport,
  type TransportOptions,
} from '#client';
import { type FirstRead, isError, operationOf, type Plan, type Traffic } from '#contract';
import { createKeys, createRoles, keyIn, knownFacts, type Reply, type Setting } from '#evidence';
import { isOfValidRequest } from '#probes';
import { reproducing } from './by-hand.ts';
import { createFacts } from './facts.ts';
import { type Reporting, reportOf } from './findings.ts';
import { answersIn } from './gather.ts';
import type { Session } from './run-checks.ts';
import { World } from './world.ts';

/** A run at a target. */
export interface TargetSession extends Session, Pick<Reporting, 'world' | 'byHand'> {
  readonly world: World;
  readonly traffic: () => Traffic;
  /** Each valid order that was refused, in one line with the text of its refusal as the service sent it. */
  readonly refusals: () => readonly string[];
}

const longestText = 2_000;

const refusalsIn = ({ replies }: World): readonly string[] =>
  replies
    .filter((reply) => operationOf(reply.operation).movesMoney && isOfValidRequest(reply) && isError(reply))
    .map(({ operation, status, body, contentType = 'no content type', request }) => {
      const text = body === undefined ? `no JSON (${contentType})` : JSON.stringify(body).slice(0, longestText);
      return `${operation}, ${request.purpose.case ?? 'plain'}: ${status} ${text}`;
    });

export const settingOf = ({ target, profile }: Pick<Plan, 'target' | 'profile'>): Setting => ({
  roles: createRoles(target.roles),
  order: target.order,
  facts: knownFacts(target.facts, target.roles),
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

/** The reply to a read before the tests, as one that a probe has sent. */
const replyTo = ({ baseUrl, keys }: Plan['target'], read: FirstRead, probe: string): Reply | undefined => {
  const { headers, ...rest } = read;
  const exchange = {
    ...rest,
    headers: {},
    body: undefined,
    credential: { in: 'header', value: keys.full },
    answerHeaders: Object.entries(headers),
  } as const;
  return replyFrom(exchange, new URL(baseUrl).origin, { probe });
};

export interface SessionOptions {
  /** Once aborted, nothing more is sent, and orders that have left have a moment to be answered. */
  readonly signal?: AbortSignal;
  readonly limits?: Partial<Limits>;
  readonly prompt?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export const openSession = (
  plan: Plan,
  { signal, limits, prompt, headers = {} }: SessionOptions = {},
): TargetSession => {
  const { target, ledger } = plan;
  const more = {
    ...(ledger ? { ledger: openLedger(ledger) } : {}),
    ...(signal ? { stop: signal } : {}),
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
    earlier: (target.firstReads ?? []).map((read) => ({
      path: read.path,
      replyTo: (probe) => replyTo(target, read, probe),
    })),
    replay: probe === undefined || path === undefined ? undefined : { probe, path },
    onReply: (reply, credential) => {
      if (!reply.request.purpose.detour) facts.add(reply, keyIn({ credential }) !== full);
    },
  });
  const reporting = {
    world,
    facts,
    byHand: reproducing(target, world.replies),
  };
  return {
    ...reporting,
    signal,
    endsAt: target.endsAt,
    refusals: () => refusalsIn(world),
    traffic: () => {
      const { counts } = transport;
      return { ...counts, sent: counts.sent + (target.probed ?? 0), answers: answersIn(world) };
    },
    report: (check, outcome) => reportOf(check, outcome, reporting),
    close: () => transport.close(),
  };
};
