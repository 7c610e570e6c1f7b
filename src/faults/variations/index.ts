import { balancesVariations } from './balances.ts';
import { businessKycVariations } from './business-kyc.ts';
import { conversionVariations } from './conversion.ts';
import { depositVariations } from './deposit.ts';
import { httpVariations } from './http.ts';
import { identifierVariations } from './identifier.ts';
import { individualKycVariations } from './individual-kyc.ts';
import { keyVariations } from './key.ts';
import { lightningOfframpVariations } from './lightning-offramp.ts';
import { listingVariations } from './listing.ts';
import { memberVariations } from './members.ts';
import { messageVariations } from './message.ts';
import { offrampVariations } from './offramp.ts';
import { onrampVariations } from './onramp.ts';
import { orderVariations } from './order.ts';
import { othersVariations } from './others.ts';
import { paginationVariations } from './pagination.ts';
import { railVariations } from './rails.ts';
import { rateLimitVariations } from './rate-limit.ts';
import { refusedOrderVariations } from './refused-order.ts';
import { statusVariations } from './status.ts';
import { subaccountVariations } from './subaccount.ts';
import { taxonomyVariations } from './taxonomy.ts';
import { textVariations } from './text.ts';
import { timeVariations } from './time.ts';
import type { Variation } from './variation.ts';
import { together } from './variation.ts';
import { withdrawalVariations } from './withdrawal.ts';

/** In the order in which their hooks run together: what a reply says, then how it is written, then how it is sent. */
const each: readonly Variation[] = [
  ...keyVariations,
  ...orderVariations,
  ...refusedOrderVariations,
  ...statusVariations,
  ...messageVariations,
  ...subaccountVariations,
  ...individualKycVariations,
  ...businessKycVariations,
  ...balancesVariations,
  ...depositVariations,
  ...onrampVariations,
  ...offrampVariations,
  ...railVariations,
  ...lightningOfframpVariations,
  ...withdrawalVariations,
  ...conversionVariations,
  ...taxonomyVariations,
  ...paginationVariations,
  ...listingVariations,
  ...memberVariations,
  ...othersVariations,
  ...rateLimitVariations,
  ...timeVariations,
  ...identifierVariations,
  ...textVariations,
  ...httpVariations,
];

/** Freedoms that a conforming service may take: one by one, then all that exclude no other together. */
export const variations: readonly Variation[] = [...each, together(each)];
