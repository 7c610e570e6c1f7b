import {
  lasting,
  type OperationId,
  operationIds,
  operationOf,
  type RequirementId,
  withAmounts,
  withListings,
} from '#contract';
import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { against, common, forEachValue } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import {
  answering,
  breaking,
  changing,
  type Hook,
  hourMs,
  type NewValue,
  otherId,
  placesOf,
  rewriting,
  shifted,
  succeeding,
} from '../rewriting.ts';

const defaults = defaultPolicies;

type Choose = <R extends { readonly id: string }>(
  all: readonly { readonly owner: string; readonly record: R }[],
  wanted: { readonly id: string; readonly subaccountId: string },
  own: R | undefined,
) => R | undefined;

interface Stored {
  readonly operation: 'offramp.read' | 'withdrawal.read' | 'conversion.read';
  readonly noun: string;
  readonly one: string;
  readonly absent: RequirementId;
  readonly finding: (choose: Choose) => PartialPolicies;
}

interface ListedRecord extends Stored {
  readonly agrees: RequirementId;
}

const offramps: ListedRecord = {
  operation: 'offramp.read',
  noun: 'offramp',
  one: 'An offramp',
  absent: 'offramp.read/hides-what-is-absent',
  agrees: 'offramp.read/agrees-with-the-listing',
  finding: (choose) => ({
    offramp: {
      find: (store, wanted) => choose(store.offramps, wanted, defaults.offramp.find(store, wanted)),
    },
  }),
};

const withdrawals: Stored = {
  operation: 'withdrawal.read',
  noun: 'withdrawal',
  one: 'A withdrawal',
  absent: 'withdrawal.read/refuses-an-absent-withdrawal',
  finding: (choose) => ({
    withdrawal: { find: (all, wanted) => choose(all, wanted, defaults.withdrawal.find(all, wanted)) },
  }),
};

const conversions: ListedRecord = {
  operation: 'conversion.read',
  noun: 'conversion',
  one: 'A conversion',
  absent: 'conversion.read/hides-what-is-absent',
  agrees: 'conversion.read/agrees-with-the-listing',
  finding: (choose) => ({
    conversion: { find: (all, wanted) => choose(all, wanted, defaults.conversion.find(all, wanted)) },
  }),
};

const ofAll = ({ operation, noun, one, absent, finding }: Stored) => {
  against(`${operation}/returns-the-one-asked-for`, {
    'The id is an internal one.': changing(operation)('id', otherId),
    [`Another ${noun} is returned for any id.`]: common(
      finding((all, { id }) => all.find(({ record }) => record.id !== id)?.record),
    ),
  });
  against(absent, {
    [`An absent ${noun} is answered with the first one.`]: finding((all, _wanted, own) => own ?? all[0]?.record),
  });
  against(`${operation}/keeps-to-its-subaccount`, {
    [`${one} is served under any subaccount.`]: finding(
      (all, { id }) => all.find(({ record }) => record.id === id)?.record,
    ),
    [`${one} is served under a subaccount that has none, or that does not exist.`]: finding(
      (all, { id, subaccountId }, own) =>
        own ??
        (all.some(({ owner }) => owner === subaccountId)
          ? undefined
          : all.find(({ record }) => record.id === id)?.record),
    ),
    [`${one} of another subaccount breaks the service.`]: breaking({ operation, status: 404 }),
  });
};

const ofListed = ({ operation, noun, absent, agrees, finding }: ListedRecord) => {
  against(absent, {
    [`An absent ${noun} is answered 200 with null.`]: answering(
      { operation, status: 404 },
      { status: 200, body: null },
    ),
    [`An absent ${noun} breaks the service.`]: breaking({ operation, status: 404 }),
  });
  against(agrees, {
    // A check of only the first items would miss this.
    [`The oldest ${noun} is listed but cannot be read.`]: finding(([oldest], _wanted, own) =>
      own === oldest?.record ? undefined : own,
    ),
  });
};

for (const it of [offramps, withdrawals, conversions]) ofAll(it);
for (const it of [offramps, conversions]) ofListed(it);

against('conversion.read/keeps-to-its-subaccount', {
  'A conversion of the business is served under any subaccount.': conversions.finding(
    (all, { id }, own) =>
      own ?? all.find(({ owner, record }) => owner.startsWith('5eed0a02') && record.id === id)?.record,
  ),
});

type Lasting = (typeof lasting)[number];

const another = (value: string, times: number): string =>
  value.endsWith('Z') ? shifted(times * 1_000)(value) : `${value.slice(0, -1)}${(times + 4) % 10}`;

const eachTime = (read: Lasting, path: string): Hook =>
  rewriting(read, path, (value, { request }) => {
    const times = timesBefore(request, `reads of ${request.path}`);
    return times === 0 || typeof value !== 'string' ? value : another(value, times);
  });

/** Texts that must not change. A link may be signed anew for each reader. */
const lastingTexts = (read: Lasting): readonly string[] => {
  const { always = [], untilSettled = [] } = operationOf(read).varying ?? {};
  return placesOf(
    read,
    ({ path, type, format }) =>
      type === 'string' &&
      !format?.endsWith('uri') &&
      /^\$(\[\])?\.\w+$/.test(path) &&
      ![...always, ...untilSettled].includes(path),
  );
};

for (const read of lasting) {
  against(
    `${read}/repeats-itself`,
    forEachValue(lastingTexts(read), (path) => [
      `The ${path.replace(/^.*\./, '')} changes with each read.`,
      eachTime(read, path),
    ]),
  );
}

