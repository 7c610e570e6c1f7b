import { refusalText } from '#attribution';
import { listedIn } from '#contract';
import { notSet, type Reply, type Setting, subaccountOf, Untested, untested, valueAt } from '#evidence';
import { hasBlankValue } from '#probes';
import { isError, isSuccess, orderVariables, type Reason, roleVariables, saidTogether } from '#run';
import type { Found, Judge } from './judgement.ts';
import { refusedValid } from './judges.ts';
import { speaksOf } from './refusal.ts';

const formOf = (reply: Reply): string => `${reply.status} ${refusalText(reply)}`;

type OtherRefusals = readonly [withoutAccount: readonly Reply[], withoutSubaccount: readonly Reply[]];

/** If the user set one, an order names the account or recipient of its subaccount; an onramp names neither. */
const asAbsentAccount = ([refusal]: readonly Reply[], { roles, order }: Setting): Untested => {
  const isDeposit = refusal?.operation === 'deposit.simulate';
  const reason = `the order is refused as one ${isDeposit ? 'to an unknown' : 'without a bank'} account is`;
  if (refusal?.operation === 'onramp.initiate') return untested('REFUSED_AS_ABSENT', reason);
  const isSet = (isDeposit ? order.unverifiedAccountNumber : roles.unverifiedRecipient) !== undefined;
  const variable = isDeposit ? orderVariables.unverifiedAccountNumber.variable : roleVariables.unverifiedRecipient;
  return isSet ? untested('REFUSED_ALIKE', reason) : notSet(variable, `, and ${reason}`);
};

const formsOf = (replies: readonly Reply[]): ReadonlySet<string> => new Set(replies.filter(isError).map(formOf));

/**
 * Judges refusals that can only be caused by missing KYC approval. A refusal in the words for an absent account or
 * subaccount proves nothing unless it mentions verification: an absent subaccount has no approved KYC either.
 */
export const unlikeAbsences =
  (judge: Judge<readonly Reply[]>): Judge<readonly [refusals: readonly Reply[], others: OtherRefusals]> =>
  ([refusals, [withoutAccount, withoutSubaccount]], setting) => {
    const [ofAccounts, ofSubaccounts] = [formsOf(withoutAccount), formsOf(withoutSubaccount)];
    const ownReason = refusals.filter(
      (reply) => !ofSubaccounts.has(formOf(reply)) || speaksOf(refusalText(reply), 'verification required'),
    );
    const own = ownReason.filter((reply) => !ofAccounts.has(formOf(reply)));
    // The document does not fix the words of this refusal, so a correct service may hide the reason.
    if (refusals.length > 0 && ownReason.length === 0)
      throw untested('REFUSED_AS_ABSENT', 'the order is refused as one of an absent subaccount is');
    if (refusals.length > 0 && own.length === 0) throw asAbsentAccount(refusals, setting);
    return judge(own, setting);
  };

/** Answers to unverified subaccounts of one type. A subaccount whose record was not read counts as individual. */
export const toUnverified =
  <T>(
    type: 'individual' | 'business',
    judge: Judge<readonly [refusals: readonly Reply[], more: T]>,
  ): Judge<readonly [refusals: readonly Reply[], more: T, subaccounts: readonly Reply[]]> =>
  ([refusals, more, subaccounts], setting) => {
    const businesses = new Set(
      subaccounts.filter(({ body }) => valueAt(body, 'type') === 'business').map(subaccountOf),
    );
    const meant = refusals.filter((reply) => businesses.has(subaccountOf(reply)) === (type === 'business'));
    if (meant.length === 0)
      throw notSet(roleVariables.unverified, ` to that of ${type === 'business' ? 'a business' : 'an individual'}`);
    return judge([meant, more], setting);
  };

/** Judges the selected replies. @throws Untested with `reason` if there is none. */
export const onlyReplies =
  (isMeant: (reply: Reply) => boolean, reason: string, judge: Judge<readonly Reply[]>): Judge<readonly Reply[]> =>
  (replies, setting) => {
    const meant = replies.filter(isMeant);
    if (meant.length === 0) throw untested('NO_SUCH_CASE', reason);
    return judge(meant, setting);
  };

/** True if the words differ from the refusal of a missing value, which may also answer an empty value. */
export const refusesAValue =
  (which: 'empty' | 'some') =>
  (reply: Reply): boolean =>
    reply.status === 400 && hasBlankValue(reply) === (which === 'empty');

/** If a refusal has a reason of the service's own, the claim is untested. */
export const acceptsListedValues: Judge<readonly Reply[]> = (given, context) => {
  const replies = context.attribution.judgeable(given);
  const kept: Reason[] = [];
  // If no value was accepted, the values are not the reason.
  const isWhole = !replies.some(isSuccess);
  const findings = replies
    .filter((reply) => !isSuccess(reply))
    .flatMap((reply): readonly Found[] => {
      try {
        return [refusedValid(reply, context, 'VALUE_REFUSED')];
      } catch (error) {
        if (!(error instanceof Untested)) throw error;
        const value = String(valueAt(reply.request.input.body, listedIn(reply.operation)?.path ?? ''));
        kept.push({ ...error.why, ...(!isWhole && { values: [value] }) });
        return [];
      }
    });
  const [first, ...others] = kept;
  if (findings.length > 0 || first === undefined) return { findings, judged: replies };
  throw new Untested(saidTogether(first, ...others));
};
