import { type OrderId, orderIds } from '#contract';
import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { against } from '../fault.ts';
import { has, isInCents, isOfNobody, isOfUnverified, isOver } from '../requests.ts';
import { answering, breaking, changing, exchanging, withoutBody } from '../rewriting.ts';

const { individualKyc, businessKyc } = defaultPolicies;

const timesOf = (kind: 'individual-kyc' | 'business-kyc') =>
  against(`${kind}.read/is-updated-after-its-creation`, {
    'The update lies before the creation.': changing(`${kind}.read`)('updated_at', '2020-01-01T00:00:00.000Z'),
    'Creation and update are swapped.': exchanging(`${kind}.read`, 'created_at', 'updated_at'),
  });

const firstPerson: PartialPolicies = {
  individualKyc: { find: (all, id) => individualKyc.find(all, id) ?? all[0] },
};
const firstBusiness: PartialPolicies = {
  businessKyc: { find: (all, id) => businessKyc.find(all, id) ?? all[0] },
};

const noPerson = { operation: 'individual-kyc.read', status: 404 } as const;
const noBusiness = { operation: 'business-kyc.read', status: 404 } as const;

/** Records of subaccounts that no setting names for the operation, and of which one need not be there. */
for (const kind of ['individual-kyc', 'business-kyc'] as const) {
  against(`${kind}.read/answers-with-its-record`, {
    'The record of a subaccount without approved verification is null.': answering(
      { operation: `${kind}.read`, status: 'success', when: isOfUnverified },
      { status: 200, body: null },
    ),
  });
}

against('individual-kyc.read/has-no-record-for-a-business', {
  'A business is answered with the first person.': firstPerson,
  'A business is answered with null.': answering(noPerson, { status: 200, body: null }),
  'A business breaks the service.': breaking(noPerson),
});
against('business-kyc.read/has-no-record-for-an-individual', {
  'A person is answered with the first business.': firstBusiness,
  'A person is answered with an empty record.': answering(noBusiness, { status: 200, body: {} }),
  'A person breaks the service.': breaking(noBusiness),
});
against('business-kyc.read/refuses-an-absent-business', {
  'An absent business is answered with the first one.': firstBusiness,
});

timesOf('individual-kyc');
timesOf('business-kyc');

const { mayMoveMoney } = defaultPolicies.kyc;

const faultsOf = (operation: OrderId): void => {
  const unapproved = { operation, status: 422 };
  against(`${operation}/refuses-without-approved-kyc`, {
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

const businessFaultsOf = (operation: OrderId): void =>
  against(`${operation}/refuses-a-business-without-approved-kyc`, {
    'No verification is asked for of a business.': {
      kyc: {
        mayMoveMoney: (one, asked) => (asked === operation && one.type === 'business') || mayMoveMoney(one, asked),
      },
    },
  });

const absentFaultsOf = (operation: OrderId): void => {
  const absent = { operation, status: 404, when: isOfNobody };
  against(`${operation}/refuses-an-absent-subaccount`, {
    'An order for a subaccount that does not exist is accepted for later.': answering(absent, withoutBody(202)),
    'A subaccount that does not exist breaks the order.': breaking(absent),
    'An order for a subaccount that does not exist is accepted where its amount is no whole number.': answering(
      { operation, status: 404, when: isInCents },
      withoutBody(202),
    ),
  });
};

against('offramp.initiate/refuses-without-approved-kyc', {
  'No verification is asked for where the order is to go over RTP.': answering(
    { operation: 'offramp.initiate', status: 422, when: isOver('RTP') },
    withoutBody(202),
  ),
});
against('deposit.simulate/refuses-without-approved-kyc', {
  'No verification is asked for where the deposit is in Tanzanian shillings.': answering(
    { operation: 'deposit.simulate', status: 422, when: has('currency', 'TZS') },
    withoutBody(202),
  ),
});
for (const operation of orderIds) faultsOf(operation);
for (const operation of orderIds) businessFaultsOf(operation);
for (const operation of orderIds) absentFaultsOf(operation);
