import { defaultPolicies } from '#sandbox';
import { forEachValue } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import { answering, errorBody, isRecord, placesOf } from '../rewriting.ts';
import {
  alike,
  alternatives,
  atEach,
  circumstance,
  hiding,
  onMembers,
  onSuccess,
  promised,
  shown,
  variants,
} from '../variation.ts';

const shut = { canOnramp: false, canOfframp: false, canDeposit: false, canWithdraw: false };

const and =
  (more: Readonly<Record<string, unknown>>) =>
  (map: unknown): unknown => ({ ...(isRecord(map) ? map : {}), ...more });

variants('subaccount', {
  'Currencies, assets, networks, rails and states occur that the document does not show.': shown(
    onMembers('subaccount.read', {
      '$.kyc.profiles': (profiles) => [...(profiles as unknown[]), { country: 'KE', status: 'in_review' }],
      '$.capabilities.currencies': and({
        KES: { status: 'suspended', ...shut, canDeposit: true, rails: { mpesa: true, pesalink: false } },
        JPY: { status: 'pending_review', ...shut, rails: {} },
      }),
      '$.capabilities.currencies{*}.rails': and({ instant_pay: true }),
      '$.capabilities.assets': and({ PYUSD: { networks: ['TRON', 'BASE'] }, DAI: { networks: [] } }),
    }),
  ),
  'A currency capability has no rails.': hiding(
    onMembers('subaccount.read', {
      '$.capabilities.currencies{*}.rails': {},
    }),
  ),
  'The status of a subaccount is review while its country profiles are approved.': promised(
    onMembers('subaccount.read', {
      '$.status': 'review',
    }),
  ),
  'First name, last name and phone are null.': promised(
    hiding(
      onMembers('subaccount.read', {
        '$.firstName': null,
        '$.lastName': null,
        '$.phone': null,
      }),
    ),
  ),
});

alternatives('subaccount', {
  'A subaccount has no profiles, no currencies and no assets.': onMembers('subaccount.read', {
    '$.kyc.profiles': [],
    '$.capabilities.currencies': {},
    '$.capabilities.assets': {},
  }),
  'A capability that is not locked carries an empty list of required actions.': shown(
    onMembers('subaccount.read', {
      '$.capabilities.currencies{*}.requiredActions': (actions) => actions ?? [],
    }),
  ),
  'The rails of a currency are available now and then.': promised(
    onMembers('subaccount.read', {
      '$.capabilities.currencies{*}.rails{*}': (_available, { request }) => timesBefore(request, 'rails') % 3 === 0,
    }),
  ),
  'Several subaccounts have one name and one email.': onMembers('subaccount.read', {
    '$.email': 'orla.madeup@example.com',
    '$.firstName': 'Orla',
    '$.lastName': 'Madeup',
  }),
});

const list = 'taxonomy.list';
const inConfigurations = (member: string): string => `$[].currency_configurations[].${member}`;

variants('taxonomy', {
  'Kinds of fee, limit, state and tag occur that the document does not show; taxes and rails are filled.': shown(
    onMembers(list, {
      [inConfigurations('fee.type')]: 'percentage',
      [inConfigurations('limits.status')]: 'final',
      [inConfigurations('status.type')]: 'maintenance',
      [inConfigurations('status.description')]: '',
      [inConfigurations('legal_operating_entity.country_code')]: 'MEX',
      '$[].tags': [
        { title: 'Beta', type: 'WARNING' },
        { title: '', type: 'info' },
      ],
      '$[].taxes': [{ name: 'IVA', rate: '16' }, 'IOF', 0.38, null],
      '$[].payment_rails': { in: ['spei'], out: null },
    }),
  ),
  'Fees, limits and ranges are zero.': onMembers(list, {
    [inConfigurations('fee.amount')]: '0',
    [inConfigurations('limits.system_min')]: '0.00000000',
    [inConfigurations('limits.system_max')]: '0.00000000',
    [inConfigurations('limits.tx_limit')]: '0.00000000',
    '$[].security.modes[].from_amount': 0,
    '$[].security.modes[].to_amount': 0,
  }),
  'A method is configured for other currencies before the one that was asked for.': onMembers(list, {
    '$[].currency_configurations': (configurations) => {
      const [first] = configurations as object[];
      return [{ ...first, currency: 'USD' }, { ...first, currency: 'eur' }, ...(configurations as object[])];
    },
  }),
  'A currency is served in lower case as well.': {
    taxonomy: { find: (all, currency) => all.get(currency.toUpperCase()) },
  },
});

