import type { Proof, Proved } from '#prove';
import { plural } from '#reporting';

interface ProofText extends Proved {
  /** Seconds for all. */
  readonly seconds: number;
  readonly file: string;
}

/** Most rows of one kind on the terminal; all stand in the file. */
const maxRows = 25;

const rows = (title: string, lines: readonly string[]): readonly string[] => {
  if (lines.length === 0) return [];
  const more = lines.length - maxRows;
  return [
    '',
    `${title} (${lines.length})`,
    ...lines.slice(0, maxRows),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
};

const details = ({ survived, falsePositives, unproven, missing }: Proof): readonly string[] => [
  ...rows(
    'Survived: the fault was planted and not found',
    survived.map((it) => `  ${it.requirement} under ${it.fault}: ${it.sentence} ${it.instead}`),
  ),
  ...rows(
    'False positives: a conforming service was blamed',
    falsePositives.map((it) => `  ${it.requirement} with ${it.variation}: ${it.raised}`),
  ),
  ...rows(
    'Requirements that no fault puts to the test',
    unproven.map((id) => `  ${id}`),
  ),
  ...rows(
    'Requirements without a check',
    missing.map((id) => `  ${id}`),
  ),
];

/** Some are done at the same time. */
const parts = (took: Proved['took']): string =>
  Object.entries(took)
    .map(([part, seconds]) => `${part} ${seconds.toFixed(1)} s`)
    .join(', ');

/** A proof that is narrowed to variations says nothing of whether checks can fail. */
const conclusion = ({ holds, counts }: Proof): string => {
  if (!holds) return 'NOT PROVED';
  const passes = 'none fails a conforming service';
  return counts.faults === 0
    ? `PROVED: of the checks that were tried, ${passes}`
    : `PROVED: every check can fail, and ${passes}`;
};

/** Sums up a proof for the terminal. */
export const proofText = ({ proof, planted, sent, took, seconds, file }: ProofText): string => {
  const { counts, unproven } = proof;
  return [
    '',
    `Requirements ${counts.requirements} with a fault, ${unproven.length} without`,
    `Faults       ${counts.faults}: ${planted} planted in recorded replies, ${counts.faults - planted} on the wire`,
    `Killed       ${counts.killed} of ${plural(counts.pairs, 'pair')}, ${counts.survived} survived`,
    `Variations   ${counts.variations}, ${plural(counts.checksPassed, 'check')} passed, ${plural(counts.falsePositives, 'false positive')}`,
    `Time         ${seconds.toFixed(1)} s, ${plural(Math.round(counts.faults / seconds), 'fault')} a second, ${plural(sent, 'request')}`,
    `  of which   ${parts(took)}`,
    ...details(proof),
    '',
    conclusion(proof),
    `  matrix: ${file}`,
    '',
  ].join('\n');
};
