import { renderDocument } from '../compliance/document.ts';
import { facts, html, list, type Markup, outcomeMark, table } from '../compliance/markup.ts';
import { picture } from '../compliance/picture.ts';
import { plural } from '../counting.ts';
import type { Verdict } from '../verdict.ts';
import type { Comparison, RequirementDifference } from './compare.ts';
import { detailsOf, groups, summaryOf, unknown } from './compare.ts';

const mark = (outcome: RequirementDifference['before']): Markup =>
  outcome === undefined ? html`${unknown}` : outcomeMark(outcome);

const row = (difference: RequirementDifference) => {
  const details = detailsOf(difference);
  return [
    difference.id,
    difference.claim,
    difference.firmness,
    mark(difference.before),
    mark(difference.after),
    details.length === 0 ? html`none` : list(details),
  ];
};

const differences = (of: readonly RequirementDifference[], title: string): Markup =>
  table({
    caption: `${title}: ${plural(of.length, 'requirement')}`,
    heads: ['Requirement', 'Claim', 'Firmness', 'Before', 'After', 'Finding or reason'],
    widths: [20, 26, 8, 11, 11, 24],
    rows: of.map(row),
    empty: 'None.',
  });

const runs = ({ before, after }: Comparison): Markup => html`
${(['Before', 'After'] as const).map((name) => {
  const { target, verdict, endedAt, profile, gate, harness, document } = name === 'Before' ? before : after;
  return html`<h3>${name}</h3>${facts([
    ['Target', target.label],
    ['Verdict', verdict],
    ['Ended (UTC)', endedAt],
    ['Profile and gate', `${profile}, ${gate}`],
    ['Harness and document', `${harness.version}, ${document.version}`],
  ])}`;
})}`;

const observed = ({ facts: changes }: Comparison): Markup =>
  table({
    caption: 'Members of bodies, statuses of cases and other facts that differ, documented or not',
    heads: ['Fact', 'Endpoint', 'Class', 'Before', 'After'],
    widths: [34, 18, 12, 18, 18],
    rows: changes.map((each) => [each.fact, each.endpoint, each.class, each.accepted, each.met]),
    empty: 'None.',
  });

/** The changes between two runs, as a page to be handed on. */
export const renderComparison = (
  comparison: Comparison,
  verdicts: readonly [before: Verdict, after: Verdict],
): string => {
  const { before, after } = comparison;
  return renderDocument({
    title: `${before.target.label} compared with ${after.target.label}`,
    lead: `${summaryOf(comparison)}.`,
    parts: [
      {
        id: 'runs',
        title: 'The two runs',
        body: html`${picture('Requirements of each endpoint by outcome, the earlier run above the later one', verdicts)}${runs(comparison)}`,
      },
      ...groups.map(([key, title]) => ({ id: key, title, body: differences(comparison[key], title) })),
      { id: 'observed', title: 'Observed facts that changed', body: observed(comparison) },
    ],
    version: after.harness.version,
  });
};
