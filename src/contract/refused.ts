/** A user has typed or named something that cannot be used; says what would be right. Nothing was sent. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** The code of a system error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** A disk that is full, or a file or folder that was taken away or may not be touched; an error of a connection has an address. */
export const isOfDisk = (error: unknown): error is Error =>
  codeOf(error) !== undefined && error instanceof Error && 'syscall' in error && !('address' in error);
