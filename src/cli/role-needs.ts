import { type OperationId, operationIds, operationOf, requirements, type Target } from '#contract';

/** Requirements that a variable is about. */
interface Need {
  readonly variable: string;
  readonly isMissing: (target: Target) => boolean;
  /** Told to the user: which groups of rules. */
  readonly concerns: string;
}

const without =
  (
    role:
      | 'individual'
      | 'business'
      | 'unverified'
      | 'unbanked'
      | 'usdRecipient'
      | 'localRecipient'
      | 'namedRecipient'
      | 'lightningRecipient'
      | 'withdrawal',
  ) =>
  ({ roles }: Target): boolean =>
    roles[role] === undefined;

const needs: readonly Need[] = [
  {
    variable: 'RAMP_INDIVIDUAL_SUBACCOUNT_ID',
    isMissing: without('individual'),
    concerns:
      'nearly all: individual KYC, orders, offramps, conversions, pagination, authentication of these endpoints',
  },
  {
    variable: 'RAMP_BUSINESS_SUBACCOUNT_ID',
    isMissing: without('business'),
    concerns: 'business KYC, business subaccounts, listings and records kept apart between subaccounts',
  },
  {
    variable: 'RAMP_UNVERIFIED_SUBACCOUNT_ID',
    isMissing: without('unverified'),
    concerns: 'verification: money operations without approved KYC (5, 6, 7, 10), locked capabilities',
  },
  {
    variable: 'RAMP_UNBANKED_SUBACCOUNT_ID',
    isMissing: without('unbanked'),
    concerns: 'errors: an onramp without a bank account; pagination: empty listings',
  },
  {
    variable: 'RAMP_USD_RECIPIENT_ID',
    isMissing: without('usdRecipient'),
    concerns: 'offramps (7) and their rails',
  },
  {
    variable: 'RAMP_LOCAL_RECIPIENT_ID',
    isMissing: without('localRecipient'),
    concerns: 'rails: offramps in another currency (7)',
  },
  {
    variable: 'RAMP_NAMED_RECIPIENT_ID',
    isMissing: without('namedRecipient'),
    concerns: 'rails: named withdrawals (7)',
  },
  {
    variable: 'RAMP_INCOMPLETE_NAMED_RECIPIENT_ID',
    isMissing: ({ roles }) => roles.incompleteNamedRecipients.length === 0,
    concerns: 'rails: named withdrawals that lack an identifying field (7)',
  },
  {
    variable: 'RAMP_LIGHTNING_RECIPIENT_ID',
    isMissing: without('lightningRecipient'),
    concerns: 'lightning offramps (10)',
  },
  { variable: 'RAMP_WITHDRAWAL_ID', isMissing: without('withdrawal'), concerns: 'withdrawals (11)' },
  {
    variable: 'RAMP_OFFRAMP_ID',
    isMissing: ({ roles }) => roles.offramps.length === 0,
    concerns: 'reading an offramp (9)',
  },
  {
    variable: 'RAMP_CONVERSION_ID',
    isMissing: ({ roles }) => roles.conversions.length === 0,
    concerns: 'reading a conversion (13)',
  },
  {
    variable: 'RAMP_RESTRICTED_API_KEY',
    isMissing: ({ keys }) => keys.restricted === undefined,
    concerns: 'authentication: 403 on every endpoint',
  },
  {
    variable: 'RAMP_QUIET_ACCOUNT',
    isMissing: ({ quiet }) => !quiet,
    concerns: 'order: balances that an initiation leaves alone (6, 7, 10)',
  },
  {
    variable: 'RAMP_RAW_PROBE',
    isMissing: ({ rawProbe = false }) => !rawProbe,
    concerns: 'http: what comes after the end of an answer',
  },
];

export const missingNeeds = (target: Target): readonly Need[] =>
  needs.filter(({ isMissing }) => isMissing(target));

export interface EndpointCount {
  readonly name: string;
  readonly requirements: number;
  /** Why none of them can be put to the target. */
  readonly untested?: string;
}

const reasonFor = (operation: OperationId, { money, readOnly }: Target): string | undefined => {
  const { movesMoney, method } = operationOf(operation);
  if (movesMoney && money !== true) return money;
  return readOnly && method !== 'GET' ? 'the run is read-only' : undefined;
};

/** How many requirements stand for each endpoint, and those for the service as a whole. */
export function countByEndpoint(target: Target): readonly EndpointCount[] {
  const own = operationIds.map((operation) => {
    const { number, method, path } = operationOf(operation);
    const untested = reasonFor(operation, target);
    return {
      name: `${String(number).padStart(2)} ${method.padEnd(4)} ${path}`,
      requirements: requirements.filter(({ id }) => id.startsWith(`${operation}/`)).length,
      ...(untested === undefined ? {} : { untested }),
    };
  });
  const counted = own.reduce((sum, { requirements: each }) => sum + each, 0);
  return [...own, { name: '   Across endpoints', requirements: requirements.length - counted }];
}
