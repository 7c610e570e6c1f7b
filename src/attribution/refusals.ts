// Why a service refused a valid order. A refusal breaks a promise if its form equals a refusal with a known reason. For
// any other refusal, the service has a reason of its own.

import { type OperationId, operationOf } from '#contract';
import {
  amountIn,
  codesOf,
  contentOfOrder,
  partyPaths,
  type Reply,
  railPath,
  type Setting,
  subaccountOf,
  valueAt,
} from '#evidence';
import { isError, isRefusal, isSuccess, orderRows, orderVariables, type Reason, reasonOf, roleVariables } from '#run';
import { accidentsIn, type RefusalEvidence } from './accidents.ts';
import { addsNothingTo, type Mask, type MaskedPiece, maskedPieces, refusalText, textsIn } from './alike.ts';
import { isFromService, memoByReply } from './answerer.ts';

export type RefusalCause =
  | { readonly kind: 'broken'; readonly expected: string; readonly observed: string; readonly twin?: Reply }
  /** `party`: the recipient or account was refused as absent; it belongs to the other subaccount or to nobody. */
  | { readonly kind: 'kept back'; readonly why: Reason; readonly party?: 'of the other' | 'of nobody' }
  /**
   * The service accepted the same order of the other subaccount, so recipient, account or earlier orders are the
   * reason.
   */
  | { readonly kind: 'left out'; readonly why: Reason; readonly party?: 'of the other'; readonly ofSubaccount?: true };

/** Method, length and media type follow from the document, so these statuses are no valid reason to refuse an order. */
const neverOwn: ReadonlySet<number> = new Set([405, 406, 411, 415]);

const isOrderReply = ({ operation }: Reply): boolean => operationOf(operation).movesMoney;

const none: readonly string[] = [];

const valuesOf = (operation: OperationId): readonly string[] => operationOf(operation).order?.listed?.values ?? none;

const pathOf = (operation: OperationId): string => operationOf(operation).order?.listed?.path ?? '';

const bodyOf = ({ request }: Reply): unknown => request.input.body;

const textAt = (reply: Reply, path: string): string => {
  const value = valueAt(bodyOf(reply), path);
  return typeof value === 'string' ? value : '';
};

const maskOf = (reply: Reply, more: Pick<Mask, 'values' | 'member'>): Mask => {
  const known = new Set(more.values);
  return { ...more, free: textsIn(bodyOf(reply)).filter((text) => !known.has(text)) };
};

const isChanged = (reply: Reply, ...kinds: readonly string[]): boolean =>
  isError(reply) && isFromService(reply) && kinds.includes(reply.request.purpose.changed?.kind ?? '');

interface Likeness {
  readonly twin: Reply;
  readonly reply: Reply;
  readonly maskTwin: Mask;
  readonly maskReply: Mask;
  readonly isTelling: (piece: MaskedPiece) => boolean;
  /** Values that both requests contain. */
  readonly sent: readonly string[];
}

const without = (names: ReadonlySet<string>, sent: readonly string[]): string => {
  const own = new Set(sent.map((value) => value.toUpperCase()));
  return [...names]
    .filter((name) => !own.has(name))
    .toSorted()
    .join();
};

const areAlike = (
  { twin, reply, maskTwin, maskReply, isTelling, sent }: Likeness,
  others: readonly Reply[],
): boolean => {
  const otherForms = new Set(others.flatMap((other) => maskedPieces(other, maskTwin)).map(({ form }) => form));
  const telling = maskedPieces(twin, maskTwin).filter((piece) => isTelling(piece) && !otherForms.has(piece.form));
  if (telling.length === 0) return false;
  const own = maskedPieces(reply, maskReply);
  return telling.some((piece) =>
    own.some(({ form, names }) => form === piece.form && without(names, sent) === without(piece.names, sent)),
  );
};

