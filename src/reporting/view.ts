import { operationIds, operationOf } from '#contract';
import { plural, texts } from './counting.ts';
import { endpointsText } from './endpoints.ts';
import { sanitiseLines } from './sanitise.ts';
import type { JudgedFinding, JudgedRequirement } from './verdict.ts';

/** A finding as every report shows it, in whole texts that each report escapes for its own form. */
export interface FindingView extends JudgedFinding, Pick<JudgedRequirement, 'claim' | 'firmness' | 'outcome'> {
  readonly requirement: string;
  /** In the document, with the endpoints: `Endpoints, endpoint 7`. */
  readonly heading: string;
  /** The request in words, and its answer: `POST /v1/ramp/{subaccountId}/offramp/initiate, a case in words: 201`. */
  readonly asked: string;
  /** The place, and how often a merged finding was observed: `$.data[].id (3 times, first at [0] [2])`. */
  readonly place: string;
  /** `WRONG_STATUS status: expected 400, actual 201 (3 times)`. */
  readonly difference: string;
  /** Everything but the request in one line. */
  readonly line: string;
  /** `first seen 2026-11-02 in 2.13`; empty where no kept run says. */
  readonly seen: string;
  /** A generated case is made again by its seed and path: ` (seed 1, path 0:1)`. */
  readonly drawn: string;
}

const oftenText = ({ times, indexes }: JudgedFinding): string => {
  if (times === undefined) return '';
  const places = indexes?.length ? `, first at ${indexes.map((index) => `[${index}]`).join(' ')}` : '';
  return ` (${times} times${places})`;
};

/** `GET /v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId}`. */
export const callText = (operation: string): string => {
  const known = operationIds.find((id) => id === operation);
  if (known === undefined) return operation;
  const { method, path } = operationOf(known);
  return `${method} ${path}`;
};

const askedText = ({ operation, request, answer, case: of }: JudgedFinding): string => {
  // The case says where a key stands.
  const query = request?.path.match(/\?[^$]*$/)?.[0] ?? '';
  const asked = texts(`${callText(operation)}${query}`, of).join(', ');
  return answer === undefined ? asked : `${asked}: ${answer.status}`;
};

const differenceText = (finding: JudgedFinding): string =>
  `${finding.where}: expected ${finding.expected}, actual ${finding.observed}${oftenText(finding)}`;

/** The id by which a finding is tried again, behind what it found. */
const replayMark = (id: string | undefined): string => (id === undefined ? '' : ` [replay ${id}]`);

const seenText = ({ firstSeen }: JudgedFinding): string =>
  firstSeen === undefined
    ? ''
    : `first seen ${firstSeen.at.slice(0, 10)}${firstSeen.release === undefined ? '' : ` in ${firstSeen.release}`}`;

/** A finding in one line. */
export const findingText = (finding: JudgedFinding): string => {
  const { id, code, operation, waiver } = finding;
  const waived = waiver === undefined ? '' : ` [waiver ${waiver}]`;
  const seen = seenText(finding);
  return `${code} ${operation} ${differenceText(finding)}${seen && ` (${seen})`}${replayMark(id)}${waived}`;
};

const viewOf = (requirement: JudgedRequirement, finding: JudgedFinding): FindingView => {
  const { id, claim, firmness, outcome, section, endpoints } = requirement;
  const { code, where, replay } = finding;
  return {
    ...finding,
    requirement: id,
    claim,
    firmness,
    outcome,
    heading: `${section}, ${endpointsText(endpoints)}`,
    asked: askedText(finding),
    place: `${where}${oftenText(finding)}`,
    difference: `${code} ${differenceText(finding)}`,
    line: findingText(finding),
    seen: seenText(finding),
    drawn: replay?.path ? ` (seed ${replay.seed}, path ${replay.path})` : '',
  };
};

/** The findings of a requirement, in the order of their observation. */
export const viewsOf = (requirement: JudgedRequirement): FindingView[] =>
  requirement.findings.map((finding) => viewOf(requirement, finding));

/** Counts the findings of a requirement that the verdict leaves out. */
const omittedText = ({ findingsOmitted }: JudgedRequirement): string[] =>
  findingsOmitted === undefined ? [] : [`and ${plural(findingsOmitted, 'more finding')}`];

/** The findings of a requirement as lines: of each the request and what differs, then how many more there are. */
export const findingLines = (requirement: JudgedRequirement): string[] => [
  ...viewsOf(requirement).flatMap(({ asked, line }) => [asked, line]),
  ...omittedText(requirement),
];

/** A rule can be broken in many answers; nobody reads a message of so many lines. */
const maxFindings = 5;

/** A longer line is read in `findings.md`. */
const maxLine = 900;

/**
 * The message of a test that did not hold, for a terminal: the claim, what was asked, expected and actual and how often, and how
 * to see it again; nothing of a payload.
 */
export const failureText = (requirement: JudgedRequirement): string => {
  const { id, claim, reason, findings, findingsOmitted = 0 } = requirement;
  const shown = viewsOf(requirement).slice(0, maxFindings);
  const more = findings.length - shown.length + findingsOmitted;
  const curl = findings.find((finding) => finding.curl !== undefined)?.curl;
  const lines = [
    claim,
    ...(reason === undefined ? [] : [reason]),
    ...shown.flatMap(({ asked, difference, drawn }) => [asked, `  ${difference}${drawn}`]),
    ...(more > 0 ? [`and ${plural(more, 'more finding')}`] : []),
    `Again: npx ramp-conformance run --only ${id}`,
    ...(curl === undefined || curl.length > maxLine ? [] : [`By hand: ${curl}`]),
  ];
  return sanitiseLines(lines.join('\n'));
};
