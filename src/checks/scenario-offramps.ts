import { isRefusal, isSuccess } from '#contract';
import { idIn, idOf, isRecord, type Reply, Untested, valueAt } from '#evidence';
import { answerOf, isAnswered, isCreated, type Page, type Trace } from '#probes';
import { noTrace } from './aftermath.ts';
import { changesInListing, changesSince, createdAt, isFailed, notListedOnce, reference } from './created-offramps.ts';
import { type Found, finding, type Judge } from './judgement.ts';
import { growing } from './listing-survey.ts';
import { successOf } from './shape.ts';
import { eachTrace, itemsOf, lackOf, mayHaveEffect, repliesIn, seenIn, setOfIds, unlessFailed } from './traces.ts';

/** The records that the orders of a trace have left behind, as far as their answers say. */
interface Orders {
  /** The oldest first. */
  readonly created: readonly Reply[];
  /** References of offramps that were refused. */
  readonly refused: readonly unknown[];
  /** Orders that may be listed or not: of another version, or without a clear answer. */
  readonly doubtful: number;
}

const ordersOf = ({ results }: Trace): Orders => {
  const offramps = results.filter(({ operation }) => operation === 'offramp.initiate');
  const replies = repliesIn(offramps);
  const created = replies.filter(isCreated);
  const lightning = results.filter(({ operation }) => operation === 'lightning-offramp.initiate');
  return {
    created,
    refused: replies.filter(isRefusal).map(({ request }) => valueAt(request.input.body, reference)),
    doubtful: [...offramps, ...lightning].filter(mayHaveEffect).length - created.length,
  };
};

interface Walks {
  readonly before: readonly Page[];
  readonly after: readonly Page[];
}

/** Offramps from before the first that was created here, which the listing shows late. */
const belated = ({ before, after }: Walks, created: readonly Reply[]): ReadonlySet<string> => {
  const known = new Set([...setOfIds(before), ...created.map(idOf)]);
  const since = createdAt(created[0]?.body);
  const late = itemsOf(after).filter((item) => createdAt(item) < since);
  return new Set(late.flatMap((item) => idIn(item) ?? []).filter((id) => !known.has(id)));
};

/** Items of refused orders; one may be kept as an order that has failed. */
const ofRefused = (pages: readonly Page[], { refused }: Orders, asFailed: boolean) =>
  itemsOf(pages).filter((item) => {
    const own = valueAt(item, reference);
    return own !== undefined && refused.includes(own) && isFailed(item) === asFailed;
  });

const oneMoreForEach = {
  code: 'WRONG_COUNT',
  where: '$.data',
  expected: 'one item more for each created offramp',
};

const miscounted = (walks: Walks, orders: Orders, grows: boolean): readonly Found[] => {
  const { before, after } = walks;
  const [first] = after;
  const known = setOfIds(before).size + orders.created.length + belated(walks, orders.created).size;
  const more = setOfIds(after).size - known;
  const max = grows ? more : orders.doubtful + ofRefused(after, orders, true).length;
  if (first === undefined || (more >= 0 && more <= max)) return [];
  const observed = `${Math.abs(more)} ${more < 0 ? 'less' : 'more'}`;
  return [finding({ reply: first.reply, ...oneMoreForEach, observed })];
};

const keptThoughRefused = ({ after }: Walks, orders: Orders): readonly Found[] => {
  const [first] = after;
  if (first === undefined || ofRefused(after, orders, false).length === 0) return [];
  return [finding({ reply: first.reply, ...noTrace, observed: 'the refused order' })];
};

const itemsOnce = { code: 'ITEM_REPEATED', where: '$.data[].id', expected: 'each item once' };

const repeatedOnAPage = (replies: readonly Reply[]): readonly Found[] =>
  replies.flatMap((reply) => {
    const data = valueAt(reply.body, 'data');
    const ids = (Array.isArray(data) ? data : []).filter(isRecord).map(({ id }) => id);
    const isRepeated = new Set(ids).size < ids.length;
    return isRepeated ? [finding({ reply, ...itemsOnce, observed: 'an item twice' })] : [];
  });

/** Between any requests, each created offramp is listed once as it was made, and nothing refused is. */
export const listsWhatWasCreated: Judge<readonly Trace[]> = eachTrace((trace, { quiet }) => {
  const offramps = trace.results.filter(({ operation }) => operation.startsWith('offramp.'));
  const orders = ordersOf(trace);
  if (orders.created.length === 0) throw lackOf(seenIn(offramps), 'no offramp was created in a scenario');
  const walks = { before: answerOf(trace.before.offramps), after: answerOf(trace.after.offramps) };
  const pages = offramps.filter(({ operation }) => operation === 'offramp.list');
  const under = (grows: boolean) => [
    ...notListedOnce(walks.after, orders.created, { quiet: quiet && !grows }),
    ...changesInListing(orders.created, walks.after),
    ...keptThoughRefused(walks, orders),
    ...(quiet ? miscounted(walks, orders, grows) : []),
    ...repeatedOnAPage(repliesIn(pages)),
  ];
  const findings = under(trace.growing.includes('offramp.list'));
  if (findings.length === 0 && under(false).length > 0) throw new Untested(growing, 'service');
  const judgement = { judged: walks.after.map(({ reply }) => reply), findings };
  return unlessFailed(judgement, seenIn(offramps.filter(({ operation }) => operation !== 'offramp.read')));
});

/** Between any requests, each created offramp is read as it was made. */
export const readsWhatWasCreated: Judge<readonly Trace[]> = eachTrace(({ results, read }, { attribution }) => {
  const orders = results.filter(({ operation }) => operation === 'offramp.initiate');
  const reads = results.filter(({ operation }) => operation === 'offramp.read');
  const [first] = read;
  if (first === undefined) throw lackOf(seenIn(orders), 'no offramp was created in a scenario');
  const last = read
    .flatMap(({ created, seen }) => (isAnswered(seen) ? [{ created, reply: seen.value }] : []))
    .filter(({ reply }) => attribution.mayJudge(reply));
  // The first may not be there yet when it is read at once.
  const early = repliesIn(reads)
    .filter(isSuccess)
    .map((reply) => ({ created: first.created, reply }));
  const judgement = {
    judged: [...last, ...early].map(({ reply }) => reply),
    findings: [
      ...last.flatMap(({ reply }) => successOf(reply, { guessed: [], accepted: [] })),
      ...[...last.filter(({ reply }) => isSuccess(reply)), ...early].flatMap(({ created, reply }) =>
        changesSince(created.body, reply),
      ),
    ],
  };
  return unlessFailed(judgement, seenIn([...read, ...reads]));
});
