import { isRecord } from '#schemas';

export { isRecord };
/** The place of one member of a body: its holder, and its name or number there. */
export interface Place {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
}

type PlaceHolder = Place['holder'];

function keysOf(holder: unknown, step: string): readonly (string | number)[] {
  if (step === '[]') {
    if (!Array.isArray(holder)) return [];
    return holder.length > 0 ? [...holder.keys()] : [0];
  }
  if (!isRecord(holder)) return [];
  return step === '{*}' ? Object.keys(holder) : [step.slice(1)];
}

/**
 * Every place at a path as `membersOf` writes it (`$.data[].rate`, `$.balances{*}`). A member's place is there although
 * the member is not, and so is the first one of an empty array.
 */
export function placesAt(body: unknown, path: string): readonly Place[] {
  const steps = path.match(/\.[^.[{]+|\[\]|\{\*\}/g) ?? [];
  let holders: readonly unknown[] = [body];
  let places: readonly Place[] = [];
  for (const step of steps) {
    places = holders.flatMap((holder) =>
      keysOf(holder, step).map((key) => ({ holder: holder as PlaceHolder, key })),
    );
    holders = places.map(({ holder, key }) => holder[key]);
  }
  return places;
}

/** Puts a value in its place; `undefined` takes away what stands there. */
export function put({ holder, key }: Place, value: unknown): void {
  if (value === undefined) delete holder[key];
  else holder[key] = value;
}
