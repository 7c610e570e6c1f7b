import {
  type ProofPlan,
  type RequirementId,
  requirementOf,
  requirements,
  type TestReport,
  type TriedBeside,
} from '#contract';

/** A fault or a variation, as far as a proof speaks of it. */
export interface Planted {
  readonly id: string;
  readonly sentence: string;
}

/** A requirement whose test should have noticed a fault and did not. */
export interface Blind {
  readonly requirement: RequirementId;
  readonly fault: string;
  readonly sentence: string;
  /** What the test said instead of a finding. */
  readonly instead: string;
}

/** A requirement that blamed a service which keeps every promise. */
export interface FalseAlarm {
  readonly requirement: RequirementId;
  readonly variation: string;
  readonly sentence: string;
  readonly raised: string;
}

/** What `prove` shows, as `proof.json` holds it. */
export interface Proof {
  readonly format: 1;
  readonly seed: number;
  readonly holds: boolean;
  readonly counts: {
    readonly requirements: number;
    readonly faults: number;
    readonly variations: number;
    /** Pairs of a requirement and a fault that were run, and those in which the fault was noticed. */
    readonly pairs: number;
    readonly caught: number;
    /** Tests that were run beside a variation and found nothing. */
    readonly calm: number;
  };
  readonly blind: readonly Blind[];
  readonly falseAlarms: readonly FalseAlarm[];
  /** Requirements that can fail and that no fault puts to the test. */
  readonly unproven: readonly RequirementId[];
  /** Pairs that were planned and never reported. */
  readonly missing: readonly string[];
  readonly matrix: Readonly<Record<string, Readonly<Record<string, 'caught' | 'blind'>>>>;
}

export interface ProofInput {
  readonly seed: number;
  /** Under each fault, and without any. */
  readonly reports: readonly TestReport[];
  readonly beside: readonly TriedBeside[];
  readonly faults: ReadonlyMap<string, Planted>;
  readonly variations: ReadonlyMap<string, Planted>;
  readonly planned: Pick<ProofPlan, 'faults' | 'variations'>;
  /** Requirements that were selected; the others are not asked for a fault. */
  readonly selected: ReadonlySet<string>;
}

const told = ({ findings, untested, broken }: TestReport): string => {
  const [first] = findings;
  if (broken !== undefined) return `broken: ${broken.code} ${broken.message}`;
  if (first !== undefined)
    return `${first.code} at ${first.where}: promised ${first.expected}, met ${first.observed}`;
  return untested === undefined ? 'no finding' : `untested: ${untested}`;
};

/** Drift under a variation is right; a finding of a firmer requirement, or a test that breaks, is not. */
const isFalseAlarm = ({ requirement, findings, broken }: TestReport): boolean => {
  const { firmness } = requirementOf(requirement);
  return broken !== undefined || (findings.length > 0 && firmness !== 'shown' && firmness !== 'silent');
};

const isTried = ({ calm, raised }: TriedBeside): boolean => calm.length + raised.length > 0;

const matrixOf = (underFault: readonly TestReport[]): Proof['matrix'] => {
  const matrix: Record<string, Record<string, 'caught' | 'blind'>> = {};
  for (const report of underFault) {
    matrix[report.requirement] ??= {};
    const row = matrix[report.requirement];
    if (row && report.fault) row[report.fault] = isCaught(report) ? 'caught' : 'blind';
  }
  return matrix;
};

/** Only a finding shows that a check can fail; a test that breaks shows nothing. */
const isCaught = ({ findings, broken }: TestReport): boolean => findings.length > 0 && broken === undefined;

/** Of each fault or variation, the requirements that were tried under it, or that it cannot touch. */
const triedUnder = ({ reports, beside }: ProofInput): ReadonlyMap<string, ReadonlySet<string>> => {
  const tried = new Map<string, Set<string>>();
  const add = (under: string, requirement: string) => {
    tried.set(under, (tried.get(under) ?? new Set()).add(requirement));
  };
  for (const { fault = '', requirement } of reports) add(fault, requirement);
  for (const { fault, calm, untouched, raised } of beside)
    for (const requirement of [...calm, ...untouched, ...raised.map((it) => it.requirement)])
      add(fault, requirement);
  return tried;
};

const missingOf = (input: ProofInput): readonly string[] => {
  const tried = triedUnder(input);
  const missing = (requirement: string, under: string): readonly string[] =>
    tried.get(under)?.has(requirement) ? [] : [`${requirement} under ${under}`];
  const { faults, variations } = input.planned;
  return [
    ...Object.entries(faults).flatMap(([requirement, ids]) => ids.flatMap((id) => missing(requirement, id))),
    ...Object.entries(variations).flatMap(([id, asked]) => asked.flatMap((it) => missing(it, id))),
  ];
};

/** Judges the reports of a proof: every fault noticed, every variation left alone, every requirement put to the test. */
export const judgeProof = (input: ProofInput): Proof => {
  const { seed, reports, beside, faults, variations, selected } = input;
  const underFault = reports.filter(({ fault }) => fault !== undefined && faults.has(fault));
  const faultless = reports.filter(({ fault }) => fault !== undefined && variations.has(fault));
  const conforming = [...faultless, ...beside.flatMap(({ raised }) => raised)];
  const blind = underFault
    .filter((report) => !isCaught(report))
    .map((report) => {
      const { id = '', sentence = '' } = faults.get(report.fault ?? '') ?? {};
      return { requirement: report.requirement, fault: id, sentence, instead: told(report) };
    });
  const falseAlarms = conforming.filter(isFalseAlarm).map((report) => {
    const { id = '', sentence = '' } = variations.get(report.fault ?? '') ?? {};
    return { requirement: report.requirement, variation: id, sentence, raised: told(report) };
  });
  const matrix = matrixOf(underFault);
  const unproven = requirements
    .filter(({ id, firmness }) => firmness !== 'silent' && selected.has(id) && matrix[id] === undefined)
    .map(({ id }) => id);
  const missing = missingOf(input);
  return {
    format: 1,
    seed,
    holds: reports.length > 0 && [blind, falseAlarms, unproven, missing].every(({ length }) => length === 0),
    counts: {
      requirements: Object.keys(matrix).length,
      faults: new Set(underFault.map(({ fault }) => fault)).size,
      variations: new Set([...conforming, ...beside.filter(isTried)].map(({ fault }) => fault)).size,
      pairs: underFault.length,
      caught: underFault.length - blind.length,
      calm: conforming.length - falseAlarms.length + beside.reduce((sum, { calm }) => sum + calm.length, 0),
    },
    blind,
    falseAlarms,
    unproven,
    missing,
    matrix,
  };
};
