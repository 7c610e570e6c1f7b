import { type Listing, type OperationId, operationOf } from '#contract';
import { idOf, type Reply, type Setting, sameBalances, valueAt } from '#evidence';
import { withCases } from '#generators';
import { isRefusal, isSuccess } from '#run';
import { casesOf, type Drawing, SequenceArbitrary, shrinkBy } from './drawn.ts';
import { readCreated } from './listings/created-offramps.ts';
import { listingsThatGrow, type Watched, wholeWalk } from './listings/listing.ts';
import { idsOf, isCreated, type Page } from './listings/page.ts';
import { dueIn } from './listings/sample.ts';
import { demandQuiet, demandStill, mayBeDeposits, settledBalances, standStill } from './orders/balances.ts';
import { eventually, lastOf, passingMs } from './patience.ts';
import { type Step, steps } from './scenario-steps.ts';
import type { Service } from './service.ts';
import { type Attempted, answerOf, attempt, isAnswered, type Probe, probe } from './source.ts';

export interface BalanceRead {
  readonly reply: Reply;
  /** Balances after all bookings, if a late deposit may explain the difference. */
  readonly settled?: Reply;
}

/** Currencies of possible deposits; empty after a clear refusal. */
export const depositedBy = ({ order }: Setting, seen: Attempted<Reply>): readonly string[] => {
  const isRefused = isAnswered(seen) ? isRefusal(seen.value) : !seen.isSent;
  if (isRefused) return [];
  const sent = isAnswered(seen) ? valueAt(seen.value.request.input.body, 'currency') : undefined;
  return [(typeof sent === 'string' ? sent : order.depositCurrency).toLowerCase()];
};

/**
 * Reads the balances repeatedly. A difference from the first reply is read once more. If it may come from earlier
 * deposits, the watch waits once until late deposits are booked, and compares with that reply from then on.
 */
class BalanceWatch {
  readonly deposited = new Set<string>();
  readonly #service: Service;
  #first: Reply;
  #hasWaited = false;
  #standsStill = false;
  readonly #startedAt = performance.now();

  constructor(service: Service, first: Reply) {
    this.#service = service;
    this.#first = first;
  }

