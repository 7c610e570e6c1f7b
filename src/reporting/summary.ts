import { driftText } from '#baseline';
import type { Outcome } from '#contract';
import { type Cause, causesOf, reasonsFor } from './causes.ts';
import { plural } from './counting.ts';
import { byEndpoint, type EndpointGroup } from './endpoints.ts';
import { countIn } from './gate.ts';
import { heldText, statementOf } from './headline.ts';
import { answersText, reasonsOf, trafficText } from './remarks.ts';
import { cut, forMarkdown } from './sanitise.ts';
import { outcomes, type Verdict } from './verdict.ts';
import { replayMark } from './view.ts';

/** GitHub drops a step summary above one MiB; this leaves room for those of other steps. */
const maxBytes = 200_000;

const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => (typeof cell === 'number' ? cell : forMarkdown(cut(cell, 300)))).join(' | ')} |`;

const table = (heads: readonly string[], rows: readonly string[]): string[] => [
  row(...heads),
  `|${heads.map(() => ' --- ').join('|')}|`,
  ...rows,
];

const endpointRow = ({ title, requirements }: EndpointGroup): string =>
  row(title, ...outcomes.map((outcome) => countIn(requirements, outcome)));

const causeRow = (cause: Cause): string =>
  row(
    cause.outcome,
    cause.firmness,
    cause.claim,
    `${cause.code} ${cause.place}${replayMark(cause.id)}`,
    cause.expected,
    cause.observed,
    cause.operations.length > 3 ? plural(cause.operations.length, 'operation') : cause.operations.join(', '),
    cut(cause.requirements.join(', '), 200),
  );

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];

const head = (verdict: Verdict): string[] => {
  const { target, profile, gate, seed, harness, requests, startedAt, endedAt, passive } = verdict;
  const where = passive
    ? `passive, gate ${gate}`
    : `${target.environment}${target.embedded ? ', embedded' : ''}, profile ${profile}, gate ${gate}, seed ${seed}`;
  const traffic = passive
    ? trafficText(verdict)
    : `${plural(requests.sent, 'request')} sent, ${requests.retried} retried, ${requests.rateLimited} rate limited`;
  return [
    `# ${forMarkdown(statementOf(verdict))}`,
    '',
    forMarkdown(heldText(verdict)),
    '',
    ...reasonsOf(verdict).map((reason) => `- ${forMarkdown(reason)}`),
    '',
    ...table(outcomes, [row(...outcomes.map((outcome) => verdict.counts[outcome]))]),
    '',
    `${forMarkdown(where)}, harness ${forMarkdown(harness.version)}, exit code ${verdict.exitCode}. ` +
      `${[traffic, answersText(verdict)].filter(Boolean).join(', ')}, ${forMarkdown(startedAt)} to ${forMarkdown(endedAt)}.`,
  ];
};

const causeHeads = [
  'outcome',
  'firmness',
  'claim',
  'finding',
  'expected',
  'actual',
  'operations',
  'requirements',
];

const reasonRows = (verdict: Verdict, outcomes: readonly Outcome[]): string[] => {
  const reasons = reasonsFor(verdict.requirements, outcomes);
  if (reasons.length === 0) return [];
  return table(
    ['number', 'due to', 'reason', 'requirements'],
    reasons.map(({ by = 'harness or network', reason, ids }) =>
      row(ids.length, by, reason, cut(ids.join(', '), 200)),
    ),
  );
};

const driftRows = ({ baseline }: Verdict): string[] => {
  if (baseline === undefined) return [];
  const { name, changes } = baseline;
  const text = `From ${forMarkdown(name)}: ${driftText(changes)}.`;
  if (changes.length === 0) return [text];
  const rows = changes.map((each) => row(each.class, each.endpoint, each.fact, each.accepted, each.met));
  return [text, '', ...table(['class', 'endpoint', 'fact', 'accepted', 'actual'], rows)];
};

const withinLimit = (lines: readonly string[]): string => {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes - 200)
      return `${[...kept, '', 'Truncated here; verdict.json has the rest.'].join('\n')}\n`;
    kept.push(line);
  }
  return `${kept.join('\n')}\n`;
};

const waiverRows = ({ waivers = [] }: Verdict): string[] => {
  if (waivers.length === 0) return [];
  const rows = waivers.map(({ id, state = 'in force', requirement, finding, owner, daysLeft }) =>
    row(id, state, requirement, finding, owner, daysLeft),
  );
  return table(['waiver', 'state', 'requirement', 'finding', 'owner', 'days left'], rows);
};

/** The run in Markdown, totals first; fits a step summary of GitHub. */
export const renderSummary = (verdict: Verdict): string => {
  const causes = causesOf(verdict).map(causeRow);
  const endpoints = byEndpoint(verdict.requirements).map(endpointRow);
  return withinLimit([
    ...head(verdict),
    ...section('Findings', causes.length > 0 ? table(causeHeads, causes) : []),
    ...section('By endpoint', table(['endpoint', ...outcomes], endpoints)),
    ...section('Broken or unproven', reasonRows(verdict, ['broken', 'unproven'])),
    ...section('Untested', reasonRows(verdict, ['untested'])),
    ...section('Waivers', waiverRows(verdict)),
    ...section('Drift from the baseline', driftRows(verdict)),
  ]);
};
