// Tries to place a refused valid order in another way, and notes the change after which the service accepted it.
import { formsAlike, isRefusedOrder, namedWait, type RefusalCause, type Refusals, refusalsIn } from '#attribution';
import type { Input, OrderId } from '#contract';
import {
  amountIn,
  type CallInput,
  contentOfOrder,
  type Purpose,
  partyPaths,
  type Reply,
  subaccountOf,
  valueAt,
} from '#evidence';
import { isSuccess, type Reason } from '#run';
import type { Service } from '../service.ts';
import { attempt, isAnswered } from '../source.ts';
import { cut, ownAmountOf, withAmount } from './amounts.ts';
import { lackOfQuiet } from './balances.ts';
import { knownRefusals } from './known-refusals.ts';
import { ruleForPrefix } from './prefixes.ts';
import { bodyOf, isPlainest, type ValidOrder, withNewReference } from './valid-orders.ts';

export interface PlacedOrder {
  readonly order: Omit<ValidOrder, 'body'>;
  readonly reply: Reply;
  readonly blockedFor?: Reason;
}

const place = ({ api }: Service, operation: OrderId, input: CallInput, purpose: Purpose): Promise<Reply> =>
  api.about(purpose).call(operation, input as Input<OrderId>);

const asTried = ({ request }: Reply): Purpose => ({ ...request.purpose, tried: true });

const isOfKindOf = (one: Reply, other: Reply): boolean => one.request.purpose.case === other.request.purpose.case;

/** In a whole run, for all operations together. */
const maxTries = 20;

const pauseMs = 10_000;
const longestPauseMs = 60_000;

const pauseAfter = ({ headers }: Reply): number => Math.min(namedWait(headers) || pauseMs, longestPauseMs);

const hasPaused = async ({ prompt, run, pause }: Service, refused: Reply): Promise<boolean> => {
  const ms = prompt ? 0 : pauseAfter(refused);
  if (!run.tryWaits.take(ms)) return false;
  await pause(ms);
  return true;
};

const contentOf = (reply: Reply): string => contentOfOrder([subaccountOf(reply), bodyOf(reply)]);

const partyIn = (reply: Reply): string => String(partyPaths.map((path) => valueAt(bodyOf(reply), path)).find(Boolean));

const isOfOther = (cause: RefusalCause | undefined): boolean =>
  cause !== undefined && 'party' in cause && cause.party === 'of the other';

type Remedy =
  | { readonly kind: 'amount'; readonly of: (own: number) => number }
  | { readonly kind: 'pause' | 'other subaccount' | 'deposit' };

const ownAmount: Remedy = { kind: 'amount', of: (own) => own };
const ofATenth: Remedy = { kind: 'amount', of: (own) => cut(own / 10) };
const thirtyPercent: Remedy = { kind: 'amount', of: (own) => cut(own * 0.3) };
const hundredth: Remedy = { kind: 'amount', of: (own) => cut(own / 100) };

const afterOthers: readonly Remedy[] = [{ kind: 'pause' }, { kind: 'other subaccount' }, ofATenth];
const first: readonly Remedy[] = [
  ownAmount,
  ofATenth,
  thirtyPercent,
  hundredth,
  { kind: 'other subaccount' },
  { kind: 'deposit' },
  // An order of another probe may block this one.
  { kind: 'pause' },
];

const deposit = async (service: Service): Promise<boolean> => {
  // On a quiet account balances are compared. Such a deposit, booked late, would look like a movement without a cause.
  if (lackOfQuiet(service) === undefined) return false;
  const { api, roles, order } = service;
  const balances = () => attempt(() => api.readBalances({}));
  const shown = async () => {
    const seen = await balances();
    return isAnswered(seen) ? JSON.stringify(valueAt(seen.value.body, 'balances')) : undefined;
  };
  const before = await shown();
  const body = { currency: 'USDC', amount: ownAmountOf(service, 'deposit.simulate', { currency: 'USDC' }) };
  const made = await attempt(() =>
    api.simulateDeposit({
      subaccountId: roles.subaccount,
      body: { ...body, accountNumber: order.depositAccountNumber },
    }),
  );
  if (!isAnswered(made) || !isSuccess(made.value)) return false;
  for (let looks = 0; looks < 5; looks += 1) {
    await service.pause(service.prompt ? 0 : 2_000);
    if ((await shown()) !== before) return true;
  }
  return true;
};

/** Only claims about amounts, references and encodings need the other orders. */
const isWorthTrying = ({ order }: PlacedOrder): boolean => !order.likePlain && !order.traits?.inUtf8;

