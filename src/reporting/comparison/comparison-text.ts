import { cut, forMarkdown, sanitiseLines } from '../text.ts';
import type { Comparison } from './compare.ts';
import type { ComparedRun } from './compared-run.ts';
import { type ComparisonView, comparisonHeadline } from './comparison-view.ts';

/** For a console: the answer, the service's doing in full, the rest in a line each, or in full too. */
export const comparisonText = ({ headline, service, others }: ComparisonView, verbose: boolean): string =>
  [
    headline,
    ...service.entries.flatMap(({ title, details }) => [`  ${title}`, ...details.map((detail) => `      ${detail}`)]),
    ...others.flatMap(({ line, entries }) => [
      line,
      ...(verbose
        ? entries.flatMap(({ title, details }) => [`  ${title}`, ...details.map((each) => `      ${each}`)])
        : []),
    ]),
  ]
    .map(sanitiseLines)
    .join('\n');

const item = (text: string): string => forMarkdown(cut(text, 600));

/** For a pull request or a ticket. */
export const comparisonSummary = ({ headline, service, others }: ComparisonView): string =>
  [
    `# ${item(headline)}`,
    '',
    ...service.entries.flatMap(({ title, details }) => [
      `- **${item(title)}**`,
      ...details.map((detail) => `  - ${item(detail)}`),
    ]),
    ...(service.entries.length === 0 ? [] : ['']),
    ...others.flatMap(({ line, entries }) => [
      item(line),
      '',
      ...entries.map(({ title }) => `- ${item(title)}`),
      ...(entries.length === 0 ? [] : ['']),
    ]),
  ].join('\n');

type RunLabels = Omit<ComparedRun, 'requirements' | 'facts'>;

const sideOf = ({ requirements: _all, facts: _observed, ...side }: ComparedRun): RunLabels => side;

/** For a program. */
export const comparisonData = (comparison: Comparison) => {
  const { before, after, compared, service, run, harness, facts } = comparison;
  const named = ({ requirement, reason }: Comparison['run'][number]) => ({
    requirement: requirement.id,
    reason,
  });
  return {
    format: 1,
    headline: comparisonHeadline(comparison),
    before: sideOf(before),
    after: sideOf(after),
    compared,
    service: service.map(({ turn, requirement: { id, claim, firmness }, findings }) => ({
      turn,
      requirement: id,
      claim,
      firmness,
      findings,
    })),
    run: run.map(named),
    harness: harness.map(named),
    facts,
  };
};
