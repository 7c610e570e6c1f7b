import {
  fitsItsKyc,
  holds,
  isOfKind,
  keepsPersonsApart,
  listsAssetNetworks,
  offersAcceptedRails,
  opensAcceptedCurrencies,
  rowsOf,
} from '#checks';
import { headingOf } from '#contract';
import type { View } from '#evidence';
import { joined, orderReplies, recordsOf, repliesOf, singleReads } from '#probes';

const recordTest = rowsOf('Resources: Subaccount', 'record');
const personTest = rowsOf(headingOf('subaccount.read'), 'consistency', {
  operations: ['subaccount.read', 'individual-kyc.read', 'business-kyc.read'],
});

const records = recordsOf('subaccount.read');

recordTest
  .stated('subaccount.read/names-a-country-once', 'The verification profiles hold at most one entry for a country.')
  .over(
    records,
    holds({
      path: 'kyc.profiles',
      promised: 'one entry for a country',
      test: (record) => {
        const countries = record.items('kyc.profiles').map((profile) => profile.text('country').toUpperCase());
        return new Set(countries).size === countries.length;
      },
    }),
  );

const flags = ['canOnramp', 'canOfframp', 'canDeposit', 'canWithdraw'] as const;

const ofCapabilities = (
  status: 'locked' | 'approved',
  promised: string,
  isRight: (capability: View, record: View) => boolean,
) =>
  holds({
    path: 'capabilities.currencies',
    promised,
    test: (record) => {
      const found = record.members('capabilities.currencies').filter((it) => it.text('status') === status);
      record.except(found.length === 0);
      return found.every((capability) => isRight(capability, record));
    },
  });

recordTest
  .stated(
    'subaccount.read/locks-every-flag',
    'In a locked currency capability, canOnramp, canOfframp, canDeposit and canWithdraw are all false.',
  )
  .over(
    records,
    ofCapabilities('locked', 'all four flags false while locked', (capability) =>
      flags.every((flag) => !capability.is(flag, true)),
    ),
  );

recordTest
  .stated(
    'subaccount.read/explains-a-locked-capability',
    'A locked currency capability has requiredKyc and requiredActions.',
  )
  .over(
    records,
    ofCapabilities(
      'locked',
      'requiredKyc and requiredActions while locked',
      (capability) => capability.has('requiredKyc') && capability.has('requiredActions'),
    ),
  );

const isBlank = (capability: View, path: string): boolean =>
  capability.has(path) && String(capability.value(path)).trim() === '';

const hasNoAction = (capability: View): boolean =>
  capability.has('requiredActions') && capability.list('requiredActions').length === 0;

const leadsNowhere = (capability: View): boolean =>
  capability.has('requiredActions') && capability.items('requiredActions').some((it) => isBlank(it, 'url'));

recordTest
  .implied(
    'subaccount.read/says-what-unlocks-a-capability',
    'A locked currency capability has a requiredKyc text and, while the subaccount status is created, at least one required action.',
  )
  .over(
    records,
    ofCapabilities(
      'locked',
      'a verification and actions that are not empty while locked',
      (capability, record) =>
        !isBlank(capability, 'requiredKyc') &&
        !leadsNowhere(capability) &&
        // Nothing was done yet; later an action may be under review.
        !(record.is('status', 'created') && hasNoAction(capability)),
    ),
  );

recordTest
  .shown(
    'subaccount.read/requires-an-action-while-locked',
    'A locked currency capability lists at least one required action.',
  )
  .over(
    records,
    ofCapabilities('locked', 'some required action while locked', (capability) => !hasNoAction(capability)),
  );

recordTest
  .shown(
    'subaccount.read/speaks-of-the-verification',
    'The requiredKyc text of a locked currency capability mentions a verification.',
  )
  .over(
    records,
    ofCapabilities('locked', 'requiredKyc about a verification', (capability) =>
      isOfKind(capability.text('requiredKyc'), 'verification required'),
    ),
  );

recordTest
  .shown(
    'subaccount.read/lists-the-networks-of-each-asset',
    'An asset has no network that the interface document lists only for other assets, such as LIGHTNING for USDC.',
  )
  .over(records, holds(listsAssetNetworks));

const subaccounts = singleReads('subaccount.read');
const offramps = orderReplies('offramp.initiate');

recordTest
  .shown(
    'subaccount.read/opens-what-takes-orders',
    'An approved currency capability has a true flag, such as canDeposit, if the service accepts orders in that currency.',
    ['subaccount.read', 'deposit.simulate', 'onramp.initiate', 'offramp.initiate'],
  )
  .by(
    joined(subaccounts, offramps, orderReplies('deposit.simulate'), orderReplies('onramp.initiate')),
    opensAcceptedCurrencies,
  );

recordTest
  .shown(
    'subaccount.read/offers-the-rails-that-take-orders',
    'If the service accepts an order over a rail, the currency capability does not show that rail as unavailable.',
    ['subaccount.read', 'offramp.initiate'],
  )
  .by(joined(subaccounts, offramps), offersAcceptedRails);

recordTest
  .shown(
    'subaccount.read/explains-only-locked-capabilities',
    'A currency capability that is not locked carries no required verification and no required actions.',
  )
  .over(
    records,
    ofCapabilities(
      'approved',
      'neither requiredKyc nor requiredActions once unlocked',
      (capability) => !capability.has('requiredKyc') && !capability.has('requiredActions'),
    ),
  );

recordTest
  .shown(
    'subaccount.read/keys-currencies-by-upper-case-code',
    'The currency capabilities are keyed by codes of three upper-case letters.',
  )
  .over(
    records,
    holds({
      path: 'capabilities.currencies',
      promised: 'codes of three upper-case letters',
      test: (record) => {
        const codes = record.entries('capabilities.currencies').map(([code]) => code);
        record.except(codes.length === 0);
        return codes.every((code) => /^[A-Z]{3}$/.test(code));
      },
    }),
  );

personTest
  .implied(
    'subaccount.read/shows-each-its-own-person',
    'Two subaccounts, and their KYC records, never show the same individual or business.',
    { private: true },
  )
  .by(
    joined(...(['subaccount.read', 'individual-kyc.read', 'business-kyc.read'] as const).map(singleReads)),
    keepsPersonsApart,
  );

personTest
  .implied(
    'subaccount.read/has-the-type-of-its-verification',
    'The type of a subaccount (individual or business) equals the type of its KYC record.',
  )
  .by(
    joined(repliesOf('subaccount.read'), repliesOf('individual-kyc.read'), repliesOf('business-kyc.read')),
    fitsItsKyc,
  );
