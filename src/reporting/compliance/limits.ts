import { unobservable } from '#contract';
import { plural } from '../counting.ts';
import type { ProofSummary } from '../proof-file.ts';
import type { Verdict } from '../verdict.ts';
import { html } from './html.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

const general = [
  'The result holds for this target at the time of the run, with the keys and roles that the run was given.',
  'Values of payloads are redacted on capture. Equal marks stand for equal values, within this run only.',
  'The evidence keeps at most three exchanges of each requirement, of at most 16 kB each.',
  'Behaviour that the document leaves open was recorded and not judged.',
];

/** The embedded service is sent more of them, because it locks nobody out. */
const sampled =
  'A service that is not the embedded one is sent at most 40 wrong keys, because it may lock out a caller who sends many. So a gate sends each endpoint one altered key, and the way of altering it changes from endpoint to endpoint. That the key comes before the look-up and before the body, and that its header is known in any letter case, a gate tries on some endpoints alone: evidence.csv names them.';

const particular = ({ target, counts, interrupted, crashed = [], passive }: Verdict): string[] => [
  ...(passive
    ? [
        'The harness sent nothing and judged a recording. A recording shows only the requests that its callers happened to make, in the form in which they were saved.',
      ]
    : [
        'Tests show that a deviation exists, never that there is none: the cases were generated from the seed above, and other cases could show more.',
      ]),
  ...(target.embedded
    ? ['The target was the embedded reference service: the result says nothing about any vendor.']
    : []),
  ...(target.embedded || passive ? [] : [sampled]),
  ...(interrupted
    ? ['The run was interrupted, and proves nothing about the requirements that it had not reached.']
    : []),
  ...crashed.map((file) => `The test file ${file} crashed.`),
  ...(counts.untested > 0
    ? [
        `The run proves nothing about ${plural(counts.untested, 'untested requirement')}; the list of requirements gives each reason.`,
      ]
    : []),
];

const proved = (proof: ProofSummary | undefined): string => {
  if (!proof) return 'This run has no proof that every check can fail; ramp-conformance prove writes one.';
  const results = Object.values(proof.matrix).flatMap((row) => Object.values(row));
  const killed = results.filter((result) => result === 'killed').length;
  const held = proof.holds ? 'holds' : 'does not hold';
  return `The proof in proof.json ${held}: the checks killed the planted fault in ${killed} of ${plural(results.length, 'case')}, over ${plural(Object.keys(proof.matrix).length, 'requirement')}.`;
};

export const limits: Section = {
  id: 'limits',
  title: 'Limits of the evidence',
  body: ({ verdict, proof }) => html`
${list([...particular(verdict), ...general, proved(proof)])}
${table({
  caption: 'Statements of the document that no client can observe',
  heads: ['Statement', 'Section', 'Why not'],
  rows: unobservable.map(({ statement, section, reason }) => [statement, section, reason]),
})}`,
};
