import {
  chain,
  type Lack,
  leading,
  type Reason,
  type ReasonCode,
  type ReasonList,
  reasonOf,
  reported,
  saidTogether,
} from '#run';

/** An error that says why a requirement has no result. */
export abstract class Reasoned extends Error {
  abstract readonly reasons: ReasonList;
}

/** The claim cannot be put to this service; never used for a difference that was observed. */
export class Untested extends Reasoned {
  override readonly name = 'Untested';
  readonly reasons: ReasonList;

  constructor(first: ReasonList, others: readonly Reason[] = []) {
    super(reported(first)?.reason);
    this.reasons = chain(first, others) as ReasonList;
  }

  /** The reason that is reported. */
  get why(): Reason {
    return reported(this.reasons) ?? this.reasons[0];
  }
}

export const untested = (code: ReasonCode, reason: string, details?: Parameters<typeof reasonOf>[2]): Untested =>
  new Untested([reasonOf(code, reason, details)]);

/** The user left something out: a variable, a profile, a permission, or an exchange of a recording. */
export const lacking = (code: ReasonCode, reason: string, ...lacks: readonly Lack[]): Untested =>
  untested(code, reason, { lacks });

/** A variable that a test needs has no value; `also` says what else is so. */
export const notSet = (variable: `RAMP_${string}`, also = ''): Untested =>
  lacking('NOT_SET', `${variable} is not set${also}`, variable);

/** Why a change shows nothing: the user does not say that nobody else acts on the account. */
export const notQuiet = (): Untested =>
  lacking('NOT_QUIET', 'RAMP_QUIET_ACCOUNT is not true: others may act on the account', 'RAMP_QUIET_ACCOUNT');

/** Why a change shows nothing: balances change with nothing done. */
export const balancesMoved = (): Untested => untested('MOVES_BY_ITSELF', 'the balances moved while nothing was done');

/** The reasons in an error; none in a mistake of ours. */
const reasonsIn = (error: unknown): readonly Reason[] => (error instanceof Reasoned ? error.reasons : []);

/** The first failure, with the reasons of the others behind its own. */
export const followedBy = (first: unknown, others: readonly unknown[]): unknown =>
  first instanceof Untested ? new Untested(first.reasons, others.flatMap(reasonsIn)) : first;

/** The reasons of its sentence, where that names what the user lacks. */
const lacksIn = (failure: unknown): readonly Reason[] =>
  failure instanceof Untested && failure.why.lacks !== undefined ? leading(failure.reasons) : [];

/** The first failure; where that lacks something, its sentence names all that the others lack too. */
export const merged = (first: unknown, others: readonly unknown[]): unknown => {
  const [lack, ...lacks] = lacksIn(first);
  if (lack === undefined) return followedBy(first, others);
  const all = new Untested(saidTogether(lack, ...lacks, ...others.flatMap(lacksIn)), reasonsIn(first));
  return followedBy(all, others);
};

/** What a request is made of. Throws one `Untested` that names all that its parts lack. */
export const together = <const Parts extends readonly (() => unknown)[]>(
  ...parts: Parts
): { [At in keyof Parts]: ReturnType<Parts[At]> } => {
  const failures: unknown[] = [];
  const values = parts.map((part) => {
    try {
      return part();
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  });
  const [first, ...others] = failures;
  if (first !== undefined) throw merged(first, others);
  return values as { [At in keyof Parts]: ReturnType<Parts[At]> };
};
