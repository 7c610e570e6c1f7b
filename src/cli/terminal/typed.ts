const segment = /^[a-z]{1,24}$/;

/** What was typed, where it reads like a name of ours; a key in the wrong place is not repeated. */
export const typed = (text: string, otherwise = 'what was given'): string =>
  text.length <= 80 && (/^\d{1,3}$/.test(text) || text.split(/[-./]/).every((part) => segment.test(part)))
    ? text
    : otherwise;
