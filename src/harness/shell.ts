/** A text that goes into a shell: letters of ours, and what the shell puts in their place. */
export type Word = readonly (string | { readonly shell: string })[];

export interface Known {
  readonly value: string;
  /** An expansion that gives the value. */
  readonly shell: string;
}

/** The text with each known value in it replaced, the longer ones first. */
export const wordOf = (text: string, known: readonly Known[]): Word => {
  const sorted = known
    .filter(({ value }) => value !== '' && text.includes(value))
    .toSorted((one, other) => other.value.length - one.value.length);
  return sorted.reduce<Word>(
    (word, { value, shell }) =>
      word.flatMap((part) => {
        if (typeof part !== 'string') return [part];
        return part.split(value).flatMap((piece, at) => (at === 0 ? [piece] : [{ shell }, piece]));
      }),
    [text],
  );
};

/** As people read it: `$RAMP_API_KEY`. */
export const plainText = (word: Word): string =>
  word.map((part) => (typeof part === 'string' ? part : part.shell)).join('');

const single = (text: string): string => (text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`);

/** One argument for a POSIX shell. */
export const quoted = (word: Word): string => {
  const parts = word.filter((part) => part !== '');
  if (parts.length === 0) return "''";
  // Between double quotes where that changes nothing, because it is easier to read.
  if (!parts.some((part) => typeof part === 'string' && /["\\$`!]/.test(part)))
    return `"${plainText(parts)}"`;
  return parts.map((part) => (typeof part === 'string' ? single(part) : `"${part.shell}"`)).join('');
};
