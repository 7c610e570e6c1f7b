import { unobservable } from '#contract';
import { reasonsFor } from '../causes.ts';
import { plural, texts } from '../counting.ts';
import { sha256 } from '../files.ts';
import type { ProofSummary } from '../proof-file.ts';
import { answersText } from '../remarks.ts';
import type { Verdict } from '../verdict.ts';
import { facts, html, list, type Markup, type Section, table } from './markup.ts';

/** Identifies the claims that the target was judged against, without their outcomes. */
const catalogueDigest = ({ requirements }: Verdict): string =>
  sha256(requirements.map(({ id, firmness, claim }) => `${id}\t${firmness}\t${claim}\n`).join(''));

const refusals = ({ permissions, target }: Verdict): string[] =>
  texts(
    target.environment === 'production' &&
      'Production: the harness sends only reads, even where settings allow more.',
    permissions?.readOnly && 'The run was not allowed to send anything but reads.',
    typeof permissions?.money === 'string' && `The run was not allowed to move money: ${permissions.money}.`,
    permissions?.quiet === false && 'Others may act on the account, so balances were not compared.',
  );

/** The requests sent to the target, or the part of a recording that was judged. */
const traffic = ({ requests, recording }: Verdict): readonly (readonly [string, string])[] => {
  if (recording === undefined) {
    const { sent, retried, rateLimited } = requests;
    return [['Requests', `${sent} sent, ${retried} sent again, ${rateLimited} rate limited`]];
  }
  const { files, entries, exchanges, unmatched, unread } = recording;
  return [
    ['Requests', 'none; the harness judged a recording (passive)'],
    [
      'Recording',
      `${plural(files, 'file')} with ${plural(entries, 'entry', 'entries')}: ${exchanges} judged, ${unmatched} of other services or of no endpoint, ${unread} without an answer, its time or its body, or out of a cache`,
    ],
  ];
};

const untested = ({ requirements }: Verdict): Markup =>
  table({
    caption: 'Untested requirements by reason',
    heads: ['Due to', 'Reason', 'Number', 'Requirements'],
    rows: reasonsFor(requirements, ['untested']).map(({ by = '', reason, ids }) => [
      by,
      reason,
      ids.length,
      ids.join(', '),
    ]),
    empty: 'No requirement was left untested.',
  });

export const scope: Section = {
  id: 'scope',
  title: 'Scope',
  body: ({ verdict }) => {
    const { target, document, harness, profile, seed, startedAt, endedAt, requirements, passive } = verdict;
    const refused = refusals(verdict);
    return html`
${facts([
  ['Target', `${target.label}${target.embedded ? ' (the embedded reference service)' : ''}`],
  ...(verdict.release === undefined ? [] : [['Release', verdict.release] as const]),
  ...(passive ? [] : [['Environment', target.environment] as const]),
  ['Document', `version ${document.version}`],
  ['Harness', `ramp-conformance ${harness.version}`],
  ['Requirements', `${requirements.length}, digest (SHA-256) ${catalogueDigest(verdict)}`],
  ...(passive ? [] : [['Profile and seed', `${profile}, ${seed}`] as const]),
  ['Started (UTC)', startedAt],
  ['Ended (UTC)', endedAt],
  ...traffic(verdict),
  ...(verdict.answers ? [['Answers', answersText(verdict)] as const] : []),
])}
<h3>Restrictions of the run</h3>
${refused.length > 0 ? list(refused) : html`<p>The run had no restrictions.</p>`}
${untested(verdict)}`;
  },
};

const general = [
  'The result holds for this target at the time of the run, with the keys and roles that the run was given.',
  'Values of payloads are redacted on capture. Equal marks stand for equal values, within this run only.',
  'The evidence keeps at most three exchanges of each requirement, of at most 16 kB each.',
  'Behaviour that the document leaves open was recorded and not judged.',
];

/** The embedded service is sent more of them, because it locks nobody out. */
const sampled =
  'A service that is not the embedded one is sent at most 40 wrong keys, because it may lock out a caller who sends many. So a gate sends each endpoint one invalid key, by turns an unrelated one and the valid one altered, and the way of altering it changes from endpoint to endpoint. That the key comes before the look-up and before the body, and that its header is known in any letter case, a gate tries on some endpoints alone: evidence.csv names them.';

const particular = ({ target, counts, interrupted, crashed = [], passive }: Verdict): string[] =>
  texts(
    passive
      ? 'The harness sent nothing and judged a recording. A recording shows only the requests that its callers happened to make, in the form in which they were saved.'
      : 'Tests show that a deviation exists, never that there is none: the cases were generated from the seed above, and other cases could show more.',
    target.embedded &&
      'The target was the embedded reference service: the result says nothing about any vendor.',
    !target.embedded && !passive && sampled,
    interrupted &&
      'The run was interrupted, and proves nothing about the requirements that it had not reached.',
    ...crashed.map((file) => `The test file ${file} crashed.`),
    counts.untested > 0 &&
      `The run proves nothing about ${plural(counts.untested, 'untested requirement')}; the list of requirements gives each reason.`,
  );

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
