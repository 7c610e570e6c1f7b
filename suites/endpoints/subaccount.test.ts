import {
  hasTypeOfItsVerification,
  holds,
  isOfKind,
  listsNetworksOfEachAsset,
  offersTheRailsThatTakeOrders,
  opensWhatTakesOrders,
  refused,
  rowsOf,
  showsEachItsOwnPerson,
} from '#checks';
import { headingOf } from '#contract';
import type { View } from '#evidence';
import { absent, joined, orderReplies, recordsOf, repliesOf, singleReads } from '#probes';

const recordTest = rowsOf('Resources: Subaccount', 'record');
const personTest = rowsOf(headingOf('subaccount.read'), 'consistency', {
  operations: ['subaccount.read', 'individual-kyc.read', 'business-kyc.read'],
});
const errorTest = rowsOf('Errors', 'error');

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

/** Capabilities of a status; without one there is nothing to judge. */
const capabilitiesOf = (record: View, status: string): readonly View[] => {
  const found = record.members('capabilities.currencies').filter((it) => it.text('status') === status);
  record.except(found.length === 0);
  return found;
};

recordTest
  .stated(
    'subaccount.read/locks-every-flag',
    'While a currency capability is locked, onramp, offramp, deposit and withdrawal are all false.',
  )
  .over(
    records,
    holds({
      path: 'capabilities.currencies',
      promised: 'all four flags false while locked',
      test: (record) =>
        capabilitiesOf(record, 'locked').every((capability) => flags.every((flag) => !capability.is(flag, true))),
    }),
  );

const isBlank = (capability: View, path: string): boolean =>
  capability.has(path) && String(capability.value(path)).trim() === '';

const hasNoAction = (capability: View): boolean =>
  capability.has('requiredActions') && capability.list('requiredActions').length === 0;

const leadsNowhere = (capability: View): boolean =>
  capability.has('requiredActions') && capability.items('requiredActions').some((it) => isBlank(it, 'url'));

recordTest
  .stated(
    'subaccount.read/explains-a-locked-capability',
    'A locked currency capability says which verification is required and which actions lead to it.',
  )
  .over(
    records,
    holds({
      path: 'capabilities.currencies',
      promised: 'requiredKyc and requiredActions while locked',
      test: (record) =>
        capabilitiesOf(record, 'locked').every(
          (capability) => capability.has('requiredKyc') && capability.has('requiredActions'),
        ),
    }),
  );

recordTest
  .implied(
    'subaccount.read/says-what-unlocks-a-capability',
    'The required verification of a locked currency capability is no blank text, and while the subaccount is created some action is required.',
  )
  .over(
    records,
    holds({
      path: 'capabilities.currencies',
      promised: 'a verification and actions that are not empty while locked',
      test: (record) =>
        !capabilitiesOf(record, 'locked').some(
          (capability) =>
            isBlank(capability, 'requiredKyc') ||
            leadsNowhere(capability) ||
            // Nothing was done yet; later an action may be under review.
            (record.is('status', 'created') && hasNoAction(capability)),
        ),
    }),
  );

recordTest
  .shown('subaccount.read/requires-an-action-while-locked', 'A locked currency capability requires some action.')
  .over(
    records,
    holds({
      path: 'capabilities.currencies',
      promised: 'some required action while locked',
      test: (record) => !capabilitiesOf(record, 'locked').some(hasNoAction),
    }),
  );

recordTest
  .shown(
    'subaccount.read/speaks-of-the-verification',
    'The required verification of a locked currency capability is a text that speaks of a verification.',
  )
  .over(
    records,
    holds({
      path: 'capabilities.currencies',
      promised: 'requiredKyc about a verification',
      test: (record) =>
        capabilitiesOf(record, 'locked').every((capability) =>
          isOfKind(capability.text('requiredKyc'), 'verification required'),
        ),
    }),
  );

recordTest
  .shown(
    'subaccount.read/lists-the-networks-of-each-asset',
    'No asset has a network that the document names for other assets alone.',
  )
  .over(records, holds(listsNetworksOfEachAsset));

const subaccounts = singleReads('subaccount.read');
const offramps = orderReplies('offramp.initiate');

recordTest
  .shown(
    'subaccount.read/opens-what-takes-orders',
    'An approved currency capability has a flag that is true, where orders in its currency are accepted.',
    ['subaccount.read', 'deposit.simulate', 'onramp.initiate', 'offramp.initiate'],
  )
  .by(
    joined(subaccounts, offramps, orderReplies('deposit.simulate'), orderReplies('onramp.initiate')),
    opensWhatTakesOrders,
  );

recordTest
  .shown(
    'subaccount.read/offers-the-rails-that-take-orders',
    'A rail over which an order was accepted is not shown as unavailable.',
    ['subaccount.read', 'offramp.initiate'],
  )
  .by(joined(subaccounts, offramps), offersTheRailsThatTakeOrders);

recordTest
  .shown(
    'subaccount.read/explains-only-locked-capabilities',
    'A currency capability that is not locked carries no required verification and no required actions.',
  )
  .over(
    records,
    holds({
      path: 'capabilities.currencies',
      promised: 'neither requiredKyc nor requiredActions once unlocked',
      test: (record) =>
        !capabilitiesOf(record, 'approved').some(
          (capability) => capability.has('requiredKyc') || capability.has('requiredActions'),
        ),
    }),
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
    'No two subaccounts show the same person or business, nor do their verification records.',
    { private: true },
  )
  .by(
    joined(...(['subaccount.read', 'individual-kyc.read', 'business-kyc.read'] as const).map(singleReads)),
    showsEachItsOwnPerson,
  );

personTest
  .implied(
    'subaccount.read/has-the-type-of-its-verification',
    "A subaccount with a person's KYC record is of type individual, one with a business's record of type business.",
  )
  .by(
    joined(repliesOf('subaccount.read'), repliesOf('individual-kyc.read'), repliesOf('business-kyc.read')),
    hasTypeOfItsVerification,
  );

errorTest
  .stated(
    'subaccount.read/refuses-an-absent-subaccount',
    'A subaccount that does not exist is answered 404 Not Found, with a message that says so.',
    { asks: 'refusal', heeds: ['ids'], sign: true },
  )
  .by(absent('subaccount.read'), refused({ status: 404, error: 'Not Found', message: 'subaccount not found' }));
