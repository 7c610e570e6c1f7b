import { type AnyCheck, isUniversal, registeredChecks, type UniversalCheck } from '#checks';
import { isPromise, type RequirementId, requirementOf, requirements } from '#contract';
import { createRoles, knownFacts, type SentSetting, sentSetting } from '#evidence';
import { type Fault, faults, type Variation, variations } from '#faults';
import { type CheckOutcome, judgeCheck, lookTwice, RunState, transportTo } from '#harness';
import type { Target } from '#run';
import { memorySandbox } from '#sandbox';
import { ControlRun, judgeEach, judgesAny, needing, type Outcomes, sendFor, withoutSending } from './control-run.ts';
import { describeOutcome, isKeptBack, isKilled, KillMatrix, type Passing, type Proof, proofOf } from './proof.ts';

type Served = Partial<Pick<Variation, 'policies' | 'reply' | 'quiet' | 'facts' | 'roles' | 'hasShownTaxonomy'>>;

interface SandboxesOptions {
  readonly target: Target;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Requests at the same time to one sandbox. */
const concurrency = 64;

/** Each sandbox starts with the seeded records, and with at most one fault or variation. */
export class Sandboxes {
  readonly #options: SandboxesOptions;
  readonly #setting: SentSetting;
  sent = 0;

  constructor(options: SandboxesOptions) {
    this.#options = options;
    this.#setting = sentSetting({ target: options.target, profile: 'gate' });
  }

