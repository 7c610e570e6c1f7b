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

/** An error that contains the reasons for a missing result. */
export abstract class Reasoned extends Error {
  abstract readonly reasons: ReasonList;
}

/** The service cannot be tested against the claim. Never used for an observed difference. */
export class Untested extends Reasoned {
  override readonly name = 'Untested';
  readonly reasons: ReasonList;

  constructor(first: ReasonList, others: readonly Reason[] = []) {
    super(reported(first)?.reason);
    this.reasons = chain(first, others) as ReasonList;
  }

  get why(): Reason {
    return reported(this.reasons) ?? this.reasons[0];
  }
}

export const untested = (code: ReasonCode, reason: string, details?: Parameters<typeof reasonOf>[2]): Untested =>
  new Untested([reasonOf(code, reason, details)]);

/** The user left something out: a variable, a profile, a permission, or an exchange of a recording. */
export const lacking = (code: ReasonCode, reason: string, ...lacks: readonly Lack[]): Untested =>
  untested(code, reason, { lacks });

/** @param also - another fact for the sentence */
export const notSet = (variable: `RAMP_${string}`, also = ''): Untested =>
  lacking('NOT_SET', `${variable} is not set${also}`, variable);

/** Others may use the account, so a change of the balances proves nothing. */
export const notQuiet = (): Untested =>
  lacking('NOT_QUIET', 'RAMP_QUIET_ACCOUNT is not true: others may act on the account', 'RAMP_QUIET_ACCOUNT');

/** Balances change on an idle account, so a change proves nothing. */
export const balancesMoved = (): Untested =>
  untested('MOVES_BY_ITSELF', 'the balances changed although the run did nothing');

const reasonsIn = (error: unknown): readonly Reason[] => (error instanceof Reasoned ? error.reasons : []);

export const followedBy = (first: unknown, others: readonly unknown[]): unknown =>
  first instanceof Untested ? new Untested(first.reasons, others.flatMap(reasonsIn)) : first;

const lacksIn = (failure: unknown): readonly Reason[] =>
  failure instanceof Untested && failure.why.lacks !== undefined ? leading(failure.reasons) : [];

/** The first failure. If something is missing, its sentence names everything that is missing for the others too. */
export const merged = (first: unknown, others: readonly unknown[]): unknown => {
  const [lack, ...lacks] = lacksIn(first);
  if (lack === undefined) return followedBy(first, others);
  const all = new Untested(saidTogether(lack, ...lacks, ...others.flatMap(lacksIn)), reasonsIn(first));
  return followedBy(all, others);
};

/** @throws Untested that names everything that is missing for the parts. */
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
