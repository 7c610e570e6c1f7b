/** Where the compliance page tells a requirement. */
export const anchorOf = (requirement: string): string =>
  `requirement-${requirement.replace(/[^a-z0-9.-]+/gi, '-')}`;
