/** The place of a requirement in the compliance page. */
export const anchorOf = (requirement: string): string =>
  `requirement-${requirement.replace(/[^a-z0-9.-]+/gi, '-')}`;
