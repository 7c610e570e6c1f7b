import {
  acceptsListedValues,
  both,
  check,
  echoes,
  echoesAddress,
  echoesAsset,
  echoesLoosely,
  given,
  holds,
  isAfter,
  isText,
  lacks,
  observes,
  over,
  refused,
  refusesAValue,
  where,
} from '#checks';
import { onrampAssets } from '#contract';
import {
  accepted,
  all,
  assetsThatAreNoText,
  joined,
  orderRepliesOf,
  ordersWithoutBankAccount,
  recasedAssets,
  unlistedAssets,
} from '#probes';

const operation = 'onramp.initiate';
const records = accepted(operation);

// Cents and another subaccount may be refused for what they are.
check(
  `${operation}/accepts-each-listed-asset`,
  orderRepliesOf(operation, (kind) => kind === 'plain' || /^of [A-Z_]+$/.test(kind)),
  acceptsListedValues('to.asset'),
);

check(
  `${operation}/refuses-an-unlisted-asset`,
  all(records, unlistedAssets, joined(unlistedAssets, assetsThatAreNoText)),
  both(
    over(([, drawn]) => drawn, refused({ status: 400, error: 'Bad Request', body: 'full' })),
    // By which status what is no text is refused is open.
    over(([, , every]) => every, refused()),
  ),
);

check(
  `${operation}/names-the-listed-assets`,
  unlistedAssets,
  where(
    refusesAValue('to.asset'),
    'no unlisted asset was answered with 400',
    refused({ status: 400, naming: onrampAssets }),
  ),
);

check(`${operation}/calls-itself-an-onramp`, records, holds(isText('type', 'onramp')));
check(`${operation}/echoes-the-reference`, records, holds(echoes('client_onramp_reference')));
check(`${operation}/echoes-the-currency`, records, holds(echoesLoosely('from.currency')));
check(`${operation}/echoes-the-asset`, records, holds(echoesAsset));
check(
  `${operation}/echoes-the-address`,
  records,
  holds(echoesAddress('to.address', 'to.destination_address')),
);
check(
  `${operation}/expires-after-its-creation`,
  records,
  holds(isAfter('from.payment_instructions.expires_at', 'created_at')),
);
const unbanked = ordersWithoutBankAccount(operation);

check(
  `${operation}/refuses-an-absent-bank-account`,
  all(records, unbanked),
  given(refused({ status: 404, message: 'bank account not found' })),
);

check(
  `${operation}/names-no-error-for-an-absent-bank-account`,
  unbanked,
  where(({ status }) => status === 404, 'an absent bank account is not answered with 404', lacks('error')),
);

check(
  `${operation}/recased-asset`,
  recasedAssets,
  observes((replies) =>
    replies.map(({ status, request }) => ({
      operation,
      situation: request.purpose.case ?? '',
      fact: status,
    })),
  ),
);
