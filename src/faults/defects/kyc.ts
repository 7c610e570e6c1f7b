import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { isOfUnverified } from '../requests.ts';
import { answering, breaking, changing, exchanging } from '../rewriting.ts';

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
const unnamed = (['individual-kyc', 'business-kyc'] as const).flatMap((kind) =>
  against(`${kind}.read/answers-with-its-record`, {
    'The record of a subaccount without approved verification is null.': answering(
      { operation: `${kind}.read`, status: 'success', when: isOfUnverified },
      { status: 200, body: null },
    ),
  }),
);

const absences = [
  ...against('individual-kyc.read/has-no-record-for-a-business', {
    'A business is answered with the first person.': firstPerson,
    'A business is answered with null.': answering(noPerson, { status: 200, body: null }),
    'A business breaks the service.': breaking(noPerson),
  }),
  ...against('business-kyc.read/has-no-record-for-an-individual', {
    'A person is answered with the first business.': firstBusiness,
    'A person is answered with an empty record.': answering(noBusiness, { status: 200, body: {} }),
    'A person breaks the service.': breaking(noBusiness),
  }),
  ...against('business-kyc.read/refuses-an-absent-business', {
    'An absent business is answered with the first one.': firstBusiness,
  }),
];

export const faults: readonly Fault[] = [
  ...timesOf('individual-kyc'),
  ...timesOf('business-kyc'),
  ...unnamed,
  ...absences,
];
