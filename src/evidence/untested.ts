import type { Lack, UntestedBy } from '#contract';

interface UntestedDetails {
  readonly lacks?: readonly Lack[];
  readonly code?: string | undefined;
  readonly values?: readonly string[];
}

/** The claim cannot be put to this service; never used for a difference that was observed. */
export class Untested extends Error {
  readonly by: UntestedBy;
  readonly lacks: readonly Lack[];
  readonly code: string | undefined;
  /** The listed values that were kept back. */
  readonly values: readonly string[];

  constructor(
    reason: string,
    by: UntestedBy = 'nothing to judge',
    { lacks = [], code, values = [] }: UntestedDetails = {},
  ) {
    super(reason);
    this.name = 'Untested';
    this.by = by;
    this.lacks = lacks;
    this.code = code;
    this.values = values;
  }
}

/** The user left something out: variables, a profile, a permission, or an exchange of a recording. */
export const lacking = (reason: string, ...lacks: readonly Lack[]): Untested => new Untested(reason, 'user', { lacks });

/** A variable that a test needs has no value; `also` says what else is so. */
export const notSet = (variable: `RAMP_${string}`, also = ''): Untested =>
  lacking(`${variable} is not set${also}`, variable);

/** One reason that names all that several lack; the first reason, where that lacks nothing. */
export const merged = (first: unknown, others: readonly unknown[]): unknown => {
  if (!(first instanceof Untested) || first.lacks.length === 0) return first;
  const all = [first, ...others].filter((each) => each instanceof Untested && each.lacks.length > 0);
  const reasons = all as readonly Untested[];
  const messages = new Set(reasons.map(({ message }) => message));
  return lacking([...messages].join('; '), ...new Set(reasons.flatMap(({ lacks }) => lacks)));
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
