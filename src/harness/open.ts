import { createApi, describeCase, type Reply } from '#client';
import type { Exchange, Observation, RequirementId } from '#contract';
import type { Condition } from './condition.ts';
import type { Conformance } from './conformance.ts';
import { createExpect } from './expect.ts';
import { createForAll } from './property.ts';
import { createRoles } from './roles.ts';
import type { Session } from './session.ts';
import { Untested } from './verdicts.ts';

/** What a test leaves behind while it runs. */
export interface Ledger {
  readonly observations: Observation[];
  /** What was judged last: the evidence. */
  judged: readonly Reply[];
  /** What was sent last: the evidence where no reply came. */
  sent?: Exchange;
  judgements: number;
}

const headersOf = (requirement: RequirementId, { fault, shared }: Condition): Record<string, string> =>
  fault === undefined
    ? {}
    : { 'x-ramp-fault': fault, 'x-ramp-world': shared ? fault : `${fault} ${requirement}` };

/** Opens what a test works with, bound to its requirement, its condition and its ledger. */
export const openConformance = (
  requirement: RequirementId,
  { plan, transport, recalled }: Session,
  condition: Condition,
  ledger: Ledger,
): Conformance => {
  const { target } = plan;
  const headers = headersOf(requirement, condition);
  const world = headers['x-ramp-world'] ?? '';
  // A world of its own is left with its test, and so is what was recalled of it.
  const kept = condition.shared ? recalled : new Map<string, Promise<unknown>>();
  const onExchange = (exchange: Exchange) => {
    ledger.sent = exchange;
  };
  const api = createApi({ transport, key: target.keys.full, headers, onExchange });
  return {
    api,
    as: (credential) => api.as(credential),
    keys: {
      full: target.keys.full,
      others: target.keys.restricted === undefined ? [] : [target.keys.restricted],
      get restricted() {
        if (target.keys.restricted === undefined) throw new Untested('RAMP_RESTRICTED_API_KEY is not set');
        return target.keys.restricted;
      },
    },
    expect: createExpect((replies) => {
      ledger.judgements += 1;
      ledger.judged = replies;
    }),
    forAll: createForAll({
      plan,
      requirement,
      tell: (value) => describeCase(value),
      sparing: condition.shared && condition.fault !== undefined,
    }),
    roles: createRoles(target.roles),
    order: target.order,
    facts: { ...target.facts, ...plan.proof?.facts[condition.fault ?? ''] },
    profile: plan.profile,
    demandQuiet: () => {
      if (!target.quiet) throw new Untested('RAMP_QUIET_ACCOUNT is not true: others may act on the account');
    },
    recall: (name, make) => {
      const key = `${world} ${name}`;
      const known = kept.get(key) ?? make();
      kept.set(key, known);
      return known as ReturnType<typeof make>;
    },
    observe: (situation, fact, { operation }) => {
      ledger.observations.push({ operation, situation, fact: String(fact) });
    },
    cannot: (reason) => {
      throw new Untested(reason);
    },
  };
};
