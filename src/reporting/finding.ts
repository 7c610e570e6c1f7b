// One finding: its id, how findings are merged, and its words.
import { createHash } from 'node:crypto';
import { byRisk, isPromise, operationIds, operationOf, placePattern, type Risk } from '#contract';
import { graverFirst } from '#run';
import { codeSpan, firstOf, forMarkdown, groupBy, plural, rowIn, sanitiseLines, shorten, texts } from './text.ts';
import type { JudgedFinding, JudgedRequirement } from './verdict.ts';
import { promisedWords } from './words.ts';

/** Consonants only: an id of these letters is easy to type, spells no word, and looks like no number or key. */
const letters = 'bcdfghjkmnpqrstvwxz';
const half = 4;

export function lettersOf(digest: Buffer, length: number): string {
  return [...digest.subarray(0, length)].map((byte) => letters.charAt(byte % letters.length)).join('');
}

/** The place without indexes and map keys, so that a defect keeps its id when another record shows it. */
const patternOf = ({ operation, where }: Pick<JudgedFinding, 'operation' | 'where'>): string => {
  const known = operationIds.find((id) => id === operation);
  return known === undefined ? where.replace(/\[\d+\]/g, '[]') : placePattern(known, where);
};

/** An id from the digest of the facts, short enough to type. */
export function typedId(facts: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest();
  const drawn = lettersOf(digest, 2 * half);
  return `${drawn.slice(0, half)}-${drawn.slice(half)}`;
}

/** The id of a finding: the same in each run, for each target and each case. */
export function findingId(requirement: string, finding: Pick<JudgedFinding, 'code' | 'operation' | 'where'>): string {
  // The id still uses the code `ACCEPTED` of 0.4.0, because waivers, `replay` and kept runs refer to ids of that
  // version.
  const code = finding.code === 'NOT_REFUSED' ? 'ACCEPTED' : finding.code;
  return typedId([requirement, code, finding.operation, patternOf(finding)]);
}

const maxFindings = 20;
const maxIndexes = 10;
const maxValues = 4;
const maxText = 600;

const indexesOf = (where: string): string => [...where.matchAll(/\[(\d+)\]/g)].map(([, index]) => index).join('.');

const together = (texts: readonly string[]): string => shorten(firstOf([...new Set(texts)], maxValues), maxText);

/** A single finding keeps its exact place. Several findings become one with all places. */
const merged = (alike: readonly JudgedFinding[]): JudgedFinding => {
  const [first] = alike as readonly [JudgedFinding];
  const places = [...new Set(alike.map(({ where }) => indexesOf(where)))].filter((place) => place !== '');
  const times = alike.reduce((sum, { times: more = 1 }) => sum + more, 0);
  return {
    ...first,
    code: shorten(first.code, 80),
    where: shorten(times === 1 ? first.where : patternOf(first), 300),
    expected: together(alike.map(({ expected }) => expected)),
    observed: together(alike.map(({ observed }) => observed)),
    case: first.case && shorten(first.case, 2000),
    times: times === 1 ? undefined : times,
    indexes: times === 1 || places.length === 0 ? undefined : places.slice(0, maxIndexes),
  };
};

/** Merges equal findings of one requirement, the most severe first. `omitted` is the number of findings left out. */
export function mergeFindings(findings: readonly JudgedFinding[]): {
  readonly findings: JudgedFinding[];
  readonly omitted: number;
} {
  const alike = groupBy(graverFirst(findings), (each) =>
    JSON.stringify([each.code, each.operation, patternOf(each), each.waiver]),
  );
  const all = [...alike.values()];
  return {
    findings: all.slice(0, maxFindings).map(merged),
    omitted: Math.max(0, all.length - maxFindings),
  };
}

const oftenText = ({ times, indexes }: JudgedFinding): string => {
  if (times === undefined) return '';
  const places = indexes?.length ? `, first at ${indexes.map((index) => `[${index}]`).join(' ')}` : '';
  return ` (${times} times${places})`;
};

/** `GET /v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId}`. */
export function callText(operation: string): string {
  const known = operationIds.find((id) => id === operation);
  if (known === undefined) return operation;
  const { method, path } = operationOf(known);
  return `${method} ${path}`;
}

// The case already names the place of a key.
const queryIn = ({ request }: JudgedFinding): string => request?.path.match(/\?[^$<]*$/)?.[0] ?? '';

