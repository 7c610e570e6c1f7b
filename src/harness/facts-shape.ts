import type { Shown } from '#client';
import { isRecord } from '#evidence';
import type { Member } from '#schemas';
import { namedLike, observedIn } from './facts-form.ts';

/** A place in all bodies of a kind; documented places below it are made once, because most bodies have the same. */
export class Place {
  readonly path: string;
  /** Its name in the facts. */
  readonly key: string;
  readonly member: Member | undefined;
  readonly #documented: ReadonlyMap<string, Member>;
  readonly #prefix: string;
  readonly #members = new Map<string, Place>();
  #items: Place | undefined;

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
  items(): Place {
    this.#items ??= this.#at(`${this.path}[]`);
    return this.#items;
  }

  /** The values of a map stand at one place too, as do members whose names are like data. */
  below(name: string): Place {
    const known = this.#members.get(name);
    if (known) return known;
    const path = `${this.path}.${name}`;
    if (this.isMap || !this.#documented.has(path))
      return this.#at(this.isMap || namedLike(name) === undefined ? `${this.path}{*}` : path);
    const place = this.#at(path);
    this.#members.set(name, place);
    return place;
  }

  #at(path: string): Place {
    return new Place(this.#documented, this.#prefix, path);
  }
}

/** Called with each place of a body and its content in the abstract. */
export type OnPlace = (place: Place, observed: string) => void;

const deepest = 24;
const mostItems = 200;

/** Walks a body from its root, and reports every place each time that it occurs. */
export const walkBody = (root: Place, shown: Shown, body: unknown, add: OnPlace): void => {
  const walkObject = (value: object, place: Place, depth: number) => {
    const { path, isMap } = place;
    add(place, isMap ? 'map' : 'object');
    for (const [name, child] of Object.entries(value).slice(0, mostItems)) {
      if (isMap) add(place, `key:${shown.key(path, name) ? name : 'another'}`);
      walk(child, name, place.below(name), depth + 1);
    }
  };
  const walk = (value: unknown, name: string, place: Place, depth: number): void => {
    if (depth > deepest) return;
    const { path, member } = place;
    if (Array.isArray(value)) {
      add(place, 'array');
      for (const item of value.slice(0, mostItems)) walk(item, name, place.items(), depth + 1);
    } else if (isRecord(value)) walkObject(value, place, depth);
    else if (typeof value === 'string')
      add(place, observedIn(value, { member, name, isShown: () => shown.text(value, path, name) }));
    else add(place, value === null ? 'null' : typeof value);
  };
  walk(body, '', root, 0);
};