const groupsOf = (refused: readonly PlacedOrder[]): readonly (readonly PlacedOrder[])[] => {
  const groups: PlacedOrder[][] = [];
  const isStated = ({ order }: PlacedOrder) => order.smoke === true;
  for (const placed of [...refused.filter(isStated), ...refused.filter((each) => !isStated(each))]) {
    const like = groups.find(([one]) => one && formsAlike(one.reply, placed.reply));
    if (like) like.push(placed);
    else groups.push([placed]);
  }
  return groups;
};

interface Trying {
  readonly service: Service;
  readonly operation: OrderId;
  readonly seen: Reply[];
  readonly earlier: readonly string[];
}

const tryRemedy = async (
  { reply }: PlacedOrder,
  remedy: Remedy,
  { service, operation, seen, earlier }: Trying,
): Promise<Reply | undefined> => {
  const { roles, run } = service;
  if (run.tries.length >= maxTries) return undefined;
  const body = withNewReference(bodyOf(reply));
  const own = ownAmountOf(service, operation, body);
  let subaccountId = reply.request.input.subaccountId;
  let amount = amountIn(body);
  let purpose = asTried(reply);
  if (remedy.kind === 'amount') amount = remedy.of(own);
  if (remedy.kind === 'other subaccount') {
    if (!roles.has('business') || !roles.has('individual')) return undefined;
    const isOfBusiness = subaccountId === roles.business;
    subaccountId = isOfBusiness ? roles.individual : roles.business;
    amount = amountIn(run.remedies.fit(operation, { subaccountId, body }).body);
    const { role: _role, ...traits } = purpose.order ?? {};
    purpose = { ...purpose, order: { ...traits, ...(!isOfBusiness && { role: 'business' }) } };
  }
  const isUsed = seen.some((other) => contentOf(other) === contentOf(reply) && amountIn(bodyOf(other)) === amount);
  if (remedy.kind === 'amount' && isUsed) return undefined;
  const name = JSON.stringify([operation, contentOf(reply), remedy.kind, amount]);
  if (earlier.includes(name)) return undefined;
  if (remedy.kind === 'pause' && !(await hasPaused(service, reply))) return undefined;
  if (remedy.kind === 'deposit') {
    if (!(await deposit(service))) return undefined;
    amount = cut(own / 10);
  }
  run.tries.push(name);
  const input = { subaccountId, body: withAmount(body, amount) };
  const answer = await attempt(() => place(service, operation, input, purpose));
  if (!isAnswered(answer)) return undefined;
  seen.push(answer.value);
  return answer.value;
};

const findRemedy = async (one: PlacedOrder, trying: Trying): Promise<Remedy | undefined> => {
  const hasHistory = trying.seen.some((other) => isSuccess(other) && contentOf(other) === contentOf(one.reply));
  const fresh: Reply[] = [];
  for (const remedy of hasHistory ? afterOthers : first) {
    const answer = await tryRemedy(one, remedy, trying);
    if (answer === undefined) continue;
    if (isSuccess(answer)) return remedy;
    const isNew = !formsAlike(answer, one.reply);
    // If the service gives the same new answer twice, the run has asked too often.
    if (isNew && fresh.some((other) => formsAlike(other, answer))) {
      const rested = await tryRemedy(one, { kind: 'pause' }, trying);
      return rested && isSuccess(rested) ? { kind: 'pause' } : undefined;
    }
    if (isNew) fresh.push(answer);
  }
  return undefined;
};

const apply = async (group: readonly PlacedOrder[], remedy: Remedy, trying: Trying): Promise<void> => {
  const { service, operation, seen } = trying;
  const { remedies } = service.run;
  const tenth = remedy.kind === 'deposit' ? ofATenth : remedy;
  for (const placed of group) {
    const { reply } = placed;
    const { input } = reply.request;
    const own = ownAmountOf(service, operation, input.body);
    const amount = tenth.kind === 'amount' ? tenth.of(own) : amountIn(input.body);
    if (tenth.kind === 'amount') remedies.note(operation, input, amount);
    if (remedy.kind === 'pause') remedies.notePause(operation, pauseAfter(reply));
    const isGranted = seen.some(
      (other) => isSuccess(other) && isOfKindOf(other, reply) && contentOf(other) === contentOf(reply),
    );
    if (isGranted) continue;
    if (remedy.kind === 'other subaccount') {
      const isOfOther = (other: Reply) =>
        isSuccess(other) && contentOfOrder(bodyOf(other)) === contentOfOrder(bodyOf(reply));
      if (!seen.some(isOfOther)) await tryRemedy(placed, remedy, trying);
      continue;
    }
    if (remedy.kind === 'pause' && !(await hasPaused(service, reply))) return;
    const body = withAmount(withNewReference(bodyOf(reply)), amount);
    const answer = await attempt(() => place(service, operation, { ...input, body }, asTried(reply)));
    if (isAnswered(answer)) seen.push(answer.value);
  }
};

