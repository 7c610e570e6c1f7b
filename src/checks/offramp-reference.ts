import { isRecord } from '#evidence';
import { at } from './difference.ts';
import type { Judge } from './judgement.ts';
import type { Pair } from './words.ts';

const hasReference = (record: unknown): boolean =>
  isRecord(record) && typeof record.client_offramp_reference === 'string';

/** A record shows a reference where another record of the same offramp does: an order without one has none anywhere. */
export const showsReferenceAlike: Judge<readonly Pair[]> = (pairs) => ({
  judged: pairs.map(([reply]) => reply),
  findings: pairs
    .filter(([reply, other]) => hasReference(reply.body) !== hasReference(other))
    .map(([reply]) =>
      at(
        reply,
        'MISSING_MEMBER',
        '$.client_offramp_reference',
        'the reference of the order, wherever it shows',
        'no reference',
      ),
    ),
});