const lostLater = (read: Lasting, path: string, nothing: NewValue): Hook =>
  rewriting(read, path, (value, { request }) =>
    timesBefore(request, `reads of ${request.path}`) === 0 ? value : nothing,
  );

against('business-kyc.read/repeats-itself', {
  'From the second read on a business has no owners.': lostLater(
    'business-kyc.read',
    '$.ultimate_beneficial_owners',
    [],
  ),
});
against('individual-kyc.read/repeats-itself', {
  'From the second read on the links to documents are blank.': lostLater(
    'individual-kyc.read',
    '$.documents[].file',
    '',
  ),
});
against('subaccount.read/repeats-itself', {
  'From the second read on a subaccount has no capabilities.': lostLater(
    'subaccount.read',
    '$.capabilities.currencies',
    {},
  ),
});
against('taxonomy.list/repeats-itself', {
  'The second taxonomy of a currency is empty.': succeeding('taxonomy.list', (_reply, request) =>
    timesBefore(request, `reads of ${request.path}`) === 0 ? {} : { body: [] },
  ),
});

/** Keeps the type; a zero also becomes negative. */
const negated = (value: unknown): unknown => {
  if (typeof value === 'number') return value === 0 ? -1 : -value;
  return Number(value) === 0 ? String(value).replace(/\d/, '-1') : `-${value}`;
};

const named = (path: string): string => path.replace(/^\$(\[\])?\.?/, '');

const amountsOf = (operation: OperationId): readonly string[] =>
  placesOf(
    operation,
    ({ path, format, optional }) =>
      (format === 'decimal' || format === 'number') && !optional && !path.includes('.limits.'),
  );

for (const record of withAmounts) {
  against(
    `${record}/has-no-negative-amounts`,
    Object.assign(
      {},
      ...withListings(record).map((operation) =>
        forEachValue(amountsOf(operation), (path) => [
          `A debit is written as a negative ${named(path)}.`,
          rewriting(operation, path, negated),
        ]),
      ),
    ),
  );
}

const stored = operationIds.flatMap((operation) =>
  placesOf(operation, ({ path }) => /\.(created|updated|vendorVerified)_?at$/i.test(path)).map(
    (path) => [operation, path] as const,
  ),
);

const inAnHour = (): string => shifted(hourMs)(new Date());

against('records/date-nothing-in-the-future', {
  ...forEachValue(stored, ([operation, path]) => [
    `The ${named(path)} of ${operation} is an hour ahead: local time is written as if it were UTC.`,
    rewriting(operation, path, inAnHour),
  ]),
});

const empty = [
  ['onramp.initiate', '$.from.payment_instructions.qr_code', 'There is no code to scan.'],
  ['onramp.initiate', '$.to.asset', 'The asset is no code.'],
  ['offramp.list', '$.data[].from.network', 'A listed offramp names no network.'],
  ['offramp.read', '$.to.currency', 'An offramp names no currency.'],
  ['offramp.initiate', '$.pricing.fees.total_fees_currency', 'The fees of a new offramp are in nothing.'],
  ['offramp.initiate', '$.pricing.fees.network_fee_asset', 'The network fee of a new offramp is in nothing.'],
  ['lightning-offramp.initiate', '$.data.lightningInvoice', 'There is no invoice to pay.'],
  ['withdrawal.read', '$.destination_address', 'Nothing is left of the masked address.'],
  ['withdrawal.read', '$.local_currency', 'A withdrawal is in no local currency.'],
  ['onramp.initiate', '$.pricing.fees.network_fee_asset', 'The network fee is in nothing.'],
  ['onramp.initiate', '$.pricing.fees.total_fees_currency', 'The fees together are in nothing.'],
  ['lightning-offramp.initiate', '$.data.bankAccount.accountId', 'A bank account has an empty number.'],
  ['conversion.list', '$.data[].toCurrency', 'A listed conversion is into nothing.'],
  ['taxonomy.list', '$[].name', 'A method has an empty name.'],
  ['taxonomy.list', '$[].currency_configurations[].legal_operating_entity.country_code', 'An entity is in no country.'],
] as const;

const mayBeEmpty = [
  ['individual-kyc.read', '$.last_name', 'An approved person has one empty name.'],
  ['business-kyc.read', '$.ultimate_beneficial_owners[].first_name', 'An owner has one empty name.'],
  ['taxonomy.list', '$[].network_name', 'The network of a method has an empty name.'],
  ['balances.read', '$.businessName', 'The business of the account has an empty name.'],
  ['business-kyc.read', '$.description', 'A business has an empty description.'],
  [
    'subaccount.read',
    '$.capabilities.currencies{*}.requiredActions[].description',
    'An action has an empty description.',
  ],
] as const;

const emptied = (texts: typeof empty | typeof mayBeEmpty) =>
  forEachValue<(typeof texts)[number]>(texts, ([operation, path, sentence]) => [
    sentence,
    rewriting(operation, path, ''),
  ]);

against('records/carry-content-in-texts', {
  ...emptied(empty),
  'An approved person has two empty names.': (reply, request) => {
    for (const name of ['first_name', 'last_name']) rewriting('individual-kyc.read', `$.${name}`, '')(reply, request);
  },
});
against('records/leave-no-text-empty', emptied(mayBeEmpty));

against('subaccount.read/has-the-type-of-its-verification', {
  ...forEachValue(['individual', 'business'], (type) => [
    `Every subaccount is of the type ${type}.`,
    rewriting('subaccount.read', '$.type', type),
  ]),
  'The types of persons and businesses are exchanged.': rewriting('subaccount.read', '$.type', (type) =>
    type === 'business' ? 'individual' : 'business',
  ),
});