/** The request in words: `POST /v1/ramp/{subaccountId}/offramp/initiate, a case in words`. */
export function askedText(finding: JudgedFinding): string {
  return texts(`${callText(finding.operation)}${queryIn(finding)}`, finding.case).join(', ');
}

/** The same below a heading with its path: `?page=2, a case in words`. */
export function requestCase(finding: JudgedFinding): string {
  return texts(queryIn(finding), finding.case).join(', ');
}

/** `seen 2 of 2 times`; empty if one look was enough. */
export function looksText({ seen = '1 of 1' }: JudgedFinding): string {
  return seen === '1 of 1' ? '' : `seen ${seen} times`;
}

export function gravestOf(findings: readonly Pick<JudgedFinding, 'risk'>[]): Risk | undefined {
  return findings.flatMap(({ risk = [] }) => risk).toSorted(byRisk)[0];
}

/** The risk of the most severe finding. Without a finding, the worst risk that the requirement can have. */
export function shownRisk({ risk, findings }: Pick<JudgedRequirement, 'risk' | 'findings'>): Risk | undefined {
  return gravestOf(findings) ?? risk;
}

/** `critical risk`; empty if the catalogue does not have the requirement. */
export function riskText(requirement: Pick<JudgedRequirement, 'risk' | 'findings'>): string {
  const risk = shownRisk(requirement);
  return risk === undefined ? '' : `${risk} risk`;
}

/** `Promised: An order over ACH to a named recipient is refused.` */
export function promisedText({ claim, firmness }: Pick<JudgedRequirement, 'claim' | 'firmness'>): string {
  return `${promisedWords[firmness]}: ${claim}`;
}

const plainWords: Readonly<Record<string, string>> = { another: 'another text', 'something else': 'another value' };

/** The observed text in plain words. The text itself stays in the verdict, because waivers match it. */
export function observedWords(observed: string): string {
  return rowIn(plainWords, observed) ?? observed;
}

/** True if the service refused as promised, but with another status. One place of a service usually chooses the status. */
export function isOtherRefusal({
  code,
  where,
  expected,
  observed,
}: Pick<JudgedFinding, 'code' | 'where' | 'expected' | 'observed'>): boolean {
  return code === 'WRONG_STATUS' && where === 'status' && [expected, observed].every((text) => /^4\d\d\b/.test(text));
}

/**
 * Equal findings in words: `accepted with HTTP 201 in 3 requests, expected a refusal (4xx)`, `$.id, $.type and 3 more: missing`,
 * `$.id: null, expected a string; also at $.type`.
 */
export function seenText(
  findings: readonly JudgedFinding[],
  code = (text: string): string => text,
  isBrief = false,
): string {
  const [first] = findings;
  if (first === undefined) return '';
  const alike = findings.filter(
    ({ code, observed, operation }) =>
      code === first.code && observed === first.observed && operation === first.operation,
  );
  const places = [...new Set(alike.map(({ where }) => where))];
  const isOne = new Set(alike.map(({ expected }) => expected)).size === 1;
  const expected = isOne && !isBrief ? `, expected ${first.expected}` : '';
  const often = places.length > 1 ? '' : oftenText(first);
  const inRequests = first.times === undefined ? '' : ` in ${plural(first.times, 'request')}`;
  if (first.code === 'NOT_REFUSED' && first.where === 'status') {
    const word = callText(first.operation).startsWith('POST') ? 'accepted' : 'served';
    return `${word} with HTTP ${first.observed}${inRequests}${expected}`;
  }
  if (first.where === 'status') return `HTTP ${first.observed}${inRequests}${expected}`;
  const others = new Set(findings.filter((each) => each.code === first.code).map(({ where }) => where));
  for (const place of places) others.delete(place);
  const also = others.size === 0 ? '' : `; also at ${firstOf([...others].map(code), 3)}`;
  return `${firstOf(places.map(code), 3)}: ${observedWords(first.observed)}${often}${expected}${also}`;
}

/** Text that a check puts between back ticks becomes code in Markdown. */
const prose = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? codeSpan(part.slice(1, -1)) : forMarkdown(part)))
    .join('');

/** A finding whose prose is safe in Markdown. Its place becomes code. */
export function escaped<Any extends JudgedFinding>(finding: Any): Any {
  return {
    ...finding,
    expected: prose(finding.expected),
    observed: prose(finding.observed),
    ...(finding.indexes && { indexes: finding.indexes.map(forMarkdown) }),
  };
}

