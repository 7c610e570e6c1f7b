import { byEndpoint, numbersText } from '../endpoints.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { omittedText, viewsOf } from '../view.ts';
import { html, type Markup } from './html.ts';
import { outcomeMark } from './outcome.ts';
import { anchorOf, list, type Section } from './section.ts';
import { table } from './table.ts';

const findingCell = (requirement: JudgedRequirement): Markup => {
  const { reason } = requirement;
  const items = [
    ...(reason === undefined ? [] : [reason]),
    ...viewsOf(requirement).map(({ asked, line }) => html`<code>${asked}</code><br>${line}`),
    ...omittedText(requirement),
  ];
  if (items.length === 0) return html`none`;
  return items.length === 1 ? html`${items[0] ?? ''}` : list(items);
};

const row = (requirement: JudgedRequirement) => {
  const { id, section, endpoints, claim, firmness, outcome } = requirement;
  return [
    id,
    section,
    numbersText(endpoints),
    claim,
    firmness,
    outcomeMark(outcome),
    findingCell(requirement),
  ];
};

export const matrix: Section = {
  id: 'requirements',
  title: 'Requirements',
  body: ({ verdict }) =>
    table({
      caption: 'Every requirement, with its place in the document and its outcome',
      heads: ['Requirement', 'Section', 'Endpoints', 'Claim', 'Firmness', 'Outcome', 'Finding or reason'],
      widths: [18, 12, 9, 22, 8, 10, 21],
      groups: byEndpoint(verdict.requirements).map(({ title, requirements }) => ({
        title,
        rows: requirements.map(row),
      })),
      anchor: anchorOf,
    }),
};
