import { type Cause, causesOf } from './causes.ts';
import { firstOf, plural } from './counting.ts';
import { headlineOf } from './headline.ts';
import { trafficText } from './remarks.ts';
import { cut, forMarkdown, sanitiseLines } from './sanitise.ts';
import { targetText } from './target-text.ts';
import type { Verdict } from './verdict.ts';

/** Requirements that one cause names; the others are in the verdict. */
const maxNamed = 20;

/** Text in a block of code is shown as it is; only its end must not stand in it. */
const block = (language: string, lines: readonly string[]): readonly string[] => [
  `\`\`\`${language}`,
  ...lines.map((line) => sanitiseLines(line).replaceAll('```', "'''")),
  '```',
];

const requestLines = ({ request }: Cause): readonly string[] => {
  if (request === undefined) return [];
  const { method, path, headers, body } = request;
  const head = [`${method} ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return ['', 'The request:', '', ...block('http', [...head, ...(body === undefined ? [] : ['', body])])];
};

const byHandLines = ({ curl }: Cause): readonly string[] =>
  curl === undefined ? [] : ['', 'As shell commands:', '', ...block('sh', [curl])];

const answerLines = ({ answer }: Cause): readonly string[] => {
  if (answer === undefined) return [];
  const { status, body } = answer;
  const lines = body === undefined ? [] : body.split('\n');
  return [
    '',
    'The response, with formats instead of values:',
    '',
    ...block('text', [`HTTP ${status}`, ...lines]),
  ];
};

const bullet = (name: string, text: string): string => `- ${name}: ${forMarkdown(cut(text, 600))}`;

const causeLines = (cause: Cause, at: number): readonly string[] => {
  const { claim, heading, code, firmness, id, operations, requirements } = cause;
  return [
    '',
    `## ${at}. ${forMarkdown(claim)}`,
    '',
    bullet('In the document', `${heading}; ${firmness}`),
    bullet('Where', `${operations.join(', ')}: ${cause.place}`),
    bullet('Expected', cause.expected),
    bullet('Actual', cause.observed),
    ...(cause.case === undefined ? [] : [bullet('Case', cause.case)]),
    ...(cause.seen === '' ? [] : [bullet('First seen', cause.seen.replace('first seen ', ''))]),
    bullet('Finding', `${code}${id === undefined ? '' : `, ramp-conformance replay ${id}`}`),
    bullet(plural(requirements.length, 'requirement'), firstOf(requirements, maxNamed)),
    ...requestLines(cause),
    ...byHandLines(cause),
    ...answerLines(cause),
  ];
};

const guide = [
  'Keys, ids and account numbers are variables. The commands run in a shell whose environment has the settings of the run',
  '(`set -a; . ./.env; set +a`). `RAMP_OFFRAMP_ID`, `RAMP_CONVERSION_ID` and `RAMP_WITHDRAWAL_ID` stand for any record of the',
  'individual subaccount. Commands that initiate an order move money.',
];

const recordedGuide = [
  'The harness sent nothing and judged a recording. Keys are left out; marks replace ids, names and numbers, and equal',
  'marks stand for equal values. The Allure report has the exchanges that show a finding, with the time at which each was recorded.',
];

/** Findings for a vendor: each cause with its claim, its heading in the document, the request and the response. */
export const renderFindings = (verdict: Verdict): string => {
  const causes = causesOf(verdict);
  const { harness, startedAt, passive } = verdict;
  return [
    `# Findings at ${forMarkdown(targetText(verdict))}`,
    '',
    `${forMarkdown(headlineOf(verdict))}; harness ${forMarkdown(harness.version)}, ${forMarkdown(startedAt)}.`,
    '',
    ...(passive ? [`${forMarkdown(trafficText(verdict))}.`, ''] : []),
    ...(causes.length === 0 ? ['Nothing was found.'] : passive ? recordedGuide : guide),
    ...causes.flatMap((cause, index) => causeLines(cause, index + 1)),
    '',
  ].join('\n');
};