const asPlaced = (reply: Reply): PlacedOrder => {
  const { case: kind, order: traits } = reply.request.purpose;
  return { order: { kind: `${kind}, tried`, ...(traits && { traits }) }, reply };
};

const settled = (placed: readonly PlacedOrder[], seen: readonly Reply[]): readonly PlacedOrder[] => {
  const answers = placed.map(({ order, reply, ...known }) => {
    const instead = seen.find(
      (other) =>
        isSuccess(other) &&
        other.request.purpose.tried &&
        isOfKindOf(other, reply) &&
        contentOf(other) === contentOf(reply),
    );
    return { ...known, order, reply: isSuccess(reply) ? reply : (instead ?? reply) };
  });
  const known = new Set(answers.map(({ reply }) => reply));
  const others = seen.filter((reply) => isSuccess(reply) && reply.request.purpose.tried && !known.has(reply));
  return [...answers, ...others.map(asPlaced)];
};

/**
 * If the service refused every order without a rail, one order over a rail shows whether it accepts orders over a rail.
 */
const retryRail = async ({ service, operation, seen }: Trying, placed: readonly PlacedOrder[]): Promise<void> => {
  if (operation !== 'offramp.initiate') return;
  const bare = placed.find(({ order }) => isPlainest(order.traits ?? {}));
  const railed = placed.find(
    ({ order: { traits }, reply }) => traits?.rail && traits.to === undefined && isSuccess(reply),
  );
  if (bare === undefined || isSuccess(bare.reply) || railed === undefined) return;
  const { input } = railed.reply.request;
  const again = { ...input, body: withNewReference(bodyOf(railed.reply)) };
  const answer = await attempt(() => place(service, operation, again, asTried(railed.reply)));
  if (isAnswered(answer)) seen.push(answer.value);
};

const noteOwner = ({ run, roles }: Service, refused: Reply): void => {
  if (!roles.has('business') || !roles.has('individual')) return;
  const isOfBusiness = subaccountOf(refused) === roles.business.toLowerCase();
  run.owners.set(partyIn(refused), isOfBusiness ? roles.individual : roles.business);
};

/** Explains refused valid orders: first by known refusals, then by remedies. */
export const understood = async (
  service: Service,
  operation: OrderId,
  answered: readonly PlacedOrder[],
): Promise<readonly PlacedOrder[]> => {
  const replies = answered.map(({ reply }) => reply);
  const rule = await ruleForPrefix(service, operation, replies);
  const placed = answered.map((each) => {
    const blockedFor = rule?.(each.reply);
    return blockedFor === undefined ? each : { ...each, blockedFor };
  });
  const accepted = replies.filter(isSuccess);
  if (accepted.length > 0 && placed.some(({ order, reply }) => order.traits?.inUtf8 && isRefusedOrder(reply)))
    service.run.remedies.noteWholes(operation);
  // An order that was refused for now was already repeated. No remedy gets past a firewall.
  const refused = placed.filter(
    (each) => isRefusedOrder(each.reply) && each.reply.status !== 503 && isWorthTrying(each) && !each.blockedFor,
  );
  if (refused.length === 0) return placed;
  const trying: Trying = { service, operation, seen: [...replies], earlier: [...service.run.tries] };
  const { seen } = trying;
  const known: Reply[] = [];
  const causes = async (): Promise<Refusals['causeOf']> => {
    const successes = seen.filter(isSuccess);
    if (known.length === 0)
      known.push(
        ...(await knownRefusals(
          service,
          operation,
          refused.map(({ reply }) => reply),
          successes,
        )),
      );
    const isValidRequest = (reply: Reply) => seen.includes(reply);
    return refusalsIn({ replies: [...seen, ...known], setting: service, isValidRequest }).causeOf;
  };
  let causeOf = await causes();
  for (const group of groupsOf(refused)) {
    // If its recipient belongs to the other subaccount, no amount helps.
    const kept = group.filter(({ reply }) => causeOf(reply)?.kind === 'kept back' && !isOfOther(causeOf(reply)));
    const [one] = kept;
    const remedy = one && (await findRemedy(one, trying));
    if (remedy) await apply(kept, remedy, trying);
    if (known.length === 0) causeOf = await causes();
  }
  await retryRail(trying, placed);
  causeOf = await causes();
  for (const each of refused.filter(({ reply }) => isOfOther(causeOf(reply)))) {
    noteOwner(service, each.reply);
    if (causeOf(each.reply)?.kind === 'kept back') await tryRemedy(each, { kind: 'other subaccount' }, trying);
  }
  return settled(placed, seen);
};
