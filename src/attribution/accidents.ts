// Rare failures of valid requests. A single failure may be an accident, and proves nothing about the request.

import { operationOf } from '#contract';
import { keyIn, type Reply, type Setting } from '#evidence';
import { isServerError, isSuccess } from '#run';
import { isFromService } from './answerer.ts';

/** So many failures of one operation, or of all together, are no accident. */
const [ofOne, ofAll] = [2, 3];

export const areAccidents = (ofOperation: number, ofRun: number): boolean => ofOperation < ofOne && ofRun < ofAll;

/** A bad period is short, its failures are close together and affect several operations, and a run has at most two. */
const [maxSpells, longestSpellMs, closeMs, ofOperations] = [2, 15_000, 5_000, 2];

interface Spell {
  readonly failures: readonly Reply[];
  /** Milliseconds in the clock of `performance`. */
  readonly from: number;
  readonly until: number;
}

const spellOf = (failures: readonly Reply[]): Spell => ({
  failures,
  from: Math.min(...failures.map(({ sentMs }) => sentMs)),
  until: Math.max(...failures.map(({ receivedMs }) => receivedMs)),
});

const stretchesIn = (failures: readonly Reply[]): readonly Spell[] => {
  const stretches: Reply[][] = [];
  for (const reply of failures.toSorted((one, other) => one.receivedMs - other.receivedMs)) {
    const last = stretches.at(-1);
    const close = (last?.at(-1)?.receivedMs ?? Number.NEGATIVE_INFINITY) + closeMs;
    if (last !== undefined && reply.receivedMs < close) last.push(reply);
    else stretches.push([reply]);
  }
  return stretches.map(spellOf);
};

/**
 * The bad periods that contain all failures of a run. Empty if a failure is outside of them, or if its request was
 * never served outside. A service that fails now and then has no calm around its failures.
 */
export const badSpellsIn = (failures: readonly Reply[], replies: readonly Reply[]): readonly Spell[] => {
  const spells = stretchesIn(failures);
  if (spells.length === 0 || spells.length > maxSpells) return [];
  const edges = [spellOf(replies).from, ...spells.flatMap(({ from, until }) => [from, until]), spellOf(replies).until];
  const isSpell = ({ failures: own, from, until }: Spell, at: number): boolean => {
    const length = until - from;
    const before = from - (edges[2 * at] ?? from);
    const after = (edges[2 * at + 3] ?? until) - until;
    const isServedElsewhere = ({ request, operation }: Reply) =>
      replies.some(
        (other) =>
          other.operation === operation &&
          isSuccess(other) &&
          keyIn(other.request) === keyIn(request) &&
          (other.receivedMs < from || other.sentMs > until),
      );
    return (
      length <= longestSpellMs &&
      Math.min(before, after) >= length &&
      new Set(own.map(({ operation }) => operation)).size >= ofOperations &&
      own.every(isServedElsewhere)
    );
  };
  return spells.every(isSpell) ? spells : [];
};

/** A 503 means "not now", so it does not count. */
export const isFailure = (reply: Reply): boolean =>
  isFromService(reply) && isServerError(reply) && reply.status !== 503;

const isUnknownKey = (reply: Reply): boolean => reply.status === 401 && isFromService(reply);

export interface RefusalEvidence {
  readonly replies: readonly Reply[];
  readonly setting: Setting;
  /** True for a reply to a request that the document allows. */
  readonly isValidRequest: (reply: Reply) => boolean;
}

interface Accidents {
  /** True for a failure so rare that the request may be repeated. */
  readonly mayBeAccident: (reply: Reply) => boolean;
  /** True if the repeated request got another answer, or could not be sent. */
  readonly isAccident: (reply: Reply) => boolean;
}

/**
 * Failures of reads and valid orders, and refusals of the full key, that are rare enough to be accidents. A key that is
 * refused from some time to the end of the run has expired.
 */
export const accidentsIn = ({ replies, setting, isValidRequest }: RefusalEvidence): Accidents => {
  const hasFullKey = ({ request }: Reply) => keyIn(request) === setting.keys.full;
  const isRead = ({ operation }: Reply) => !operationOf(operation).movesMoney;
  const isSuspect = (reply: Reply) =>
    isFailure(reply) || (isUnknownKey(reply) && hasFullKey(reply) && reply.request.purpose.odd === undefined);
  const failures = replies.filter(
    (reply) => isSuspect(reply) && (isRead(reply) || (hasFullKey(reply) && isValidRequest(reply))),
  );
  if (failures.length === 0) return { mayBeAccident: () => false, isAccident: () => false };
  const isServed = (reply: Reply) => isSuccess(reply) && hasFullKey(reply);
  const successes = replies.filter(isServed);
  const lastServed = replies.findLastIndex(isServed);
  const isOfExpiredKey = (reply: Reply) =>
    isUnknownKey(reply) &&
    replies.indexOf(reply) > lastServed &&
    successes.some(({ operation }) => operation === reply.operation);
  const served = new Set(successes.map(({ request }) => request.path));
  const kindOf = (reply: Reply): 'of another key' | 'valid' | 'other' => {
    if (!hasFullKey(reply)) return 'of another key';
    return isValidRequest(reply) || served.has(reply.request.path) ? 'valid' : 'other';
  };
  const isSeldom = (reply: Reply): boolean => {
    const kind = kindOf(reply);
    // If every malformed id fails, the failure proves nothing about valid requests.
    const alike = failures.filter((other) => kindOf(other) === kind);
    // Another refused key may lock the caller out, so only one of them is repeated in a run.
    const own = kind === 'of another key' ? alike : alike.filter(({ operation }) => operation === reply.operation);
    return areAccidents(own.length, alike.length);
  };
  const validFailures = failures.filter((reply) => kindOf(reply) === 'valid');
  const inSpells = new Set(badSpellsIn(validFailures, replies).flatMap((spell) => spell.failures));
  const mayBeAccident = (reply: Reply): boolean =>
    failures.includes(reply) && (isSeldom(reply) || isOfExpiredKey(reply) || inSpells.has(reply));
  const askedOf = ({ request: { path, credential } }: Reply): string => JSON.stringify([path, credential]);
  const isAnsweredElse = (reply: Reply) =>
    replies.some((other) => !failures.includes(other) && askedOf(other) === askedOf(reply));
  return {
    mayBeAccident,
    isAccident: (reply) => mayBeAccident(reply) && (isValidRequest(reply) || isAnsweredElse(reply)),
  };
};
