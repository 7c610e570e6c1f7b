import { listings, type PaginationRule, type RequirementId } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies } from '#sandbox';
import { againstAll, type Described } from '../planting.ts';

type Rules = Policies['pagination'];
type Listing = Parameters<Rules['offrampEnvelope']>[0];
type Page = Parameters<Rules['cut']>[1];

const right = defaultPolicies.pagination;

/** Requirements of both listings, because the sandbox cuts both alike. */
const ofBoth = (rules: readonly PaginationRule[]): readonly RequirementId[] =>
  listings.flatMap((listing) => rules.map((rule) => `${listing}/${rule}` as const));

/** Faults that the same rules of both listings must notice. */
export const sown = (rules: readonly PaginationRule[], table: Readonly<Record<string, Described>>) =>
  againstAll(ofBoth(rules), table);

/** Replaces some rules of paging. */
export const paging = (
  pagination: NonNullable<PartialPolicies['pagination']>,
): { policies: PartialPolicies } => ({
  policies: { pagination },
});

/** Writes other values into both envelopes. */
export const enveloping = (change: (listing: Listing) => Listing) =>
  paging({
    offrampEnvelope: (listing) => right.offrampEnvelope(change(listing)),
    conversionEnvelope: (listing) => right.conversionEnvelope(change(listing)),
  });

/** Cuts a page from other bounds. */
export const cutting = (bounds: (page: Page, count: number) => readonly [from: number, to: number]) =>
  paging({
    cut: (items, page) => {
      const [from, to] = bounds(page, items.length);
      return items.slice(Math.max(0, from), Math.max(0, to));
    },
  });

/** Number of the first item of a page. */
export const start = ({ page, limit }: Page): number => (page - 1) * limit;
