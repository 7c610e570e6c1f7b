import { memoByReply } from '#attribution';
import { type AnyCheck, isUniversal, sourcesOf } from '#checks';
import type { RequirementId } from '#contract';
import type { Reply } from '#evidence';
import type { Fault, Variation } from '#faults';
import { type CheckOutcome, type JudgedState, type RunState, runChecks } from '#harness';
import { probesOf, type Source } from '#probes';
import type { Hook, SeenRequest, WireReply } from '#sandbox';

class NeedsTheWorld extends Error {}

const textOf = memoByReply(({ body }: Reply): string | undefined => JSON.stringify(body));

/** The request without the knowledge that only the service has. Cached, because each fault reads each request. */
const seenRequest = memoByReply(({ operation, request }: Reply): SeenRequest => {
  const { query = {}, body, ...params } = request.input;
  return {
    operation,
    method: request.method,
    path: request.path,
    query,
    params: params as Readonly<Record<string, string>>,
    get headers(): never {
      throw new NeedsTheWorld();
    },
    body,
    get world(): never {
      throw new NeedsTheWorld();
    },
  };
});

/** Copies only the parts that the hook reads, because most hooks read few. */
const wireReply = (recorded: Reply) => {
  const looked: { headers?: Record<string, string>; body?: { value: unknown } } = {};
  const bodyOf = () => {
    const text = textOf(recorded);
    looked.body ??= { value: text === undefined ? undefined : JSON.parse(text) };
    return looked.body;
  };
  const reply: WireReply = {
    status: recorded.status,
    get headers() {
      looked.headers ??= { ...recorded.headers };
      return looked.headers;
    },
    set headers(headers) {
      looked.headers = headers;
    },
    get body() {
      return bodyOf().value;
    },
    set body(value) {
      bodyOf().value = value;
    },
  };
  return { reply, looked };
};

/** Whether a hook changes the reply; undefined if this depends on the state of the service. */
export function changes(hook: Hook, recorded: Reply, request = seenRequest(recorded)): boolean | undefined {
  const { reply, looked } = wireReply(recorded);
  try {
    const changed = hook(reply, request) ?? reply;
    const { headers, body } = changed === reply ? looked : { headers: changed.headers, body: { value: changed.body } };
    return (
      changed.status !== recorded.status ||
      Object.keys(changed).length > 3 ||
      (headers !== undefined && JSON.stringify(headers) !== JSON.stringify(recorded.headers)) ||
      (body !== undefined && JSON.stringify(body.value) !== textOf(recorded))
    );
  } catch (error) {
    if (error instanceof NeedsTheWorld) return undefined;
    throw error;
  }
}

/** An undocumented path may lead to no operation. */
const changesNowhere = (hook: Hook, recorded: Reply): boolean | undefined => {
  if (!recorded.request.purpose.detour) return false;
  const seen = Object.getOwnPropertyDescriptors(seenRequest(recorded));
  return changes(
    hook,
    recorded,
    Object.defineProperties({} as SeenRequest, { ...seen, operation: { value: undefined } }),
  );
};

export type Outcomes = ReadonlyMap<RequirementId, CheckOutcome>;

/** A failure is thrown again when it is judged. */
export const sendFor = async (checks: readonly AnyCheck[], runState: RunState): Promise<void> => {
  await Promise.allSettled(checks.flatMap(sourcesOf).map((source) => runState.get(source)));
};

export const judgeEach = async (checks: readonly AnyCheck[], runState: JudgedState): Promise<Outcomes> => {
  const report = ({ requirement }: AnyCheck, outcome: CheckOutcome) => [requirement, outcome] as const;
  const { reports } = await runChecks({ checks }, { session: { runState, report } });
  return new Map(reports);
};

type ProbeIds = ReadonlySet<string>;

/** All checks without a fault. A check whose replies a fault does not change has the same result. */
export class ControlRun {
  readonly runState: RunState;
  readonly outcomes: Outcomes;

  private constructor(runState: RunState, outcomes: Outcomes) {
    this.runState = runState;
    this.outcomes = outcomes;
  }

  static async of(checks: readonly AnyCheck[], runState: RunState): Promise<ControlRun> {
    await sendFor(checks, runState);
    return new ControlRun(runState, await judgeEach(checks, runState));
  }

  /** Probes whose replies the fault changes; undefined if the replies depend on more than the request. */
  answeredOtherwise({ policies, reply: hook }: Fault | Variation): ProbeIds | undefined {
    if (policies !== undefined) return undefined;
    const probes = new Set<string>();
    for (const reply of this.runState.replies) {
      const known = hook !== undefined && changes(hook, reply);
      const changed = hook !== undefined && known === false ? changesNowhere(hook, reply) : known;
      if (changed === undefined) return undefined;
      if (changed) probes.add(reply.request.purpose.probe);
    }
    return probes;
  }
}

const isAmong = (source: Source<unknown>, probes: ProbeIds): boolean =>
  probesOf(source).some(({ id }) => probes.has(id));

export const needing = (checks: readonly AnyCheck[], probes: ProbeIds | undefined): readonly AnyCheck[] => {
  if (probes === undefined) return checks;
  return checks.flatMap((check): readonly AnyCheck[] => {
    if (!isUniversal(check)) return isAmong(check.source, probes) ? [check] : [];
    const needs = check.needs.filter((source) => isAmong(source, probes));
    return needs.length > 0 ? [{ ...check, needs }] : [];
  });
};

export const judgesAny = (check: AnyCheck, { replies }: RunState, probes: ProbeIds | undefined): boolean => {
  if (probes === undefined) return true;
  if (!isUniversal(check)) return isAmong(check.source, probes);
  return replies.some((reply) => probes.has(reply.request.purpose.probe) && check.of(reply));
};

/** Undefined if the check needs further requests, or has no data. */
export const withoutSending = (check: AnyCheck, { ended, replies }: RunState): AnyCheck | undefined => {
  if (isUniversal(check)) return replies.some(check.of) ? { ...check, needs: [] } : undefined;
  return probesOf(check.source).every(({ id }) => ended.has(id)) ? check : undefined;
};
