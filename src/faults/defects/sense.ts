import type { OperationId, RequirementId } from '#contract';
import { isRecord } from '../places.ts';
import type { PlantedFault } from '../planted.ts';
import { against, each } from '../planting.ts';
import { rewriting } from '../rewriting.ts';

interface Amounts {
  readonly operation: OperationId;
  readonly requirement: RequirementId;
  readonly paths: readonly string[];
}

const sources = ['$.from.amount', '$.to.gross_amount', '$.to.net_amount'];
const feesOf = (name: string) =>
  [`${name}_fee`, 'network_fee', 'total_fees'].map((fee) => `$.pricing.fees.${fee}`);

const listed = (paths: readonly string[]) => paths.map((path) => path.replace('$.', '$.data[].'));

const offramp = [...sources, '$.pricing.fx_rate', '$.pricing.fees.offramp_fee'];
const conversion = ['$.amount', '$.feeAmount', '$.netAmount', '$.estimatedReceived', '$.rate'];

const amounts: readonly Amounts[] = [
  {
    operation: 'onramp.initiate',
    requirement: 'onramp.initiate/has-no-negative-amounts',
    paths: [...sources, ...feesOf('onramp')],
  },
  {
    operation: 'offramp.initiate',
    requirement: 'offramp.initiate/has-no-negative-amounts',
    paths: [...sources, ...feesOf('offramp')],
  },
  { operation: 'offramp.read', requirement: 'offramp.read/has-no-negative-amounts', paths: offramp },
  { operation: 'offramp.list', requirement: 'offramp.read/has-no-negative-amounts', paths: listed(offramp) },
  {
    operation: 'lightning-offramp.initiate',
    requirement: 'lightning-offramp.initiate/has-no-negative-amounts',
    paths: [
      'targetAmount',
      'lightningAmount',
      'exchangeRate',
      'lightningFee',
      'withdrawalFee',
      'targetAmountReceivable',
      'totalFees',
    ].map((member) => `$.data.${member}`),
  },
  {
    operation: 'withdrawal.read',
    requirement: 'withdrawal.read/has-no-negative-amounts',
    paths: ['amount', 'local_amount', 'fee_amount', 'rate', 'gross_amount'].map((member) => `$.${member}`),
  },
  { operation: 'conversion.read', requirement: 'conversion.read/has-no-negative-amounts', paths: conversion },
  {
    operation: 'conversion.list',
    requirement: 'conversion.read/has-no-negative-amounts',
    paths: listed(conversion),
  },
  {
    operation: 'taxonomy.list',
    requirement: 'taxonomy.list/has-no-negative-amounts',
    paths: [
      '$[].currency_configurations[].fee.amount',
      ...['from_amount', 'to_amount'].map((member) => `$[].security.modes[].${member}`),
    ],
  },
];

/** Keeps the type; a zero becomes less than nothing too. */
const negated = (value: unknown): unknown => {
  if (typeof value === 'number') return value === 0 ? -1 : -value;
  return Number(value) === 0 ? String(value).replace(/\d/, '-1') : `-${value}`;
};

const named = (path: string): string => path.replace(/^\$(\[\])?\.?/, '');

const debits = amounts.flatMap(({ operation, requirement, paths }) =>
  against(
    requirement,
    each(paths, (path) => [
      `${operation.replace('.initiate', '')}/negative-${named(path)}`,
      `A debit is written as a negative ${named(path)}.`,
      { reply: rewriting(operation, path, negated) },
    ]),
  ),
);

const stored = [
  ['subaccount.read', '$.createdAt'],
  ['individual-kyc.read', '$.created_at'],
  ['individual-kyc.read', '$.updated_at'],
  ['business-kyc.read', '$.created_at'],
  ['business-kyc.read', '$.updated_at'],
  ['business-kyc.read', '$.vendorVerifiedAt'],
  ['balances.read', '$.createdAt'],
  ['onramp.initiate', '$.created_at'],
  ['offramp.initiate', '$.created_at'],
  ['offramp.read', '$.created_at'],
  ['offramp.list', '$.data[].created_at'],
  ['lightning-offramp.initiate', '$.data.createdAt'],
  ['withdrawal.read', '$.created_at'],
  ['conversion.read', '$.createdAt'],
  ['conversion.list', '$.data[].createdAt'],
] as const;

const hourMs = 3_600_000;
const inAnHour = (): string => new Date(Date.now() + hourMs).toISOString();

const future = against('records/date-nothing-in-the-future', {
  ...Object.fromEntries(
    stored.map(([operation, path]) => [
      `future/${operation}/${named(path)}`,
      [
        `The ${named(path)} is an hour ahead: local time is written as if it were UTC.`,
        { reply: rewriting(operation, path, inAnHour) },
      ] as const,
    ]),
  ),
  'future/one-listed-offramp': [
    'One listed offramp was created tomorrow.',
    {
      reply: rewriting('offramp.list', '$.data', (items) =>
        Array.isArray(items)
          ? items.map((item, at) =>
              at === items.length - 1 && isRecord(item) ? { ...item, created_at: inAnHour() } : item,
            )
          : items,
      ),
    },
  ],
});

const types = against('subaccount.read/has-the-type-of-its-verification', {
  ...each(['individual', 'business'], (type) => [
    `subaccount/every-one-of-type-${type}`,
    `Every subaccount is of the type ${type}.`,
    { reply: rewriting('subaccount.read', '$.type', () => type) },
  ]),
  'subaccount/types-exchanged': [
    'The types of persons and businesses are exchanged.',
    {
      reply: rewriting('subaccount.read', '$.type', (type) =>
        type === 'business' ? 'individual' : 'business',
      ),
    },
  ],
});

/** Members that are well formed and make no sense. */
export const senseFaults: readonly PlantedFault[] = [...debits, ...future, ...types];
