import type { Variation } from './planted.ts';
import { absenceStatusVariations } from './variations/absence-status.ts';
import { balancesVariations } from './variations/balances.ts';
import { businessKycVariations } from './variations/business-kyc.ts';
import { clockVariations } from './variations/clock.ts';
import { together } from './variations/composed.ts';
import { conversionVariations } from './variations/conversion.ts';
import { depositVariations } from './variations/deposit.ts';
import { documentVariations } from './variations/document.ts';
import { furtherMemberVariations } from './variations/further-members.ts';
import { headerVariations } from './variations/header.ts';
import { httpVariations } from './variations/http.ts';
import { identifierVariations } from './variations/identifier.ts';
import { individualKycVariations } from './variations/individual-kyc.ts';
import { jsonTextVariations } from './variations/json-text.ts';
import { lightningOfframpVariations } from './variations/lightning-offramp.ts';
import { listingVariations } from './variations/listing.ts';
import { messageVariations } from './variations/message.ts';
import { offrampVariations } from './variations/offramp.ts';
import { onrampVariations } from './variations/onramp.ts';
import { orderVariations } from './variations/order.ts';
import { othersVariations } from './variations/others.ts';
import { paginationVariations } from './variations/pagination.ts';
import { railVariations } from './variations/rails.ts';
import { rateLimitVariations } from './variations/rate-limit.ts';
import { refusalStatusVariations } from './variations/refusal-status.ts';
import { subaccountVariations } from './variations/subaccount.ts';
import { successStatusVariations } from './variations/success-status.ts';
import { taxonomyVariations } from './variations/taxonomy.ts';
import { textVariations } from './variations/text.ts';
import { timestampVariations } from './variations/timestamp.ts';
import { withdrawalVariations } from './variations/withdrawal.ts';

/** In the order in which their hooks run together: what a reply says, then how it is written, then how it is sent. */
const each: readonly Variation[] = [
  ...orderVariations,
  ...successStatusVariations,
  ...refusalStatusVariations,
  ...absenceStatusVariations,
  ...messageVariations,
  ...subaccountVariations,
  ...individualKycVariations,
  ...businessKycVariations,
  ...documentVariations,
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
  ...furtherMemberVariations,
  ...othersVariations,
  ...rateLimitVariations,
  ...textVariations,
  ...clockVariations,
  ...timestampVariations,
  ...identifierVariations,
  ...jsonTextVariations,
  ...httpVariations,
  ...headerVariations,
];

/** Freedoms that a right service may take, one by one and all that exclude no other together. */
export const variations: readonly Variation[] = [...each, together(each)];
