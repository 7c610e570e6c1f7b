import type { attribute } from '#attribution';
import type { UniversalCheck } from '#checks';
import type { Reply, SentSetting } from '#evidence';
import type { RunMemory, Source } from '#probes';
import type { AnswerCount } from '#run';
import type { Resender } from './resender.ts';

export interface Attributed {
  readonly upTo: string;
  readonly attributionFor: ReturnType<typeof attribute>;
  readonly byProbe: ReadonlyMap<string, readonly { readonly at: number; readonly reply: Reply }[]>;
  readonly ofCheck: Map<UniversalCheck, readonly Reply[]>;
  answers?: readonly AnswerCount[];
}

/** Data of judgements: a live run, or a recording, which has only the required members. */
export interface JudgedState {
  readonly setting: SentSetting;
  readonly replies: readonly Reply[];
  attributed: Attributed | undefined;
  get<T>(source: Source<T>): Promise<T>;
  failuresOf(source: Source<unknown>): readonly unknown[];
  readonly run?: RunMemory;
  readonly unanswered?: readonly unknown[];
  /** Reads before the tests. */
  readonly earlier?: readonly Reply[];
  readonly isFlaky?: boolean;
  readonly disturbances?: number;
  readonly heldAt?: readonly number[];
  isDisturbed?(reply: Reply): boolean;
  isLeak?(reply: Reply): boolean;
  readonly resender?: Resender;
  /** Answers that a second look did not confirm. */
  readonly setAside?: ReadonlySet<Reply>;
}
