const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A name may be the leak itself, so only one that reads like ours is shown. */
const step = (name: string): string => (/^[a-zA-Z]{1,24}$/.test(name) ? `.${name}` : '.*');

/** Paths of the texts and names of a JSON document that hold a searched part; none where it is no JSON. */
export function placesIn(text: string, holds: (part: string) => boolean): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      if (holds(String(value))) found.push(path);
    } else if (Array.isArray(value))
      for (const [index, item] of value.entries()) walk(item, `${path}[${index}]`);
    else if (typeof value === 'object' && value !== null)
      for (const [name, child] of Object.entries(value)) {
        if (holds(name)) found.push(`${path}.* (a name)`);
        walk(child, holds(name) ? `${path}.*` : path + step(name));
      }
  };
  walk(parse(text), '$');
  return found;
}
