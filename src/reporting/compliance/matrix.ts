import { byEndpoint, numbersText } from '../endpoints.ts';
import type { JudgedFinding, JudgedRequirement } from '../verdict.ts';
import { askedText, findingText, plural } from '../words.ts';
import { html, type Markup } from './html.ts';
import { outcomeMark } from './outcome.ts';
import { anchorOf, list, type Section } from './section.ts';
import { table } from './table.ts';

const findingItem = (finding: JudgedFinding): Markup =>
  html`<code>${askedText(finding)}</code><br>${findingText(finding)}`;

const findingCell = ({ findings, findingsOmitted, reason }: JudgedRequirement): Markup => {
  const rest = findingsOmitted === undefined ? [] : [`and ${plural(findingsOmitted, 'further finding')}`];
  const items = [...(reason === undefined ? [] : [reason]), ...findings.map(findingItem), ...rest];
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
