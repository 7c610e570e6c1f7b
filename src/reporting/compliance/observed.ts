import type { JudgedRequirement } from '../verdict.ts';
import { findingText } from '../view.ts';
import { html, type Markup } from './html.ts';
import { outcomeMark } from './outcome.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

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
  body: ({ verdict: { requirements } }) => {
    const open = requirements.filter(
      ({ firmness, observations }) => firmness === 'silent' || observations?.length,
    );
    if (open.length === 0) return html`<p>None was observed.</p>`;
    return table({
      caption: 'Observations: recorded, never judged',
      heads: ['Requirement', 'Open question', 'Outcome', 'Observed'],
      rows: open.map((each) => [each.id, each.claim, outcomeMark(each.outcome), factsOf(each)]),
    });
  },
};
