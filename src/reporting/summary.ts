// The file summary.md, and the annotations for GitHub.
import { byRisk } from '#contract';
import type { Outcome } from '#run';
import { type Cause, causeGroups, partOf, reasonsFor } from './causes.ts';
import { groupChanges, groupText } from './comparison/change-groups.ts';
import { driftIn, driftText } from './comparison/drift-text.ts';
import { askedText, escaped, gravestOf, promisedText, seenText, sinceText } from './finding.ts';
import { headlineOf, statementOf, testedAgainst } from './headline.ts';
import { nextStep } from './next-step.ts';
import { commonFailure, failsGate, leavesOpen } from './outcomes.ts';
import { answersText, leaveOutEntries, reasonsOf, trafficText, waiverText } from './remarks.ts';
import {
  codeSpan,
  cut,
  firstOf,
  forCommand,
  forCommandProperty,
  forMarkdown,
  namedMarkdown,
  plural,
  texts,
} from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';
import {
  byEndpoint,
  columnsIn,
  countOf,
  type EndpointGroup,
  endpointTitles,
  parts,
  promisedWords,
  untestedWords,
} from './words.ts';

/** GitHub accepts at most 65,536 characters in a comment, and 1 MiB in a step summary. */
const maxBytes = 60_000;

const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => (typeof cell === 'number' ? cell || '' : forMarkdown(cut(cell, 300)))).join(' | ')} |`;

const table = (heads: readonly string[], rows: readonly string[]): string[] => [
  row(...heads),
  `|${heads.map((_, at) => (at === 0 ? ' --- ' : ' ---: ')).join('|')}|`,
  ...rows,
];

const item = (text: string): string => forMarkdown(cut(text, 600));

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];

const folded = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `<details><summary>${forMarkdown(title)}</summary>`, '', ...lines, '', '</details>'];

const maxNamed = 3;

const causeLines = (cause: Cause): string[] => {
  const { claim, firmness, operations, requirements, findings, id, risk } = cause;
  const marks = texts(risk, firstOf(requirements, maxNamed), sinceText(cause)).map(item);
  return [
    `- ${promisedWords[firmness]}: **${item(claim)}**`,
    `  Seen: ${cut(seenText(findings.map(escaped), codeSpan), 900)}`,
    `  - ${item(`${endpointTitles(operations)}: ${askedText(cause)}`)}`,
    `  - ${[...marks, ...(id === undefined ? [] : [`again: ${codeSpan(`ramp-conformance replay ${id}`)}`])].join('; ')}`,
  ];
};

const endpointTable = ({ requirements }: Verdict): string[] => {
  const columns = columnsIn(requirements);
  const cells = ({ requirements: own }: Pick<EndpointGroup, 'requirements'>) =>
    columns.map((column) => countOf(own, column));
  const rows = byEndpoint(requirements).map((group) => row(group.title, ...cells(group)));
  return table(['endpoint', ...columns.map(({ head }) => head)], rows);
};

const reasonLines = (verdict: Verdict, outcomes: readonly Outcome[]): string[] =>
  reasonsFor(verdict.requirements, outcomes).map(
    ({ by, reason, kinds, ids }) =>
      `- ${item(texts(kinds, by !== undefined && untestedWords[by], reason, firstOf(ids, maxNamed)).join(': '))}`,
  );

const driftLines = ({ baseline }: Verdict): string[] => {
  if (baseline === undefined) return [];
  const changes = driftIn(baseline);
  return [
    `From ${forMarkdown(baseline.name)}: ${driftText(baseline)}.`,
    '',
    ...groupChanges(changes).map((group) => `- ${namedMarkdown(cut(groupText(group), 600))}`),
  ];
};

const runLine = (verdict: Verdict): string => {
  const { target, profile, gate, seed, harness, startedAt, endedAt, passive, exitCode } = verdict;
  const how = passive ? 'passive' : `profile ${profile}, seed ${seed}`;
  const where = `${target.environment}${target.embedded ? ', embedded' : ''}`;
  return item(
    texts(
      `${where}, ${how}, gate ${gate}, harness ${harness.version}, exit code ${exitCode}`,
      texts(trafficText(verdict), answersText(verdict)).join(', '),
      `${startedAt} to ${endedAt}`,
    ).join('; '),
  );
};

const within = (lines: readonly string[]): string => {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes - 200) {
      const isOpen = kept.findLast((each) => /^<\/?details>/.test(each))?.startsWith('<details>');
      const end = ['', 'Truncated here; verdict.json has the rest.', ''];
      return [...kept, ...(isOpen ? ['', '</details>'] : []), ...end].join('\n');
    }
    kept.push(line);
  }
  return `${kept.join('\n')}\n`;
};

/** summary.md, totals first. It fits into a comment on a pull request and into a step summary of GitHub. */
export function renderSummary(verdict: Verdict): string {
  // The first line already says why nothing was tested.
  const isSaid = commonFailure(verdict) !== undefined;
  const leaveOut = leaveOutEntries(verdict);
  return within([
    `# ${forMarkdown(statementOf(verdict))}`,
    '',
    forMarkdown(testedAgainst(verdict)),
    '',
    `**${forMarkdown(nextStep(verdict))}**`,
    '',
    ...reasonsOf(verdict).map((reason) => `- ${forMarkdown(reason)}`),
    ...(verdict.requirements.some(({ findings }) => findings.length > 0)
      ? ['- For the vendor: `findings.md` has the request and the answer of each finding, and can be sent as it is.']
      : []),
    ...section(
      'If the service does not offer this',
      leaveOut.entries.length === 0
        ? []
        : [forMarkdown(leaveOut.title), '', ...leaveOut.entries.map((entry) => `    ${entry}`)],
    ),
    ...causeGroups(verdict).flatMap(({ title, causes }) => section(title, causes.flatMap(causeLines))),
    ...section('Changed since the baseline', driftLines(verdict)),
    ...(isSaid ? [] : section('No result', reasonLines(verdict, ['no-result']))),
    ...section('Not tested', reasonLines(verdict, ['untested'])),
    ...section(
      parts.waivers,
      (verdict.waivers ?? []).map((waiver) => `- ${item(waiverText(waiver))}`),
    ),
    ...(isSaid ? [] : folded('By endpoint', endpointTable(verdict))),
    ...folded('The run', [runLine(verdict)]),
  ]);
}

