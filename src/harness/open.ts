import { type Credential, createApi, describeCase, type Reply } from '#client';
import type { Observation, RequirementId } from '#contract';
import type { Condition } from './condition.ts';
import type { Conformance } from './conformance.ts';
import { createExpect } from './expect.ts';
import type { FactLedger } from './facts.ts';
import { type Asking, recalledAs } from './facts-asking.ts';
import { createForSequences } from './model.ts';
import { createForAll } from './property.ts';
import type { Session } from './session.ts';
import { turnsOf } from './turns.ts';
import { Untested } from './verdicts.ts';

/** What a test leaves behind while it runs. */
export interface Ledger {
  readonly observations: Observation[];
  /** What was judged last: the evidence. */
  judged: readonly Reply[];
  judgements: number;
  /** Distinct cases of properties and models. */
  cases: number;
  /** What replies showed, for the baseline; absent in `prove`. */
  readonly facts?: FactLedger;
}

const headersOf = (
  requirement: RequirementId,
  { fault, shared, brief }: Condition,
): Record<string, string> =>
  fault === undefined
    ? {}
    : {
        'x-ramp-fault': fault,
        'x-ramp-world': shared ? fault : `${fault} ${requirement}${brief ? ' brief' : ''}`,
      };

/** Opens what a test works with, bound to its requirement, its condition and its ledger. */
export const openConformance = (
  requirement: RequirementId,
  { plan, transportFor, recalled, roles, keys, met }: Session,
  condition: Condition,
  ledger: Ledger,
): Conformance => {
  const { target } = plan;
  const quiet = target.quiet && !plan.proof?.shared.includes(condition.fault ?? '');
  const otherFacts = plan.proof?.facts[condition.fault ?? ''];
  const headers = headersOf(requirement, condition);
  const world = headers['x-ramp-world'] ?? '';
  const kept = recalled.get(world) ?? new Map<string, Promise<unknown>>();
  // A world of its own is left with its test, and so is what was recalled of it.
  if (condition.shared) recalled.set(world, kept);
  const isFull = (credential: Credential): boolean =>
    credential.in === 'header' && credential.value === target.keys.full;
  const { facts } = ledger;
  const isFaultless = condition.fault === undefined;
  const isNoted = plan.proof !== undefined && isFaultless;
  const turn = turnsOf(requirement, { plan, condition, ledger });
  /** What differs between requests of the test itself and those that many tests recall. */
  const asking = (from: () => Asking): Pick<Conformance, 'api' | 'as' | 'observe' | 'recall'> => {
    const api = createApi({
      transport: transportFor(condition.fault),
      key: target.keys.full,
      headers,
      ...(facts ? { onReply: (reply, credential) => facts.hear(reply, from(), !isFull(credential)) } : {}),
      ...(isNoted ? { onReply: (reply) => met.note(from().name, reply) } : {}),
      ...(condition.rank === undefined ? {} : { rank: condition.rank }),
      ...(condition.signal ? { signal: condition.signal } : {}),
    });
    return {
      api,
      as: (credential) => api.as(credential),
      observe: (situation, fact, { operation, byChance = false }) => {
        const drawn = byChance || from().generated ? { drawn: true as const } : {};
        ledger.observations.push({ operation, situation, fact: String(fact), ...drawn });
      },
      recall: (name, make) => {
        if (isNoted) met.noteRecalled(from().name, recalledAs(name).name);
        const known = kept.get(name) ?? make(isFaultless ? recalling(name) : conformance);
        kept.set(name, known);
        return known as ReturnType<typeof make>;
      },
    };
  };
  let drawing = false;
  /** A failed one ends the test: what it has still under way stays drawn. */
  const asDrawn = async (work: () => Promise<void>): Promise<void> => {
    drawing = true;
    await work();
    drawing = false;
  };
  const judged = (replies: readonly Reply[]): void => {
    ledger.judgements += 1;
    ledger.judged = replies;
  };
  /** What one case works with; it tells whether anything was judged or observed. */
  const openCase = () => {
    let isJudged = false;
    const t: Conformance = {
      ...conformance,
      expect: createExpect((replies) => {
        isJudged = true;
        judged(replies);
      }, target.order.guessed),
      observe: (...observed) => {
        isJudged = true;
        observe(...observed);
      },
    };
    return { t, isJudged: () => isJudged };
  };
  const forAll = createForAll({ turn, openCase, tell: (value) => describeCase(value) });
  const forSequences = createForSequences({ turn, openCase });
  const recalling = (name: string): Conformance => {
    const by = recalledAs(name);
    return { ...conformance, ...asking(() => by) };
  };
  const { api, as, observe, recall } = asking(() => ({ name: requirement, generated: drawing }));
  const conformance: Conformance = {
    api,
    as,
    observe,
    keys,
    expect: createExpect(judged, target.order.guessed),
    forAll: (arbitrary, judge) => asDrawn(() => forAll(arbitrary, judge)),
    forSequences: (of) => asDrawn(() => forSequences(of)),
    roles,
    order: target.order,
    facts: otherFacts === undefined ? target.facts : { ...target.facts, ...otherFacts },
    quiet,
    brief: condition.brief ?? false,
    few: (cases) => (condition.beside ? cases.slice(0, 1) : cases),
    demandQuiet: () => {
      if (!quiet) throw new Untested('RAMP_QUIET_ACCOUNT is not true: others may act on the account');
    },
    among: (operations) => {
      const touched = plan.proof?.touched[condition.fault ?? '']?.operations;
      return touched ? operations.filter((id) => touched.includes(id)) : operations;
    },
    recall,
    cannot: (reason) => {
      throw new Untested(reason);
    },
  };
  return conformance;
};
