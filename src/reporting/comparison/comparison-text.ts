import { cut, forMarkdown, sanitiseLines } from '../sanitise.ts';
import type { ComparisonView } from './comparison-view.ts';

/** For a console: the answer, the service's doing in full, the rest in a line each, or in full too. */
export const comparisonText = ({ headline, service, others }: ComparisonView, verbose: boolean): string =>
  [
    headline,
    ...service.entries.flatMap(({ title, details }) => [
      `  ${title}`,
      ...details.map((detail) => `      ${detail}`),
    ]),
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
