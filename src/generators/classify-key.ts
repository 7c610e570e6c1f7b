/** The header value that was sent is legal, has no spaces around it, and is none of the valid keys. */
export const isAlteredKey = (sent: string, ...valid: readonly string[]): boolean =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(sent) && !valid.some((key) => key.trim() === sent);

/** The key itself, in one of the places that the document does not name, and not in its header. */
export const isMisplacedKey = (
  { in: place, value }: { readonly in: string; readonly value: string },
  key: string,
): boolean => ['query', 'cookie', 'bearer'].includes(place) && value === key;
