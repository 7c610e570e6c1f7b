import { createHash } from 'node:crypto';
import { reasonsFor } from '../causes.ts';
import type { Verdict } from '../verdict.ts';
import { html, type Markup } from './html.ts';
import { facts, list, type Section } from './section.ts';
import { table } from './table.ts';

/** Identifies the claims that the target was held to, whatever came of them. */
const catalogueDigest = ({ requirements }: Verdict): string =>
  createHash('sha256')
    .update(requirements.map(({ id, firmness, claim }) => `${id}\t${firmness}\t${claim}\n`).join(''))
    .digest('hex');

const refusals = ({ permissions, target }: Verdict): string[] => [
  ...(target.environment === 'production' ? ['Production: reads only, whatever else was set.'] : []),
  ...(permissions?.readOnly ? ['Every request other than a read was refused before it was sent.'] : []),
  ...(typeof permissions?.money === 'string'
    ? [`Operations that move money were refused before they were sent: ${permissions.money}.`]
    : []),
  ...(permissions?.quiet === false ? ['Others may act on the account: balances were not compared.'] : []),
];

const untested = (verdict: Verdict): Markup => {
  const reasons = reasonsFor(verdict.requirements, ['untested']);
  if (reasons.length === 0) return html`<p>Every requirement could be put to the service.</p>`;
  return table({
    caption: 'What was left untested',
    heads: ['Whose doing', 'Reason', 'Requirements', 'Which'],
    groups: [{ rows: reasons.map(({ by = '', reason, ids }) => [by, reason, ids.length, ids.join(', ')]) }],
  });
};

export const scope: Section = {
  id: 'scope',
  title: 'Scope',
  body: ({ verdict }) => {
    const { target, document, harness, profile, seed, startedAt, endedAt, requests, requirements } = verdict;
    const refused = refusals(verdict);
    return html`
${facts([
  ['Target', `${target.label}${target.embedded ? ' (the embedded reference service)' : ''}`],
  ['Environment', target.environment],
  ['Document', `version ${document.version}`],
  ['Harness', `ramp-conformance ${harness.version}`],
  ['Requirements', `${requirements.length}, digest (SHA-256) ${catalogueDigest(verdict)}`],
  ['Profile and seed', `${profile}, ${seed}`],
  ['Began (UTC)', startedAt],
  ['Ended (UTC)', endedAt],
  ['Requests', `${requests.sent} sent, ${requests.retried} sent again, ${requests.rateLimited} rate limited`],
])}
<h3>What was not allowed to run</h3>
${refused.length > 0 ? list(refused) : html`<p>Nothing was forbidden.</p>`}
${untested(verdict)}`;
  },
};
