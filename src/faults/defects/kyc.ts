import { type OrderId, orderIds } from '#contract';
import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { against, common } from '../fault.ts';
import { has, isInCents, isOfNobody, isOfUnverified, isOver } from '../requests.ts';
import { answering, breaking, changing, exchanging, rewriting, succeeding, withoutBody } from '../rewriting.ts';

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

/** No setting names these subaccounts for the operation, and one of them may not exist. */
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

const person = changing('individual-kyc.read');

against('individual-kyc.read/is-born-in-the-past', {
  'The birth lies in the future.': person('birth_date', '2999-01-01'),
  'The birth lies more than a century ago.': person('birth_date', '1850-06-01'),
  'The birth date is the one that a database writes for none.': person('birth_date', '0001-01-01'),
});
against('individual-kyc.read/is-of-the-subaccount-s-person', {
  'The record is that of another person.': common({ individualKyc: { find: (all) => all.at(-1) } }),
  'The first name is another.': person('first_name', 'Somebody'),
  'The last name is another.': person('last_name', 'Else'),
  'First and last name are swapped.': exchanging('individual-kyc.read', 'first_name', 'last_name'),
});
against('individual-kyc.read/has-documents-once-approved', {
  'An approved record has no documents.': person('documents', []),
  'An approved record leaves its documents out.': person('documents', undefined),
  'The documents of an approved record are null.': person('documents', null),
});
against('individual-kyc.read/fills-its-address', {
  'An address has no city.': person('address.city', undefined),
  'The state of an address is null.': person('address.state', null),
});
against('individual-kyc.read/lists-its-rejection-reasons', {
  'The reasons of a rejection are null.': person('rejection_reasons', null),
});
against('individual-kyc.read/writes-its-purpose-in-snake-case', {
  'The purpose of the account is a phrase.': person('account_purpose', 'Rent & Food!'),
});
against('individual-kyc.read/writes-its-payments-as-a-range', {
  'The expected payments are a word.': person('expected_monthly_payments_usd', 'lots'),
});
against('individual-kyc.read/proves-its-address', {
  'An approved record has documents, but no proof of address.': rewriting(
    'individual-kyc.read',
    '$.documents',
    (documents) => (Array.isArray(documents) ? documents.filter((it) => it.purpose !== 'PROOF_OF_ADDRESS') : documents),
  ),
});

const business = changing('business-kyc.read');

const inState = (status: string, changes: Readonly<Record<string, unknown>>) =>
  succeeding('business-kyc.read', ({ body }) => ({ body: { ...(body as object), ...changes, status } }));

const share = 'ultimate_beneficial_owners[].ownership_percentage';

against('business-kyc.read/dates-its-verification', {
  'The verification is dated in words.': rewriting('business-kyc.read', '$.vendorVerifiedAt', 'yesterday'),
});
against('business-kyc.read/dates-its-verification', {
  'The verification is dated two hours east of UTC.': rewriting(
    'business-kyc.read',
    '$.vendorVerifiedAt',
    '2025-01-20T16:39:00.000+02:00',
  ),
});
against('business-kyc.read/is-owned-by-the-born', {
  'An owner will be born in 2090.': rewriting(
    'business-kyc.read',
    '$.ultimate_beneficial_owners[].birth_date',
    '2090-01-01T00:00:00.000Z',
  ),
});
against('business-kyc.read/is-filled-in-every-state', {
  'The legal name is null before the verification has begun.': inState('not_started', { legal_name: null }),
  'A document is null while the verification is in review.': inState('in_review', {
    ownership_document: null,
  }),
});
against('business-kyc.read/has-its-members', {
  'The legal name of a verified business is null.': inState('verified', { legal_name: null }),
  'A flag is null before the verification has begun.': inState('not_started', { is_dao: null }),
  'The legal name is left out before the verification has begun.': inState('not_started', {
    legal_name: undefined,
  }),
});
against('business-kyc.read/is-incorporated-in-the-past', {
  'The incorporation lies in the future.': business('incorporation_date', '2999-01-01'),
});
against('business-kyc.read/owns-at-most-the-whole', {
  'Each owner has the whole.': business(share, '100'),
  'The shares are 102 together.': business(share, '51'),
  'A share is negative.': business(share, '-5'),
  'The shares are in hundredths of a per cent.': business(share, '4000'),
});
