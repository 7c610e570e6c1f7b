import { askedText, seenText, sinceText } from '../finding.ts';
import { cut, firstOf, forMarkdown, sanitiseLines, texts } from '../text.ts';
import type { Comparison } from './compare.ts';
import type { ComparedRun } from './compared-run.ts';
import { advice, type ComparisonView, comparisonView, type Line, nothingDiffers } from './comparison-view.ts';
import { placeText } from './fact-words.ts';

/** Nobody reads a longer screen; the page has all. */
const screenful = 18;
const maxPlace = 26;

const lineText = ({ word, endpoints, text }: Line): string =>
  `${word.toUpperCase().padEnd(8)} ${placeText(endpoints).padEnd(maxPlace)} ${text}`;

const detailsOf = ({ endpoints, details, findings, requirements, changes }: Line): readonly string[] => [
  ...(endpoints.length > 1 ? [endpoints.join(', ')] : []),
  ...details,
  ...(requirements.length > 0 ? [firstOf(requirements, 10)] : []),
  ...findings
    .slice(0, 3)
    .flatMap((each) => [
      askedText(each),
      texts(`${each.code} ${seenText([each])}`, sinceText(each) || undefined).join('; '),
    ]),
  ...changes
    .slice(0, 20)
    .map(({ kind, endpoint, fact, accepted, met }) => `${kind}: ${endpoint} ${fact}: ${accepted} -> ${met}`),
];

/** Only what somebody has to do: the page has the rest. */
const urgent: readonly Line['word'][] = ['broken', 'breaks', 'changed'];

const todoOf = (lines: readonly Line[]): readonly string[] =>
  advice
    .filter(([word]) => urgent.includes(word) && lines.some((line) => line.word === word))
    .map(([word, , todo]) => `${word.toUpperCase()}: ${todo}`);

interface Shown {
  readonly verbose: boolean;
  /** Where the page is that has all. */
  readonly page?: string | undefined;
}

/** For a console: the answer, a line a cause, the most severe first; the rest is counted and stands in the page. */
export const comparisonText = (view: ComparisonView, { verbose, page }: Shown): string => {
  const { headline, lines, rest, others } = view;
  const shown = verbose ? lines : lines.slice(0, screenful);
  const left = lines.length - shown.length;
  return [
    headline,
    ...(lines.length === 0 ? [] : ['']),
    ...shown.flatMap((line) => [lineText(line), ...(verbose ? detailsOf(line).map((each) => `         ${each}`) : [])]),
    ...(left > 0 ? [`and ${left} more: --verbose${page === undefined ? '' : `, or ${page}`}`] : []),
    ...(lines.length === 0 ? [] : ['', ...todoOf(lines)]),
    rest,
    ...(verbose
      ? others.flatMap(({ line, entries }) => [
          line,
          ...entries.flatMap(({ title, details }) => [`  ${title}`, ...details.map((each) => `      ${each}`)]),
        ])
      : []),
    ...(page === undefined ? [] : [`The page: ${page}`]),
  ]
    .map((line) => sanitiseLines(line).trimEnd())
    .join('\n');
};

const item = (text: string): string => forMarkdown(cut(text, 600));

/** For a pull request or a ticket. */
export const comparisonSummary = ({ headline, lines, rest, others }: ComparisonView): string =>
  [
    `# ${item(headline)}`,
    '',
    ...(lines.length === 0 ? [] : ['| | where | what |', '|---|---|---|']),
    ...lines.map((line) => `| **${line.word}** | ${item(placeText(line.endpoints))} | ${item(line.text)} |`),
    ...(lines.length === 0 ? [] : ['']),
    ...todoOf(lines).flatMap((todo) => [item(todo), '']),
    item(rest),
    '',
    ...others.filter(({ line }) => !line.endsWith(nothingDiffers)).map(({ line }) => `- ${item(line)}`),
    '',
  ].join('\n');

type RunLabels = Omit<ComparedRun, 'requirements' | 'facts'>;

export const sideOf = ({ requirements: _all, facts: _observed, ...side }: ComparedRun): RunLabels => side;

/** For a program. */
export const comparisonData = (comparison: Comparison) => {
  const { before, after, compared, service, run, harness, facts, gone } = comparison;
  const { headline, lines } = comparisonView(comparison);
  const named = ({ requirement, reason }: Comparison['run'][number]) => ({ requirement: requirement.id, reason });
  return {
    format: 2,
    headline,
    before: sideOf(before),
    after: sideOf(after),
    compared,
    lines: lines.map(({ word, endpoints, text, requirements, changes }) => ({
      word,
      endpoints,
      text,
      requirements,
      kinds: [...new Set(changes.map(({ kind }) => kind))],
    })),
    service: service.map(({ turn, requirement: { id, claim, firmness }, findings }) => ({
      turn,
      requirement: id,
      claim,
      firmness,
      findings,
    })),
    gone: [...gone.keys()],
    run: run.map(named),
    harness: harness.map(named),
    facts,
  };
};
