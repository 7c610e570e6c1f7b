/** The claim cannot be put to this service; never used for a difference that was observed. */
export class Untested extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Untested';
  }
}