const byValue = (reply: Reply, twin: Reply, path: string, values: readonly string[]): Likeness => {
  const sent = [textAt(reply, path), textAt(twin, path)];
  const mask = { values: [...values, ...sent] };
  const isOther = (name: string) => name !== sent[1]?.toUpperCase() && values.includes(name);
  return {
    twin,
    reply,
    maskTwin: maskOf(twin, mask),
    maskReply: maskOf(reply, mask),
    // A list with numbers is a list of limits.
    isTelling: ({ names, hasNumber }) => !hasNumber && [...names].filter(isOther).length >= 2,
    sent,
  };
};

/** Without separators, in lower case. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');

const byMember = (reply: Reply, twin: Reply, path: string): Likeness => {
  const changed = twin.request.purpose.changed?.path ?? '';
  const name = plain(changed.split('.').at(-1) ?? '');
  return {
    twin,
    reply,
    maskTwin: maskOf(twin, { member: changed }),
    maskReply: maskOf(reply, { member: path }),
    isTelling: ({ text }) => name !== '' && plain(text).includes(name),
    sent: [],
  };
};

const isAcceptedWith = (accepted: readonly Reply[], path: string, isThere: boolean): boolean =>
  accepted.some((reply) => (valueAt(bodyOf(reply), path) !== undefined) === isThere);

const brokenBy = (reply: Reply, known: readonly Reply[], accepted: readonly Reply[]): RefusalCause | undefined => {
  const { operation } = reply;
  const [path, values] = [pathOf(operation), valuesOf(operation)];
  const value = textAt(reply, path);
  for (const twin of known) {
    const { kind = '', path: changed = '' } = twin.request.purpose.changed ?? {};
    const others = known.filter((other) => other !== twin && other.request.purpose.changed?.kind !== kind);
    const isAlike = (comparison: Likeness) => areAlike(comparison, others);
    const isOfValue = (kind === 'value' || kind === 'rail') && values.includes(value) && value !== textAt(twin, path);
    if (isOfValue && isAlike(byValue(reply, twin, path, values))) {
      const other = textAt(twin, path);
      return {
        kind: 'broken',
        twin,
        expected: `the listed value ${value} is accepted as a value`,
        observed: `${reply.status}: ${value} is refused as ${kind === 'rail' ? 'the rail' : 'the unlisted'} ${other} is`,
      };
    }
    if (operation !== 'offramp.initiate') continue;
    const hasRail = valueAt(bodyOf(reply), railPath) !== undefined;
    const mayBeInvented = kind === 'invented' && hasRail && !isAcceptedWith(accepted, railPath, true);
    const mayBeOmitted = kind === 'omitted' && !hasRail && !isAcceptedWith(accepted, railPath, false);
    if ((mayBeInvented || mayBeOmitted) && isAlike(byMember(reply, twin, railPath)))
      return {
        kind: 'broken',
        twin,
        expected: `an order ${hasRail ? 'with' : 'without'} ${railPath} is accepted`,
        observed: `${reply.status}: ${railPath} is refused as ${hasRail ? 'the invented' : 'an omitted'} ${changed} is`,
      };
  }
  return undefined;
};

const plainLike = (reply: Reply): string =>
  JSON.stringify([subaccountOf(reply), textAt(reply, 'to.recipient_id'), textAt(reply, 'to.currency')]);

const isWithoutRail = (reply: Reply): boolean => valueAt(bodyOf(reply), railPath) === undefined;

const follow = (replies: readonly Reply[], ...steps: readonly ((reply: Reply) => boolean)[]): boolean => {
  let at = 0;
  for (const reply of replies) if (steps[at]?.(reply)) at += 1;
  return at === steps.length;
};

/**
 * The rail is the reason in two cases. Either similar orders are accepted over each rail and refused without one. Or
 * they are accepted without a rail, and refused over each rail as over an invented one.
 */
