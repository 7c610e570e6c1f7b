import { plural } from '../counting.ts';
import type { KnownWaiver } from '../verdict.ts';
import { html, type Markup, nothing } from './html.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

const daysText = ({ daysLeft }: KnownWaiver): string =>
  daysLeft < 0 ? `ended ${plural(-daysLeft, 'day')} ago` : `${plural(daysLeft, 'day')} left`;

const row = (waiver: KnownWaiver): (Markup | string)[] => {
  const {
    id,
    ticket,
    state = 'in force',
    requirement,
    finding,
    where,
    reason,
    owner,
    approvedBy,
    expires,
  } = waiver;
  return [
    ticket === undefined ? id : html`${id}<br>${ticket}`,
    state,
    html`${requirement}<br>${finding} at ${where}`,
    reason,
    owner,
    approvedBy,
    html`${expires}<br>${daysText(waiver)}`,
  ];
};

const all = (waivers: readonly KnownWaiver[]): Markup =>
  table({
    caption: 'Accepted deviations, each with an owner and an end',
    heads: ['Waiver', 'State', 'Deviation', 'Reason', 'Owner', 'Approved by', 'Expires'],
    widths: [16, 10, 23, 20, 10, 10, 11],
    rows: waivers.map(row),
  });

export const waivers: Section = {
  id: 'waivers',
  title: 'Waivers',
  body: ({ verdict: { waivers: known = [], otherFailures = [] } }) => html`
${known.length === 0 ? html`<p>None: no deviation was excused.</p>` : all(known)}
${otherFailures.length === 0 ? nothing : html`<h3>Other failures of the gate</h3>${list(otherFailures)}`}`,
};
