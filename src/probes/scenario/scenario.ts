import fc from 'fast-check';
import type { Listing, OperationId, OrderId } from '#contract';
import { amountIn, type Reply, type Setting, valueAt, writtenIdOf } from '#evidence';
import { depositOrder, lightningOfframpOrder, onrampOrder, withCases } from '#generators';
import { casesOf, type Drawing, shrinkBy } from '../drawn.ts';
import { askPage } from '../listings/listing.ts';
import type { Page } from '../listings/page.ts';
import { helpfulAmounts, lessByCents, ofCents, withAmount } from '../orders/amounts.ts';
import { unlistedOrder } from '../orders/unlisted.ts';
import { dollarOfframp } from '../orders/valid-orders.ts';
import { type Probe, probe, type Service } from '../source.ts';
import { runSteps, type Trace } from './scenario-run.ts';

/** The results of earlier steps that the next ones need. */
interface EarlierSteps {
  /** Accepted offramps, oldest first. */
  readonly created: Reply[];
  /** The conversions before the first step, as far as they can be listed. */
  readonly conversions: readonly Page[];
  /** How many steps were taken. */
  readonly count: number;
}

/** One thing that a client may do. */
export interface Step {
  /** In a few words, without data: `start an offramp`. */
  readonly name: string;
  readonly operation: OperationId;
  /** Undefined where it makes no sense now; throws `Untested` where a role is missing. */
  readonly send: (service: Service, progress: EarlierSteps) => Promise<Reply> | undefined;
}

type AmountOf = (valid: number, count: number) => number;

/**
 * A service may answer a repetition with the first order, so that no two orders of a scenario are of the same amount, nor of
 * that of a plain order.
 */
const own: AmountOf = (valid, count) => lessByCents(valid, count + 1);

/** An amount of another size, with cents. */
const another: AmountOf = (valid, count) => lessByCents(valid * 0.75, count + 2);

const order = (name: string, operation: OrderId, body: (setting: Setting) => unknown, amountOf?: AmountOf): Step => ({
  name,
  operation,
  send: (service, { count }) => {
    const valid = body(service);
    const sent = amountOf ? withAmount(valid, amountOf(amountIn(valid), count)) : valid;
    const send = () => service.api.call(operation, { subaccountId: service.roles.subaccount, body: sent });
    const pauseMs = helpfulAmounts(service).pauseOf(operation);
    return pauseMs > 0 && !service.prompt ? service.pause(pauseMs).then(send) : send();
  },
});

const onramp = (setting: Setting) => onrampOrder(setting);
const lightning = (setting: Setting) => lightningOfframpOrder(setting, setting.roles.lightningRecipient);

const readPage = (listing: Listing, limit: number): Step => ({
  name: `read page 1 of ${listing} by ${limit}`,
  operation: listing,
  send: (service) => askPage(service, listing, { limit }),
});

/** Keeps its letter case: a service may know it in no other letter case. */
const firstIdIn = (pages: readonly Page[]): string | undefined => {
  const ids = pages.flatMap(({ items }) => items).map((item) => valueAt(item, 'id'));
  return ids.find((id) => typeof id === 'string');
};

/** In the order of the tour, in which orders of every kind come before and after each other. */
export const steps = [
  order('start an offramp', 'offramp.initiate', (setting) => dollarOfframp(setting), own),
  order(
    'start a named offramp over ACH',
    'offramp.initiate',
    (setting) => dollarOfframp(setting, 'ACH', setting.roles.namedRecipient),
    own,
  ),
  order('start an onramp', 'onramp.initiate', onramp, own),
  order('start a lightning offramp', 'lightning-offramp.initiate', lightning, own),
  order('start an onramp of an unlisted asset', 'onramp.initiate', (setting) =>
    unlistedOrder(setting, 'onramp.initiate', true),
  ),
  order('simulate a deposit in an unlisted currency', 'deposit.simulate', (setting) =>
    unlistedOrder(setting, 'deposit.simulate', true),
  ),
  order('start an onramp of another amount', 'onramp.initiate', onramp, another),
  order('start a lightning offramp of another amount', 'lightning-offramp.initiate', lightning, another),
  order('start a lightning offramp without an amount', 'lightning-offramp.initiate', ({ roles }) => ({
    recipient_id: roles.lightningRecipient,
  })),
  // After all that must leave the balances alone, and before the first deposit, whose effect on them is open.
  {
    name: 'read the balances',
    operation: 'balances.read',
    send: ({ api }) => api.readBalances({}),
  },
  order('simulate a deposit', 'deposit.simulate', (setting) => depositOrder(setting)),
  order('simulate a deposit in cents', 'deposit.simulate', ofCents(depositOrder)),
  {
    name: 'read the first offramp that was created',
    operation: 'offramp.read',
    send: ({ api, roles }, { created: [first] }) =>
      first && api.readOfframp({ subaccountId: roles.subaccount, offrampId: writtenIdOf(first) }),
  },
  {
    name: 'read the first conversion',
    operation: 'conversion.read',
    send: ({ api, roles }, { conversions }) => {
      const conversionId = firstIdIn(conversions);
      return conversionId === undefined
        ? undefined
        : api.readConversion({ subaccountId: roles.subaccount, conversionId });
    },
  },
  readPage('offramp.list', 2),
  readPage('conversion.list', 2),
] as const satisfies readonly Step[];

/** The value without a part, in parts of half of it down to one element. */
function* withoutParts<T>(value: readonly T[]): Generator<fc.Value<readonly T[]>> {
  const { length } = value;
  for (let size = Math.ceil(length / 2); size > 0 && size < length; size = size > 1 ? Math.ceil(size / 2) : 0)
    for (let start = 0; start < length; start += size) yield new fc.Value(value.toSpliced(start, size), undefined);
}

/**
 * Sequences of elements. They are made smaller by leaving out whole parts and never by another element: each try costs as
 * many requests as it has steps, and what fails mostly needs two or three of them.
 */
export class SequenceArbitrary<T> extends fc.Arbitrary<readonly T[]> {
  readonly #drawn: fc.Arbitrary<readonly T[]>;

  constructor(elements: readonly T[], maxLength: number) {
    super();
    this.#drawn = fc.array(fc.constantFrom(...elements), {
      minLength: 1,
      maxLength,
      size: 'max',
    });
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<readonly T[]> {
    return new fc.Value(this.#drawn.generate(random, bias).value, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is readonly T[] {
    return Array.isArray(value);
  }

  shrink(value: readonly T[]): fc.Stream<fc.Value<readonly T[]>> {
    return fc.stream(withoutParts(value));
  }
}

const runAll = (service: Service, numbers: readonly number[], drawn?: number): Promise<Trace> =>
  runSteps(
    service,
    numbers.flatMap((number) => steps[number] ?? []),
    drawn,
  );

const numbered = steps.map((_, number) => number);

/** Twice over, so that each step is taken both before and after each other one. */
const tour = [...numbered, ...numbered];

const describe = (numbers: readonly number[]): string =>
  numbers.length === 0 ? 'no step' : numbers.map((number, at) => `${at + 1}. ${steps[number]?.name}`).join('; ');

const sequences = () => withCases(new SequenceArbitrary(numbered, tour.length), { examples: [tour], describe });

const drawing: Drawing<readonly number[], Trace> = {
  arbitrary: sequences,
  cases: { smoke: 0, gate: 0, deep: 40 },
  send: (service, numbers) => runAll(service, numbers),
  failsTwice: true,
  positionOf: ({ drawn }) => drawn,
};

const id = 'scenarios';

/** Sequences of orders and reads, each seen from before its first step to after its last. */
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
