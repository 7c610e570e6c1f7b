import {
  isSuccess,
  isVariable,
  type OperationId,
  operationIds,
  operationOf,
  type Profile,
  type RequirementId,
  type RoleIds,
  roleVariables,
  type Target,
  type UntestedBy,
  type UntestedReason,
} from '#contract';
import { openSession, runChecks, type World } from '#harness';
import { openTarget, type Settings } from '#target';
import { registerChecks } from '../package/package.ts';
import { seedFor } from '../settings/seed.ts';

/** Orders of one operation, on a service that conforms. */
export interface ExpectedOrders {
  readonly accepted: number;
  readonly refused: number;
}

/** Why a requirement stays untested. */
export interface Shortfall {
  /** All variables that must be set before it is tested; none where setting any would not help. */
  readonly variables: readonly string[];
  readonly by: UntestedBy;
  readonly reason: string;
}

/** The expected end of a run with the settings of a target, on a service that conforms. */
export interface DryRun {
  /** Without the requirements that are tested. */
  readonly untested: ReadonlyMap<RequirementId, Shortfall>;
  readonly requests: number;
  readonly orders: Readonly<Partial<Record<OperationId, ExpectedOrders>>>;
  readonly seconds: number;
}

/** Variables that are taken for set though they are not. */
type Granted = ReadonlySet<string>;

/** One sandbox id for each kind that the target lists. */
const rolesLike = ({ roles }: Target, own: RoleIds, granted: Granted): RoleIds => {
  const ids: Readonly<Record<string, RoleIds[keyof RoleIds]>> = { ...roles };
  const variables: Readonly<Record<string, string>> = roleVariables;
  const has = (role: string): boolean =>
    [ids[role] ?? []].flat().length > 0 || granted.has(variables[role] ?? '');
  const kept = Object.entries(own).filter(([role]) => has(role));
  const lists = { unverified: [], incompleteNamedRecipients: [], offramps: [], conversions: [] };
  const like = { ...lists, ...Object.fromEntries(kept) };
  // A person first, then a business.
  const unverified = granted.has(roleVariables.unverified)
    ? own.unverified
    : own.unverified.slice(0, roles.unverified.length);
  return { ...like, unverified };
};

const keysLike = (
  { keys }: Target,
  { full, restricted, other }: Target['keys'],
  granted: Granted,
): Target['keys'] => {
  const hasRestricted = keys.restricted !== undefined || granted.has('RAMP_RESTRICTED_API_KEY');
  const hasOther = keys.other !== undefined || granted.has('RAMP_OTHER_API_KEY');
  return { full, ...(hasRestricted && restricted && { restricted }), ...(hasOther && other && { other }) };
};

/** The sandbox with no more roles, keys and permissions than the target has, and those that are granted. */
const likened = (target: Target, sandbox: Target, granted: Granted): Target => ({
  ...sandbox,
  // The service of another company is sent fewer wrong keys.
  embedded: target.embedded,
  money: granted.has('RAMP_MONEY_HOST') || target.money,
  readOnly: target.readOnly,
  quiet: target.quiet || granted.has('RAMP_QUIET_ACCOUNT'),
  roles: rolesLike(target, sandbox.roles, granted),
  keys: keysLike(target, sandbox.keys, granted),
});

type UntestedRequirements = ReadonlyMap<RequirementId, UntestedReason>;

const ordersIn = ({ replies }: World): DryRun['orders'] =>
  Object.fromEntries(
    operationIds
      .filter((id) => operationOf(id).movesMoney)
      .map((id) => {
        const placed = replies.filter(({ operation }) => operation === id);
        const accepted = placed.filter(isSuccess).length;
        return [id, { accepted, refused: placed.length - accepted }];
      }),
  );

export interface DryRunOptions {
  readonly settings: Settings;
  /** The target with the facts that its probes found. */
  readonly target: Target;
  readonly profile: Profile;
  /** Without it, all requirements. */
  readonly only?: ReadonlySet<RequirementId> | undefined;
  readonly signal: AbortSignal;
  /** Takes a line on what is under way. */
  readonly tell?: (step: string) => void;
}

