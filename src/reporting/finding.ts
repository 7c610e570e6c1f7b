import { createHash } from 'node:crypto';
import { type Finding, operationIds, operationOf } from '#contract';
import { endpointsText } from './outcomes.ts';
import { firstOf, groupBy, plural, sanitiseLines, shorten, texts } from './text.ts';
import type { JudgedFinding, JudgedRequirement } from './verdict.ts';

/** Consonants alone: an id can be typed, reads as no word, and is never taken for a number or a key. */
const letters = 'bcdfghjkmnpqrstvwxz';
const half = 4;

export const lettersOf = (digest: Buffer, length: number): string =>
  [...digest.subarray(0, length)].map((byte) => letters.charAt(byte % letters.length)).join('');

/** The place without its indexes: the same defect keeps its id when another item shows it. */
const patternOf = (where: string): string => where.replace(/\[\d+\]/g, '[]');

/** An id that the facts determine. */
export const typedId = (facts: readonly unknown[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest();
  const drawn = lettersOf(digest, 2 * half);
  return `${drawn.slice(0, half)}-${drawn.slice(half)}`;
};

/** Stays the same from run to run, from target to target and from case to case. */
export const findingId = (
  requirement: string,
  { code, operation, where }: Pick<JudgedFinding, 'code' | 'operation' | 'where'>,
): string => typedId([requirement, code, operation, patternOf(where)]);

/** Most findings that a requirement shows; the rest are counted. */
const maxFindings = 20;
const maxIndexes = 10;
const maxValues = 4;
const maxText = 600;

const indexesOf = (where: string): string => [...where.matchAll(/\[(\d+)\]/g)].map(([, index]) => index).join('.');

/** The first distinct texts, the others counted. */
const together = (texts: readonly string[]): string => shorten(firstOf([...new Set(texts)], maxValues), maxText);

interface MarkedFinding extends Finding {
  readonly waiver?: string | undefined;
}

/** A single finding keeps its exact place; several become one with their places. */
const merged = (alike: readonly MarkedFinding[]): JudgedFinding => {
  const [first] = alike as readonly [MarkedFinding];
  const places = [...new Set(alike.map(({ where }) => indexesOf(where)))].filter((place) => place !== '');
  const times = alike.reduce((sum, { times: more = 1 }) => sum + more, 0);
  return {
    code: shorten(first.code, 80),
    operation: first.operation,
    where: shorten(times === 1 ? first.where : patternOf(first.where), 300),
    expected: together(alike.map(({ expected }) => expected)),
    observed: together(alike.map(({ observed }) => observed)),
    case: first.case && shorten(first.case, 2000),
    replay: first.replay,
    request: first.request,
    curl: first.curl,
    answer: first.answer,
    times: times === 1 ? undefined : times,
    indexes: times === 1 || places.length === 0 ? undefined : places.slice(0, maxIndexes),
    waiver: first.waiver,
  };
};

/** Findings of one requirement, alike ones merged, in the order of their observation; `omitted` are left out. */
export const mergeFindings = (
  findings: readonly MarkedFinding[],
): { readonly findings: JudgedFinding[]; readonly omitted: number } => {
  const alike = groupBy(findings, ({ code, operation, where, waiver }) =>
    JSON.stringify([code, operation, patternOf(where), waiver]),
  );
  const all = [...alike.values()];
  return {
    findings: all.slice(0, maxFindings).map(merged),
    omitted: Math.max(0, all.length - maxFindings),
  };
};

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
const maxShown = 5;

/** A longer line is read in `findings.md`. */
const maxLine = 900;

/**
 * The message of a test that did not hold, for a terminal: the claim, what was asked, expected and actual and how often, and how
 * to see it again; nothing of a payload.
 */
export const failureText = (requirement: JudgedRequirement): string => {
  const { id, claim, reason, findings, findingsOmitted = 0 } = requirement;
  const shown = viewsOf(requirement).slice(0, maxShown);
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
