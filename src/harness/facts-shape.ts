import type { ShownPlaces } from '#client';
import { isRecord } from '#evidence';
import { describe, isPlainTerm, type Member } from '#schemas';
import { type AddFact, fingerprint, textFacts } from './facts-terms.ts';

const forms: Readonly<Record<string, string>> = { CC2: 'cc2', CC3: 'cc3' };

const isMasked = (text: string): boolean => /[*•…]{2,}|…|\.{3}/.test(text);

/** The letter case of a code is worth knowing: which one is open. */
const codeForm = (text: string, name: string): string | undefined => {
  if (!/(?:currency|asset|network|chain)$/i.test(name)) return undefined;
  if (/^[A-Z][A-Z0-9_]{1,15}$/.test(text)) return 'code-upper';
  return /^[a-z][a-z0-9_]{1,15}$/.test(text) ? 'code-lower' : undefined;
};

const namesCurrency = (member: Member | undefined, name: string): boolean =>
  member?.format === 'lower-case-code' || (member === undefined && /(currency|asset)$/i.test(name));

/** The form of a string by the first that fits; plain text has none. */
const formOf = (text: string, member: Member | undefined, name: string): string => {
  if (isMasked(text)) return 'masked';
  if (member?.format === 'text') return codeForm(text, name) ?? 'text';
  if (namesCurrency(member, name) && /^[a-z]{3,5}$/.test(text)) return 'currency-lower';
  const described = describe(text);
  if (described.startsWith('text(')) return 'text';
  return forms[described] ?? described;
};

/** A name that a programmer gives; others are data. */
const isIdentifier = /^[a-z]+(?:[_-]?[a-z]+)*\d{0,2}$/i;

const jsonTypeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const maxDepth = 24;
const maxItems = 200;

/**
 * Walks a body from its root, and reports every place and its content in the abstract each time that it occurs. All items of a
 * list stand at one place, as do all values of a map, and members whose names are like data.
 */
export const walkBody = (
  body: unknown,
  documented: ReadonlyMap<string, Member>,
  shown: ShownPlaces,
  add: AddFact,
): void => {
  const addOfText = textFacts(body, documented, add);
  const walkObject = (value: object, path: string, depth: number) => {
    const isMap = documented.get(path)?.type === 'map';
    add(path, isMap ? 'map' : 'object');
    for (const [name, child] of Object.entries(value).slice(0, maxItems)) {
      if (isMap) add(path, `key:${shown.key(path, name) ? name : 'another'}`);
      const below = `${path}.${name}`;
      // A name that the document does not know is kept where it is made of words of interfaces.
      const isNamed = !isMap && (documented.has(below) || isPlainTerm(name));
      if (!isMap && !isNamed && isIdentifier.test(name))
        add(`${path}.hidden-${fingerprint(path, name)}`, jsonTypeOf(child));
      walk(child, name, isNamed ? below : `${path}{*}`, depth + 1);
    }
  };
  /** A member of a set where it may be shown, otherwise the form of the text. */
  const observedIn = (text: string, path: string, name: string): string => {
    const member = documented.get(path);
    if ((member?.known ?? []).length === 0) return formOf(text, member, name);
    return shown.text(text, path, name) ? `enum:${text}` : 'another value';
  };
  const walk = (value: unknown, name: string, path: string, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      add(path, 'array');
      for (const item of value.slice(0, maxItems)) walk(item, name, `${path}[]`, depth + 1);
    } else if (isRecord(value)) walkObject(value, path, depth);
    else if (typeof value === 'string') {
      add(path, observedIn(value, path, name));
      addOfText(value, path);
    } else add(path, jsonTypeOf(value));
  };
  walk(body, '', '$', 0);
};