/** The requests and orders that a part of a run takes. */
export interface Effort {
  readonly requests: number;
  readonly orders: DryRun['orders'];
}

interface Pass extends Omit<DryRun, 'untested'> {
  readonly untested: UntestedRequirements;
}

const pass = async (
  { settings, target, profile, only, signal }: DryRunOptions,
  granted: Granted,
): Promise<Pass> => {
  const { service: _elsewhere, ...here } = settings;
  const budgets = { concurrency: 16, maxRequests: 1_000_000, timeoutMs: 20_000 };
  const sandbox = await openTarget({ ...here, budgets }, { signal });
  const plan = {
    target: likened(target, sandbox.target, granted),
    profile,
    seed: seedFor(undefined, profile),
    ...(only && { only: [...only] }),
  };
  const session = openSession(plan, { signal });
  const start = performance.now();
  try {
    const { reports } = await runChecks(plan, { session });
    signal.throwIfAborted();
    const seconds = (performance.now() - start) / 1_000;
    const untested = new Map(
      reports.flatMap(({ requirement, untested: why }) => (why ? [[requirement, why]] : [])),
    );
    return { untested, requests: session.traffic().sent, orders: ordersIn(session.world), seconds };
  } finally {
    await sandbox.close();
  }
};

/** The variables that a requirement lacks. */
const variablesIn = ({ lacks = [] }: UntestedReason): readonly string[] => lacks.filter(isVariable);

/** Variables that some requirement lacks even when all others are set. */
const missingFrom = async (
  options: DryRunOptions,
  first: UntestedRequirements,
): Promise<ReadonlySet<string>> => {
  const missing = new Set<string>();
  for (let untested = first, size = -1; size !== missing.size; ) {
    size = missing.size;
    for (const variable of [...untested.values()].flatMap(variablesIn)) missing.add(variable);
    if (size !== missing.size) options.tell?.(`Looking what is missing besides ${[...missing].join(', ')} …`);
    if (size !== missing.size) ({ untested } = await pass(options, missing));
  }
  return missing;
};

/** A reason names one variable of several, and maybe that of another order: what is needed shows where it alone is left out. */
const lacksOf = async (options: DryRunOptions, first: UntestedRequirements): Promise<DryRun['untested']> => {
  const missing = await missingFrom(options, first);
  const variables = new Map<RequirementId, Set<string>>();
  for (const id of first.keys()) variables.set(id, new Set());
  const tryWithout = async (variable: string): Promise<void> => {
    const others = new Set([...missing].filter((each) => each !== variable));
    const { untested } = await pass(options, others);
    for (const [id, reason] of untested)
      if (variablesIn(reason).includes(variable)) variables.get(id)?.add(variable);
  };
  if (missing.size > 1)
    options.tell?.(`Looking which requirements need which of ${missing.size} variables …`);
  // At once, because most of a pass is waiting.
  if (missing.size > 1) await Promise.all([...missing].map(tryWithout));
  return new Map(
    [...first].map(([id, reason]) => {
      const alone = [...(variables.get(id) ?? [])];
      return [id, { ...reason, variables: alone.length > 0 ? alone : variablesIn(reason) }];
    }),
  );
};

/**
 * Runs every check against the embedded sandbox with the roles, keys and permissions of the target: which of them can be
 * put to it, and how many requests they take, follows from probes and checks, and is listed nowhere.
 */
export async function performDryRun(options: DryRunOptions): Promise<DryRun> {
  options.tell?.('Trying the settings on the embedded sandbox …');
  await registerChecks();
  const first = await pass(options, new Set());
  return { ...first, untested: await lacksOf(options, first.untested) };
}

/** Requests and orders of a narrowed run, at a service that conforms. */
export async function effortOf(options: DryRunOptions): Promise<Effort> {
  await registerChecks();
  const { requests, orders } = await pass(options, new Set());
  return { requests, orders };
}
