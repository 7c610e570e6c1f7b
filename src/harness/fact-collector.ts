import { isFromService } from '#attribution';
import { shownIn } from '#client';
import { type Absence, isListing, type RequirementId } from '#contract';
import { isRecord, keyIn, type Purpose, type Reply, sentQuery } from '#evidence';
import {
  type AddFact,
  hiddenValue,
  keyOf,
  observeForm,
  observeSpeed,
  observeTerms,
  otherWords,
  requestOf,
  type Showing,
} from '#facts';
import { isOfNobody, isOfValidOrder } from '#probes';
import { isSuccess, type ObservedFact, type ObservedTerms } from '#run';
import { createTerms } from './observed-terms.ts';

interface FactSource {
  readonly hasEnded: (probe: string) => boolean;
  readonly isDisturbed?: (reply: Reply) => boolean;
}

export interface FactCollector {
  readonly add: (reply: Reply) => void;
  /**
   * The facts of finished probes, for the report of a requirement. Each reply is used once. A requirement that is
   * reported again repeats its facts, without those of a disturbance.
   */
  readonly take: (requirement: RequirementId, from: FactSource) => readonly ObservedFact[];
  /** Names and values that may be shown, by the data so far. */
  readonly terms: () => ObservedTerms;
  /** How far the service's clock was ahead of ours at most, in milliseconds. */
  readonly clockAheadMs: () => number;
}

const absent: { readonly [Thing in Absence['of']]: Thing } = {
  'bank account': 'bank account',
  withdrawal: 'withdrawal',
  business: 'business',
  subaccount: 'subaccount',
  customer: 'customer',
};

const absenceIn = (message: string): string | undefined => {
  const thing = Object.values(absent).find((it) => message.toLowerCase().includes(`${it} not found`));
  return thing && `${thing} not found`;
};

/** Another seed draws another case, so the answer is no fact. */
const isDrawn = ({ drawn, example }: Purpose): boolean => drawn !== undefined && !example;

/** The number of pages depends on the number of items. */
const mayBeChance = (reply: Reply): boolean =>
  isListing(reply.operation) && !isOfNobody(reply) && (isSuccess(reply) || Number(sentQuery(reply, 'page')) > 1);

/** A Date header has whole seconds, so a correct clock is never ahead. */
const aheadOf = ({ serverDate, receivedAt }: Reply): number =>
  serverDate === undefined ? 0 : serverDate.getTime() - receivedAt.getTime();

const addMessageKind = ({ status, body }: Reply, add: AddFact): void => {
  if (status !== 404 || !isRecord(body) || typeof body.message !== 'string') return;
  add({ aspect: 'message kind', of: [], status: String(status) }, absenceIn(body.message) ?? otherWords);
};

const addStatus = (reply: Reply, otherKey: boolean, add: AddFact): void => {
  const status = String(reply.status);
  const { probe, apart, case: kind = '' } = reply.request.purpose;
  if (otherKey) add({ aspect: 'status with another key', of: [probe] }, status);
  else if (!mayBeChance(reply)) add(requestOf(probe), status);
  if (apart) add(requestOf(probe, kind), status);
};

type Counted = Omit<ObservedFact, 'times'> & { times: number };

interface Shown {
  readonly reply: Reply;
  readonly otherKey: boolean;
}

interface FactOptions {
  /** Undefined for the full key, because facts of other keys are separate. */
  readonly key: string | undefined;
  readonly shownValues?: Iterable<string> | undefined;
}

export const createFacts = ({ key: fullKey, shownValues = [] }: FactOptions): FactCollector => {
  const given = new Set(shownValues);
  const untaken = new Map<string, Shown[]>();
  const shownFacts = new Map<RequirementId, Shown[]>();
  const terms = createTerms();
  let clockAheadMs = 0;
  const shownBy = ({ operation }: Reply): Showing => {
    const { text, key } = shownIn(operation, 'reply');
    return { key, text: (value, path, name) => given.has(value) || text(value, path, name), plain: terms.isPlain };
  };
  const observe = ({ reply, otherKey }: Shown, add: AddFact): void => {
    const { purpose } = reply.request;
    observeSpeed(reply, add);
    if (isDrawn(purpose)) return;
    addStatus(reply, otherKey, add);
    const sight = { reply, shown: shownBy(reply), isOfValidOrder: isOfValidOrder(reply) };
    observeForm(sight, add);
    addMessageKind(reply, add);
    // Another account has other data.
    if (!otherKey || !isSuccess(reply)) observeTerms(sight, add);
  };
  const factsOf = (shown: readonly Shown[]): readonly ObservedFact[] => {
    const counts = new Map<string, Counted>();
    for (const each of shown) {
      const { operation } = each.reply;
      observe(each, (subject, form, name, plain) => {
        if (plain !== undefined) terms.meet(plain, each.reply, form === hiddenValue || subject.of[0] === '$.error');
        const fact = `${operation}\n${keyOf(subject)}\n${form}\n${name ?? ''}\n${plain ?? ''}`;
        const known = counts.get(fact);
        if (known) known.times += 1;
        else counts.set(fact, { operation, ...subject, form, name, plain, times: 1 });
      });
    }
    return [...counts.values()];
  };
  return {
    add: (reply) => {
      if (reply.request.purpose.detour) return;
      clockAheadMs = Math.max(clockAheadMs, aheadOf(reply));
      terms.read(reply);
      if (!isFromService(reply)) return;
      const { probe } = reply.request.purpose;
      const shown = untaken.get(probe) ?? [];
      untaken.set(probe, shown);
      shown.push({ reply, otherKey: keyIn(reply.request) !== fullKey });
    },
    take: (requirement, { hasEnded, isDisturbed = () => false }) => {
      const own = shownFacts.get(requirement) ?? [];
      shownFacts.set(requirement, own);
      for (const [probe, shown] of untaken) {
        if (!hasEnded(probe)) continue;
        untaken.delete(probe);
        own.push(...shown);
      }
      const probes = new Set(own.map(({ reply }) => reply.request.purpose.probe));
      const calm = own.filter(({ reply }) => !isDisturbed(reply));
      return [...probes].flatMap((probe) => factsOf(calm.filter(({ reply }) => reply.request.purpose.probe === probe)));
    },
    terms: terms.terms,
    clockAheadMs: () => clockAheadMs,
  };
};