  async read(): Promise<BalanceRead> {
    const { api, pause } = this.#service;
    let reply = await api.readBalances({});
    if (this.#isSame(reply)) return { reply };
    await pause(passingMs(this.#service));
    reply = await api.readBalances({});
    const mayPass = () => mayBeDeposits(this.#service, this.#first, reply, this.deposited);
    if (this.#isSame(reply)) return { reply };
    if (this.#hasWaited || !mayPass()) {
      await this.#demandStill();
      return { reply };
    }
    this.#hasWaited = true;
    this.#first = await standStill(this.#service);
    return { reply, settled: this.#first };
  }

  /** Only once: after the balances stood still on an idle account, they are not watched again. */
  async #demandStill(): Promise<void> {
    if (this.#standsStill) return;
    await demandStill(this.#service, performance.now() - this.#startedAt);
    this.#standsStill = true;
  }

  /** A reply that is no record is not read again. */
  #isSame(reply: Reply): boolean {
    return !isSuccess(reply) || sameBalances(this.#first, reply, this.deposited);
  }
}

interface State {
  readonly offramps: Attempted<readonly Page[]>;
  readonly conversions: Attempted<readonly Page[]>;
  /** Undefined on an account that others use too. */
  readonly balances: Attempted<BalanceRead>;
}

/** Without the steps that could not be taken. */
export interface StepResult {
  readonly step: string;
  readonly operation: OperationId;
  readonly seen: Attempted<Reply>;
  /** Balances after all bookings, if they had risen. */
  readonly settled?: Reply;
}

export interface Trace {
  /** Position in the order of drawing. */
  readonly drawn: number | undefined;
  readonly before: State;
  readonly results: readonly StepResult[];
  readonly after: State;
  /** Listings that get items without orders of ours. Only checked for unexplained items. */
  readonly growing: readonly Listing[];
  readonly read: readonly { readonly created: Reply; readonly seen: Attempted<Reply> }[];
}

const walkOf = (service: Service, listing: Listing) => () => wholeWalk(service, listing);

const seeBefore = async (service: Service): Promise<State> => {
  const [offramps, conversions, balances] = await Promise.all([
    attempt(walkOf(service, 'offramp.list')),
    attempt(walkOf(service, 'conversion.list')),
    attempt(async (): Promise<BalanceRead> => {
      demandQuiet(service);
      return { reply: await settledBalances(service) };
    }),
  ]);
  return { offramps, conversions, balances };
};

/** Neighbouring reads are sent together, because no read changes another. */
const batchesOf = (sequence: readonly Step[]): readonly (readonly Step[])[] => {
  const onlyReads = ({ operation }: Step) => operation !== 'balances.read' && !operationOf(operation).movesMoney;
  const batches: Step[][] = [];
  for (const step of sequence) {
    const last = batches.at(-1);
    if (last && [...last, step].every(onlyReads)) last.push(step);
    else batches.push([step]);
  }
  return batches;
};

class StepRunner {
  readonly results: StepResult[] = [];
  readonly created: Reply[] = [];
  readonly #service: Service;
  readonly #conversions: readonly Page[];
  readonly #watch: BalanceWatch | undefined;

  constructor(service: Service, { conversions, balances }: State) {
    this.#service = service;
    this.#conversions = isAnswered(conversions) ? conversions.value : [];
    this.#watch = isAnswered(balances) ? new BalanceWatch(service, balances.value.reply) : undefined;
  }

  async runBatch(batch: readonly Step[]): Promise<void> {
    // A step that got no answer would wait until its deadline again.
    const isDead = ({ name }: Step) => this.results.some((it) => it.step === name && !isAnswered(it.seen));
    const run = await Promise.all(batch.filter((step) => !isDead(step)).map((step) => this.#runStep(step)));
    this.results.push(...run.filter((it) => it !== undefined));
  }

  async balances(): Promise<BalanceRead | undefined> {
    return this.#watch?.read();
  }

  #runStep(step: Step): Promise<StepResult | undefined> {
    const watch = this.#watch;
    return step.operation === 'balances.read' && watch ? this.#readBalances(step.name, watch) : this.#send(step);
  }

  async #readBalances(step: string, watch: BalanceWatch): Promise<StepResult> {
    const balances = await attempt(() => watch.read());
    const seen = isAnswered(balances) ? { value: balances.value.reply } : balances;
    const settled = isAnswered(balances) ? balances.value.settled : undefined;
    return { step, operation: 'balances.read', seen, ...(settled && { settled }) };
  }

  async #send({ name, operation, send }: Step): Promise<StepResult | undefined> {
    const progress = {
      created: this.created,
      conversions: this.#conversions,
    };
    const seen = await attempt(async () => send(this.#service, progress));
    if (isAnswered(seen) && seen.value === undefined) return undefined;
    const answered = seen as Attempted<Reply>;
    if (isAnswered(answered) && isCreated(answered.value)) this.created.push(answered.value);
    if (operation === 'deposit.simulate')
      for (const currency of depositedBy(this.#service, answered)) this.#watch?.deposited.add(currency);
    return { step: name, operation, seen: answered };
  }
}

const setOfIds = (pages: readonly Page[]): string => [...new Set(idsOf(pages))].toSorted().join();

const sameOrSecond = async (
  service: Service,
  walkThrough: () => Promise<readonly Page[]>,
  before: readonly Page[],
): Promise<readonly Page[]> => {
  const pages = await walkThrough();
  if (setOfIds(pages) === setOfIds(before) && pages[0]?.count === before[0]?.count) return pages;
  await service.pause(passingMs(service));
  return walkThrough();
};

/** A created order may appear a moment later. */
const seeAfter = async (service: Service, before: State, runner: StepRunner): Promise<Trace['after']> => {
  const isComplete = (pages: readonly Page[]) =>
    dueIn(pages, runner.created).every((order) => idsOf(pages).includes(idOf(order)));
  // A part that could not be read before cannot be compared.
  const [offramps, conversions, balances] = await Promise.all([
    isAnswered(before.offramps)
      ? attempt(() => eventually(service, walkOf(service, 'offramp.list'), isComplete, lastOf(runner.created)))
      : before.offramps,
    isAnswered(before.conversions)
      ? attempt(() => sameOrSecond(service, walkOf(service, 'conversion.list'), answerOf(before.conversions)))
      : before.conversions,
    isAnswered(before.balances)
      ? attempt(async () => (await runner.balances()) ?? answerOf(before.balances))
      : before.balances,
  ]);
  return { offramps, conversions, balances };
};

/** An onramp may convert, which explains new conversions. */
const watchedBy = (before: State, after: State, { created, results }: StepRunner): readonly Watched[] => [
  {
    listing: 'offramp.list',
    before: before.offramps,
    after: after.offramps,
    own: created.map(idOf),
  },
  {
    listing: 'conversion.list',
    before: before.conversions,
    after: after.conversions,
    own: results.some(({ operation }) => operation === 'onramp.initiate') ? undefined : [],
  },
];

const runOnce = async (service: Service, sequence: readonly Step[], drawn?: number): Promise<Trace> => {
  const before = await seeBefore(service);
  const startedAt = performance.now();
  const runner = new StepRunner(service, before);
  for (const batch of batchesOf(sequence)) await runner.runBatch(batch);
  const [after, ...read] = await Promise.all([
    seeAfter(service, before, runner),
    ...runner.created.map(async (created) => ({
      created,
      seen: await attempt(() => readCreated(service, created)),
    })),
  ]);
  const tookMs = performance.now() - startedAt;
  const growing = await listingsThatGrow(service, watchedBy(before, after, runner), tookMs);
  return { drawn, before, results: runner.results, after, growing, read };
};

/**
 * Takes the steps in order, and reads listings and balances before and after. If the answer to an order was lost,
 * repeats everything: the lost order would be an unknown step.
 */
export const runSteps = async (service: Service, sequence: readonly Step[], drawn?: number): Promise<Trace> => {
  const lostBefore = service.lostOrders?.();
  const trace = await runOnce(service, sequence, drawn);
  return service.lostOrders?.() === lostBefore ? trace : runOnce(service, sequence, drawn);
};

const runAll = (service: Service, numbers: readonly number[], drawn?: number): Promise<Trace> =>
  runSteps(
    service,
    numbers.flatMap((number) => steps[number] ?? []),
    drawn,
  );

const numbered = steps.map((_, number) => number);

/** Twice, so that each step comes before and after each other step. */
const tour = [...numbered, ...numbered];

const describe = (numbers: readonly number[]): string =>
  numbers.length === 0 ? 'no step' : numbers.map((number, at) => `${at + 1}. ${steps[number]?.name}`).join('; ');

const sequences = () => withCases(new SequenceArbitrary(numbered, tour.length), { examples: [tour], describe });

const drawing: Drawing<readonly number[], Trace> = {
  mode: 'sequences',
  arbitrary: sequences,
  cases: { smoke: 0, gate: 0, deep: 40 },
  send: (service, numbers) => runAll(service, numbers),
  failsTwice: true,
  positionOf: ({ drawn }) => drawn,
};

const id = 'scenarios';

/** Sequences of orders and reads, with the state before the first and after the last step. */
export const scenarios: Probe<readonly Trace[]> = {
  ...probe<readonly Trace[]>(id, {
    mode: 'sequences',
    minProfile: 'gate',
    send: async (service) => {
      const traces: Trace[] = [];
      for (const { value, drawn, service: own } of await casesOf(id, service, drawing))
        traces.push(await runAll(own, value, drawn));
      return traces;
    },
  }),
  drawn: { shrink: shrinkBy(id, drawing) },
};
