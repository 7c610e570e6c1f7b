import type { UntestedBy } from '#contract';

/** The claim cannot be put to this service; never used for a difference that was observed. */
export class Untested extends Error {
  readonly by: UntestedBy;

  constructor(reason: string, by: UntestedBy = 'nothing to judge') {
    super(reason);
    this.name = 'Untested';
    this.by = by;
  }
}

/** A variable that a test needs has no value; `also` says what else is so. */
export const notSet = (variable: string, also = ''): Untested =>
  new Untested(`${variable} is not set${also}`, 'user');
