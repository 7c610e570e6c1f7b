// The requirements of a run: --only, --require, leaveOut, and the seed of their cases.
import { createHash, randomInt } from 'node:crypto';
import {
  isOfWholeService,
  type OperationId,
  operationIds,
  operationOf,
  type RequirementId,
  requirementOf,
  requirements,
} from '#contract';
import { Refused } from '#lib';
import { type Gate, isGated } from '#reporting';
import type { OrderMaterial, Profile } from '#run';
import type { FileChoices } from '../call.ts';
import type { runOptions, Values } from '../options.ts';
import { programName } from '../own-package.ts';
import { notA } from '../terminal/printable.ts';

const maxSeed = 2 ** 31 - 1;

/**
 * Computed from the ids of the requirements in any order, so that one catalogue gives a service the same verdict in
 * each run.
 */
export const catalogueSeed = (): number => {
  const digest = createHash('sha256')
    .update(
      requirements
        .map(({ id }) => id)
        .toSorted()
        .join('\n'),
    )
    .digest();
  return digest.readUInt32BE(0) % maxSeed;
};

const isDrawnAnew = (seed: string | undefined, profile: Profile): boolean =>
  seed === 'random' || (seed === undefined && profile === 'deep');

/**
 * The seed of `--seed`: a number or `random`. By default the catalogue fixes the seed; `deep` draws a new one each
 * time.
 */
export const seedFor = (text: string | undefined, profile: Profile): number => {
  if (isDrawnAnew(text, profile)) return randomInt(1, maxSeed);
  if (text === undefined) return catalogueSeed();
  const seed = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(seed) <= maxSeed + 1) return seed;
  throw new Refused('--seed must be `random`, or a whole number of at most 32 bits, such as 727951080');
};

type CatalogueEntry = (typeof requirements)[number];

const speaksOf = (entry: CatalogueEntry, operation: OperationId): boolean =>
  entry.subject === operation || (!isOfWholeService(entry) && entry.endpoints.includes(operationOf(operation).number));

export const operationIn = (text: string): OperationId | undefined =>
  operationIds.find((id) => id === text || String(operationOf(id).number) === text);

const fits = (requirement: CatalogueEntry, text: string): boolean => {
  const operation = operationIn(text);
  if (operation !== undefined) return speaksOf(requirement, operation);
  return requirement.id.startsWith(text) || requirement.tag === text;
};

export const isSelectable = (text: string): boolean =>
  text !== '' && requirements.some((requirement) => fits(requirement, text));

const names = (): readonly string[] => [
  ...new Set([
    ...operationIds,
    ...requirements.map(({ tag }) => tag),
    ...requirements.map(({ subject }) => subject),
    ...requirements.map(({ id }) => id),
  ]),
];

/**
 * The requirements for endpoint numbers, operation ids, tags, and requirement ids or their beginnings.
 * @throws Refused for a text that matches none
 */
export function selectRequirements(texts: readonly string[], option = '--only'): ReadonlySet<RequirementId> {
  const selected = new Set<RequirementId>();
  for (const text of texts) {
    const named = text === '' ? [] : requirements.filter((requirement) => fits(requirement, text));
    if (named.length === 0) {
      throw new Refused(
        `${option} ${notA(text, 'endpoint number, operation, requirement or tag', names(), `; ${programName} requirements lists them`)}`,
      );
    }
    for (const { id } of named) selected.add(id);
  }
  return selected;
}

type Worded = Pick<Values<typeof runOptions>, 'only' | 'require' | 'profile' | 'seed' | 'quiet' | 'verbose'>;

/** @throws Refused for invalid values of options, alone or together */
export function demandKnown({
  only = [],
  require = [],
  profile = 'gate',
  seed,
  quiet,
  verbose,
}: Partial<Worded>): void {
  selectRequirements(only);
  selectRequirements(
    require.filter((what) => what !== 'all'),
    '--require',
  );
  seedFor(seed, profile);
  if (quiet && verbose) throw new Refused('--quiet and --verbose exclude each other; give one');
}

/** Rules of the whole service that a run of chosen endpoints tests too; a run of single requirements does not. */
export const rulesAlongside = (
  texts: readonly string[],
  selected: ReadonlySet<RequirementId>,
): readonly RequirementId[] =>
  texts.some((text) => operationIn(text) !== undefined)
    ? requirements.filter((it) => isOfWholeService(it) && !selected.has(it.id)).map(({ id }) => id)
    : [];

