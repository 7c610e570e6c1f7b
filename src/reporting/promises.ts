import { type Firmness, isPromise, type Outcome } from '#contract';
import { plural } from './counting.ts';
import { countIn, isGated, isOpen } from './decide.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';

type Judged = Pick<Verdict, 'requirements' | 'gate'>;

/** How the promises of a gate ended; each counts once. */
export interface Tally {
  readonly total: number;
  readonly kept: number;
  readonly broken: number;
  readonly waived: number;
  /** No record carried what the promise speaks of. */
  readonly empty: number;
  readonly leftOut: number;
  readonly blocked: number;
  /** No usable answer came, or no test ran. */
  readonly unproved: number;
}

export const promisesIn = ({ requirements, gate }: Judged): JudgedRequirement[] =>
  requirements.filter((each) => isPromise(each) && isGated(each, gate));

export const tallyOf = (promises: readonly JudgedRequirement[]): Tally => {
  const by = (who: JudgedRequirement['untestedBy']) =>
    promises.filter(({ outcome, untestedBy }) => outcome === 'untested' && untestedBy === who).length;
  return {
    total: promises.length,
    kept: countIn(promises, 'conforms'),
    broken: countIn(promises, 'deviates'),
    waived: countIn(promises, 'waived'),
    empty: by('nothing to judge'),
    leftOut: by('user'),
    blocked: by('service'),
    unproved: promises.filter(isOpen).length,
  };
};

/** Three kinds of requirements, and what their outcomes are called. */
export const kinds = [
  {
    noun: 'promise',
    firmnesses: ['stated', 'implied'],
    words: { conforms: 'kept', deviates: 'broken' },
  },
  { noun: 'example', firmnesses: ['shown'], words: { conforms: 'as shown', drifts: 'different' } },
  { noun: 'open question', firmnesses: ['silent'], words: { observed: 'observed' } },
] as const satisfies readonly {
  noun: string;
  firmnesses: readonly Firmness[];
  words: Partial<Record<Outcome, string>>;
}[];

/** Outcomes that requirements of every kind may have. */
const common = ['waived', 'untested', 'broken', 'unproven'] as const;

/** The outcome of one requirement as people read it; in files `broken` is a test without a usable answer, and not a promise. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  conforms: 'kept',
  deviates: 'broken',
  drifts: 'different',
  observed: 'observed',
  waived: 'waived',
  untested: 'untested',
  broken: 'without a usable answer',
  unproven: 'not tried',
};

const endedText = (requirements: readonly JudgedRequirement[], words: Partial<Record<Outcome, string>>) =>
  ([...Object.entries(words), ...common.map((outcome) => [outcome, outcomeWords[outcome]])] as [Outcome, string][])
    .map(([outcome, word]) => [countIn(requirements, outcome), word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');

/** How many of each kind: `69 promises, 15 examples, 7 open questions`. */
export const kindsText = (requirements: readonly Pick<JudgedRequirement, 'firmness'>[]): string =>
  kinds
    .flatMap(({ noun, firmnesses }) => {
      const own = requirements.filter(({ firmness }) => firmnesses.some((each) => each === firmness));
      return own.length === 0 ? [] : [plural(own.length, noun)];
    })
    .join(', ');

/** All requirements by kind and outcome: `336 promises (stated, implied): 334 kept, 2 broken`, one text a kind. */
export const totalsOf = ({ requirements }: Pick<Verdict, 'requirements'>): string[] =>
  kinds.flatMap(({ noun, firmnesses, words }) => {
    const own = requirements.filter(({ firmness }) => firmnesses.some((each) => each === firmness));
    if (own.length === 0) return [];
    return [`${plural(own.length, noun)} (${firmnesses.join(', ')}): ${endedText(own, words)}`];
  });
