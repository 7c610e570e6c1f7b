/** Nothing can be proved: no answer, none that a service of this kind would give, or a key that opens nothing. */
export class Unreachable extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Unreachable';
  }
}
