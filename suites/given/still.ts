import { type Conformance, Deviation, pause } from '#harness';
import { idsOf, type Listing, walk } from './listing.ts';
import { steps } from './patience.ts';

/** Looks at a listing; `again` where what was seen once must not be recalled. */
export type Look<T> = (again: boolean) => Promise<T>;

const itemsNow = async (t: Conformance, listing: Listing): Promise<string> => {
  const pages = await walk(t, { listing, subaccountId: t.roles.individual, limit: t.facts.greatestLimit });
  return idsOf(pages).toSorted().join();
};

/**
 * Judges what is seen of a listing. Others may add items meanwhile, and what was created a moment ago may show up late:
 * so what looks wrong is looked at again, and is a finding only where the listing held the same items before and after.
 */
export const judgeStill = async <T>(
  t: Conformance,
  listing: Listing,
  look: Look<T>,
  judge: (seen: T) => void,
): Promise<void> => {
  const blameOf = (seen: T): Deviation | undefined => {
    try {
      judge(seen);
    } catch (error) {
      if (error instanceof Deviation) return error;
      throw error;
    }
  };
  let blame = blameOf(await look(false));
  for (const ms of steps) {
    if (blame === undefined) return;
    await pause(ms);
    const before = await itemsNow(t, listing);
    blame = blameOf(await look(true));
    if (blame && before === (await itemsNow(t, listing))) throw blame;
  }
  if (blame === undefined) return;
  if (t.quiet) throw blame;
  t.cannot('the listing was never read twice with the same items');
};
