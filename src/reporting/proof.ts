import { type RequirementId, requirementOf, requirements, type TestReport } from '#contract';

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
  readonly reports: readonly TestReport[];
  readonly faults: ReadonlyMap<string, Planted>;
  readonly variations: ReadonlyMap<string, Planted>;
  /** The pairs that were planned. */
  readonly planned: readonly { readonly requirement: string; readonly under: string }[];
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

const missingOf = ({ planned, reports }: ProofInput): readonly string[] => {
  const reported = new Set(reports.map(({ requirement, fault }) => `${requirement} under ${fault}`));
  return planned
    .map(({ requirement, under }) => `${requirement} under ${under}`)
    .filter((it) => !reported.has(it));
};

/** Judges the reports of a proof: every fault noticed, every variation left alone, every requirement put to the test. */
export const judgeProof = (input: ProofInput): Proof => {
  const { seed, reports, faults, variations, selected } = input;
  const underFault = reports.filter(({ fault }) => fault !== undefined && faults.has(fault));
  const underVariation = reports.filter(({ fault }) => fault !== undefined && variations.has(fault));
  const blind = underFault
    .filter((report) => !isCaught(report))
    .map((report) => {
      const { id = '', sentence = '' } = faults.get(report.fault ?? '') ?? {};
      return { requirement: report.requirement, fault: id, sentence, instead: told(report) };
    });
  const falseAlarms = underVariation.filter(isFalseAlarm).map((report) => {
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
      variations: new Set(underVariation.map(({ fault }) => fault)).size,
      pairs: underFault.length,
      caught: underFault.length - blind.length,
      calm: underVariation.length - falseAlarms.length,
    },
    blind,
    falseAlarms,
    unproven,
    missing,
    matrix,
  };
};
