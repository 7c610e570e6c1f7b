import { isRecord } from '../places.ts';
import type { PlantedFault } from '../planted.ts';
import { against } from '../planting.ts';
import { answering, refusing, rewriting, succeeding } from '../rewriting.ts';
import { changing, isInCents, isOfBusiness, isOfUnverified, lost, type When } from './one-kind.ts';

const isLaterPage: When = ({ query }) => Number(query.page) > 1;
const isWithoutBounds: When = ({ query }) => query.page === undefined && query.limit === undefined;

const listings = (['offramp.list', 'conversion.list'] as const).flatMap((listing) => [
  ...against(`${listing}/keeps-to-the-limit`, {
    [`${listing}/without-bounds-too-long`]: [
      'A listing that is asked for without bounds has more items than the limit that it echoes.',
      {
        reply: succeeding(listing, ({ body }, request) => {
          const { data } = isRecord(body) ? body : {};
          if (isWithoutBounds(request) && Array.isArray(data)) data.push(...data, ...data, ...data);
          return {};
        }),
      },
    ],
  }),
  ...against(`${listing}/has-its-members`, {
    [`${listing}/later-page-without-ids`]: [
      'Items of a later page have no id.',
      changing(listing, '$.data[].id', lost, isLaterPage),
    ],
    [`${listing}/later-page-numbered-in-text`]: [
      'A later page gives the number of pages as text.',
      changing(listing, '$.totalPages', String, isLaterPage),
    ],
    [`${listing}/without-bounds-without-pages`]: [
      'A listing that is asked for without bounds does not give its number of pages.',
      changing(listing, '$.totalPages', lost, isWithoutBounds),
    ],
    [`${listing}/of-a-business-without-ids`]: [
      'Items of a business have no id.',
      changing(listing, '$.data[].id', lost, isOfBusiness),
    ],
  }),
]);

const isCompleted = (body: unknown): boolean => isRecord(body) && body.status === 'completed';

const others = [
  ...against('lightning-offramp.initiate/has-its-members', {
    'lightning-offramp/in-cents-without-fees': [
      'A lightning offramp with cents has no total of its fees.',
      changing('lightning-offramp.initiate', '$.data.totalFees', () => null, isInCents),
    ],
  }),
  ...against('deposit.simulate/answers-success-without-a-body', {
    'deposit/of-a-token-with-a-body': [
      'A deposit of a token is answered with a body.',
      {
        reply: succeeding('deposit.simulate', (_reply, { body }) =>
          isRecord(body) && body.currency === 'USDC' ? { status: 200, body: { credited: true } } : {},
        ),
      },
    ],
    'deposit/in-cents-with-a-body': [
      'A deposit with cents is answered with a body.',
      {
        reply: succeeding('deposit.simulate', (_reply, request) =>
          isInCents(request) ? { status: 200, body: { credited: true } } : {},
        ),
      },
    ],
  }),
  ...against('deposit.simulate/refuses-without-approved-kyc', {
    'deposit/of-a-token-without-kyc': [
      'No verification is asked for when tokens are deposited.',
      {
        reply: answering(
          {
            operation: 'deposit.simulate',
            status: 422,
            when: ({ body }) => isRecord(body) && body.currency === 'USDC',
          },
          () => ({ status: 200, body: undefined, headers: {} }),
        ),
      },
    ],
  }),
  ...against('individual-kyc.read/keeps-its-closed-sets', {
    'individual-kyc/unverified-person-of-another-type': [
      'The record of a person who is not verified has a type of its own.',
      changing('individual-kyc.read', '$.type', () => 'person', isOfUnverified),
    ],
  }),
  ...against('withdrawal.read/writes-its-amounts', {
    'withdrawal/completed-without-places': [
      'The amount of a completed withdrawal is written without places.',
      {
        reply: rewriting('withdrawal.read', '$.amount', (value, { body }) =>
          isCompleted(body) ? String(Number(value)) : value,
        ),
      },
    ],
  }),
  ...against('errors/date-themselves', {
    'lightning-offramp/unknown-recipient-dated-in-seconds': [
      'The refusal of a lightning offramp is dated without milliseconds.',
      {
        reply: refusing({ operation: 'lightning-offramp.initiate', status: 404 }, (body) => {
          body.timestamp = String(body.timestamp).replace(/\.\d+/, '');
        }),
      },
    ],
  }),
];

/** Defects that show on one page, or in the record of one kind of person or order only. */
export const oneKindRecordFaults: readonly PlantedFault[] = [...listings, ...others];
