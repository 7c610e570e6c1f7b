import { html, nothing } from './html.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

export const waivers: Section = {
  id: 'waivers',
  title: 'Waivers',
  body: ({ verdict: { waivers: inForce = [], otherFailures = [] } }) => html`
${
  inForce.length === 0
    ? html`<p>There are none: no deviation was excused.</p>`
    : table({
        caption: 'Known deviations that somebody answers for',
        heads: [
          'Waiver',
          'State',
          'Requirement',
          'Finding',
          'Where',
          'Reason',
          'Owner',
          'Approved by',
          'Expires',
          'Days left',
        ],
        groups: [
          {
            rows: inForce.map((each) => [
              each.ticket === undefined ? each.id : `${each.id} (${each.ticket})`,
              each.state ?? 'in force',
              each.requirement,
              each.finding,
              each.where,
              each.reason,
              each.owner,
              each.approvedBy,
              each.expires,
              each.daysLeft,
            ]),
          },
        ],
      })
}
${otherFailures.length === 0 ? nothing : html`<h3>What fails the gate beside requirements</h3>${list(otherFailures)}`}`,
};
