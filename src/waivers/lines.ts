/** The line of each value in a JSON text, by its path. */
type Lines = ReadonlyMap<string, number>;

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\n/g;

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

/** Line of every value of a JSON text that parses, by its path. */
export function linesOf(text: string): Lines {
  const lines = new Map<string, number>();
  const levels: { at: string | number; naming: boolean }[] = [];
  let line = 1;
  const note = () => {
    const key = keyOf(levels.map(({ at }) => at));
    if (!lines.has(key)) lines.set(key, line);
  };
  for (const [symbol] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (symbol === '\n') line += 1;
    else if (symbol === '}' || symbol === ']') levels.pop();
    else if (symbol === ':') {
      if (level) level.naming = false;
    } else if (symbol === ',') {
      if (typeof level?.at === 'number') level.at += 1;
      else if (level) level.naming = true;
    } else if (level?.naming) level.at = JSON.parse(symbol) as string;
    else {
      note();
      if (symbol === '{') levels.push({ at: '', naming: true });
      if (symbol === '[') levels.push({ at: 0, naming: false });
    }
  }
  return lines;
}

/** Line of a value, or of the nearest one around it. */
export function lineAt(lines: Lines, path: readonly PropertyKey[]): number {
  const found = lines.get(keyOf(path));
  return found ?? (path.length === 0 ? 1 : lineAt(lines, path.slice(0, -1)));
}

/** Line at which a text stops being JSON. */
export function brokenLine(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const line = /\(line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.trimEnd().length);
  return text.slice(0, position).split('\n').length;
}
