import type { Member } from '#schemas';
import { metIn, namedLike } from './facts-form.ts';
import { isRecord } from './view.ts';

/** Documented members of a body by path. */
export type Documented = ReadonlyMap<string, Member>;

/** Told of each place of a body and what stands there in the abstract. */
export type OnPlace = (path: string, met: string) => void;

interface Place {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  /** The same value as it may be shown. */
  readonly told: unknown;
}

const deepest = 24;
const mostItems = 200;

/** Both have the same members in the same order, unless marks of two names fell together. */
const paired = (value: object, told: unknown): readonly (readonly [string, unknown, string, unknown])[] => {
  const plain = Object.entries(value).slice(0, mostItems);
  const shown = isRecord(told) ? Object.entries(told) : [];
  const aligned = shown.length === plain.length;
  return plain.map(([name, child], index) => {
    const [toldName, toldChild] = (aligned ? shown[index] : undefined) ?? ['', undefined];
    return [name, child, toldName, toldChild];
  });
};

/** Walks a body beside its redacted copy and tells every place once for each time that it occurs. */
export const walkBody = (documented: Documented, body: unknown, shown: unknown, tell: OnPlace): void => {
  const walkObject = (value: object, { path, told }: Place, depth: number) => {
    const isMap = documented.get(path)?.type === 'map';
    tell(path, isMap ? 'map' : 'object');
    for (const [name, child, toldName, toldChild] of paired(value, told)) {
      if (isMap) tell(path, `key:${toldName === name ? name : 'another'}`);
      const step = isMap ? undefined : documented.has(`${path}.${name}`) ? name : namedLike(name);
      const inner = step === undefined ? `${path}{*}` : `${path}.${step}`;
      walk({ path: inner, name, value: child, told: toldChild }, depth + 1);
    }
  };
  const walk = (place: Place, depth: number): void => {
    const { path, name, value, told } = place;
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      tell(path, 'array');
      value.slice(0, mostItems).forEach((item, index) => {
        walk(
          { path: `${path}[]`, name, value: item, told: Array.isArray(told) ? told[index] : undefined },
          depth + 1,
        );
      });
    } else if (isRecord(value)) walkObject(value, place, depth);
    else if (typeof value === 'string') tell(path, metIn(value, told, documented.get(path), name));
    else tell(path, value === null ? 'null' : typeof value);
  };
  walk({ path: '$', name: '', value: body, told: shown }, 0);
};
