import type { PlantedFault } from '../planted.ts';
import { absenceFaults } from './absence.ts';
import { authenticationFaults } from './authentication.ts';
import { authenticationRefusalFaults } from './authentication-refusal.ts';
import { balancesFaults } from './balances.ts';
import { businessKycFaults } from './business-kyc.ts';
import { conversionFaults } from './conversion.ts';
import { depositFaults } from './deposit.ts';
import { errorFaults } from './error.ts';
import { httpFaults } from './http.ts';
import { individualKycFaults } from './individual-kyc.ts';
import { keptRefusalFaults } from './kept-refusal.ts';
import { kycFaults } from './kyc.ts';
import { lightningOfframpFaults } from './lightning-offramp.ts';
import { listedValueFaults } from './listed-value.ts';
import { malformedIdFaults } from './malformed-id.ts';
import { oddOrderFaults } from './odd-order.ts';
import { offrampFaults } from './offramp.ts';
import { offrampKeptFaults } from './offramp-kept.ts';
import { offrampReadFaults } from './offramp-read.ts';
import { oneKindFaults } from './one-kind.ts';
import { onrampFaults } from './onramp.ts';
import { orderBodyFaults } from './order-body.ts';
import { paginationFaults } from './pagination.ts';
import { paginationBoundFaults } from './pagination-bound.ts';
import { paginationCountFaults } from './pagination-count.ts';
import { paginationEdgeFaults } from './pagination-edge.ts';
import { railFaults } from './rails.ts';
import { rampFaults } from './ramps.ts';
import { refusedOrderFaults } from './refused-order.ts';
import { repeatedFaults } from './repeated.ts';
import { senseFaults } from './sense.ts';
import { sequenceFaults } from './sequence.ts';
import { sequenceCreationFaults } from './sequence-creation.ts';
import { sequenceOrderFaults } from './sequence-order.ts';
import { storedRecordFaults } from './stored-records.ts';
import { subaccountFaults } from './subaccount.ts';
import { subaccountCapabilityFaults } from './subaccount-capability.ts';
import { taxonomyFaults } from './taxonomy.ts';
import { unknownRecipientFaults } from './unknown-recipient.ts';
import { unroutedFaults } from './unrouted.ts';
import { verificationFaults } from './verification.ts';
import { versionFaults } from './version.ts';
import { withdrawalFaults } from './withdrawal.ts';

/** Defects that only behaviour shows, written by hand: one file a noun or rule, and one line here. */
export const defects: readonly PlantedFault[] = [
  ...authenticationFaults,
  ...authenticationRefusalFaults,
  ...errorFaults,
  ...absenceFaults,
  ...malformedIdFaults,
  ...unroutedFaults,
  ...verificationFaults,
  ...listedValueFaults,
  ...orderBodyFaults,
  ...oddOrderFaults,
  ...repeatedFaults,
  ...senseFaults,
  ...subaccountFaults,
  ...subaccountCapabilityFaults,
  ...kycFaults,
  ...individualKycFaults,
  ...businessKycFaults,
  ...balancesFaults,
  ...depositFaults,
  ...rampFaults,
  ...onrampFaults,
  ...offrampFaults,
  ...offrampKeptFaults,
  ...offrampReadFaults,
  ...railFaults,
  ...refusedOrderFaults,
  ...keptRefusalFaults,
  ...sequenceFaults,
  ...sequenceCreationFaults,
  ...sequenceOrderFaults,
  ...lightningOfframpFaults,
  ...unknownRecipientFaults,
  ...withdrawalFaults,
  ...conversionFaults,
  ...storedRecordFaults,
  ...taxonomyFaults,
  ...paginationFaults,
  ...paginationCountFaults,
  ...paginationEdgeFaults,
  ...paginationBoundFaults,
  ...httpFaults,
  ...versionFaults,
  ...oneKindFaults,
];