/** An example in the document is no promise. */
alternatives(
  'taxonomy',
  Object.fromEntries(
    [400, 404, 409, 410, 422].map((status) => [
      `Currencies of the document that are not offered are answered ${status}.`,
      (status > 404 ? alike : circumstance)(
        answering(
          {
            operation: list,
            status: 'success',
            when: ({ params }) => params.currency === 'COP' || params.currency === 'ARS',
          },
          { status, body: errorBody(status, 'Currency is not supported') },
        ),
      ),
    ]),
  ),
  { hasShownTaxonomy: true, heading: 'Endpoints', basis: 'shown' },
);

alternatives('taxonomy', {
  'A method has no fields, tags, taxes or security modes.': onMembers(
    list,
    atEach(
      ['required_fields', 'optional_fields', 'tags', 'taxes', 'security.modes'].map((name) => `$[].${name}`),
      [],
    ),
  ),
  'The methods of a currency come in another order.': onSuccess(list, (body) => {
    if (Array.isArray(body)) body.reverse();
  }),
  'A method has no configurations.': onMembers(list, { '$[].currency_configurations': [] }),
  'A currency that is served has no methods at present.': onSuccess(list, (body) => {
    if (Array.isArray(body)) body.length = 0;
  }),
  // A client that requests a currency without an offer gets no methods.
  'Only Brazilian reals have payment methods; no other currency is found.': circumstance({
    taxonomy: { find: (all, currency) => (currency === 'BRL' ? all.get(currency) : undefined) },
  }),
  'Sub-method and payment rails of a method are null.': promised(
    onMembers(
      list,
      atEach(
        placesOf(list, ({ nullable }) => nullable),
        null,
      ),
    ),
  ),
  'A limit of -1 means that there is none.': onMembers(list, {
    [inConfigurations('limits.system_max')]: '-1.00000000',
    [inConfigurations('limits.tx_limit')]: '-1.00000000',
  }),
});

const read = 'withdrawal.read';

const masks: Readonly<Record<string, (address: string) => string>> = {
  'with an ellipsis': (address) => `${address.slice(0, 8)}…${address.slice(-6)}`,
  'with bullets': (address) => `${address.slice(0, 4)}•••${address.slice(-3)}`,
  'with letters': (address) => `${address.slice(0, 6)}${'x'.repeat(address.length - 10)}${address.slice(-4)}`,
  'behind its end': (address) => `********${address.slice(-4)}`,
  'behind its beginning': (address) => `${address.slice(0, 10)}********`,
  altogether: () => '****************',
};

variants('withdrawal', {
  'The address is masked with dots.': {
    withdrawal: { mask: (address) => `${address.slice(0, 5)}...${address.slice(-4)}` },
  },
  'A withdrawal is in a state that the document does not show, with hash, tag and description.': shown(
    onMembers(read, {
      '$.status': 'awaiting_confirmations',
      '$.tx_hash': '0xfeed',
      '$.destination_tag': '',
      '$.description': 'Zahlung für März',
    }),
  ),
  'The protocol of a withdrawal is one that the document does not show.': shown(
    onMembers(read, { '$.protocol': 'native' }),
  ),
  'A withdrawal costs nothing: the fee is zero and the gross amount is the amount.': onMembers(read, {
    '$.fee_amount': '0',
    '$.gross_amount': 250.75,
  }),
});

alternatives('withdrawal', {
  ...forEachValue(Object.entries(masks), ([how, mask]) => [
    `The address is masked ${how}.`,
    how === 'altogether' ? { withdrawal: { mask } } : alike({ withdrawal: { mask } }),
  ]),
  'The withdrawal that a settlement names is not found.': {
    withdrawal: {
      find: (all, wanted) =>
        defaultPolicies.withdrawal.find(
          all.filter(({ record }) => record.status === 'pending'),
          wanted,
        ),
    },
  },
  'A withdrawal is in the state processing, and its rate is another at each read.': shown(
    onMembers(read, {
      '$.status': 'processing',
      '$.rate': (rate, { request }) => Number(rate) * (1 + timesBefore(request, 'quotes') / 1e4),
    }),
  ),
  'The destination is a short account number, half of it masked.': onMembers(read, {
    '$.destinationAddress': '4711',
    '$.destination_address': '**11',
  }),
  'Three characters of the address are masked.': alike({
    withdrawal: { mask: (address) => `${address.slice(0, 9)}***${address.slice(12)}` },
  }),
  'A pending withdrawal has its hash already.': promised(onMembers(read, { '$.tx_hash': '0xfeed' })),
  // A correct client may report a withdrawal of zero as a mistake.
  'The amounts of a withdrawal are zero.': circumstance(
    onMembers(read, {
      '$.amount': '0.00000000',
      '$.local_amount': '0',
      '$.fee_amount': '0.00000000',
      '$.gross_amount': 0,
    }),
  ),
});
