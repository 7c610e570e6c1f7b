/** A user has typed or named something that cannot be used; says what would be right. Nothing was sent. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** The code of a system error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