const isoDay = (at: string): string => at.slice(0, 10);

/** `2026-11-02 in 2.13`. */
export function sightText({ at, release }: NonNullable<JudgedFinding['firstSeen']>, dayOf = isoDay): string {
  return texts(dayOf(at), release !== undefined && `in ${release}`).join(' ');
}

/** `first seen 2026-11-02 in 2.13`; empty if no kept run has the finding. */
export function sinceText({ firstSeen }: JudgedFinding): string {
  return firstSeen === undefined ? '' : `first seen ${sightText(firstSeen)}`;
}

/** ` (seed 42, path 0:1)`: what reproduces a generated case; else empty. */
export function drawnText({ replay }: JudgedFinding): string {
  return replay?.path ? ` (seed ${replay.seed}, path ${replay.path})` : '';
}

/** A finding in one line, with its code and its id for `replay`. */
export function findingText(finding: JudgedFinding): string {
  const { id, code, operation, waiver } = finding;
  const since = sinceText(finding);
  const marks = texts(since && `(${since})`, id !== undefined && `[replay ${id}]`, waiver && `[waiver ${waiver}]`);
  return [code, operation, seenText([finding]), ...marks].join(' ');
}

/** The promise, then one line for each finding, then the number of the others. */
export function findingLines(requirement: JudgedRequirement): string[] {
  const { findings, findingsOmitted } = requirement;
  return [
    ...(findings.length > 0 ? [promisedText(requirement)] : []),
    ...findings.flatMap((each) => [`Seen: ${askedText(each)}`, `  ${findingText(each)}`]),
    ...(findingsOmitted === undefined ? [] : [`and ${plural(findingsOmitted, 'more finding')}`]),
  ];
}

export function requestLines({ method, path, headers, body }: NonNullable<JudgedFinding['request']>): string[] {
  const heads = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}`, ...heads, ...(body === undefined ? [] : ['', body])];
}

function answerLines({ status, id, body }: NonNullable<JudgedFinding['answer']>): string[] {
  return [
    `HTTP ${status}`,
    ...(id === undefined ? [] : [id]),
    ...(body === undefined ? [] : ['', ...body.split('\n')]),
  ];
}

/** Most findings in a message; a rule can be broken in many answers. */
const maxShown = 5;

const maxLine = 900;

/** `POST /v2/… and 3 more endpoints: `: the title of a rule for several endpoints does not say where it is broken. */
const brokenAtText = ({ endpoints, findings }: JudgedRequirement): string => {
  const [first, ...more] = new Set(findings.map(({ operation }) => operation));
  if (first === undefined || endpoints.length === 1) return '';
  return `${texts(callText(first), more.length > 0 && `and ${plural(more.length, 'more endpoint')}`).join(' ')}: `;
};

/**
 * The message of a failed test for a terminal: promise, request, answer, number of looks, and how to repeat the
 * request. It contains no payload.
 */
export function failureText(requirement: JudgedRequirement): string {
  const { id, claim, reason, findings, findingsOmitted = 0 } = requirement;
  const shown = findings.slice(0, maxShown);
  const more = findings.length - shown.length + findingsOmitted;
  const curl = findings.find((finding) => finding.curl !== undefined)?.curl;
  const lines = [
    brokenAtText(requirement) + (isPromise(requirement) && shown.length > 0 ? promisedText(requirement) : claim),
    ...(reason === undefined ? [] : [reason]),
    ...shown.flatMap((each) => [`Seen: ${askedText(each)}`, `  ${each.code} ${seenText([each])}${drawnText(each)}`]),
    ...(more > 0 ? [`and ${plural(more, 'more finding')}`] : []),
    `Again: npx ramp-conformance run --only ${id}`,
    ...(curl === undefined || curl.length > maxLine ? [] : [`By hand: ${curl}`]),
  ];
  return sanitiseLines(lines.join('\n'));
}

/** The requests and answers of a finding as text, each with a name; two pairs if two records disagree. */
export function exchangesOf({ request, answer, against }: JudgedFinding) {
  const pairs = [
    { ...against, requestName: 'first' as const },
    { request, answer, requestName: against?.request ? ('second' as const) : ('only' as const) },
  ];
  return pairs.flatMap((each) => [
    ...(each.request ? [{ name: each.requestName, lines: requestLines(each.request) }] : []),
    ...(each.answer ? [{ name: 'answer' as const, lines: answerLines(each.answer) }] : []),
  ]);
}
