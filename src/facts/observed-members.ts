import { operationIds, operationOf } from '#contract';
import { isRecord, jsonTypeOf } from '#evidence';
import { describe, fullError, isPlainTerm, type Member, membersOf } from '#schemas';
import { type AddFact, hidden, isOfSet, isPlainName, type Showing } from './sight.ts';

export type Documented = ReadonlyMap<string, Member>;

const known = new Map<string, Documented>();

export const documentedIn = (endpoint: string, isRefusal: boolean): Documented => {
  const name = isRefusal ? 'error' : endpoint;
  const operation = operationIds.find((id) => id === endpoint);
  const schema = isRefusal ? fullError : operation && operationOf(operation).success;
  const members = known.get(name) ?? new Map((schema ? membersOf(schema) : []).map((it) => [it.path, it]));
  known.set(name, members);
  return members;
};

/** Replaces a value that may be personal data, because nothing shows that it is one of a fixed set. */
export const hiddenValue = 'another value';

const forms: Readonly<Record<string, string>> = { CC2: 'cc2', CC3: 'cc3' };

export const isMasked = (text: string): boolean => /[*•…]{2,}|…|\.{3}/.test(text);

/** The document does not fix the letter case of a code. */
const codeForm = (text: string, name: string): string | undefined => {
  if (!/(?:currency|asset|network|chain)$/i.test(name)) return undefined;
  if (/^[A-Z][A-Z0-9_]{1,15}$/.test(text)) return 'code-upper';
  return /^[a-z][a-z0-9_]{1,15}$/.test(text) ? 'code-lower' : undefined;
};

/** A client must handle a link in place of a payment code differently. */
const linkForm = (text: string): string | undefined => {
  if (/^https?:\/\//i.test(text)) return 'url';
  return /^data:/i.test(text) ? 'data-url' : undefined;
};

const namesCurrency = (member: Member | undefined, name: string): boolean =>
  member?.format === 'lower-case-code' || (member === undefined && /(currency|asset)$/i.test(name));

/**
 * Forms that a client must handle differently: a link with a query, a URL that is not for a browser, an invoice of
 * another network.
 */
const closerForm = (described: string, text: string): string => {
  if (described === 'uri') return /^https?:/i.test(text) ? (text.includes('?') ? 'uri-query' : 'uri') : 'uri-other';
  return described === 'uuid' && /[A-F]/.test(text) && !/[a-f]/.test(text) ? 'uuid-upper' : described;
};

const invoiceForm = (text: string, name: string): string | undefined => {
  const [, start = ''] = (name === 'lightningInvoice' && /^(ln(?:bcrt|bc|tbs|tb))\d/i.exec(text)) || [];
  return start === '' ? undefined : `invoice-${start}`;
};

/** The first matching form; plain text has none. */
const formOf = (text: string, member: Member | undefined, name: string): string => {
  if (isMasked(text)) return 'masked';
  if (member?.format === 'text') return codeForm(text, name) ?? linkForm(text) ?? invoiceForm(text, name) ?? 'text';
  if (namesCurrency(member, name) && /^[a-z]{3,5}$/.test(text)) return 'currency-lower';
  const described = describe(text);
  if (described.startsWith('text(')) return 'text';
  if (text.endsWith('+00:00')) return `${described}+00`;
  // The offset differs between summer and winter time.
  return forms[described] ?? closerForm(described.replace(/^-|(?<=-offset).*/g, ''), text);
};

const maxDepth = 24;
const maxItems = 200;

/** The place of members with unknown names. */
export const others = '{*}';

/**
 * Walks through a body from its root. Reports each place and the form of its content every time, and its texts. All
 * items of a list have one place, and so have all values of a map and all members whose names look like data.
 */
export const observeMembers = (
  body: unknown,
  documented: Documented,
  shown: Showing,
  add: AddFact,
  addOfText: (text: string, path: string) => void,
): void => {
  const addAt = (path: string, form: string, name?: string, plain?: string) =>
    add({ aspect: 'member', of: [path] }, form, name, plain);
  const walkObject = (value: object, path: string, depth: number) => {
    const isMap = documented.get(path)?.type === 'map';
    addAt(path, isMap ? 'map' : 'object');
    for (const [name, child] of Object.entries(value).slice(0, maxItems)) {
      if (isMap) addAt(path, 'key', shown.key(path, name) ? name : 'another');
      const below = `${path}.${name}`;
      // An undocumented name is kept if it consists of words that interfaces use.
      const isNamed = !isMap && (documented.has(below) || isPlainTerm(name));
      if (!isMap && !isNamed && isPlainName(name))
        addAt(`${path}.${hidden(path, name)}`, jsonTypeOf(child), undefined, name);
      walk(child, name, isNamed ? below : `${path}${others}`, depth + 1);
    }
  };
  const addText = (text: string, path: string, name: string): void => {
    const member = documented.get(path);
    if ((member?.known ?? []).length === 0) addAt(path, formOf(text, member, name));
    else if (shown.text(text, path, name)) addAt(path, 'enum', text);
    else addAt(path, hiddenValue, undefined, isOfSet(name) && isPlainName(text) ? text : undefined);
  };
  const walk = (value: unknown, name: string, path: string, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      addAt(path, 'array');
      for (const item of value.slice(0, maxItems)) walk(item, name, `${path}[]`, depth + 1);
    } else if (isRecord(value)) walkObject(value, path, depth);
    else if (typeof value === 'string') {
      addText(value, path, name);
      addOfText(value, path);
    } else addAt(path, jsonTypeOf(value));
  };
  walk(body, '', '$', 0);
};
