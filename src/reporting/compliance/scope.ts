import { createHash } from 'node:crypto';
import { reasonsFor } from '../causes.ts';
import { plural } from '../counting.ts';
import type { Verdict } from '../verdict.ts';
import { html, type Markup } from './html.ts';
import { facts, list, type Section } from './section.ts';
import { table } from './table.ts';

/** Identifies the claims that the target was judged against, whatever their outcomes. */
const catalogueDigest = ({ requirements }: Verdict): string =>
  createHash('sha256')
    .update(requirements.map(({ id, firmness, claim }) => `${id}\t${firmness}\t${claim}\n`).join(''))
    .digest('hex');

const refusals = ({ permissions, target }: Verdict): string[] => [
  ...(target.environment === 'production'
    ? ['Production: the harness sends only reads, whatever else is set.']
    : []),
  ...(permissions?.readOnly ? ['The run was not allowed to send anything but reads.'] : []),
  ...(typeof permissions?.money === 'string'
    ? [`The run was not allowed to move money: ${permissions.money}.`]
    : []),
  ...(permissions?.quiet === false ? ['Others may act on the account, so balances were not compared.'] : []),
];

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

const untested = (verdict: Verdict): Markup => {
  const reasons = reasonsFor(verdict.requirements, ['untested']);
  if (reasons.length === 0) return html`<p>No requirement was left untested.</p>`;
  return table({
    caption: 'Untested requirements by reason',
    heads: ['Due to', 'Reason', 'Number', 'Requirements'],
    rows: reasons.map(({ by = '', reason, ids }) => [by, reason, ids.length, ids.join(', ')]),
  });
};

export const scope: Section = {
  id: 'scope',
  title: 'Scope',
  body: ({ verdict }) => {
    const { target, document, harness, profile, seed, startedAt, endedAt, requirements, passive } = verdict;
    const refused = refusals(verdict);
    return html`
${facts([
  ['Target', `${target.label}${target.embedded ? ' (the embedded reference service)' : ''}`],
  ...(passive ? [] : [['Environment', target.environment] as const]),
  ['Document', `version ${document.version}`],
  ['Harness', `ramp-conformance ${harness.version}`],
  ['Requirements', `${requirements.length}, digest (SHA-256) ${catalogueDigest(verdict)}`],
  ...(passive ? [] : [['Profile and seed', `${profile}, ${seed}`] as const]),
  ['Started (UTC)', startedAt],
  ['Ended (UTC)', endedAt],
  ...traffic(verdict),
])}
<h3>Restrictions of the run</h3>
${refused.length > 0 ? list(refused) : html`<p>The run had no restrictions.</p>`}
${untested(verdict)}`;
  },
};
