import type { ShownPlaces } from '#client';
import { isRecord } from '#evidence';
import { describe, isPlainTerm, type Member } from '#schemas';

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

/** A place in all bodies of a kind; documented places below it are made once, because most bodies have the same. */
export class FactPlace {
  readonly path: string;
  /** Its name in the facts. */
  readonly key: string;
  readonly member: Member | undefined;
  readonly #documented: ReadonlyMap<string, Member>;
  readonly #prefix: string;
  readonly #members = new Map<string, FactPlace>();
  #items: FactPlace | undefined;

  /** The prefix distinguishes the facts of one kind of body from those of another. */
  constructor(documented: ReadonlyMap<string, Member>, prefix: string, path = '$') {
    this.path = path;
    this.key = `${prefix}${path}`;
    this.#prefix = prefix;
    this.member = documented.get(path);
    this.#documented = documented;
  }

  get isMap(): boolean {
    return this.member?.type === 'map';
  }

  /** All items of a list stand at one place. */
  items(): FactPlace {
    this.#items ??= this.#at(`${this.path}[]`);
    return this.#items;
  }

  /** The values of a map stand at one place too, as do members whose names are like data. */
  below(name: string): FactPlace {
    const known = this.#members.get(name);
    if (known) return known;
    const path = `${this.path}.${name}`;
    // A name that the document does not know is kept where it is made of words of interfaces.
    if (this.isMap || !this.#documented.has(path))
      return this.#at(this.isMap || !isPlainTerm(name) ? `${this.path}{*}` : path);
    const place = this.#at(path);
    this.#members.set(name, place);
    return place;
  }

  #at(path: string): FactPlace {
    return new FactPlace(this.#documented, this.#prefix, path);
  }
}

const maxDepth = 24;
const maxItems = 200;

/** Walks a body from its root, and reports every place and its content in the abstract each time that it occurs. */
export const walkBody = (
  root: FactPlace,
  shown: ShownPlaces,
  body: unknown,
  add: (place: FactPlace, observed: string) => void,
): void => {
  const walkObject = (value: object, place: FactPlace, depth: number) => {
    const { path, isMap } = place;
    add(place, isMap ? 'map' : 'object');
    for (const [name, child] of Object.entries(value).slice(0, maxItems)) {
      if (isMap) add(place, `key:${shown.key(path, name) ? name : 'another'}`);
      walk(child, name, place.below(name), depth + 1);
    }
  };
  /** A member of a set where it may be shown, otherwise the form of the text. */
  const observedIn = (text: string, { path, member }: FactPlace, name: string): string => {
    if ((member?.known ?? []).length === 0) return formOf(text, member, name);
    return shown.text(text, path, name) ? `enum:${text}` : 'another value';
  };
  const walk = (value: unknown, name: string, place: FactPlace, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      add(place, 'array');
      for (const item of value.slice(0, maxItems)) walk(item, name, place.items(), depth + 1);
    } else if (isRecord(value)) walkObject(value, place, depth);
    else if (typeof value === 'string') add(place, observedIn(value, place, name));
    else add(place, value === null ? 'null' : typeof value);
  };
  walk(body, '', root, 0);
};
