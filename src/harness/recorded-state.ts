import type { AnyCheck } from '#checks';
import { type RecordedExchange, replyFrom } from '#client';
import { createKeys, createRoles, keyIn, type Reply, type SentSetting, valueAt } from '#evidence';
import { purposesOf, type Recorded, type Source, unrecognised, unshown } from '#probes';
import {
  chain,
  leading,
  type OrderMaterial,
  type OrderSettings,
  orderRows,
  type Reason,
  reasonOf,
  reported,
  type TestReport,
} from '#run';
import { answersIn } from './attributed.ts';
import { findingOf, reportedOf } from './findings.ts';
import { inputsOf } from './inputs.ts';
import type { CheckOutcome } from './judge.ts';
import type { Attributed, JudgedState } from './judged-state.ts';
import type { Session } from './run-checks.ts';

type TextMember = {
  [Member in keyof OrderSettings]-?: OrderSettings[Member] extends string ? Member : never;
}[keyof OrderSettings];

const blanks = Object.fromEntries(orderRows.map(({ member }) => [member, ''])) as Readonly<Record<TextMember, string>>;

const nobodysOrders: OrderMaterial = {
  ...blanks,
  depositCurrency: '',
  amount: 0,
  amounts: undefined,
  unverifiedAccountNumber: undefined,
  taxonomyCurrencies: [],
  guessed: [],
};

const isPageZero = ({ request, body }: Reply): boolean =>
  request.input.query?.page === '0' && valueAt(body, 'page') === 0;

/** Without roles. Others may use the account, and no profile leaves anything out. */
const settingOf = (exchanges: readonly RecordedExchange[], replies: readonly Reply[]): SentSetting => ({
  roles: createRoles({ unverified: [], incompleteNamedRecipients: [], offramps: [], conversions: [] }),
  order: nobodysOrders,
  facts: { firstPage: replies.some(isPageZero) ? 0 : 1, greatestLimit: 0 },
  keys: createKeys({
    full: exchanges
      .map((each) => keyIn(each) ?? '')
      .reduce((longest, key) => (key.length > longest.length ? key : longest), ''),
  }),
  quiet: false,
  profile: 'deep',
  embedded: false,
  patienceMs: 0,
  prompt: false,
});

const repliesFrom = (exchanges: readonly RecordedExchange[], origin: string): readonly Reply[] => {
  const formed = exchanges.flatMap((exchange) => {
    const reply = replyFrom(exchange, origin, unrecognised);
    return reply ? [{ exchange, reply }] : [];
  });
  const purposes = purposesOf(formed.map(({ reply }) => reply));
  return formed.flatMap(({ exchange, reply }, at) => {
    const purpose = purposes[at] ?? unrecognised;
    const isKnown = purpose.probe !== unrecognised.probe || purpose.odd !== undefined;
    // Formed again, because a reply contains the reason for its request.
    return isKnown ? (replyFrom(exchange, origin, purpose) ?? []) : [reply];
  });
};

/** Probes select from the recording; nothing is sent. */
class RecordedState implements JudgedState {
  readonly setting: SentSetting;
  readonly replies: readonly Reply[];
  attributed: Attributed | undefined;
  readonly #recorded: Recorded;
  readonly #selected = new Map<Source<unknown>, Promise<unknown>>();

  constructor(recorded: Recorded, setting: SentSetting) {
    this.#recorded = recorded;
    this.replies = recorded.replies;
    this.setting = setting;
  }

  get<T>(source: Source<T>): Promise<T> {
    const known = this.#selected.get(source) ?? this.#select(source);
    this.#selected.set(source, known);
    return known as Promise<T>;
  }

  failuresOf(): readonly [] {
    return [];
  }

  async #select(source: Source<unknown>): Promise<unknown> {
    if (source.kind === 'derived') return source.derive(await inputsOf(source, (it) => this.get(it)));
    if (source.select === undefined) throw unshown(source.id);
    return source.select(this.#recorded);
  }
}

const shows = 'the recording does not show';

const textOf = (why: Reason | undefined): string => {
  if (why === undefined) return `${shows} an exchange that could break the promise`;
  if (why.lacks?.includes('recording')) return why.reason;
  // A recording has no variables and no profile.
  return `${shows} ${why.lacks === undefined ? `it: ${why.reason}` : 'which record plays which part'}`;
};

/** The service can change nothing about data that a recording lacks. */
const untestedOf = ({ reasons }: CheckOutcome): readonly Reason[] => {
  const why = reported(reasons);
  const others = why?.lacks?.includes('recording') ? reasons.slice(leading(reasons).length) : reasons;
  return chain([reasonOf('NOT_RECORDED', textOf(why), { lacks: ['recording'] })], others);
};

const reportOf = (check: AnyCheck, outcome: CheckOutcome, runState: JudgedState): TestReport => {
  const { findings, judged, observations, reasons } = outcome;
  const isSilent = findings.length + judged.length + observations.length === 0;
  const isUntested = reasons.length > 0 || isSilent;
  return {
    ...reportedOf(check, outcome, runState),
    findings: findings.map((found) => ({
      ...findingOf(found),
      ...(found.shownBy ? { request: found.shownBy.exchange.request } : {}),
    })),
    ...(findings.length === 0 && !reasons[0]?.failed && isUntested && { reasons: untestedOf(outcome) }),
  };
};

/** Judges a recording like a run, without requests. */
export const openRecording = (
  exchanges: readonly RecordedExchange[],
  { origin, signal }: { readonly origin: string; readonly signal?: AbortSignal },
): Session & Pick<RecordedState, 'replies'> => {
  const replies = repliesFrom(exchanges, origin);
  const runState = new RecordedState({ replies }, settingOf(exchanges, replies));
  return {
    runState,
    replies,
    signal,
    traffic: () => ({ sent: 0, retried: 0, rateLimited: 0, answers: answersIn(runState) }),
    report: (check, outcome) => reportOf(check, outcome, runState),
  };
};
