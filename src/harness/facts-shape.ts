import type { Shown } from '#client';
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
}

/** What is known of a body before it is met. */
export interface Known {
  readonly documented: Documented;
  readonly shown: Shown;
}

const deepest = 24;
const mostItems = 200;

/** Walks a body and tells every place once for each time that it occurs. */
export const walkBody = ({ documented, shown }: Known, body: unknown, tell: OnPlace): void => {
  const walkObject = (value: object, path: string, depth: number) => {
    const isMap = documented.get(path)?.type === 'map';
    tell(path, isMap ? 'map' : 'object');
    for (const [name, child] of Object.entries(value).slice(0, mostItems)) {
      if (isMap) tell(path, `key:${shown.key(path, name) ? name : 'another'}`);
      const step = isMap ? undefined : documented.has(`${path}.${name}`) ? name : namedLike(name);
      const inner = step === undefined ? `${path}{*}` : `${path}.${step}`;
      walk({ path: inner, name, value: child }, depth + 1);
    }
  };
  const walk = ({ path, name, value }: Place, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      tell(path, 'array');
      for (const item of value.slice(0, mostItems)) walk({ path: `${path}[]`, name, value: item }, depth + 1);
    } else if (isRecord(value)) walkObject(value, path, depth);
    else if (typeof value === 'string')
      tell(
        path,
        metIn(value, { member: documented.get(path), name, isShown: () => shown.text(value, path, name) }),
      );
    else tell(path, value === null ? 'null' : typeof value);
  };
  walk({ path: '$', name: '', value: body }, 0);
};
