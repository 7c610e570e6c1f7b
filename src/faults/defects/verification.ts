import { type OrderId, orderIds } from '#contract';
import { defaultPolicies } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { has, isInCents, isOfNobody, isOver } from '../requests.ts';
import { answering, breaking, withoutBody } from '../rewriting.ts';

const { mayMoveMoney } = defaultPolicies.kyc;

const faultsOf = (operation: OrderId): readonly Fault[] => {
  // The subaccount without approved KYC gets 422 from the sandbox, and nothing else does.
  const unapproved = { operation, status: 422 };
  return against(`${operation}/refuses-without-approved-kyc`, {
    'No verification is asked for.': {
      kyc: { mayMoveMoney: (one, asked) => asked === operation || mayMoveMoney(one, asked) },
    },
    'A subaccount that was only created may move money.': {
      kyc: { mayMoveMoney: ({ status }) => status !== 'review' },
    },
    'No verification is asked for of a person.': {
      kyc: {
        mayMoveMoney: (one, asked) => (asked === operation && one.type === 'individual') || mayMoveMoney(one, asked),
      },
    },
    'The order is accepted for later.': answering(unapproved, withoutBody(202)),
    'A missing verification breaks the service.': breaking(unapproved),
  });
};

const businessFaultsOf = (operation: OrderId): readonly Fault[] =>
  against(`${operation}/refuses-a-business-without-approved-kyc`, {
    'No verification is asked for of a business.': {
      kyc: {
        mayMoveMoney: (one, asked) => (asked === operation && one.type === 'business') || mayMoveMoney(one, asked),
      },
    },
  });

const absentFaultsOf = (operation: OrderId): readonly Fault[] => {
  const absent = { operation, status: 404, when: isOfNobody };
  return against(`${operation}/refuses-an-absent-subaccount`, {
    'An order for a subaccount that does not exist is accepted for later.': answering(absent, withoutBody(202)),
    'A subaccount that does not exist breaks the order.': breaking(absent),
    'An order for a subaccount that does not exist is accepted where its amount is no whole number.': answering(
      { operation, status: 404, when: isInCents },
      withoutBody(202),
    ),
  });
};

export const faults: readonly Fault[] = [
  ...against('offramp.initiate/refuses-without-approved-kyc', {
    'No verification is asked for where the order is to go over RTP.': answering(
      { operation: 'offramp.initiate', status: 422, when: isOver('RTP') },
      withoutBody(202),
    ),
  }),
  ...against('deposit.simulate/refuses-without-approved-kyc', {
    'No verification is asked for where the deposit is in Tanzanian shillings.': answering(
      { operation: 'deposit.simulate', status: 422, when: has('currency', 'TZS') },
      withoutBody(202),
    ),
  }),
  ...orderIds.flatMap(faultsOf),
  ...orderIds.flatMap(businessFaultsOf),
  ...orderIds.flatMap(absentFaultsOf),
];
