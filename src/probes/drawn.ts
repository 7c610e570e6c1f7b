import fc from 'fast-check';
import type { Oddity, Reply } from '#evidence';
import type { Cases } from '#generators';
import type { Profile } from '#run';
import type { Service } from './service.ts';
import { type Mode, type Probe, probe, repliesTo, type Search, type Shrunk } from './source.ts';

export interface Drawing<T, R> {
  readonly arbitrary: (service: Service) => Cases<T>;
  readonly cases: Readonly<Record<Profile, number>>;
  /** Number of examples in a gate; by default all. */
  readonly examples?: number;
  readonly send: (service: Service, value: T) => Promise<R>;
  /** The smaller case must fail twice, because earlier cases may have caused its first failure. */
  readonly failsTwice?: true;
  /** The kind of invalid input, for which a gateway may block the value; undefined for valid values. */
  readonly oddity?: (value: T) => Oddity | undefined;
  readonly mode: Mode;
  /** Position of a result in the order of drawing. */
  readonly positionOf: (result: R) => number | undefined;
}

const never = () => false;

const none = () => undefined;

const oddness = (odd: Oddity | undefined): { readonly odd?: Oddity } => (odd === undefined ? {} : { odd });

/** The document does not require a service to accept every drawn or listed order. */
const validity = (mode: Mode): { readonly invalid?: true } => (mode === 'orders' ? { invalid: true } : {});

const boundsOf = <T, R>(service: Service, { examplesOf }: Cases<T>, drawing: Drawing<T, R>) => {
  const { profile, seed, turn } = service;
  // In `deep`, drawn cases come in addition to all examples.
  const known = examplesOf(profile === 'deep' ? 0 : turn);
  // A short run tries examples first, so that its cases do not depend on the seed.
  const max = { smoke: drawing.cases.smoke, gate: drawing.examples, deep: known.length }[profile];
  const examples = known.slice(0, max).map((example): [T] => [example]);
  const wanted = drawing.cases[profile] + (profile === 'smoke' ? 0 : examples.length);
  // Twice as many, because the same value may be drawn again.
  const bounds = { seed, examples, numRuns: examples.length + 2 * drawing.cases[profile] };
  return { bounds, wanted, areStanding: profile === 'deep' || turn === 0 };
};

const drawAll = async <T>(arbitrary: fc.Arbitrary<T>, bounds: fc.Parameters<[T]>): Promise<readonly T[]> => {
  const values: T[] = [];
  await fc.check(
    fc.asyncProperty(arbitrary, async (value) => void values.push(value)),
    bounds,
  );
  return values;
};

interface Position<T> {
  readonly value: T;
  /** Position in the order of drawing. */
  readonly drawn: number;
}

const distinct = <T>(values: readonly T[], max: number): readonly Position<T>[] => {
  const byKey = new Map<string, Position<T>>();
  values.forEach((value, drawn) => {
    const key = fc.stringify(value);
    if (!byKey.has(key)) byKey.set(key, { value, drawn });
  });
  return [...byKey.values()].slice(0, max);
};

export const casesOf = async <T, R>(id: string, service: Service, drawing: Drawing<T, R>) => {
  const arbitrary = drawing.arbitrary(service);
  const { bounds, wanted, areStanding } = boundsOf(service, arbitrary, drawing);
  const path = service.replay?.probe === id ? service.replay.path : undefined;
  const parameters = path === undefined ? bounds : { ...bounds, path, endOnFailure: true, numRuns: 1 };
  const { oddity = none } = drawing;
  const max = path === undefined ? wanted : 1;
  return distinct(await drawAll(arbitrary, parameters), max).map(({ value, drawn }) => {
    const isStanding = path === undefined && areStanding && drawn < bounds.examples.length;
    const example = isStanding ? { example: true as const } : {};
    const purpose = {
      probe: id,
      case: arbitrary.describe(value),
      drawn,
      ...example,
      ...oddness(oddity(value)),
      ...validity(drawing.mode),
    };
    return { value, drawn, service: { ...service, api: service.api.about(purpose) } };
  });
};

/** Sends smaller cases while they fail. Cases that another check already sent cost no request. */
export const shrinkBy =
  <T, R>(id: string, drawing: Drawing<T, R>) =>
  async (service: Service, { fails, results, maxCases, goesOn }: Search): Promise<Shrunk | undefined> => {
    const arbitrary = drawing.arbitrary(service);
    const { bounds } = boundsOf(service, arbitrary, drawing);
    const { oddity = none } = drawing;
    const known = new Map(results.map((result) => [drawing.positionOf(result as R), result as R]));
    const byKey = (service.run.searched.get(id) ?? new Map()) as Map<string, R | undefined>;
    service.run.searched.set(id, byKey);
    (await drawAll(arbitrary, bounds)).forEach((value, drawn) => {
      const key = fc.stringify(value);
      byKey.set(key, byKey.get(key) ?? known.get(drawn));
    });
    let left = maxCases;
    let smallest: R | undefined;
    const property = fc.asyncProperty(arbitrary, async (value) => {
      const key = fc.stringify(value);
      if (!byKey.has(key) && left > 0 && goesOn()) {
        left -= 1;
        const api = service.api.about({
          probe: id,
          case: arbitrary.describe(value),
          ...oddness(oddity(value)),
          ...validity(drawing.mode),
        });
        const send = () => drawing.send({ ...service, api }, value);
        const sent = await send();
        byKey.set(key, drawing.failsTwice && (await fails(sent)) ? await send() : sent);
      }
      const result = byKey.get(key);
      if (result === undefined || !(await fails(result))) return;
      smallest = result;
      throw new Error('still fails');
    });
    const details = await fc.check(property, bounds);
    if (!details.failed || smallest === undefined) return undefined;
    return { result: smallest, path: details.counterexamplePath ?? '', seed: service.seed };
  };

