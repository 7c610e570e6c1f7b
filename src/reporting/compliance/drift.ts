import { type DriftClass, driftClasses } from '#baseline';
import type { Verdict } from '../verdict.ts';
import { findingText } from '../view.ts';
import { html, type Markup } from './html.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

const fromDocument = ({ requirements }: Verdict): Markup => {
  const drifting = requirements.filter(({ outcome }) => outcome === 'drifts');
  if (drifting.length === 0) return html`<p>None: nothing differed from what the document shows.</p>`;
  return table({
    caption: 'Differences from what the document only shows',
    heads: ['Requirement', 'Claim', 'Difference'],
    rows: drifting.map(({ id, claim, findings }) => [id, claim, list(findings.map(findingText))]),
  });
};

const meanings: Readonly<Record<DriftClass, string>> = {
  breaking: 'breaks a caller that relies on it; fails the gate',
  risky: 'may break a caller; fails the gate until it is accepted',
  additive: 'adds to what was there; reported',
  'evidence lost': 'was observed before and could not be observed this time',
};

const fromBaseline = ({ baseline }: Verdict): Markup => {
  if (!baseline) return html`<p>The run was not compared with a baseline.</p>`;
  if (baseline.changes.length === 0) return html`<p>None from the baseline ${baseline.name}.</p>`;
  const groups = driftClasses
    .map((drift) => ({ drift, changes: baseline.changes.filter((change) => change.class === drift) }))
    .filter(({ changes }) => changes.length > 0);
  return html`
<p>A fact is a member of a body, or the status of a case. “req” stands for always present, “opt” for sometimes absent,
“seen” for present in too few records to decide.</p>
${table({
  caption: `Differences from the baseline ${baseline.name}`,
  heads: ['Fact', 'Endpoint', 'Accepted', 'Actual'],
  widths: [40, 20, 20, 20],
  groups: groups.map(({ drift, changes }) => ({
    title: `${drift}: ${changes.length}, ${meanings[drift]}`,
    rows: changes.map((each) => [each.fact, each.endpoint, each.accepted, each.met]),
  })),
})}`;
};

export const drift: Section = {
  id: 'drift',
  title: 'Drift',
  body: ({ verdict }) => html`
<h3>From the document</h3>
${fromDocument(verdict)}
<h3>From the accepted baseline</h3>
${fromBaseline(verdict)}`,
};
