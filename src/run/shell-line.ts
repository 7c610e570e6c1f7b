import type { z } from 'zod';
import type { findingSchema } from './outcome.ts';
import { inWords } from './variables.ts';

// Turns the read of a finding into a shell line. The read has words for values of settings; the shell has the settings.

type ShownRequest = NonNullable<z.infer<typeof findingSchema>['request']>;

type Piece = string | { readonly expansion: string };

/** An empty variable would call another endpoint, so its expansion ends with an error that names the variable. */
const expansionOf = (variable: string): string => `\${${variable}:?${inWords[variable]?.[0]}}`;

const expansions = new Map<string, string>(
  Object.entries(inWords).map(([variable, [words]]) => [`<${words}>`, expansionOf(variable)]),
);

/** Undefined if no variable has the value of the words. */
function partsOf(text: string): readonly Piece[] | undefined {
  const parts = text.split(/(<[^<>]*>)/).map((part): Piece | undefined => {
    const expansion = expansions.get(part);
    return expansion !== undefined ? { expansion } : part.startsWith('<') ? undefined : part;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function quoted(parts: readonly Piece[]): string {
  // Double quotes are easier to read, so they are used if they change nothing.
  const isPlain = !parts.some((part) => typeof part === 'string' && /["\\$`!]/.test(part));
  const texts = parts.map((part) => {
    if (typeof part !== 'string') return isPlain ? part.expansion : `"${part.expansion}"`;
    return isPlain || part === '' ? part : `'${part.replaceAll("'", "'\\''")}'`;
  });
  return isPlain ? `"${texts.join('')}"` : texts.join('');
}

/** Quotes a word only if needed. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted([text]));

/** For an empty value, curl needs a semicolon; after a colon it would leave the header out. */
const headerArgument = (name: string, value: readonly Piece[]): string =>
  `-H ${quoted(value.every((part) => part === '') ? [`${name};`] : [`${name}: `, ...value])}`;

const methods: Readonly<Record<string, readonly string[]>> = { GET: [], HEAD: ['-I'] };

/**
 * The shell line that sends a read; undefined if its words stand for more than settings, or if it is no read of ours.
 * The file with the request may be forged, so the path starts after the host, and no header may name a file.
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
    quoted([{ expansion: expansionOf('RAMP_BASE_URL') }, ...url]),
  ].join(' ');
}