const railCause = (reply: Reply, all: readonly Reply[]): RefusalCause | undefined => {
  if (reply.operation !== 'offramp.initiate' || textAt(reply, 'to.currency') !== 'USD') return undefined;
  const like = all.filter((other) => plainLike(other) === plainLike(reply));
  const orders = like.filter(({ request }) => request.purpose.changed === undefined);
  const rails = valuesOf(reply.operation);
  const [bare, railed] = [
    orders.filter(isWithoutRail),
    orders.filter((other) => rails.includes(textAt(other, railPath))),
  ];
  const isAlike = (other: Reply) => !isSuccess(other) && formsAlike(other, reply);
  const expected = `an order ${isWithoutRail(reply) ? 'without' : 'with'} ${railPath} is accepted`;
  if (isWithoutRail(reply)) {
    const isRailed = (other: Reply) => !isWithoutRail(other) && isSuccess(other);
    const isRefused = (other: Reply) => isWithoutRail(other) && isAlike(other);
    const overAll = rails.every((rail) => railed.some((other) => isSuccess(other) && textAt(other, railPath) === rail));
    const isBroken = overAll && !bare.some(isSuccess) && follow(orders, isRefused, isRailed, isRefused, isRailed);
    return isBroken
      ? { kind: 'broken', expected, observed: `${reply.status}, and accepted over each rail` }
      : undefined;
  }
  const invented = like.find(({ request }) => request.purpose.changed?.path === railPath);
  if (invented === undefined || !isAlike(invented) || railed.some(isSuccess)) return undefined;
  const areAll = rails.every((rail) => railed.some((other) => isAlike(other) && textAt(other, railPath) === rail));
  const isGranted = (other: Reply) => isWithoutRail(other) && isSuccess(other);
  const isBroken = areAll && follow(orders, isGranted, (other) => !isWithoutRail(other) && isAlike(other), isGranted);
  const observed = `${reply.status}: each rail is refused as the invented ${textAt(invented, railPath)} is`;
  return isBroken ? { kind: 'broken', twin: invented, expected, observed } : undefined;
};

const termsOf = (reply: Reply): readonly string[] => {
  const body = bodyOf(reply);
  const named = ['currency', 'from.currency', 'to.asset', 'from.asset', 'to.currency']
    .map((path) => valueAt(body, path))
    .filter((code) => typeof code === 'string' && /^\w{2,16}$/.test(code));
  const rail = valueAt(body, railPath);
  return [...(named as string[]), ...(typeof rail === 'string' ? [`over ${rail}`] : [])];
};

const nounOf = ({ operation }: Reply): string => operationOf(operation).order?.noun ?? 'order';

const describeOrder = (reply: Reply, { roles }: Pick<Setting, 'roles'>): string => {
  const isOf = (role: 'individual' | 'business') =>
    roles.has(role) && roles[role].toLowerCase() === subaccountOf(reply);
  const owner = isOf('business') ? 'business' : 'individual';
  return [`${nounOf(reply)} of the ${owner}`, ...termsOf(reply)].join(', ');
};

