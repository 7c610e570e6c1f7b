import { z } from 'zod';
import type { Fate, Gated } from './gate.ts';
import type { Mutant } from './mutate.ts';

const reasons = z.record(z.string(), z.string().regex(/\S/, 'has no reason'));

/** A person's verdicts on mutants that no requirement blames: by verdict, each mutant with the reason. */
const rulingsSchema = z.strictObject({
  /** No client can see the change. */
  equivalent: reasons,
  /** A defect that the gate does not see yet. */
  miss: reasons,
  /** The document leaves it open. */
  open: reasons,
});

export type MutantVerdict = keyof z.infer<typeof rulingsSchema>;

export interface MutantRuling {
  readonly mutant: string;
  readonly ruling: MutantVerdict;
  readonly reason: string;
}

/** Reads the rulings of `mutants.json`; throws with what is wrong in them. */
export const parseRulings = (text: string, file: string): readonly MutantRuling[] => {
  const { data, error } = rulingsSchema.safeParse(JSON.parse(text));
  if (data === undefined) throw new Error(`${file}: ${z.prettifyError(error)}`);
  const rulings = (Object.keys(data) as MutantVerdict[]).flatMap((ruling) =>
    Object.entries(data[ruling]).map(([mutant, reason]) => ({ mutant, ruling, reason })),
  );
  const names = rulings.map(({ mutant }) => mutant);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${file} has two rulings for ${twice}`);
  return rulings;
};

export interface TriedMutant {
  readonly mutant: string;
  /** Its place for a person: `src/sandbox/money.ts:12`. */
  readonly at: string;
  readonly fate: Fate;
  readonly by?: string;
  readonly ruling?: MutantVerdict;
  readonly reason?: string;
}

export interface MutantReport {
  readonly seed: number;
  readonly holds: boolean;
  /** All that the sources allow, of which the sample is drawn. */
  readonly possible: number;
  readonly counts: Readonly<Record<Fate | MutantVerdict | 'unruled', number>>;
  /** The share that the gate does not pass of those that are neither equivalent nor open. */
  readonly killedShare: number;
  readonly unruled: readonly TriedMutant[];
  /** Rulings of mutants that no longer exist, or that were tried and did not survive. */
  readonly stale: readonly string[];
  readonly tried: readonly TriedMutant[];
}

/** The smallest share of the mutants that matter, in the sample that is examined before a release. */
const minShare = 0.98;

const isLive = ({ fate }: Pick<Gated, 'fate'>): boolean => fate === 'survived';

const triedOf = (
  { id, file, line }: Mutant,
  gated: Gated,
  rulings: ReadonlyMap<string, MutantRuling>,
): TriedMutant => {
  const found = isLive(gated) ? rulings.get(id) : undefined;
  const ruling = found && { ruling: found.ruling, reason: found.reason };
  return { mutant: id, at: `src/sandbox/${file}:${line}`, ...gated, ...ruling };
};

const staleOf = (
  rulings: readonly MutantRuling[],
  possible: readonly Mutant[],
  tried: readonly TriedMutant[],
): readonly string[] => {
  const exists = new Set(possible.map(({ id }) => id));
  const others = new Set(tried.filter((it) => !isLive(it)).map(({ mutant }) => mutant));
  return rulings.map(({ mutant }) => mutant).filter((id) => !exists.has(id) || others.has(id));
};

export interface ReportInput {
  readonly seed: number;
  readonly possible: readonly Mutant[];
  readonly results: readonly (readonly [Mutant, Gated])[];
  readonly rulings: readonly MutantRuling[];
}

/** Concludes: every survivor has a ruling, every ruling a survivor, and few are misses. */
export const mutantReport = ({ seed, possible, results, rulings }: ReportInput): MutantReport => {
  const byMutant = new Map(rulings.map((ruling) => [ruling.mutant, ruling]));
  const tried = results
    .map(([mutant, gated]) => triedOf(mutant, gated, byMutant))
    .sort((one, other) => one.mutant.localeCompare(other.mutant));
  const of = (fate: Fate) => tried.filter((it) => it.fate === fate).length;
  const ruled = (ruling: MutantVerdict) => tried.filter((it) => it.ruling === ruling).length;
  const unruled = tried.filter((it) => isLive(it) && it.ruling === undefined);
  const stale = staleOf(rulings, possible, tried);
  const noticed = of('killed') + of('inconclusive') + of('drifts');
  const mattering = noticed + unruled.length + ruled('miss');
  const killedShare = mattering === 0 ? 0 : noticed / mattering;
  return {
    seed,
    holds: unruled.length === 0 && stale.length === 0 && killedShare >= minShare,
    possible: possible.length,
    counts: {
      killed: of('killed'),
      drifts: of('drifts'),
      inconclusive: of('inconclusive'),
      'not viable': of('not viable'),
      survived: of('survived'),
      equivalent: ruled('equivalent'),
      open: ruled('open'),
      miss: ruled('miss'),
      unruled: unruled.length,
    },
    killedShare,
    unruled,
    stale,
    tried,
  };
};
