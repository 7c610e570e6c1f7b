import { type DriftClass, driftClasses } from '#baseline';
import { plural } from '../counting.ts';
import type { KnownWaiver, Verdict } from '../verdict.ts';
import { findingText } from '../view.ts';
import { html, list, type Markup, nothing, type Section, table } from './markup.ts';

const daysText = ({ daysLeft }: KnownWaiver): string =>
  daysLeft < 0 ? `ended ${plural(-daysLeft, 'day')} ago` : `${plural(daysLeft, 'day')} left`;

const row = (waiver: KnownWaiver): (Markup | string)[] => [
  waiver.ticket === undefined ? waiver.id : html`${waiver.id}<br>${waiver.ticket}`,
  waiver.state ?? 'in force',
  html`${waiver.requirement}<br>${waiver.finding} at ${waiver.where}`,
  waiver.reason,
  waiver.owner,
  waiver.approvedBy,
  html`${waiver.expires}<br>${daysText(waiver)}`,
];

const all = (waivers: readonly KnownWaiver[]): Markup =>
  table({
    caption: 'Accepted deviations, each with an owner and an end',
    heads: ['Waiver', 'State', 'Deviation', 'Reason', 'Owner', 'Approved by', 'Expires'],
    widths: [16, 10, 23, 20, 10, 10, 11],
    rows: waivers.map(row),
    empty: 'None: no deviation was excused.',
  });

export const waivers: Section = {
  id: 'waivers',
  title: 'Waivers',
  body: ({ verdict: { waivers: known = [], otherFailures = [] } }) => html`
${all(known)}
${otherFailures.length === 0 ? nothing : html`<h3>Other failures of the gate</h3>${list(otherFailures)}`}`,
};

const fromDocument = ({ requirements }: Verdict): Markup =>
  table({
    caption: 'Differences from what the document only shows',
    heads: ['Requirement', 'Claim', 'Difference'],
    rows: requirements
      .filter(({ outcome }) => outcome === 'drifts')
      .map(({ id, claim, findings }) => [id, claim, list(findings.map(findingText))]),
    empty: 'None: nothing differed from what the document shows.',
  });

const meanings: Readonly<Record<DriftClass, string>> = {
  breaking: 'breaks a caller that relies on it; fails the gate',
  risky: 'may break a caller; fails the gate until it is accepted',
  additive: 'adds to what was there; reported',
  reported: 'changes what nobody should rely on, such as wording, order and speed',
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
