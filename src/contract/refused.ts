/** What a user has typed or named cannot be used, with what would be right; nothing was sent. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}
