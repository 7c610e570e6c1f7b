/** A text of a line for a shell: letters as they stand, and expressions that the shell replaces. */
export type Word = readonly (string | { readonly shell: string })[];

/** A value that must not stand in a line for a shell, and the expression that stands for it. */
export interface Known {
  readonly value: string;
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

/** The form that people read: `$RAMP_API_KEY`. */
export const plainText = (word: Word): string =>
  word.map((part) => (typeof part === 'string' ? part : part.shell)).join('');

const single = (text: string): string => (text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`);

export const quoted = (word: Word): string => {
  const parts = word.filter((part) => part !== '');
  if (parts.length === 0) return "''";
  // Between double quotes where that changes nothing, because it is easier to read.
  if (!parts.some((part) => typeof part === 'string' && /["\\$`!]/.test(part)))
    return `"${plainText(parts)}"`;
  return parts.map((part) => (typeof part === 'string' ? single(part) : `"${part.shell}"`)).join('');
};

const meanings: Readonly<Record<string, string>> = {
  RAMP_BASE_URL: 'the URL of the service',
  RAMP_API_KEY: 'a key with full access',
  RAMP_RESTRICTED_API_KEY: 'a valid key without permission',
  RAMP_OTHER_API_KEY: 'a valid key of another account',
  RAMP_HEADERS: 'the further headers, such as X-Tenant=acme, X-Gateway-Token=...',
  RAMP_CLIENT_CERT: 'the file of the client certificate',
  RAMP_PROXY: 'the URL of the proxy',
};

/** `RAMP_USD_RECIPIENT_ID` is the usd recipient id. */
const meaningOf = (variable: string): string =>
  meanings[variable] ?? `the ${variable.replace('RAMP_', '').replaceAll('_', ' ').toLowerCase()}`;

const demanded = (variable: string, meaning: string): string => `"\${${variable}:?${meaning}}"`;

/** Ends in an error that names the variable and what it is, where it is not set or empty. */
export const demand = (variable: string, meaning: string): string => `: ${demanded(variable, meaning)}`;

/**
 * The line behind a demand for each setting in it: without an id it would ask another endpoint. They stand first, because an
 * error inside of `$(…)` ends nothing.
 */
export const guarded = (line: string): string => {
  const variables = new Set(
    [...line.matchAll(/\$\{?(RAMP_[A-Z_]+)(?![A-Z_]|:-)/g)].map(([, name = '']) => name),
  );
  const demands = [...variables].map((variable) => demanded(variable, meaningOf(variable)));
  return `: ${demands.join(' ')} && ${line}`;
};

const flipped = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

const letterCases: readonly (readonly [string, (text: string) => string])[] = [
  ["tr 'a-zA-Z' 'A-Za-z'", flipped],
  ["tr 'a-z' 'A-Z'", (text) => text.toUpperCase()],
  ["tr 'A-Z' 'a-z'", (text) => text.toLowerCase()],
];

const sameStart = (one: string, other: string): number => {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1;
  return length;
};

const reversed = (text: string): string => [...text].reverse().join('');

/** The text before and behind the altered place, and the text that replaces it. */
const cutOut = (value: string, key: string, variable: string): string => {
  const begin = sameStart(value, key);
  const left = Math.min(value.length, key.length) - begin;
  const end = Math.min(left, sameStart(reversed(value), reversed(key)));
  const part = (columns: string, then = '') => `$(printf %s "$${variable}" | cut -c${columns}${then})`;
  const middle = value.slice(begin, value.length - end);
  const replaced = key.slice(begin, key.length - end);
  const isRecased = middle !== '' && middle.toLowerCase() === replaced.toLowerCase();
  return [
    begin === 0 ? '' : part(`1-${begin}`),
    isRecased ? part(`${begin + 1}-${begin + middle.length}`, ` | ${letterCases[0]?.[0]}`) : middle,
    end === 0 ? '' : part(`${key.length - end + 1}-`),
  ].join('');
};

/** How a shell makes an altered key of the one in its variable; it holds no letter of the key. */
export const shellOfKey = (value: string, key: string, variable: string): string => {
  if (value === key) return `$${variable}`;
  if (value === key + key) return `$${variable}$${variable}`;
  if (value.startsWith(key)) return `\${${variable}}${value.slice(key.length)}`;
  if (value.endsWith(key)) return `${value.slice(0, -key.length)}$${variable}`;
  for (const [command, change] of letterCases)
    if (value === change(key)) return `$(printf %s "$${variable}" | ${command})`;
  if (value.startsWith(key.slice(0, -1)) && value.length <= key.length)
    return `\${${variable}%?}${value.slice(key.length - 1)}`;
  if (value.endsWith(key.slice(1)) && value.length <= key.length)
    return `${value.slice(0, value.length - key.length + 1)}\${${variable}#?}`;
  return cutOut(value, key, variable);
};