/**
 * A requirement of one endpoint is left out with the endpoint. A rule across endpoints is left out only with the last
 * of them.
 */
const isGoneWith = (operations: readonly OperationId[], { subject, endpoints }: CatalogueEntry): boolean => {
  const numbers = operations.map((operation) => operationOf(operation).number);
  const isOwn = operations.some((operation) => subject === operation);
  return isOwn || endpoints.every((number) => numbers.includes(number));
};

type ReasonById = ReadonlyMap<RequirementId, string>;

/** Requirements that are always left out, with the reason for the reports. The first matching entry counts. */
export interface LeavingOut {
  readonly leftOut: ReasonById;
  /** Rules across endpoints of which some are left out. They are tested at the other endpoints. */
  readonly partly: ReasonById;
  /** Requirements of which single values are left out, with the reason, and these values by operation. */
  readonly lessened: ReasonById;
  readonly values: LeftOutValues;
}

type LeftOutValues = NonNullable<OrderMaterial['leftOut']>;
type Entry = FileChoices['leaveOut'][number];

/** @throws Refused if the entry is no requirement about listed values, or has other values than its list. */
function operationOfValues({ what, values = [] }: Entry): OperationId {
  const entry = requirements.find(({ id }) => id === what);
  const [operation] = entry?.ofEachValue ? entry.operations : [];
  if (operation === undefined) {
    const ids = requirements.filter(({ ofEachValue }) => ofEachValue).map(({ id }) => id);
    throw new Refused(`leaveOut ${notA(what, 'requirement that takes values', ids, `: those are ${ids.join(', ')}`)}`);
  }
  const listed = operationOf(operation).order?.listed?.values ?? [];
  const wrong = values.find((value) => !listed.includes(value));
  if (wrong !== undefined) throw new Refused(`leaveOut ${notA(wrong, `listed value of ${what}`, listed)}`);
  if (listed.every((value) => values.includes(value)))
    throw new Refused(`leaveOut names every value of ${what}; leave out the requirement itself, without values`);
  return operation;
}

/** @throws Refused for a text that matches none. */
export function leavingOut(all: FileChoices['leaveOut']): LeavingOut {
  const gone = all.flatMap(({ what }) => operationIn(what) ?? []);
  const leftOut = new Map<RequirementId, string>();
  const partly = new Map<RequirementId, string>();
  const lessened = new Map<RequirementId, string>();
  const leftOutValues: Partial<Record<OperationId, readonly string[]>> = {};
  for (const entry of all) {
    const { what, values, reason, owner } = entry;
    if (values !== undefined) {
      const operation = operationOfValues(entry);
      leftOutValues[operation] = [...(leftOutValues[operation] ?? []), ...values];
      const [id] = selectRequirements([what], 'leaveOut');
      const why = `${values.join(', ')} left out by ${owner}: ${reason}`;
      if (id) lessened.set(id, lessened.has(id) ? `${lessened.get(id)}; ${why}` : why);
      continue;
    }
    const named = selectRequirements([what], 'leaveOut');
    for (const each of requirements.filter(({ id }) => named.has(id))) {
      const reasons = operationIn(what) === undefined || isGoneWith(gone, each) ? leftOut : partly;
      if (!reasons.has(each.id)) reasons.set(each.id, `left out by ${owner}: ${reason}`);
    }
  }
  return { leftOut, partly, lessened, values: leftOutValues };
}

/**
 * The requirements that must be tested: those of the named ones that the gate judges, and those named by their own id.
 * Requirements of an endpoint or tag that are left out are not required with it.
 * @throws Refused for a text that matches none, or whose requirements are all left out
 */
export function demandedRequirements(
  texts: readonly string[],
  gate: Gate,
  { leftOut, lessened, partly }: Partial<LeavingOut>,
): ReadonlySet<RequirementId> {
  const demandedBy = (text: string) => {
    const named = text === 'all' ? requirements : [...selectRequirements([text], '--require')].map(requirementOf);
    const demanded = named.filter((each) => isGated(each, gate) || text === each.id).map(({ id }) => id);
    const kept = demanded.filter((id) => !leftOut?.has(id) && !lessened?.has(id));
    // Rules across endpoints remain if one of their endpoints is left out.
    const own = operationIn(text) === undefined ? kept : kept.filter((id) => !partly?.has(id));
    if (own.length > 0 || demanded.length === 0) return kept;
    throw new Refused(
      `${text} is required, but leaveOut in the configuration file leaves it out; remove one of the two`,
    );
  };
  return new Set(texts.flatMap(demandedBy));
}
