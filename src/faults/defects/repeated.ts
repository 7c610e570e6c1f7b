import type { lasting as lastingRecords, RequirementId } from '#contract';
import { against, type Fault, forEachValue } from '../fault.ts';
import { timesBefore, type When } from '../requests.ts';
import { changing, type Hook, type NewValue, rewriting, succeeding } from '../rewriting.ts';

/** Members of a record that no event changes. */
const lasting = {
  'subaccount.read': 'id email type createdAt',
  'individual-kyc.read': 'type first_name last_name birth_date created_at',
  'business-kyc.read': 'type legal_name incorporation_date registration_number vendorApplicantId created_at',
  'balances.read': 'id email createdAt',
  'conversion.read': 'amount rate createdAt',
  'withdrawal.read':
    'id amount currency created_at chain protocol local_currency fee_currency destinationAddress destination_address',
} as const;

type Lasting = keyof typeof lasting;

const another = (value: string, times: number): string =>
  value.endsWith('Z')
    ? new Date(Date.parse(value) + times * 1_000).toISOString()
    : `${value.slice(0, -1)}${(times + 4) % 10}`;

const eachTime = (read: Lasting, member: string, when: When = () => true) =>
  changing(read)(member, (value, { request }) => {
    const times = when(request) ? timesBefore(request, `reads of ${request.path}`) : 0;
    return times === 0 ? value : another(value, times);
  });

const ofEach = (Object.keys(lasting) as Lasting[]).flatMap((read) => {
  return against(
    `${read}/repeats-itself` satisfies RequirementId,
    forEachValue(lasting[read].split(' '), (member) => [
      `The ${member} changes with each read.`,
      eachTime(read, member),
    ]),
  );
});

/** From the second read of a path on, a list or map has lost what it held. */
const emptied = (read: (typeof lastingRecords)[number], path: string, nothing: NewValue): Hook =>
  rewriting(read, path, (value, { request }) =>
    timesBefore(request, `reads of ${request.path}`) === 0 ? value : nothing,
  );

const ofLists = [
  ...against('business-kyc.read/repeats-itself', {
    'From the second read on a business has no owners.': emptied(
      'business-kyc.read',
      '$.ultimate_beneficial_owners',
      [],
    ),
  }),
  ...against('individual-kyc.read/repeats-itself', {
    'From the second read on the links to documents are blank.': emptied(
      'individual-kyc.read',
      '$.documents[].file',
      '',
    ),
  }),
  ...against('subaccount.read/repeats-itself', {
    'From the second read on a subaccount has no capabilities.': emptied(
      'subaccount.read',
      '$.capabilities.currencies',
      {},
    ),
  }),
  ...against('taxonomy.list/repeats-itself', {
    'The second taxonomy of a currency is empty.': succeeding('taxonomy.list', (_reply, request) =>
      timesBefore(request, `reads of ${request.path}`) === 0 ? {} : { body: [] },
    ),
  }),
];

export const faults: readonly Fault[] = [...ofEach, ...ofLists];
