import { unobservable } from '#contract';
import type { ProofSummary } from '../proof-file.ts';
import type { Verdict } from '../verdict.ts';
import { plural } from '../words.ts';
import { html } from './html.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

const general = [
  'A test shows the presence of a deviation, not the absence of all: cases were generated from the seed above, and other cases could show more.',
  'The result holds for this target at this time, with the keys and roles that were given.',
  'Values of payloads are redacted when they are captured: equal marks mean equal values within this run only.',
  'At most three exchanges are kept for a requirement, each of at most 16 kB.',
  'What the document leaves open was recorded and not judged.',
];

const particular = ({ target, counts, interrupted, crashed = [], passive }: Verdict): string[] => [
  ...(passive
    ? [
        'Nothing was sent: a recording was judged, which shows what its callers happened to ask for, as whoever recorded it wrote it down.',
      ]
    : []),
  ...(target.embedded
    ? ['The target was the embedded reference service: this says nothing of any vendor.']
    : []),
  ...(interrupted ? ['The run was interrupted: what came after is unknown.'] : []),
  ...crashed.map((file) => `The test file ${file} crashed.`),
  ...(counts.untested > 0
    ? [`Of ${plural(counts.untested, 'requirement')} nothing is known; each says why it was not tested.`]
    : []),
];

const proved = (proof: ProofSummary | undefined): string => {
  if (!proof) return 'This run has no proof that every check can fail; ramp-conformance prove makes one.';
  const results = Object.values(proof.matrix).flatMap((row) => Object.values(row));
  const killed = results.filter((result) => result === 'killed').length;
  const held = proof.holds ? 'holds' : 'does not hold';
  return `The proof in proof.json ${held}: planted faults were killed in ${killed} of ${plural(results.length, 'case')}, over ${plural(Object.keys(proof.matrix).length, 'requirement')}.`;
};

export const limits: Section = {
  id: 'limits',
  title: 'Limits of the evidence',
  body: ({ verdict, proof }) => html`
${list([...particular(verdict), ...general, proved(proof)])}
${table({
  caption: 'Statements of the document that no client can observe',
  heads: ['Statement', 'Section', 'Why not'],
  groups: [{ rows: unobservable.map(({ statement, section, reason }) => [statement, section, reason]) }],
})}`,
};
