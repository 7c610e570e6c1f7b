import { placesAt, put } from '../places.ts';

/** Gives the new value of a place; undefined leaves the member out. */
export type Change = (value: unknown) => unknown;

/** Values of places by path, as `$.data[].id`, `$.balances{*}` or `$.pricing.fees.onramp_fee`. */
export type Changes = Readonly<Record<string, Change>>;

/** Changes a body in place, wherever a path leads; a missing member of a present parent too. */
export function rewrite(body: unknown, path: string, change: Change): void {
  for (const place of placesAt(body, path)) put(place, change(place.holder[place.key]));
}

export function rewriteAll(body: unknown, changes: Changes): void {
  for (const [path, change] of Object.entries(changes)) rewrite(body, path, change);
}
