/** A user has typed or named something that cannot be used; says what would be right. Nothing was sent. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}