const maxAnnotations = 8;

const annotation = (level: 'error' | 'warning' | 'notice', title: string, message: string): string =>
  `::${level} title=${forCommandProperty(cut(title, 120))}::${forCommand(cut(message, 600))}`;

const error = (title: string, message: string): string => annotation('error', title, message);

/** A GitHub annotation that says why the run was refused before it had a verdict. */
export function refusalAnnotation(why: string): string {
  return error('ramp-conformance', `Refused: ${why}`);
}

/** A GitHub warning about a problem that does not fail the run. */
export function warningAnnotation(what: string): string {
  return annotation('warning', 'ramp-conformance', what);
}

const headline = (verdict: Verdict): string =>
  annotation(verdict.exitCode === 0 ? 'notice' : 'error', 'ramp-conformance', headlineOf(verdict));

const annotationOf = ({ title, requirements }: EndpointGroup, verdict: Verdict) => {
  const { gate } = verdict;
  const failing = requirements.filter((each) => failsGate(each, gate)).toSorted(byWeight);
  const open = requirements.filter((each) => leavesOpen(each, verdict));
  const [first] = failing.length > 0 ? failing : open;
  if (!first) return [];
  const [finding] = first.findings;
  const counted = texts(
    failing.length > 0 && `${plural(failing.length, 'requirement')} not met`,
    open.length > 0 && `${open.length} not proved`,
  ).join(', ');
  const again = finding?.id === undefined ? '' : ` Again: ramp-conformance replay ${finding.id}`;
  const detail = finding
    ? `${promisedText(first)} Seen: ${seenText([finding])}, at ${askedText(finding)}.${again}`
    : `${first.claim} ${first.reason ?? first.outcome}`;
  return [{ first, text: error(title, `${counted}. ${detail}`) }];
};

const byWeight = (one: JudgedRequirement, other: JudgedRequirement): number =>
  byRisk(gravestOf(one.findings), gravestOf(other.findings)) || partOf(one)[1] - partOf(other)[1];

/** One error for each endpoint, the most severe first, because GitHub shows only some. */
const endpointErrors = (verdict: Verdict): string[] =>
  byEndpoint(verdict.requirements)
    .flatMap((group) => annotationOf(group, verdict))
    .toSorted((one, other) => byWeight(one.first, other.first))
    .map(({ text }) => text);

const otherErrors = ({ otherFailures = [] }: Verdict): string[] => {
  if (otherFailures.length === 0) return [];
  return [error('Waivers and baseline', otherFailures.join('; '))];
};

/** Workflow commands for GitHub: the first line, then one error for each endpoint, up to a limit. */
export function annotations(verdict: Verdict): string[] {
  const all = [
    headline(verdict),
    ...otherErrors(verdict),
    // If nothing was reached, the first line says why; each endpoint would repeat this.
    ...(commonFailure(verdict) === undefined ? endpointErrors(verdict) : []),
  ];
  if (all.length <= maxAnnotations) return all;
  const left = all.length - maxAnnotations + 1;
  return [
    ...all.slice(0, maxAnnotations - 1),
    error('More endpoints', `${left} more endpoints have errors; the step summary names them.`),
  ];
}
