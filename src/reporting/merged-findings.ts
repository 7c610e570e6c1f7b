import { createHash } from 'node:crypto';
import type { Finding } from '#contract';
import { firstOf, groupBy } from './counting.ts';
import { shorten } from './sanitise.ts';
import type { JudgedFinding } from './verdict.ts';

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
