import { byEndpoint, numbersText } from '../endpoints.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { findingText, omittedText, viewsOf } from '../view.ts';
import { anchorOf, html, list, type Markup, outcomeMark, type Section, table } from './markup.ts';

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

const factsOf = ({ observations = [], findings, reason }: JudgedRequirement): Markup => {
  const items = [
    ...observations.map(({ operation, situation, fact }) => `${operation}, ${situation}: ${fact}`),
    ...findings.map(findingText),
    ...(reason === undefined ? [] : [reason]),
  ];
  return items.length === 0 ? html`nothing` : list(items);
};

export const observed: Section = {
  id: 'observed',
  title: 'Behaviour that the document leaves open',
  body: ({ verdict: { requirements } }) =>
    table({
      caption: 'Observations: recorded, never judged',
      heads: ['Requirement', 'Open question', 'Outcome', 'Observed'],
      rows: requirements
        .filter(({ firmness, observations }) => firmness === 'silent' || observations?.length)
        .map((each) => [each.id, each.claim, outcomeMark(each.outcome), factsOf(each)]),
      empty: 'None was observed.',
    }),
};
