import type { z } from 'zod';
import type { findingSchema } from './outcome.ts';
import { inWords } from './variables.ts';

// The read of a finding, which has words for the values of settings, as a line for a shell that has the settings.

type ShownRequest = NonNullable<z.infer<typeof findingSchema>['request']>;

type Piece = string | { readonly expansion: string };

/** Without an id, the line would call another endpoint; the expansion ends with an error that names the variable. */
const ofVariable = (variable: string): string => `\${${variable}:?${inWords[variable]?.[0]}}`;

const expansions = new Map<string, string>(
  Object.entries(inWords).map(([variable, [words]]) => [`<${words}>`, ofVariable(variable)]),
);

/** Undefined where no variable holds the value of the words. */
function partsOf(text: string): readonly Piece[] | undefined {
  const parts = text.split(/(<[^<>]*>)/).map((part): Piece | undefined => {
    const expansion = expansions.get(part);
    return expansion !== undefined ? { expansion } : part.startsWith('<') ? undefined : part;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function quoted(parts: readonly Piece[]): string {
  // Between double quotes where that changes nothing, because it is easier to read.
  const isPlain = !parts.some((part) => typeof part === 'string' && /["\\$`!]/.test(part));
  const texts = parts.map((part) => {
    if (typeof part !== 'string') return isPlain ? part.expansion : `"${part.expansion}"`;
    return isPlain || part === '' ? part : `'${part.replaceAll("'", "'\\''")}'`;
  });
  return isPlain ? `"${texts.join('')}"` : texts.join('');
}

/** Quoted only where needed. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted([text]));

/** Without a value, curl leaves the header out. */
const headerArgument = (name: string, value: readonly Piece[]): string =>
  `-H ${quoted(value.every((part) => part === '') ? [`${name};`] : [`${name}: `, ...value])}`;

const methods: Readonly<Record<string, readonly string[]>> = { GET: [], HEAD: ['-I'] };

/**
 * The line that sends a read; undefined where its words stand for more than settings, or it is none of ours. A file that holds
 * the request may be forged: its path begins behind the host, and no header is the name of a file.
 */
export function shellLine({ method, path, headers, body }: ShownRequest): string | undefined {
  const url = partsOf(path);
  if (!Object.hasOwn(methods, method) || body !== undefined || !/^\/(?!\/)/.test(path) || url === undefined)
    return undefined;
  const all = Object.entries({ ...headers, accept: 'application/json' });
  const shown = all.flatMap(([name, text]) => {
    const value = partsOf(text);
    return value && /^[\w-]+$/.test(name) ? [headerArgument(name, value)] : [];
  });
  if (shown.length < all.length) return undefined;
  return [
    'curl -sS -i -g --path-as-is',
    ...(methods[method] ?? []),
    ...shown,
    quoted([{ expansion: ofVariable('RAMP_BASE_URL') }, ...url]),
  ].join(' ');
}
