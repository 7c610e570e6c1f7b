import { isRecord, type Reply } from '#evidence';
import { passingMs } from '../patience.ts';
import { derive, type Probe, probe, type Service, type Source } from '../source.ts';
import { offrampsAndItems } from './further-reads.ts';
import { walk } from './listing.ts';
import { type Pair, pairsById } from './page.ts';

/** The members of a record that move on by themselves, as they are written. */
const stateOf = (record: unknown): string =>
  isRecord(record) ? JSON.stringify([record.status, record.settlement]) : '';

const areInOneState = ([reply, item]: Pair): boolean => stateOf(reply.body) === stateOf(item);

/** Enough to show it of more than one; a service whose two views differ differs in all. */
const maxReread = 3;
const maxTries = 3;

/** Reads the listing between two reads that agree; nothing for an offramp that moves on all the time. */
const reread = async (service: Service, first: Reply): Promise<readonly Pair[]> => {
  const { subaccountId, offrampId } = first.request.input as Readonly<Record<string, string>>;
  if (subaccountId === undefined || offrampId === undefined) return [];
  const read = () => service.api.readOfframp({ subaccountId, offrampId });
  let before = await read();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const pages = await walk(service, 'offramp.list', { subaccountId });
    const after = await read();
    if (stateOf(before.body) === stateOf(after.body))
      return pairsById(
        [after],
        pages.flatMap(({ items }) => items),
      );
    before = after;
    await service.pause(passingMs(service));
  }
  return [];
};

/** Sends nothing where both agree at first: a state may have moved on between the two. */
export const rereadOfframps: Probe<readonly Pair[]> = probe('offramps in two states, looked at again', {
  mode: 'quiet',
  minProfile: 'gate',
  from: [offrampsAndItems],
  send: async (service, { pairs }) => {
    const differing = pairs.filter((pair) => !areInOneState(pair)).map(([reply]) => reply);
    const pairsAgain = await service.each(differing.slice(0, maxReread), (reply) => reread(service, reply));
    return pairsAgain.flat();
  },
  // A recording has no second reads; records seen in two states are not compared.
  select: () => [],
});

/** Offramps that were read, and their items in the listing. */
export interface ReadAndListed {
  readonly pairs: readonly Pair[];
  /** Those of them that were seen at one time. */
  readonly atOneTime: readonly Pair[];
  /** Reads of what the listing shows. */
  readonly further: readonly Reply[];
}

export const offrampsReadAndListed: Source<ReadAndListed> = derive(
  [offrampsAndItems, rereadOfframps],
  ({ pairs, further }, again) => ({
    pairs,
    further,
    atOneTime: [...pairs.filter(areInOneState), ...again],
  }),
);
