import type { Rule } from './rule.ts';

/** The record is the one that the path names. */
export const isTheOneAskedFor = (parameter: string): Rule => ({
  where: 'id',
  promised: 'the id in the path',
  holds: (record, _sent, input) => record.text('id').toLowerCase() === input[parameter]?.toLowerCase(),
});

/** Stored instants may have been rounded, each in its own way. */
const roundingMs = 1_000;

/** One instant of a record is not before another. */
export const isNotBefore = (later: string, earlier: string): Rule => ({
  where: later,
  promised: `not before ${earlier}`,
  holds: (record) => record.instant(later) + roundingMs > record.instant(earlier),
});

export const isAfter = (later: string, earlier: string): Rule => ({
  where: later,
  promised: `after ${earlier}`,
  holds: (record) => record.instant(later) > record.instant(earlier),
});

/** One amount of a record is not above another. */
export const isAtMost = (less: string, more: string): Rule => ({
  where: less,
  promised: `at most ${more}`,
  holds: (record) => record.amount(less).lessThanOrEqualTo(record.amount(more)),
});

export const isText = (where: string, value: string): Rule => ({
  where,
  promised: value,
  holds: (record) => record.text(where) === value,
});
