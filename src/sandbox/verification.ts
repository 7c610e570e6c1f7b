import type { HandledRequest } from './call.ts';
import type { Initiation, MoneyOperation } from './operation.ts';
import { isReply, type Reply } from './reply.ts';
import { type Subaccount, seededSubaccounts } from './subaccount-seed.ts';

/** The subaccount of the path, or the reply to a path that names none. */
export function subaccountOf(call: HandledRequest): Subaccount | Reply {
  const { find } = call.policies.subaccount;
  return find(seededSubaccounts, call.params.subaccountId ?? '') ?? call.refuse('subaccountNotFound');
}

/** Why this subaccount may not move money this way; undefined where it may. */
export function refusalOfMoney(call: HandledRequest<MoneyOperation>): Reply | undefined {
  const found = subaccountOf(call);
  if (isReply(found)) return found;
  return call.policies.kyc.mayMoveMoney(found, call.operation) ? undefined : call.refuse('kycNotApproved');
}

/** Refuses as `refusalOfMoney` does, for the operations that need a bank account too. */
export function refusalOfInitiation(call: HandledRequest<Initiation>): Reply | undefined {
  const found = subaccountOf(call);
  if (isReply(found)) return found;
  return (
    refusalOfMoney(call) ??
    (call.policies.bankAccount.exists(found, call.operation) ? undefined : call.refuse('bankAccountNotFound'))
  );
}
