import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type AnyCheck, isUniversal, registeredChecks, sourcesOf } from '#checks';
import {
  createTransport,
  type Limits,
  openLedger,
  optionsFor,
  replyFrom,
  type Transport,
  type TransportOptions,
} from '#client';
import { operationOf } from '#contract';
import { type Reply, sentSetting } from '#evidence';
import { steadyDate } from '#lib';
import { isValidRequest, probesOf } from '#probes';
import {
  type FirstRead,
  failureReason,
  type GatheredReports,
  isError,
  type Plan,
  type TestReport,
  type Traffic,
} from '#run';
import { answersIn } from './attributed.ts';
import { reproducing } from './by-hand.ts';
import { createFacts } from './fact-collector.ts';
import { type Reporting, reportOf } from './findings.ts';
import { gatherAll } from './gather.ts';
import { type CheckOutcome, judgeCheck, ofFailure } from './judge.ts';
import type { JudgedState } from './judged-state.ts';
import { RunState } from './run-state.ts';
import { cutShort, isUnsettled, settle } from './second-look.ts';

// A run of checks: the session with its target, and the loop over the checks.

export interface TargetSession extends Session, Pick<Reporting, 'runState' | 'byHand'> {
  readonly runState: RunState;
  readonly traffic: () => Traffic;
  readonly progress: () => { readonly sent: number; readonly waiting?: string | undefined };
  /** One line for each refused valid order, with the text of the service. */
  readonly refusals: () => readonly string[];
}

const longestText = 2_000;

const refusalLines = ({ replies }: RunState): readonly string[] =>
  replies
    .filter((reply) => operationOf(reply.operation).movesMoney && isValidRequest(reply) && isError(reply))
    .map(({ operation, status, body, contentType = 'no content type', request }) => {
      const text = body === undefined ? `no JSON (${contentType})` : JSON.stringify(body).slice(0, longestText);
      return `${operation}, ${request.purpose.case ?? 'plain'}: ${status} ${text}`;
    });

export const transportTo = (
  target: Plan['target'],
  more: Pick<TransportOptions, 'controls' | 'ledger' | 'stop'> = {},
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
  /** After an abort nothing is sent; sent orders may still be answered. */
  readonly signal?: AbortSignal;
  readonly limits?: Partial<Limits>;
  readonly prompt?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const smokeControls = { all: 8, atOnce: 3 };

export const openSession = (
  plan: Plan,
  { signal, limits, prompt, headers = {} }: SessionOptions = {},
): TargetSession => {
  const { target, ledger } = plan;
  const more = {
    ...(plan.profile === 'smoke' && { controls: smokeControls }),
    ...(ledger ? { ledger: openLedger(ledger) } : {}),
    ...(signal ? { stop: signal } : {}),
  };
  const transport = transportTo(target, more, limits);
  const setting = sentSetting(plan);
  const facts = createFacts({ key: target.keys.full, shownValues: plan.shownValues });
  const { probe, path } = plan.replay ?? {};
  const runState = new RunState({
    transport,
    setting: { ...setting, prompt: prompt ?? setting.prompt },
    seed: plan.seed,
    turn: plan.turn,
    headers,
    earlier: (target.firstReads ?? []).map((read) => ({
      path: read.path,
      replyTo: (probe) => replyTo(target, read, probe),
    })),
    replay: probe === undefined || path === undefined ? undefined : { probe, path },
    onReply: facts.add,
  });
  const reporting = {
    runState,
    facts,
    byHand: reproducing(target, runState.replies),
  };
  return {
    ...reporting,
    signal,
    endsAt: target.endsAt,
    refusals: () => refusalLines(runState),
    progress: () => ({ sent: transport.counts.sent + (target.probed ?? 0), waiting: transport.waiting }),
    traffic: () => {
      const { counts } = transport;
      const longListings = [...runState.run.longListings].map(([listing, each]) => ({ listing, ...each }));
      return {
        ...counts,
        sent: counts.sent + (target.probed ?? 0),
        ...(longListings.length > 0 && { longListings }),
        answers: answersIn(runState),
      };
    },
    report: (check, outcome) => reportOf(check, outcome, reporting),
    close: () => transport.close(),
  };
};

/**
 * The position of a check. First come checks that need the account alone, because orders change the data that they
 * read. Then come checks of single probes, checks of every exchange, and at the end refused keys, for which a service
 * may lock the caller out.
 */
export const placeOf = (check: AnyCheck): number => {
  const modes = sourcesOf(check)
    .flatMap(probesOf)
    .map(({ mode }) => mode);
  if (modes.includes('wrongKeys')) return 3;
  if (isUniversal(check)) return 2;
  return modes.includes('exclusive') || modes.includes('sequences') ? 0 : 1;
};

export type Choice = Pick<Plan, 'only' | 'alongside'>;

/** Undefined if the plan excludes the check, or if a rule alongside would need more requests. */
const asPlanned = (check: AnyCheck, { only, alongside }: Choice): AnyCheck | undefined => {
  const { requirement } = check;
  if (only?.includes(requirement) ?? true) return check;
  return alongside?.includes(requirement) && isUniversal(check) ? { ...check, needs: [] } : undefined;
};

export const plannedChecks = (choice: Choice): readonly AnyCheck[] => {
  const chosen = registeredChecks().flatMap((check) => asPlanned(check, choice) ?? []);
  const placed = chosen.map((check) => ({ check, place: placeOf(check) }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ check }) => check);
};

