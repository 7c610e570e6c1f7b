import { type Cause, causeFacts, causeGroups, formsText } from './causes.ts';
import { dayAndTime } from './comparison/compared-run.ts';
import { headlineOf, targetText, trafficText } from './headline.ts';
import { codeBlock, cut, firstOf, forMarkdown } from './text.ts';
import type { Verdict } from './verdict.ts';

/** Requirements that one cause names; the others are in the verdict. */
const maxNamed = 20;

const requestLines = ({ request }: Cause): readonly string[] => {
  if (request === undefined) return [];
  const { method, path, headers, body } = request;
  const head = [`${method} ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return ['', 'The request:', '', ...codeBlock('http', [...head, ...(body === undefined ? [] : ['', body])])];
};

const byHandLines = ({ curl }: Cause): readonly string[] =>
  curl === undefined ? [] : ['', 'As a line for a shell:', '', ...codeBlock('sh', [curl])];

const answerLines = ({ answer }: Cause): readonly string[] => {
  if (answer === undefined) return [];
  const { status, body } = answer;
  const lines = body === undefined ? [] : body.split('\n');
  return ['', 'The response, with formats instead of values:', '', ...codeBlock('text', [`HTTP ${status}`, ...lines])];
};

const bullet = (name: string, text: string): string => `- ${name}: ${forMarkdown(cut(text, 600))}`;

const causeLines = (cause: Cause, at: string): readonly string[] => [
  '',
  `### ${at} ${forMarkdown(cause.claim)}`,
  '',
  ...causeFacts(cause).map(([term, text]) => bullet(term, text)),
  bullet('Our reference', firstOf(cause.requirements, maxNamed)),
  ...requestLines(cause),
  ...byHandLines(cause),
  ...answerLines(cause),
];

const guide = [
  'Each finding has the request as it was sent, with variables for keys, ids and account numbers. A line for a shell stands where one',
  'request shows the finding; it ends in an error that says what a variable is, where that is not set. A line that initiates an order',
  'moves money.',
  '',
  `${formsText} Equal marks, such as #716a, stand for equal values.`,
];

const recordedGuide = [
  'Nothing was sent: the findings are in a recording. Keys are left out; marks stand for ids, names and numbers, and equal marks for',
  'equal values.',
  '',
  formsText,
];

/** Findings for a vendor: each cause with its claim, its heading in the document, the request and the response. */
export const renderFindings = (verdict: Verdict): string => {
  const groups = causeGroups(verdict);
  const { harness, startedAt, passive } = verdict;
  const tested = `Tested ${dayAndTime(startedAt)} UTC with ramp-conformance ${harness.version}`;
  return [
    `# Findings at ${forMarkdown(targetText(verdict))}`,
    '',
    `${forMarkdown(headlineOf(verdict))}. ${forMarkdown(passive ? `${tested}: ${trafficText(verdict)}` : tested)}.`,
    '',
    ...(groups.length === 0 ? ['Nothing was found.'] : passive ? recordedGuide : guide),
    ...groups.flatMap(({ title, causes }, part) => [
      '',
      `## ${part + 1}. ${title}`,
      ...causes.flatMap((cause, index) => causeLines(cause, `${part + 1}.${index + 1}`)),
    ]),
    '',
  ].join('\n');
};
