import { maxWrongKeys, unobservable } from '#contract';
import { facts, html, list, type Markup, table } from '../page.ts';
import type { ProofSummary } from '../proof.ts';
import { leftOutLines } from '../remarks.ts';
import { plural, texts } from '../text.ts';
import type { Verdict } from '../verdict.ts';
import { brokenPromise } from '../words.ts';
import type { Content } from './certificate.ts';

const general = [
  'The result holds for this service at the time of the run, with the keys and records that the run was given.',
  'Values of payloads are redacted on capture. Equal marks stand for equal values, within this run only.',
  'The evidence keeps at most three exchanges of each requirement, of at most 16 kB each.',
];

/** The embedded service is sent more of them, because it locks nobody out. */
export function isSampled({ target, passive }: Verdict): boolean {
  return !target.embedded && passive !== true;
}

const sampled = `A service that is not the embedded one is sent at most ${maxWrongKeys} wrong keys, because it may lock out a caller who sends many. So a gate sends each endpoint one invalid key, by turns an unrelated one and the valid one altered, and the way of altering it changes from endpoint to endpoint. That the key comes before the look-up and before the body, and that its header is known in any letter case, a gate tries on some endpoints alone: docs/what-is-tested.md names them.`;

const recorded = ({ recording }: Verdict): string | undefined => {
  if (recording === undefined) return undefined;
  const { files, entries, exchanges } = recording;
  const parts = [`${exchanges} judged`, ...leftOutLines(recording)].join('; ');
  return `The recording: ${plural(files, 'file')} with ${plural(entries, 'entry', 'entries')}: ${parts}.`;
};

const particular = (verdict: Verdict): string[] => {
  const { target, interrupted, crashed = [], passive } = verdict;
  return texts(
    passive
      ? 'The harness sent nothing and judged a recording. A recording shows only the requests that its callers happened to make, in the form in which they were saved.'
      : 'Tests show that a deviation exists, never that there is none: the cases were generated from the seed above, and other cases could show more.',
    recorded(verdict),
    target.embedded && 'The target was the embedded reference service: the result says nothing about any vendor.',
    isSampled(verdict) && sampled,
    interrupted && 'The run was interrupted, and proves nothing about the requirements that it had not reached.',
    ...crashed.map((why) => `The run did not reach its end: ${why}.`),
  );
};

const proved = (proof: ProofSummary | undefined): string => {
  if (!proof)
    return 'This run has no proof that every check can fail; ramp-conformance prove --reports with this folder, and report after it, add one.';
  const results = Object.values(proof.matrix).flatMap((row) => Object.values(row));
  const killed = results.filter((result) => result === 'killed').length;
  const held = proof.holds ? 'holds' : 'does not hold';
  const made = texts(proof.harness && `by version ${proof.harness.version}`, proof.madeAt && `of ${proof.madeAt}`).join(
    ' ',
  );
  return `The proof in proof.json${made === '' ? '' : ` (${made})`} ${held}: the checks killed the planted fault in ${killed} of ${plural(results.length, 'case')}, over ${plural(Object.keys(proof.matrix).length, 'requirement')}.`;
};

const words = facts([
  [
    'Promise',
    'A requirement that the document states in words (stated), or that follows from its words or from HTTP and JSON (implied). A broken one fails the run.',
  ],
  ['Example', 'A value or form that the document only shows. Another one is reported, and breaks no promise.'],
  ['Open question', 'The document is silent. What the service does is recorded and never judged.'],
  [
    'Not tested',
    'Nothing is known: somebody left it out, the service prevented it, or no record carried what it speaks of.',
  ],
  ['Waived', 'The service breaks the promise, and a person who is named accepted that until a date.'],
  [brokenPromise, 'The service answered otherwise than the document promises. It counts against the service.'],
  [
    'Test without a result',
    'No usable answer came (the outcome “broken” of verdict.json), or a test that was due did not run (“unproven”). Neither counts against the service, and neither proves anything.',
  ],
  [
    'Onramp, offramp, deposit',
    'An onramp turns money of a bank account into a digital asset, an offramp turns one into money, and a lightning offramp takes it over the Lightning network. A deposit puts money on an account.',
  ],
  ['Rail', 'The way by which a bank is paid, such as WIRE, SWIFT or ACH.'],
  [
    'Ledger',
    'The file ledger.jsonl, in which the harness writes down each order before it is sent. Its lines name their run by another id than the reports, beside the target and the time.',
  ],
  ['Baseline', 'Observed behaviour that a person accepted, with which later runs are compared.'],
  [
    'Gate',
    'What decides the verdict: every promise (implied), only those that the document states in words (stated), or examples as well (shown).',
  ],
  ['Profile', 'How much is tried: a part of the requirements (smoke), all (gate), or all with many more cases (deep).'],
  ['Seed', 'The number from which test cases are drawn: the same seed makes the same cases again.'],
  ['Embedded reference service', 'A model service inside the tool. It stands for no vendor.'],
]);

export function limits({ verdict, proof }: Content): Markup {
  return html`
${words}
<h3>How to check that nobody altered it</h3>
${list([
  'In the folder of the reports, sha256sum prints the digests of the certificate for files that nobody altered since the page was made. Who can write there can alter both: trust an attestation, a signed paper, or your own run, which gets the same verdict.',
  html`<a href="verdict.json">verdict.json</a> holds every outcome, <a href="evidence.csv">evidence.csv</a> the requests that they rest on, <a href="findings.md">findings.md</a> each finding, <a href="allure-report/index.html">allure-report</a> the exchanges.`,
])}
<h3>Limits</h3>
${list([...particular(verdict), ...general, proved(proof)])}
${table({
  caption: 'Statements of the document that no client can observe',
  heads: ['Statement', 'Section', 'Why not'],
  rows: unobservable.map(({ statement, section, reason }) => [statement, section, reason]),
})}`;
}
