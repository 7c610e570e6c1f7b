import type { Reply } from '#evidence';
import { type Evidence, inputsOf, type World } from '#harness';
import type { Source } from '#probes';

type DataPath = readonly (string | number)[];

type PlacesOfReplies = ReadonlyMap<Reply, readonly DataPath[]>;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const entriesOf = (value: unknown): readonly (readonly [string | number, unknown])[] => {
  if (Array.isArray(value)) return [...value.entries()];
  return isPlain(value) ? Object.entries(value) : [];
};

const placesIn = (data: unknown, replies: ReadonlySet<unknown>): PlacesOfReplies => {
  const places = new Map<Reply, DataPath[]>();
  const visit = (value: unknown, place: DataPath): void => {
    if (replies.has(value)) places.set(value as Reply, [...(places.get(value as Reply) ?? []), place]);
    else for (const [key, held] of entriesOf(value)) visit(held, [...place, key]);
  };
  visit(data, []);
  return places;
};

const withValue = (data: unknown, [key, ...rest]: DataPath, value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(data)) return data.with(Number(key), withValue(data[Number(key)], rest, value));
  const record = data as Readonly<Record<string, unknown>>;
  return { ...record, [key]: withValue(record[key], rest, value) };
};

/** A world's recording, ready to have some of its replies replaced. */
export class PlantedRecording {
  readonly world: World;
  readonly #replies: ReadonlySet<unknown>;
  readonly #places = new Map<Source<unknown>, Promise<PlacesOfReplies>>();

  constructor(world: World) {
    this.world = world;
    this.#replies = new Set(world.replies);
  }

  /** Replies that stand in the data of a source or of what it is made from; none where it could not be fetched. */
  async repliesIn(source: Source<unknown>): Promise<readonly Reply[]> {
    if (source.kind === 'probe') return [...(await this.#placesIn(source)).keys()];
    return (await Promise.all(source.from.map((it) => this.repliesIn(it)))).flat();
  }

  with(planted: ReadonlyMap<Reply, Reply>): Evidence {
    const { world } = this;
    const get = async <T>(source: Source<T>): Promise<T> => {
      if (source.kind === 'probe') return (await this.#dataWith(source, planted)) as T;
      return source.derive(await inputsOf(source, get));
    };
    return {
      setting: world.setting,
      replies: world.replies.map((reply) => planted.get(reply) ?? reply),
      get,
      failuresOf: (source) => world.failuresOf(source),
    };
  }

  async #dataWith(source: Source<unknown>, planted: ReadonlyMap<Reply, Reply>): Promise<unknown> {
    const [data, places] = await Promise.all([this.world.get(source), this.#placesIn(source)]);
    let replaced = data;
    for (const [reply, other] of planted)
      for (const place of places.get(reply) ?? []) replaced = withValue(replaced, place, other);
    return replaced;
  }

  #placesIn(source: Source<unknown>): Promise<PlacesOfReplies> {
    const known =
      this.#places.get(source) ??
      this.world.get(source).then(
        (data) => placesIn(data, this.#replies),
        () => new Map(),
      );
    this.#places.set(source, known);
    return known;
  }
}