  async within<T>(service: Served, work: (runState: RunState) => Promise<T>): Promise<T> {
    const { target, seed, signal } = this.#options;
    const { timeoutMs } = target.budgets;
    const { dispatcher } = memorySandbox({ always: service });
    const budgets = { timeoutMs, concurrency, maxRequests: Number.MAX_SAFE_INTEGER };
    const whole = Number.MAX_SAFE_INTEGER;
    // A service in memory comes back at once or never. The speed of the machine must not count.
    const limits = { heldBytes: whole, connectMs: timeoutMs, headersMs: timeoutMs, gatewayWaitMs: 1, controlMs: whole };
    const open = { ...target, dispatcher, budgets, readOnly: false, money: true } as const;
    const transport = transportTo(open, { stop: signal }, limits);
    try {
      return await work(new RunState({ transport, setting: this.#settingOf(service), seed }));
    } finally {
      this.sent += transport.counts.sent;
      await transport.close();
    }
  }

  #settingOf({ quiet, facts, roles, hasShownTaxonomy }: Served): SentSetting {
    return {
      ...this.#setting,
      ...(quiet === false ? { quiet } : {}),
      facts: knownFacts({ ...this.#setting.facts, ...facts }, this.#options.target.roles),
      ...(hasShownTaxonomy ? { order: { ...this.#setting.order, hasShownTaxonomy } } : {}),
      roles: createRoles({ ...this.#options.target.roles, ...roles }),
    };
  }
}

const forEach = async <T>(
  items: Iterable<T>,
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items[Symbol.iterator]();
  const runner = async () => {
    for (let next = left.next(); !next.done && !signal.aborted; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
};

export interface ProofScope {
  readonly requirements: ReadonlySet<RequirementId>;
  /** Faults and variations by id; all if undefined. */
  readonly catalogued?: ReadonlySet<string>;
}

interface FaultCase {
  readonly fault: Fault;
  readonly promised: readonly AnyCheck[];
}

interface VariationCase {
  readonly variation: Variation;
  readonly checks: readonly AnyCheck[];
}

/** The id of the combination; under it, claims about open questions are tried too. */
const everyVariation = 'all-compatible';

const isWanted = ({ catalogued }: ProofScope, { id }: { readonly id: string }): boolean => catalogued?.has(id) ?? true;

const faultCases = (scope: ProofScope, checks: readonly AnyCheck[]): readonly FaultCase[] => {
  const byRequirement = new Map(checks.map((check) => [check.requirement, check]));
  return faults
    .filter((fault) => isWanted(scope, fault))
    .map((fault) => ({ fault, promised: fault.requirements.flatMap((id) => byRequirement.get(id) ?? []) }))
    .filter(({ promised }) => promised.length > 0);
};

const variationCases = (scope: ProofScope, checks: readonly AnyCheck[]): readonly VariationCase[] => {
  const failing = checks.filter(({ requirement }) => isPromise(requirementOf(requirement)));
  return variations
    .filter((variation) => isWanted(scope, variation))
    .map((variation) => ({ variation, checks: variation.id === everyVariation ? checks : failing }));
};

interface Proving {
  readonly worlds: Sandboxes;
  readonly control: ControlRun;
  readonly matrix: KillMatrix;
}

const judgeUntilKilled = async (check: UniversalCheck, runState: RunState): Promise<CheckOutcome> => {
  let outcome: CheckOutcome;
  let count = 1;
  do {
    outcome = await judgeCheck({ ...check, needs: check.needs.slice(0, count) }, runState);
    count *= 2;
  } while (!isKilled(outcome) && count < 2 * check.needs.length);
  return outcome;
};

const tryFault = async ({ fault, promised }: FaultCase, { worlds, control, matrix }: Proving): Promise<void> => {
  const whole = promised.filter(isUniversal);
  const probes = whole.length > 0 ? control.answeredOtherwise(fault) : undefined;
  const narrowed = new Map(needing(whole, probes).map((check) => [check.requirement, check]));
  const outcomes = await worlds.within(fault, async (runState) => {
    const judged = await Promise.all(
      promised.map(async (check) => {
        const chosen = narrowed.get(check.requirement) ?? check;
        const outcome = isUniversal(chosen) ? judgeUntilKilled(chosen, runState) : judgeCheck(chosen, runState);
        return [chosen, await outcome] as const;
      }),
    );
    return lookTwice(new Map(judged), runState);
  });
  matrix.add(fault, new Map([...outcomes].map(([{ requirement }, outcome]) => [requirement, outcome])));
};

/** Only a variation may change behaviour that the document shows but does not promise. */
const isFalsePositive = (
  requirement: RequirementId,
  { findings, reasons: [first] }: CheckOutcome,
  mayDrift: boolean,
): boolean => first?.failed || (findings.length > 0 && !(mayDrift && !isPromise(requirementOf(requirement))));

type PassedOver = Pick<Variation, 'id' | 'sentence' | 'keepsBack'>;

export const passingOf = (
  { id, sentence, keepsBack }: PassedOver,
  outcomes: Outcomes,
  { mayDrift = true } = {},
): Passing => {
  const isWrong = (requirement: RequirementId, outcome: CheckOutcome): boolean =>
    isFalsePositive(requirement, outcome, mayDrift) ||
    (keepsBack !== undefined &&
      isPromise(requirementOf(requirement)) &&
      isKeptBack(outcome) !== keepsBack.includes(requirement));
  const falsePositives = [...outcomes]
    .filter(([requirement, outcome]) => isWrong(requirement, outcome))
    .map(([requirement, outcome]) => ({ requirement, variation: id, sentence, raised: describeOutcome(outcome) }));
  return { variation: id, passed: outcomes.size - falsePositives.length, falsePositives };
};

/** Runs only checks whose replies the variation changes. */
export const tryVariation = async (
  { variation, checks }: VariationCase,
  { worlds, control }: Pick<Proving, 'worlds' | 'control'>,
): Promise<Passing> => {
  const probes = control.answeredOtherwise(variation);
  const sending = needing(checks, probes);
  const sendingIds = new Set(sending.map(({ requirement }) => requirement));
  const outcomes = await worlds.within(variation, async (runState) => {
    await sendFor(sending, runState);
    const others = checks.filter(
      (check) => isUniversal(check) && !sendingIds.has(check.requirement) && judgesAny(check, runState, probes),
    );
    return judgeEach([...sending, ...others.flatMap((check) => withoutSending(check, runState) ?? [])], runState);
  });
  return passingOf(variation, outcomes);
};

interface ProveOptions {
  readonly target: Target;
  readonly scope: ProofScope;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onPlan?: (plan: Planned) => void;
  readonly onTried?: () => void;
}

export interface Planned {
  readonly pairs: number;
  readonly services: number;
  readonly worlds: number;
}

export interface Proved {
  readonly proof: Proof;
  readonly sent: number;
}

/**
 * Sandboxes at the same time; more of them save no time. Four more with faults take 30 MB, two more with variations 15
 * MB.
 */
const sandboxesAtOnce = { variations: 6, faults: 8 };

/** Milliseconds. No fault delays an answer; only a busy machine does. */
const timeoutMs = 120_000;

const noFault = { id: 'no-fault', sentence: 'Nothing is changed.' };

interface ProofRun extends Proving {
  readonly signal: AbortSignal;
  readonly onTried: () => void;
}

/** Variations with waits start first and together, because they leave the processor to others. */
const tryAllVariations = async (cases: readonly VariationCase[], run: ProofRun): Promise<readonly Passing[]> => {
  const { signal, onTried } = run;
  const passing: Passing[] = [];
  const work = async (it: VariationCase) => {
    passing.push(await tryVariation(it, run));
    onTried();
  };
  const waiting = cases.filter(({ variation }) => variation.waits);
  const others = cases.filter(({ variation }) => !variation.waits);
  await Promise.all([
    forEach(waiting, { atOnce: Math.max(1, waiting.length), signal }, work),
    forEach(others, { atOnce: sandboxesAtOnce.variations, signal }, work),
  ]);
  return passing;
};

export const prove = async ({ onPlan, onTried = () => {}, ...options }: ProveOptions): Promise<Proved> => {
  const { target, scope, seed, signal } = options;
  const checks = registeredChecks().filter(({ requirement }) => scope.requirements.has(requirement));
  const known = new Set(checks.map(({ requirement }) => requirement));
  const budgets = { ...target.budgets, timeoutMs };
  const worlds = new Sandboxes({ target: { ...target, budgets }, seed, signal });
  const [faults, variations] = [faultCases(scope, checks), variationCases(scope, checks)];
  const pairs = faults.reduce((sum, { promised }) => sum + promised.length, 0);
  onPlan?.({ pairs, services: variations.length + 1, worlds: faults.length + variations.length });
  const matrix = new KillMatrix();
  const control = await worlds.within({}, (runState) => ControlRun.of(checks, runState));
  const run = { worlds, control, matrix, signal, onTried };
  const [passing] = await Promise.all([
    tryAllVariations(variations, run),
    forEach(faults, { atOnce: sandboxesAtOnce.faults, signal }, (it) => tryFault(it, run).then(onTried)),
  ]);
  const proof = proofOf({
    seed,
    matrix,
    faultless: passingOf(noFault, control.outcomes, { mayDrift: false }),
    passing,
    // A proof of some faults does not require faults for other requirements.
    demanded: scope.catalogued ? [] : scope.requirements,
    isWhole: scope.requirements.size === requirements.length,
    missing: [...scope.requirements].filter((id) => !known.has(id)),
  });
  return { proof, sent: worlds.sent };
};
