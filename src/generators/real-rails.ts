import { wordsIn } from './cases.ts';

/** Rails and payment methods that exist in banking, or elsewhere in the document, but are not of its five. */
export const realRails = wordsIn(
  'SEPA FEDNOW CHAPS FPS PIX SPEI BACS INTERAC UPI SEPA_INSTANT FASTER_PAYMENTS CHIPS FEDWIRE ' + 'NEFT IMPS',
);

/** Other names that some service may know as a rail, so that none of them is nonsense. */
export const otherRealNames = wordsIn(
  'BANKTRANSFER BANK BANKWIRE BOOK BRE_B CARD CASH CBU CHECK CLABE COELSA CVU DEBIN DOC ' +
    'DOMESTIC_WIRE EFT INSTANT_ACH INTERNAL INTERNATIONAL_WIRE LOCAL MOMO MPESA NEXT_DAY_ACH ' +
    'NIBSS NIP PAYNOW PAYPAL PESONET PROMPTPAY PSE RTGS SCT SCT_INST STANDARD_ACH SWIFT_GPI ' +
    'TARGET2 TED TRANSFIYA UAEFTS VENMO WIRE_TRANSFER ZELLE',
);
