// Sort order, count and pages of listings.
import { isListing, type OperationId } from '#contract';
import { isRecord, recordsIn, toAmount } from '#evidence';
import type { ProbedFacts } from '#run';
import { type Aspect, byValues } from './aspect.ts';
import { replaced, term } from './differences.ts';
import { anyOf, type FactChange, numberIn, type ServiceFact } from './fact.ts';
import { changedText, memberChange } from './fact-words.ts';
import { genericGroup, memberName } from './members.ts';
import { type AddFact, createdIn, numberText, type ObservedReply } from './sight.ts';
import { keyOf, writeChange } from './written.ts';

/** Fewer items may be in order by chance. */
const enoughInstants = 5;

const [newest, oldest] = ['newest first', 'oldest first'];

const addDirection = (body: unknown, add: AddFact): void => {
  const created = recordsIn(body).map(({ record }) => createdIn(record));
  if (new Set(created).size < enoughInstants || created.some(Number.isNaN)) return;
  const rises = created.some((instant, index) => instant > (created[index - 1] ?? instant));
  const falls = created.some((instant, index) => instant < (created[index - 1] ?? instant));
  const direction = rises && falls ? 'neither way' : rises ? oldest : newest;
  add({ aspect: 'order', of: ['by creation'] }, direction);
};

const addCounts = (body: unknown, add: AddFact): void => {
  if (!isRecord(body) || !Array.isArray(body.data)) return;
  const { data, count, page, totalPages } = body;
  // Another type of value may be personal data.
  const pages = typeof totalPages === 'number' ? toAmount(totalPages) : undefined;
  if (data.length === 0 && page === 1)
    add(
      { aspect: 'counts', of: ['$.totalPages'] },
      `${pages ? numberText(pages) : 'no number'} where nothing is listed`,
    );
  if (typeof count !== 'number' || data.length === 0) return;
  const counts = { aspect: 'counts', of: ['$.count'] } as const;
  if (count > data.length) add(counts, 'the items of the listing');
  else if (Number(totalPages) > 1) add(counts, 'the items of the page');
};

export const observeListings = ({ reply: { operation, body } }: ObservedReply, add: AddFact): void => {
  if (!isListing(operation)) return;
  addDirection(body, add);
  addCounts(body, add);
};

const [firstPage, greatestLimit] = ['first page', 'greatest limit'];

/** Facts that were probed. Assumptions about a service are left out. */
export const probedFacts = ({ assumed = [], pageLimits, ...probed }: ProbedFacts): readonly ServiceFact[] => [
  ...(assumed.includes('firstPage')
    ? []
    : [{ aspect: 'probed', of: [firstPage], value: anyOf(String(probed.firstPage)) } as const]),
  ...(assumed.includes('greatestLimit') || pageLimits !== undefined
    ? []
    : [{ aspect: 'probed', of: [greatestLimit], value: anyOf(String(probed.greatestLimit)) } as const]),
];

export const limitFacts = ({ pageLimits = {} }: ProbedFacts, operation: OperationId): readonly ServiceFact[] => {
  const limit = isListing(operation) ? pageLimits[operation] : undefined;
  return limit === undefined ? [] : [{ aspect: 'probed', of: [greatestLimit], value: anyOf(String(limit)) }];
};

const probedText = (change: FactChange): string => {
  const { kind, accepted, met } = writeChange(change);
  if (kind === 'first-page-moved') return `number of the first page: ${changedText(accepted, met)}`;
  return `largest page size (\`limit\`) ${kind.endsWith('raised') ? 'rose' : 'fell'}: ${changedText(accepted, met)}`;
};

export const listingAspects = {
  order: {
    compare: term((old, now, pair) => {
      const isReversed =
        [old, now]
          .map((all) => all.join())
          .toSorted()
          .join() === [newest, oldest].join();
      return isReversed ? 'order-reversed' : replaced('order-changed')(old, now, pair);
    }),
    group: 'limits and pages',
    name: keyOf,
    cause: byValues(),
    sentence: (change) => {
      const { accepted, met } = writeChange(change);
      return `order of the listing: ${changedText(accepted, met.replace('neither way', 'not by date'))}`;
    },
  },
  counts: {
    compare: term(replaced('answer-changed')),
    group: genericGroup,
    name: memberName('what it counts'),
    cause: byValues(),
    sentence: memberChange,
  },
  probed: {
    isWhole: true,
    compare: ({ fact, before, after }) => {
      if (before === undefined) return 'seen-in-one-run';
      if (after === undefined) return 'not-seen';
      if (fact.of[0] !== greatestLimit) return 'first-page-moved';
      return numberIn(after) < numberIn(before) ? 'page-limit-lowered' : 'page-limit-raised';
    },
    group: 'limits and pages',
    name: ({ of: [name = ''] }) => (name === greatestLimit ? 'largest page size (`limit`)' : name),
    cause: byValues(),
    sentence: probedText,
  },
} as const satisfies Partial<Record<string, Aspect>>;