/** The largest number in a text, with any separators. Used for a hint, never for a decision. */
const greatestIn = (text: string): number =>
  Math.max(
    0,
    ...[...text.matchAll(/\d[\d.,'’]*/g)].map(([written]) => Number(written.replace(/[.,]\d{1,2}$|[^\d]/g, ''))),
  );

/** True for a round number. Another number may belong to a customer or an account. */
const isRound = (named: number): boolean => /^[1-9]\d?0{0,4}$/.test(String(named));

const partyIn = (reply: Reply): string => partyPaths.map((path) => textAt(reply, path)).find((id) => id !== '') ?? '';

const recipients = ['usdRecipient', 'localRecipient', 'namedRecipient', 'lightningRecipient'] as const;

const variableOf = (party: string, { roles, order }: Setting): string | undefined => {
  if (party === order.depositAccountNumber) return orderVariables.depositAccountNumber.variable;
  const role = recipients.find((each) => roles.has(each) && roles[each] === party);
  return role && roleVariables[role];
};

interface Hint {
  readonly text: string;
  readonly see: readonly string[];
}

const seeing = (...see: readonly string[]): Hint => ({ text: `; check ${see.join(' and ')}`, see });

const hintFor = (reply: Reply, accepted: readonly Reply[], setting: Setting): Hint => {
  const { order } = setting;
  const text = refusalText(reply);
  const kind = textAt(reply, 'to.asset') === 'BTC_LIGHTNING' ? 'lightning onramp' : nounOf(reply);
  const suspect = orderRows.find(({ member, madeUp }) => {
    const value = order[member];
    const isGuessed = madeUp === kind && order.guessed.includes(member) && typeof value === 'string';
    return isGuessed && textsIn(bodyOf(reply)).includes(value) && text.includes(value);
  });
  if (suspect !== undefined)
    return {
      text: `; ${suspect.variable} is not set, and the refusal names its default value`,
      see: [suspect.variable],
    };
  // In a recording, no setting has the amount.
  const named = greatestIn(text);
  if (order.amount > 0 && named > amountIn(bodyOf(reply))) {
    const [code] = codesOf(reply.operation, bodyOf(reply)).filter((each) => typeof each === 'string');
    const amount = isRound(named) ? String(named) : '<amount>';
    const set = code === undefined ? `RAMP_AMOUNT=${amount}` : `RAMP_AMOUNTS=${code}=${amount}`;
    return {
      text: `; if the refusal names a minimum amount, set ${set}`,
      see: [code === undefined ? 'RAMP_AMOUNT' : 'RAMP_AMOUNTS'],
    };
  }
  const party = partyIn(reply);
  // If no order was accepted, the recipient is not the reason.
  const isSuspect = accepted.length > 0 && !accepted.some((other) => partyIn(other) === party);
  const variable = isSuspect ? variableOf(party, setting) : undefined;
  if (variable === roleVariables.localRecipient) return seeing(orderVariables.localCurrency.variable, variable);
  return variable === undefined ? { text: '', see: [] } : seeing(variable);
};

const whyRefused = (
  code: 'ORDER_REFUSED' | 'RECIPIENT_REFUSED' | 'FAILED_ONCE',
  reason: string,
  ...see: readonly (string | undefined)[]
): Reason => reasonOf(code, reason, { see: see.filter((variable) => variable !== undefined) });

const partyCause = (
  reply: Reply,
  known: readonly Reply[],
  accepted: readonly Reply[],
  setting: Setting,
): RefusalCause | undefined => {
  const party = partyIn(reply);
  const isOther = ({ request }: Reply) => request.purpose.changed?.kind === 'other';
  const absent = known.filter(
    (twin) =>
      twin.request.purpose.changed?.kind === 'role' &&
      // Only for recipients, the document says how an absent one is refused.
      (twin.status === 404 || twin.operation === 'deposit.simulate') &&
      !known.some((other) => isOther(other) && addsNothingTo(twin, other)),
  );
  if (party === '' || !absent.some((twin) => addsNothingTo(reply, twin))) return undefined;
  const granted = accepted.filter((other) => partyIn(other) === party);
  const what = describeOrder(reply, setting);
  if (granted.length === 0) {
    const variable = variableOf(party, setting);
    const reason = `${what}: refused like an order to an unknown recipient or account; check ${variable ?? 'its recipient'}`;
    return { kind: 'kept back', party: 'of nobody', why: whyRefused('RECIPIENT_REFUSED', reason, variable) };
  }
  if (granted.some((other) => subaccountOf(other) === subaccountOf(reply))) return undefined;
  if (!granted.some((other) => contentOfOrder(bodyOf(other)) === contentOfOrder(bodyOf(reply))))
    return {
      kind: 'kept back',
      party: 'of the other',
      why: whyRefused('RECIPIENT_REFUSED', `${what}: its recipient or account may belong to the other subaccount`),
    };
  return {
    kind: 'left out',
    party: 'of the other',
    why: whyRefused('RECIPIENT_REFUSED', `${what}: its recipient or account belongs to the other subaccount`),
  };
};

/** The service accepted the order of the other subaccount, so the earlier orders of this subaccount are the reason. */
const historyCause = (
  reply: Reply,
  valid: readonly Reply[],
  accepted: readonly Reply[],
  setting: Setting,
): RefusalCause | undefined => {
  const isLike = (one: Reply, other: Reply) => contentOfOrder(bodyOf(one)) === contentOfOrder(bodyOf(other));
  const isOwn = (other: Reply) => subaccountOf(other) === subaccountOf(reply);
  const own = accepted.filter(isOwn);
  if (own.some((taken) => isLike(taken, reply))) return undefined;
  if (!accepted.some((other) => !isOwn(other) && isLike(other, reply))) return undefined;
  const isForHistory = valid.some(
    (other) =>
      isOwn(other) && isRefusedOrder(other) && formsAlike(other, reply) && own.some((taken) => isLike(taken, other)),
  );
  if (!isForHistory) return undefined;
  const what = describeOrder(reply, setting);
  const reason = `${what}: refused because of earlier orders; the service accepted the same order of the other subaccount`;
  return { kind: 'left out', why: whyRefused('ORDER_REFUSED', reason) };
};

/**
 * The service refuses all orders of the subaccount in the same way, and accepts the same order of the other: a rule for
 * this subaccount.
 */
const subaccountCause = (
  reply: Reply,
  valid: readonly Reply[],
  accepted: readonly Reply[],
  setting: Setting,
): RefusalCause | undefined => {
  const isOwn = (other: Reply) => subaccountOf(other) === subaccountOf(reply);
  const isGranted = accepted.some((other) => contentOfOrder(bodyOf(other)) === contentOfOrder(bodyOf(reply)));
  if (!isGranted || accepted.some(isOwn)) return undefined;
  if (!valid.filter(isOwn).every((other) => isRefusedOrder(other) && formsAlike(other, reply))) return undefined;
  const { roles } = setting;
  const isOfBusiness = roles.has('business') && roles.business.toLowerCase() === subaccountOf(reply);
  const variable = roleVariables[isOfBusiness ? 'business' : 'individual'];
  const what = describeOrder(reply, setting);
  const reason = `${what}: the service refuses each such order of this subaccount (${reply.status}) and accepts it from the other; see ${variable}`;
  return { kind: 'left out', ofSubaccount: true, why: whyRefused('ORDER_REFUSED', reason, variable) };
};

export interface Refusals {
  /** Undefined for a reply that is neither an accident nor a refused valid order. */
  readonly causeOf: (reply: Reply) => RefusalCause | undefined;
  /** The refused valid order with the same text. Then the service may not have checked the invalid part. */
  readonly sameAsValid: (reply: Reply) => Reply | undefined;
  /** True for a rare failure, or a rare refusal of the full key, which may be an accident. */
  readonly isAccident: (reply: Reply) => boolean;
}

/** True for an order that was refused, or refused for now with 503, for any reason except the key. */
export const isRefusedOrder = (reply: Reply): boolean =>
  isOrderReply(reply) && isFromService(reply) && reply.status !== 401 && (isRefusal(reply) || reply.status === 503);

/** A refusal in the words for an absent recipient does not explain a refusal of a really absent one. */
const isForAnyOrder = (cause: RefusalCause | undefined): boolean =>
  cause !== undefined && cause.kind !== 'broken' && cause.party === undefined;

export const refusalsIn = (answered: RefusalEvidence): Refusals => {
  const { replies, setting, isValidRequest } = answered;
  const { isAccident } = accidentsIn(answered);
  const of = (operation: OperationId) => replies.filter((reply) => reply.operation === operation);
  const causes = new Map<Reply, RefusalCause | undefined>();
  const findCause = (reply: Reply): RefusalCause | undefined => {
    if (isAccident(reply)) {
      const once = `a valid request of ${reply.operation} got ${reply.status} only once`;
      return { kind: 'kept back', why: whyRefused('FAILED_ONCE', once) };
    }
    if (!isOrderReply(reply) || !isError(reply)) return undefined;
    if (neverOwn.has(reply.status))
      return { kind: 'broken', expected: 'a success (2xx)', observed: String(reply.status) };
    if (!isRefusedOrder(reply)) return undefined;
    const all = of(reply.operation);
    const known = all.filter((other) => isChanged(other, 'value', 'rail', 'invented', 'omitted', 'role', 'other'));
    const accepted = all.filter((other) => isSuccess(other) && other.request.purpose.changed === undefined);
    const forOwnReason = (): RefusalCause => {
      const { text, see } = hintFor(reply, accepted, setting);
      const reason = `the service refused a valid order for a reason of its own (${describeOrder(reply, setting)}, ${reply.status})`;
      return { kind: 'kept back', why: whyRefused('ORDER_REFUSED', reason + text, ...see) };
    };
    return (
      brokenBy(reply, known, accepted) ??
      railCause(reply, all) ??
      partyCause(reply, known, accepted, setting) ??
      historyCause(reply, all.filter(isValidRequest), accepted, setting) ??
      subaccountCause(reply, all.filter(isValidRequest), accepted, setting) ??
      forOwnReason()
    );
  };
  const causeOf = (reply: Reply): RefusalCause | undefined => {
    if (!causes.has(reply)) causes.set(reply, findCause(reply));
    return causes.get(reply);
  };
  const kept = new Map<OperationId, readonly Reply[]>();
  const keptOf = (operation: OperationId): readonly Reply[] => {
    const known =
      kept.get(operation) ??
      of(operation).filter((reply) => isValidRequest(reply) && isRefusedOrder(reply) && isForAnyOrder(causeOf(reply)));
    kept.set(operation, known);
    return known;
  };
  /** A rule for one subaccount does not explain refusals of another one with accepted orders. */
  const isForOwn = (reply: Reply, valid: Reply): boolean => {
    const cause = causeOf(valid);
    const isOwn = (other: Reply) => subaccountOf(other) === subaccountOf(reply);
    return (
      !(cause?.kind === 'left out' && cause.ofSubaccount) ||
      isOwn(valid) ||
      !of(reply.operation).some((other) => isSuccess(other) && isOwn(other))
    );
  };
  return {
    causeOf,
    isAccident,
    sameAsValid: (reply) =>
      isRefusedOrder(reply) && !isValidRequest(reply)
        ? keptOf(reply.operation).find(
            (valid) => addsNothingTo(reply, valid, valuesOf(reply.operation)) && isForOwn(reply, valid),
          )
        : undefined,
  };
};

/** Compares two refusals of one operation. */
export const formsAlike = (one: Reply, other: Reply): boolean => {
  const values = valuesOf(one.operation);
  return addsNothingTo(one, other, values) && addsNothingTo(other, one, values);
};

/** Whether a refusal names the unlisted value or the list, and whether the amount may be its reason. */
export const unlistedShown = memoByReply(
  (reply: Reply): { readonly namesValueOrList: boolean; readonly mayBeForAmount: boolean } => {
    const [path, values] = [pathOf(reply.operation), valuesOf(reply.operation)];
    if (path === '') return { namesValueOrList: false, mayBeForAmount: false };
    const sent = textAt(reply, path);
    const pieces = maskedPieces(reply, maskOf(reply, { values: [...values, sent] }));
    const namesValueOrList = pieces.some(
      ({ names }) =>
        (sent !== '' && names.has(sent.toUpperCase())) || [...names].filter((name) => values.includes(name)).length > 1,
    );
    const namesAmount = pieces.some(({ text, hasNumber }) => hasNumber || /\bamount\b/i.test(text));
    return { namesValueOrList, mayBeForAmount: !namesValueOrList && namesAmount };
  },
);