/** The position of a file is that of its latest check; files with a check that needs the account alone come first. */
export const placesOf = async (files: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const places = new Map<string, number>();
  for (const file of files) {
    const known = registeredChecks().length;
    await import(file);
    const own = registeredChecks().slice(known).map(placeOf);
    const last = Math.max(...own);
    places.set(file, last === 1 ? Math.min(...own) : last);
  }
  return places;
};

export interface Session<Report = TestReport> {
  readonly runState: JudgedState;
  readonly report: (check: AnyCheck, outcome: CheckOutcome) => Report | Promise<Report>;
  /** After an abort, checks have a moment to end. */
  readonly signal?: AbortSignal | undefined;
  /** The end of sending in the clock of `performance`. Checks then have a moment to end. */
  readonly endsAt?: number | undefined;
  readonly traffic?: () => Traffic;
  readonly close?: () => Promise<void>;
}

export interface RunOptions<Report = TestReport> {
  readonly session: Session<Report>;
  readonly onReport?: ((report: Report) => void) | undefined;
}

type Reports<Report> = Omit<GatheredReports, 'reports'> & { readonly reports: readonly Report[] };

/** Milliseconds after the signal for sent orders and their checks. */
const graceMs = 2_500;

type ToRun = Choice | { readonly checks: readonly AnyCheck[] };

/**
 * Runs checks: sends the requests that they need, and judges and reports each check when its data is complete. Reports
 * come in the order in which checks end. An interrupted run has the reports so far.
 */
export async function runChecks<Report>(
  plan: ToRun,
  { session, onReport = () => {} }: RunOptions<Report>,
): Promise<Reports<Report>> {
  const { runState, report, signal, endsAt } = session;
  const startedAt = steadyDate();
  const reports = new Map<AnyCheck, Report>();
  const checks = 'checks' in plan ? plan.checks : plannedChecks(plan);
  const gathering = gatherAll(checks, runState);
  let isOver = false;
  let turn: Promise<unknown> = Promise.resolve();
  /** Lets signals and deadlines be handled between two checks. */
  const inTurn = (): Promise<unknown> => {
    turn = turn.then(() => nextTurn());
    return turn;
  };
  const reportOf = async (check: AnyCheck, outcome: CheckOutcome): Promise<void> => {
    const made = async () => report(check, outcome);
    const reported = await made().catch((error) => report(check, ofFailure(error)));
    if (isOver) return;
    left.delete(check);
    reports.set(check, reported);
    onReport(reported);
  };
  const unsettled = new Map<AnyCheck, CheckOutcome>();
  const run = async (check: AnyCheck): Promise<void> => {
    await gathering.get(check)?.catch(() => undefined);
    await inTurn();
    if (isOver) return;
    const outcome = await judgeCheck(check, runState, gathering.get(check));
    if (isOver) return;
    if (isUnsettled(check, outcome, runState)) unsettled.set(check, outcome);
    else await reportOf(check, outcome);
  };
  const settleAll = async (): Promise<void> => {
    if (isOver) return;
    for (const [check, outcome] of await settle(checks, unsettled, { runState })) await reportOf(check, outcome);
  };
  const left = new Set(checks);
  const running = Promise.all(checks.map(run)).then(settleAll);
  const ended = new AbortController();
  try {
    await Promise.race([
      running,
      ...(signal ? [graceAfter(signal)] : []),
      ...(endsAt === undefined ? [] : [deadline(endsAt, ended.signal)]),
    ]);
  } finally {
    isOver = true;
    ended.abort();
    for (const [check, outcome] of unsettled)
      if (left.delete(check)) reports.set(check, await report(check, cutShort(check, outcome, runState)));
    if (endsAt !== undefined && performance.now() >= endsAt && !signal?.aborted)
      for (const check of left) reports.set(check, await report(check, endless));
    await session.close?.();
  }
  const requests = session.traffic?.();
  return {
    startedAt,
    reports: [...reports.values()],
    crashed: requests?.stopped === undefined ? [] : [`no more orders were placed: ${requests.stopped}`],
    interrupted: signal?.aborted ?? false,
    requests,
  };
}

const endless: CheckOutcome = {
  findings: [],
  judged: [],
  observations: [],
  reasons: [failureReason('DEADLINE', 'the check had not ended by the deadline of the run')],
};

/** A check that does not end is a mistake in our code; the user's limit still holds. */
const deadline = (endsAt: number, signal: AbortSignal): Promise<void> =>
  sleep(Math.max(0, endsAt - performance.now()) + graceMs, undefined, { signal, ref: false }).catch(() => undefined);

const graceAfter = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
  await sleep(graceMs);
};
