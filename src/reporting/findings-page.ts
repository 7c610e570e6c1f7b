// The file findings.md, for a vendor.
import { inWords, newReference } from '#run';
import { type Cause, causeFacts, causeGroups, causesText, formsText } from './causes.ts';
import { dayAndTime } from './comparison/compared-run.ts';
import { escaped, exchangesOf, promisedText, requestLines, seenText } from './finding.ts';
import { headlineOf, targetText } from './headline.ts';
import { trafficText } from './remarks.ts';
import { codeBlock, codeSpan, cut, firstOf, forMarkdown } from './text.ts';
import type { Verdict } from './verdict.ts';

const maxNamed = 20;

const block = (title: string, language: string, lines: readonly string[]): readonly string[] => [
  '',
  title,
  '',
  ...codeBlock(language, lines),
];

const exchangeTitles = {
  first: 'First this request:',
  second: 'Then this one:',
  only: 'The request:',
  answer: 'The response, with formats instead of values:',
} as const;

/** The steps that show the finding again, if no single shell line does. */
const stepsText = ({ request, against, curl, where, expected }: Cause): string => {
  if (request === undefined || curl !== undefined) return '';
  const place = where === 'status' ? 'the HTTP status' : codeSpan(where);
  if (against?.request !== undefined)
    return `send the two requests below, one after the other, and compare ${place} of both answers`;
  return `send the request below with values for the texts in angle brackets, and look at ${place} of the answer: expected ${expected}`;
};

const bullet = (name: string, text: string): string => `- ${name}: ${cut(text, 900)}`;

const marked: readonly string[] = ['Seen', 'Endpoint', 'Sent'];

const causeLines = (cause: Cause, at: string): readonly string[] => {
  const shown = { ...escaped(cause), findings: cause.findings.map(escaped) };
  const again = stepsText(shown);
  return [
    '',
    `### ${at} ${forMarkdown(promisedText(cause))} Seen: ${seenText(shown.findings, codeSpan, true)}`,
    '',
    ...causeFacts(shown, codeSpan).map(([term, text]) =>
      bullet(term, marked.includes(term) ? text : forMarkdown(text)),
    ),
    ...(again === '' ? [] : [bullet('To see it again', again)]),
    bullet('Our reference', firstOf(cause.requirements.map(codeSpan), maxNamed)),
    ...exchangesOf(cause).flatMap(({ name, lines }) =>
      block(exchangeTitles[name], name === 'answer' ? 'text' : 'http', lines),
    ),
    ...(cause.curl === undefined
      ? []
      : block('To see the finding again, run this line in a shell:', 'sh', [cause.curl])),
  ];
};

/** Meanings of placeholders for values that no setting holds. */
const drawn: readonly (readonly [words: string, meaning: string])[] = [
  ['an invalid key', 'a changed copy of the valid key, or another text of the same form; see the case'],
  [newReference, 'another for each order'],
  ...['an offramp', 'a withdrawal', 'a conversion', 'a subaccount'].map(
    (noun) => [`the id of ${noun} that the service shows`, 'an id that the service listed or created'] as const,
  ),
];

const placeholder = /<([a-zA-Z][\w ,-]+?)((?: \d+)?)>/g;

const legend = (causes: readonly Cause[]): readonly string[] => {
  const requests = causes.flatMap(({ request, against }) =>
    [request, against?.request].filter((each) => each !== undefined),
  );
  const used = requests.flatMap((each) => [...requestLines(each).join('\n').matchAll(placeholder)]);
  return [...Object.values(inWords), ...drawn].flatMap(([words, meaning]) => {
    const own = new Set(used.filter(([, each]) => each === words).map(([text]) => codeSpan(text)));
    return own.size === 0 ? [] : [`- ${[...own].toSorted().join(', ')}: ${meaning}`];
  });
};

const guide = (causes: readonly Cause[]): readonly string[] => {
  const meanings = legend(causes);
  return [
    'Each finding shows the request, the time at which it left, and the id of the answer, if the answer had one. With these you find the',
    'request in your logs. A text in angle brackets replaces a value that this file hides. Ask the sender of this file for the subaccounts',
    'and recipients, over a safe channel. All other values are those that were sent. Where one GET shows the finding, a line for a shell',
    'repeats it; if a variable is missing, the line stops and names it. A request that initiates an order moves money.',
    '',
    'To confirm a fix, send the request again. Or set `RAMP_API_KEY` and the settings that `ramp-conformance doctor` names, and call',
    '`ramp-conformance run --base-url <the URL of the service> --only <one of our references>`.',
    ...(meanings.length === 0 ? [] : ['', 'The texts in angle brackets:', '', ...meanings]),
    '',
    `${formsText} Equal marks, such as \`#716a\`, stand for equal values.`,
  ];
};

const recordedGuide = [
  'Nothing was sent: the findings are in a recording. Keys are left out; marks stand for ids, names and numbers, and equal marks for',
  'equal values.',
  '',
  formsText,
];

/**
 * findings.md for a vendor: for each cause the promise, the observation, the heading in the document, the request and
 * the response.
 */
export function renderFindings(verdict: Verdict): string {
  const groups = causeGroups(verdict);
  const { harness, startedAt, passive } = verdict;
  const tested = `Tested ${dayAndTime(startedAt)} UTC with ramp-conformance ${harness.version}`;
  return [
    `# Findings at ${forMarkdown(targetText(verdict))}`,
    '',
    `${forMarkdown(headlineOf(verdict))}. ${forMarkdown(passive ? `${tested}: ${trafficText(verdict)}` : tested)}.`,
    '',
    ...(causesText(verdict) === '' ? [] : [`${causesText(verdict)}.`, '']),
    ...(groups.length === 0
      ? ['Nothing was found.']
      : passive
        ? recordedGuide
        : guide(groups.flatMap(({ causes }) => causes))),
    ...groups.flatMap(({ title, causes }, part) => [
      '',
      `## ${part + 1}. ${title}`,
      ...causes.flatMap((cause, index) => causeLines(cause, `${part + 1}.${index + 1}`)),
    ]),
    '',
  ].join('\n');
}
