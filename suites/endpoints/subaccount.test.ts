import {
  conformanceTest,
  holds,
  isOfKind,
  listsNetworksOfEachAsset,
  offersTheRailsThatTakeOrders,
  opensWhatTakesOrders,
  refused,
  showsEachItsOwnPerson,
  universalTest,
} from '#checks';
import type { View } from '#evidence';
import { absent, joined, orderReplies, recordsOf, singleReads } from '#probes';

const operation = 'subaccount.read';
const records = recordsOf(operation);

universalTest(
  'subaccount.read/names-a-country-once',
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

universalTest(
  'subaccount.read/locks-every-flag',
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

universalTest(
  'subaccount.read/explains-a-locked-capability',
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

universalTest(
  'subaccount.read/says-what-unlocks-a-capability',
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

universalTest(
  'subaccount.read/requires-an-action-while-locked',
  records,
  holds({
    path: 'capabilities.currencies',
    promised: 'some required action while locked',
    test: (record) => !capabilitiesOf(record, 'locked').some(hasNoAction),
  }),
);

universalTest(
  'subaccount.read/speaks-of-the-verification',
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

universalTest(
  'subaccount.read/explains-only-locked-capabilities',
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

universalTest(
  'subaccount.read/keys-currencies-by-upper-case-code',
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

universalTest('subaccount.read/lists-the-networks-of-each-asset', records, holds(listsNetworksOfEachAsset));

const subaccounts = singleReads('subaccount.read');
const offramps = orderReplies('offramp.initiate');

conformanceTest(
  'subaccount.read/opens-what-takes-orders',
  joined(subaccounts, offramps, orderReplies('deposit.simulate'), orderReplies('onramp.initiate')),
  opensWhatTakesOrders,
);
conformanceTest(
  'subaccount.read/offers-the-rails-that-take-orders',
  joined(subaccounts, offramps),
  offersTheRailsThatTakeOrders,
);

conformanceTest(
  'subaccount.read/shows-each-its-own-person',
  joined(...(['subaccount.read', 'individual-kyc.read', 'business-kyc.read'] as const).map(singleReads)),
  showsEachItsOwnPerson,
);

conformanceTest(
  'subaccount.read/refuses-an-absent-subaccount',
  absent(operation),
  refused({ status: 404, error: 'Not Found', message: 'subaccount not found' }),
);
