/** The header value that was sent is legal, has no spaces around it, and is none of the valid keys. */
export const isAlteredKey = (sent: string, ...valid: readonly string[]): boolean =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(sent) && !valid.some((key) => key.trim() === sent);
