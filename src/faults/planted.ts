import type { OperationId, ProbedFacts, RequirementId, RoleIds, Touched } from '#contract';
import type { Fault } from '#sandbox';

/** One small defect and the requirements that must notice it: each of them is run under it, and each must find it. */
export interface PlantedFault extends Fault {
  readonly id: string;
  /** The defect in one sentence. */
  readonly sentence: string;
  readonly requirements: readonly RequirementId[];
  /** Operations that can show it; all where none is named. Rules across endpoints check these only, to save requests. */
  readonly operations?: readonly OperationId[];
}

/** A freedom that a right service may take. Nothing may be found under it. */
export interface Variation extends Fault, Touched {
  readonly id: string;
  /** The freedom in one sentence. */
  readonly sentence: string;
  /** Left out when all variations run together, with the reason: it excludes another. */
  readonly alone?: string;
  /** True where only the way is changed in which a reply is written and sent, and nothing that it says. */
  readonly formOnly?: true;
  /** True where a client is made to wait before it asks again. */
  readonly waits?: true;
  /** False where others act on the account, so that the run must not count on a quiet one. */
  readonly quiet?: false;
  /** The probed facts of such a service, where they differ from the faultless sandbox's. */
  readonly facts?: Partial<ProbedFacts>;
  /** What can be named to such a service, where it is not what the faultless sandbox has. */
  readonly roles?: Partial<RoleIds>;
}
