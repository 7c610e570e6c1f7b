const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The text of a path segment, percent-encoded or not; undefined where it is none, or more than one to some reader. */
export const textOfSegment = (segment: string): string | undefined => {
  const text = decoded(segment);
  return text === undefined || text.trim() === '' || /^\.{1,2}$/.test(text) || /[/\\?#%]/.test(text)
    ? undefined
    : text;
};
