/** The code of a system error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** A disk that is full, or a folder that was taken away. */
export const isOfDisk = (error: unknown): boolean =>
  codeOf(error) !== undefined && error instanceof Error && 'syscall' in error;
