/** A member of a body as it was sent, by its dotted path; undefined where the text is no JSON or lacks the member. */
export const sentMember = (sent: string | undefined, path: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(sent ?? '');
  } catch {
    return undefined;
  }
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
};
