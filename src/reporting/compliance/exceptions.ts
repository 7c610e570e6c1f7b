import { reasonsFor } from '../causes.ts';
import { plural } from '../counting.ts';
import { coverageOf, coverageText } from '../decide.ts';
import { byEndpoint, headingOf } from '../endpoints.ts';
import { keepers } from '../headline.ts';
import type { KnownWaiver, Verdict } from '../verdict.ts';
import { html, type Markup, nothing, type Section, table } from './markup.ts';

const daysText = ({ daysLeft }: KnownWaiver): string =>
  daysLeft < 0 ? `ended ${plural(-daysLeft, 'day')} ago` : `${plural(daysLeft, 'day')} left`;

const waiverRow = (waiver: KnownWaiver, claims: ReadonlyMap<string, string>): (Markup | string)[] => [
  html`<span class="word">${waiver.id}</span>`,
  waiver.state ?? 'in force',
  html`${claims.get(waiver.requirement) ?? ''}<br>${waiver.requirement}, at ${waiver.where}`,
  waiver.reason,
  waiver.owner,
  html`${waiver.approvedBy}<br><span class="word">${waiver.approvedOn ?? ''}</span>`,
  html`<span class="word">${waiver.expires}</span><br>${daysText(waiver)}`,
  waiver.ticket ?? '',
];

export const waivers: Section = {
  id: 'waivers',
  title: 'Waivers',
  body: ({ verdict: { waivers: known = [], requirements } }) => {
    if (known.length === 0) return nothing;
    const claims = new Map(requirements.map(({ id, claim }) => [id, claim]));
    return table({
      caption: 'Promises that are broken, which a person accepted until a date',
      heads: ['Waiver', 'State', 'Broken promise', 'Reason', 'Owner', 'Approved by', 'Expires', 'Ticket'],
      rows: known.map((waiver) => waiverRow(waiver, claims)),
    });
  },
};

const whose = {
  user: 'whoever ran it',
  service: 'the service',
  'nothing to judge': 'no record carried it',
} as const;

/** Reasons why requirements were not tested or not proved, numbered as the list of requirements refers to them. */
export const openReasons = ({ requirements }: Verdict) => [
  ...reasonsFor(requirements, ['broken', 'unproven']),
  ...reasonsFor(requirements, ['untested']),
];

const reasonTable = (verdict: Verdict): Markup =>
  table({
    caption: 'Why, and whose doing it is',
    heads: ['No.', 'How many', 'Due to', 'Reason'],
    widths: [6, 24, 20, 50],
    rows: openReasons(verdict).map(({ by, code = '', reason, kinds }, index) => [
      html`<span id="reason-${index + 1}">${index + 1}</span>`,
      kinds,
      by === undefined ? (keepers[code] ?? 'the way to the service, or the harness') : whose[by],
      reason,
    ]),
  });

const coverageTable = ({ requirements, gate }: Verdict): Markup => {
  const rows = byEndpoint(requirements).flatMap(({ name, title, requirements: own }) => {
    const coverage = coverageOf(own, gate);
    const isWhole = coverage.judged === coverage.judgeable;
    return isWhole ? [] : [[headingOf(name) ?? title, coverageText(coverage)]];
  });
  return rows.length === 0
    ? nothing
    : table({
        caption: 'Where promises were not tested; all others were tested whole',
        heads: ['Endpoint', 'Promises tested'],
        rows,
      });
};

export const untested: Section = {
  id: 'untested',
  title: 'What was not tested',
  body: ({ verdict }) =>
    openReasons(verdict).length === 0 ? nothing : html`${reasonTable(verdict)}${coverageTable(verdict)}`,
};
