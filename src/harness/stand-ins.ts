import type { Reply } from '#evidence';
import { pageOf, type Source } from '#probes';
import { inputsOf } from './inputs.ts';
import type { JudgedState } from './judged-state.ts';

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

type StandIns = ReadonlyMap<unknown, Reply>;

/** A page is formed again from its reply. */
const withStandIns = (value: unknown, standIns: StandIns): unknown => {
  const standIn = standIns.get(value);
  if (standIn !== undefined) return standIn;
  if (Array.isArray(value)) {
    const items = value.map((item) => withStandIns(item, standIns));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, withStandIns(child, standIns)] as const);
  if (entries.every(([name, child]) => child === value[name])) return value;
  const replaced = Object.fromEntries(entries);
  const other = standIns.get(value.reply);
  return other !== undefined && 'items' in value && typeof value.number === 'number'
    ? (pageOf(other, value.number) ?? { ...replaced, items: [], ids: [] })
    : replaced;
};

export const stateWith = (runState: JudgedState, standIns: StandIns, setAside: ReadonlySet<Reply>): JudgedState => {
  const made = new Map<Source<unknown>, Promise<unknown>>();
  const make = (source: Source<unknown>): Promise<unknown> =>
    source.kind === 'probe'
      ? runState.get(source).then((data) => withStandIns(data, standIns))
      : inputsOf(source, get).then((inputs) => source.derive(inputs));
  const get = <T>(source: Source<T>): Promise<T> => {
    const known = made.get(source) ?? make(source);
    made.set(source, known);
    return known as Promise<T>;
  };
  const { setting, earlier, isFlaky, unanswered, run, disturbances, resender } = runState;
  return {
    setting,
    get,
    failuresOf: (source) => runState.failuresOf(source),
    replies: [...new Set(runState.replies.map((reply) => standIns.get(reply) ?? reply))],
    setAside,
    attributed: undefined,
    isDisturbed: (reply) => runState.isDisturbed?.(reply) ?? false,
    isLeak: (reply) => runState.isLeak?.(reply) ?? false,
    ...(resender && { resender }),
    ...(disturbances !== undefined && { disturbances }),
    ...(earlier && { earlier: earlier.map((reply) => standIns.get(reply) ?? reply) }),
    ...(run && { run }),
    ...(isFlaky !== undefined && { isFlaky }),
    ...(unanswered && { unanswered }),
  };
};