const placed = ({ run }: Service, isOpen: boolean, ask: () => Promise<Reply>): Promise<Reply> =>
  isOpen ? run.openOrders.place(ask) : ask();

interface Drawn<T> {
  readonly mode: Mode;
  readonly minProfile?: Profile;
  readonly arbitrary: (service: Service) => Cases<T>;
  readonly ask: (service: Service, value: T) => Promise<Reply>;
  /** False if the sent request is no such case any more; by default always true. */
  readonly isCase?: (reply: Reply) => boolean;
  /** Number of examples in a gate; by default all. */
  readonly examples?: number;
  /** The kind of invalid input, for which a gateway may block the value; by default an invalid value. */
  readonly oddity?: (value: T) => Oddity | undefined;
  /** Orders that a service may accept or refuse by the document; by default none. */
  readonly isOpen?: (value: T) => boolean;
}

/** Draws cases by the seed of the run. Yields the replies whose requests are still such cases. */
export const drawn = <T>(
  id: string,
  {
    mode,
    minProfile = 'smoke',
    arbitrary,
    ask,
    isCase = () => true,
    examples,
    oddity = () => 'an invalid value',
    isOpen = never,
  }: Drawn<T>,
): Probe<readonly Reply[]> => {
  const drawing: Drawing<T, Reply> = {
    arbitrary,
    // Each case of a gate has a reason. Another seed draws other cases of the same families.
    cases: { smoke: 1, gate: 0, deep: 250 },
    ...(examples === undefined ? {} : { examples }),
    send: ask,
    oddity,
    mode,
    positionOf: ({ request }) => request.purpose.drawn,
  };
  const made = probe(id, {
    mode,
    minProfile,
    send: async (service) => {
      const cases = await casesOf(id, service, drawing);
      const replies = await service.each(cases, (each) =>
        placed(service, isOpen(each.value), () => ask(each.service, each.value)),
      );
      return replies.filter(isCase);
    },
    select: (recorded) => repliesTo(recorded, id),
  });
  return { ...made, drawn: { shrink: shrinkBy(id, drawing) } };
};

interface Enumerated<T> {
  readonly mode: Mode;
  readonly minProfile?: Profile;
  readonly cases: (service: Service) => readonly T[];
  readonly describe: (value: T) => string;
  readonly isApart?: (value: T) => boolean;
  readonly ask: (service: Service, value: T) => Promise<Reply>;
  readonly isCase?: (reply: Reply) => boolean;
  /** The kind of invalid input, for which a gateway may block the value; undefined for valid values. */
  readonly oddity?: (value: T) => Oddity | undefined;
  /** Orders that a service may accept or refuse by the document; by default none. */
  readonly isOpen?: (value: T) => boolean;
}

export const enumerated = <T>(
  id: string,
  {
    mode,
    minProfile = 'smoke',
    cases,
    describe,
    isApart = never,
    ask,
    isCase = () => true,
    oddity = none,
    isOpen = never,
  }: Enumerated<T>,
): Probe<readonly Reply[]> =>
  probe(id, {
    mode,
    minProfile,
    send: async (service) => {
      const replies = await service.each(cases(service), (value) => {
        const apart = isApart(value) ? { apart: true as const } : {};
        const more = { ...oddness(oddity(value)), ...validity(mode), ...apart };
        const api = service.api.about({ probe: id, case: describe(value), ...more });
        return placed(service, isOpen(value), () => ask({ ...service, api }, value));
      });
      return replies.filter(isCase);
    },
    select: (recorded) => repliesTo(recorded, id),
  });

function* withoutParts<T>(value: readonly T[]): Generator<fc.Value<readonly T[]>> {
  const { length } = value;
  for (let size = Math.ceil(length / 2); size > 0 && size < length; size = size > 1 ? Math.ceil(size / 2) : 0)
    for (let start = 0; start < length; start += size) yield new fc.Value(value.toSpliced(start, size), undefined);
}

/**
 * Sequences of elements. Shrinking only leaves out whole parts and never changes an element: each try costs one request
 * for each step, and most failures need two or three steps.
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
