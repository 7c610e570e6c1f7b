import { isRequirementId, type Requirement } from './catalogue.ts';
import { type Firmness, firmnessMeanings } from './claim.ts';
import first from './sets/0.1.0.json' with { type: 'json' };
import second from './sets/0.2.0.json' with { type: 'json' };

/** The version of this catalogue; its list is committed when it is released. */
export const catalogueVersion = '0.3.0';

type List = Readonly<Record<string, string>>;

/** The ids of each released catalogue with their firmness, the oldest first. */
const released: readonly (readonly [version: string, list: List])[] = [
  ['0.1.0', first],
  ['0.2.0', second],
];

/** Versions of the catalogue, the oldest first: the sets of requirements by which a run can be judged. */
export const requirementSets: readonly string[] = [...released.map(([version]) => version), catalogueVersion];

/** The version that brought a requirement. */
export const sinceOf = (id: string): string =>
  released.find(([, list]) => Object.hasOwn(list, id))?.[0] ?? catalogueVersion;

/** Claims that ask more, or something else, since a version; those that were only worded anew are not here. */
const ruledSince: Readonly<Record<string, RegExp>> = {
  '0.2.0':
    /\/(?:proves-its-address|nets-at-most-the-gross|receives-at-most-the-target|survives-mistyped-members|speaks-of-the-invoice|agrees-with-the-listing|lists-the-currency-asked-for|has-no-negative-amounts|refuses-a-misplaced-key|survives-malformed-bounds|nonsense-is-refused|sends-sound-json)$|^conversion\.list\/holds-through-a-sequence$/,
  '0.3.0': /\/(?:writes-its-codes-in-lower-case|refuses-an-altered-key)$/,
};

/** True where `set` comes after `other`. */
export const isLater = (set: string, other: string): boolean =>
  requirementSets.indexOf(set) > requirementSets.indexOf(other);

/** True where a claim was ruled otherwise in a version after the older of two, up to the newer. */
export const isRuledBetween = (id: string, older: string, newer: string): boolean =>
  Object.entries(ruledSince).some(
    ([version, ids]) =>
      isLater(version, older) && !isLater(version, newer) && isLater(version, sinceOf(id)) && ids.test(id),
  );

const isFirmness = (text: string | undefined): text is Firmness =>
  text !== undefined && Object.hasOwn(firmnessMeanings, text);

/** Why a requirement does not count in an older set: it came later, or its claim was another one. */
export const outOfSet = ['younger', 'ruled otherwise'] as const;
type OutOfSet = (typeof outOfSet)[number];

/** A requirement as a set has it: with the firmness of that version, or out of it. */
export const inSet = <Of extends Pick<Requirement, 'firmness'> & { readonly id: string }>(
  requirement: Of,
  set: string,
): Of & { readonly outOfSet?: OutOfSet } => {
  const { id } = requirement;
  if (isLater(sinceOf(id), set)) return { ...requirement, outOfSet: 'younger' };
  if (isRuledBetween(id, set, catalogueVersion)) return { ...requirement, outOfSet: 'ruled otherwise' };
  const firmness = new Map(released).get(set)?.[id];
  return isFirmness(firmness) ? { ...requirement, firmness } : requirement;
};

/** Ids of a set that the catalogue no longer has. */
export const goneFrom = (set: string): readonly string[] =>
  Object.keys(new Map(released).get(set) ?? {}).filter((id) => !isRequirementId(id));
