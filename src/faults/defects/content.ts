import type { PlantedFault } from '../planted.ts';
import { against } from '../planting.ts';
import { rewriting } from '../rewriting.ts';

const empty = [
  ['onramp.initiate', '$.from.payment_instructions.qr_code', 'There is no code to scan.'],
  ['onramp.initiate', '$.to.asset', 'The asset is no code.'],
  ['offramp.list', '$.data[].from.network', 'A listed offramp names no network.'],
  ['offramp.read', '$.to.currency', 'An offramp names no currency.'],
  ['lightning-offramp.initiate', '$.data.lightningInvoice', 'There is no invoice to pay.'],
  ['withdrawal.read', '$.destination_address', 'Nothing is left of the masked address.'],
  ['individual-kyc.read', '$.last_name', 'An approved person has an empty name.'],
  ['business-kyc.read', '$.ultimate_beneficial_owners[].first_name', 'An owner has an empty name.'],
  ['conversion.list', '$.data[].toCurrency', 'A listed conversion is into nothing.'],
  ['taxonomy.list', '$[].name', 'A method has an empty name.'],
  ['taxonomy.list', '$[].network_name', 'The network of a method has an empty name.'],
  [
    'taxonomy.list',
    '$[].currency_configurations[].legal_operating_entity.country_code',
    'An entity is in no country.',
  ],
] as const;

/** Texts that are there and say nothing. */
export const contentFaults: readonly PlantedFault[] = against(
  'records/carry-content-in-texts',
  Object.fromEntries(
    empty.map(([operation, path, sentence]) => [
      `content/${operation}/${path.replace(/^\$\.?/, '')}`,
      [sentence, { reply: rewriting(operation, path, () => '') }] as const,
    ]),
  ),
);
