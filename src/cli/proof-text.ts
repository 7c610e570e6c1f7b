import { derivedFaults } from '#faults';
import type { Proof } from '#reporting';

export interface ProofTiming {
  /** Seconds for all pairs. */
  readonly took: number;
  /** Requests that the pairs took. */
  readonly sent: number;
}

interface Told extends ProofTiming {
  readonly file: string;
  readonly crashed: readonly string[];
}

/** Most rows of one kind on the terminal; all stand in the file. */
const mostRows = 25;

const rows = (title: string, lines: readonly string[]): readonly string[] => {
  if (lines.length === 0) return [];
  const more = lines.length - mostRows;
  return [
    '',
    `${title} (${lines.length})`,
    ...lines.slice(0, mostRows),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
};

/** What a proof shows, for the terminal. */
export const proofText = (proof: Proof, { took, sent, file, crashed }: Told): string => {
  const { counts, blind, falseAlarms, unproven, missing } = proof;
  const derived = new Set(derivedFaults.map(({ id }) => id));
  const tried = new Set(Object.values(proof.matrix).flatMap((row) => Object.keys(row)));
  const ofMembers = [...tried].filter((id) => derived.has(id)).length;
  return [
    '',
    `Requirements ${counts.requirements} with a fault, ${unproven.length} without`,
    `Faults       ${counts.faults}: ${counts.faults - ofMembers} by hand, ${ofMembers} derived from members`,
    `Caught       ${counts.caught} of ${counts.pairs} pairs, ${blind.length} blind`,
    `Variations   ${counts.variations}, ${counts.calm} checks calm, ${falseAlarms.length} false alarms`,
    `Time         ${took.toFixed(1)} s, ${Math.round(counts.faults / took)} faults a second, ${sent} requests`,
    ...rows(
      'Blind: the fault was planted and not found',
      blind.map((it) => `  ${it.requirement} under ${it.fault}: ${it.sentence} ${it.instead}`),
    ),
    ...rows(
      'False alarms: a conforming service was blamed',
      falseAlarms.map((it) => `  ${it.requirement} beside ${it.variation}: ${it.raised}`),
    ),
    ...rows(
      'Requirements that no fault puts to the test',
      unproven.map((id) => `  ${id}`),
    ),
    ...rows(
      'Planned and never run',
      missing.map((pair) => `  ${pair}`),
    ),
    ...rows(
      'Crashed',
      crashed.map((it) => `  ${it}`),
    ),
    '',
    proof.holds ? 'PROVED: every check can fail, and none alarms falsely' : 'NOT PROVED',
    `  matrix: ${file}`,
    '',
  ].join('\n');
};
