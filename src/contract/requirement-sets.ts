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
const requirementSets: readonly string[] = [...released.map(([version]) => version), catalogueVersion];

/** The version that brought a requirement. */
export const sinceOf = (id: string): string =>
  released.find(([, list]) => Object.hasOwn(list, id))?.[0] ?? catalogueVersion;

/** Claims that ask more, or something else, since a version; those that were only worded anew are not here. */
const ruledSince: Readonly<Record<string, RegExp>> = {
  '0.2.0':
    /\/(?:proves-its-address|nets-at-most-the-gross|receives-at-most-the-target|survives-mistyped-members|speaks-of-the-invoice|agrees-with-the-listing|lists-the-currency-asked-for|has-no-negative-amounts|refuses-a-misplaced-key|survives-malformed-bounds|nonsense-is-refused|sends-sound-json)$|^conversion\.list\/holds-through-a-sequence$/,
  '0.3.0': /\/(?:writes-its-codes-in-lower-case|refuses-an-altered-key)$/,
};

/** Whether `set` comes after `other`. */
export const isLater = (set: string, other: string): boolean =>
  requirementSets.indexOf(set) > requirementSets.indexOf(other);

/** Whether a claim was ruled otherwise in a version after the older of two, up to the newer. */
export const isRuledBetween = (id: string, older: string, newer: string): boolean =>
  Object.entries(ruledSince).some(
    ([version, ids]) =>
      isLater(version, older) && !isLater(version, newer) && isLater(version, sinceOf(id)) && ids.test(id),
  );
