// Advice for each habit of a client that fails under a variation: the document's words, the risk and the fix.
import type { Variation } from '#faults';

/** The most severe first. */
export const severityTexts = {
  critical: 'can lose or double an order',
  high: 'can use a wrong amount or record, or miss one',
  medium: 'can stop with an error',
  low: 'can show something wrong',
} as const;

export type Severity = keyof typeof severityTexts;

export const severities = Object.keys(severityTexts) as readonly Severity[];

export interface Advice {
  readonly kind: string;
  readonly severity: Severity;
  readonly document: string;
  readonly fix: string;
  /** Further advice by kind of order, because a listing exists only for offramps. */
  readonly orders?: { readonly listed: string; readonly unlisted: string };
  /** Replaces `fix` for a client that only simulates deposits. */
  readonly depositFix?: string;
  /** True if one change of the code fixes all records. */
  readonly isOnePlace?: true;
  readonly ids: RegExp;
}

const onePlace = { isOnePlace: true } as const;

/** If an id matches several rows, the first row counts. */
export const advices: readonly Advice[] = [
  {
    kind: 'accepted-status',
    severity: 'critical',
    document: 'The document names no status for success.',
    fix: 'Accept any 2xx, also without a body. Never send an order again after a 2xx.',
    depositFix: 'Accept any 2xx for a deposit, also without a body.',
    ids: /^orders\/(an-order-that-is-accepted-is-answered|an-onramp-is-answered|an-accepted-deposit)/,
    ...onePlace,
  },
  {
    kind: 'success-by-status',
    severity: 'critical',
    document: 'The document does not forbid more members in a record.',
    fix: 'Read success or failure from the HTTP status, not from members such as error, success or data.',
    ids: /^members\/(successful-bodies|records-carry)/,
    ...onePlace,
  },
  {
    kind: 'used-reference',
    severity: 'critical',
    document: 'The document does not say what happens to a reference that was used.',
    fix: 'Give each order a new reference.',
    orders: {
      listed: 'look for the reference in the listing before you send an order again.',
      unlisted: 'no endpoint lists them, so keep the id from the first answer.',
    },
    ids: /used-reference|double-click|as-a-duplicate/,
    ...onePlace,
  },
  {
    kind: 'lost-answer',
    severity: 'critical',
    document: 'The document does not say whether an order without an answer was kept.',
    fix: 'After a time-out, a lost connection or a 503, the service may have kept the order.',
    orders: {
      listed: 'find the reference in the listing before you send an order again.',
      unlisted: 'no endpoint lists them, so report the order as unknown.',
    },
    depositFix: 'After a time-out, a lost connection or a 503, read the balance before you send a deposit again.',
    ids: /^filter\/the-(answer-to|connection-is-closed)|^rate-limit\/while-.*-(first|second)-order|^http\/every-(order-takes|third-reply)/,
    ...onePlace,
  },
  {
    kind: 'orders-limited',
    severity: 'medium',
    document: 'The document shows no rate limits: a service or a gateway may count orders, and deposits too.',
    fix: 'After a 429, wait as Retry-After says, or a second, then send the order again.',
    orders: {
      listed: 'look first whether one with your reference is listed.',
      unlisted: 'no endpoint lists them, so ask your vendor whether a 429 can leave one behind.',
    },
    depositFix: 'After a 429 nothing was credited: wait as Retry-After says, or a second, then send the deposit again.',
    ids: /^rate-limit\/.*order/,
    ...onePlace,
  },
  {
    kind: 'slow-read',
    severity: 'medium',
    document: 'The document names no time within which the service answers.',
    fix: 'Wait at least ten seconds for an answer, and repeat a read that timed out.',
    ids: /^http\/one-read-of-each/,
    ...onePlace,
  },
  {
    kind: 'reads-limited',
    severity: 'medium',
    document: 'The document shows no rate limits or outages: a service may have them.',
    fix: 'Repeat a read after a 429 or 5xx. Wait as Retry-After says, in seconds or until a date, or a second.',
    ids: /^rate-limit\/|^http\/.*(fails-and-is-served|meets-a-failure|is-once-refused)/,
    ...onePlace,
  },
  {
    kind: 'late-order',
    severity: 'high',
    document: 'The document does not say how soon a new order can be read or listed.',
    fix: 'Keep the id of the order. Repeat the read for some seconds before you call the order lost.',
    ids: /first-read-of-a-created-offramp|^late\/a-created-offramp/,
    ...onePlace,
  },
  {
    kind: 'order-state',
    severity: 'medium',
    document: 'The document shows the states that occur; it does not close their list.',
    fix: 'Read an unknown state as pending. Never send an order again because its state is unknown.',
    ids: /^offramp\/an-offramp-that-was-pending|^withdrawal\/a-withdrawal-is-in-/,
  },
  {
    kind: 'id-spelling',
    severity: 'medium',
    document: 'The document says that identifiers are UUIDs; it does not fix their letter case.',
    fix: 'Send an id back as you received it. Ignore letter case when you compare ids, also in patterns that check one.',
    ids: /^identifiers\/.*upper-case|^keys\/an-id-in-capitals/,
    ...onePlace,
  },
  {
    kind: 'id-version',
    severity: 'medium',
    document: 'The document says that identifiers are UUIDs; it names no version.',
    fix: 'Accept a UUID of any version.',
    ids: /^identifiers\/.*version/,
    ...onePlace,
  },
  {
    kind: 'page-count',
    severity: 'high',
    document: 'The document does not say whether count is that of the page or of the listing.',
    fix: 'Read pages until totalPages, and count the items yourself.',
    ids: /^pages\/the-count/,
  },
  {
    kind: 'first-page',
    severity: 'high',
    document: 'The document does not say which number the first page has.',
    fix: 'Begin with the page that an answer without a number has.',
    ids: /^pages\/(the-first-page|pages-begin)/,
    ...onePlace,
  },
  {
    kind: 'refused-limit',
    severity: 'medium',
    document: 'The document shows no bounds of limit: a service may refuse one.',
    fix: 'Ask for 20 items a page or fewer, or send no limit.',
    ids: /^pages\/a-limit-above-.*refused/,
    ...onePlace,
  },
  {
    kind: 'short-page',
    severity: 'high',
    document: 'The document shows no bounds or defaults of limit: a page may have fewer items than your limit.',
    fix: 'Read pages until totalPages. Do not stop at a short page. Take the limit from the answer.',
    ids: /^pages\/(without-a-limit|a-limit-above)|^listings\/there-are-/,
    ...onePlace,
  },
  {
    kind: 'page-past-end',
    severity: 'medium',
    document: 'The document does not say what a page past the end holds.',
    fix: 'Stop at totalPages. Do not ask for a page past the end.',
    ids: /^pages\/(a-page-past|a-listing-without)|^http\/a-page-past|^listings\/.*empty-page/,
    ...onePlace,
  },
  {
    kind: 'listing-order',
    severity: 'high',
    document: 'The document does not say in which order a listing comes.',
    fix: 'Find an order by its id or reference. Sort the items yourself.',
    ids: /^listings\/the-(oldest-item|items-of-a-listing)/,
    ...onePlace,
  },
  {
    kind: 'empty-listing',
    severity: 'medium',
    document: 'The document does not promise that a listing has items.',
    fix: 'Handle a listing without items, and a 404 in its place.',
    ids: /^listings\//,
  },
  {
    kind: 'timestamp-offset',
    severity: 'medium',
    document: 'The document says ISO 8601 in UTC: Z and +00:00 both mean UTC.',
    fix: 'Parse timestamps with an offset, and accept Z and +00:00.',
    ids: /^timestamps\/utc-is|^business-kyc\/the-update-is-written/,
    ...onePlace,
  },
  {
    kind: 'timestamp-digits',
    severity: 'medium',
    document: 'The document says "with milliseconds", which is three digits. Services with six or nine were seen.',
    fix: 'Parse timestamps with any number of digits of a second.',
    ids: /^timestamps\/.*digits/,
    ...onePlace,
  },
  {
    kind: 'clocks',
    severity: 'medium',
    document: 'The document does not say that the clocks of service and client agree.',
    fix: 'Compare times of the service with each other, never with your own clock.',
    ids: /^clock\//,
    ...onePlace,
  },
  {
    kind: 'expiry',
    severity: 'medium',
    document: 'The document does not say how long payment instructions are valid.',
    fix: 'Read expires_at of each order. Expect no least or most time to pay.',
    ids: /instructions-expire/,
  },
  {
    kind: 'amount-places',
    severity: 'high',
    document: 'The document says decimal strings; it fixes their places in few members.',
    fix: 'Parse amounts as decimals with any number of places. Compare values, not texts.',
    ids: /(eight|two|twenty)-places|trailing-zeros|all-their-digits|rounded-to-a-whole-unit/,
    ...onePlace,
  },
  {
    kind: 'json-numbers',
    severity: 'medium',
    document: 'The document says JSON: 10, 10.0 and 1e+1 are one number there.',
    fix: 'Read 10.0 and 1e+1 as 10, in integers too.',
    ids: /^json\/numbers/,
    ...onePlace,
  },
  {
    kind: 'json-escapes',
    severity: 'medium',
    document: 'The document says JSON: an escaped character is the same character there.',
    fix: 'Decode each JSON string before you read it, dates too. Some date types read the raw text: decode a string first, then parse it.',
    ids: /^json\/characters/,
    ...onePlace,
  },
  {
    kind: 'json-text',
    severity: 'medium',
    document: 'The document says JSON: order and white space mean nothing there.',
    fix: 'Parse the body as JSON in UTF-8. Do not search or compare its text.',
    ids: /^json\/|^texts\/texts-hold/,
    ...onePlace,
  },
  {
    kind: 'fee-currencies',
    severity: 'high',
    document: 'The document gives each fee a currency or asset of its own.',
    fix: 'Read the currency of each fee. Add only fees of one currency.',
    ids: /^(on|off)ramp\/the-network-fee-is-in/,
    ...onePlace,
  },
  {
    kind: 'rate-direction',
    severity: 'high',
    document: 'The document does not say in which direction a rate is.',
    fix: 'Do not compute with pricing.fx_rate. Take gross_amount and net_amount from the record.',
    ids: /^onramp\/the-rate-is-the-fiat/,
    ...onePlace,
  },
  {
    kind: 'failed-amounts',
    severity: 'high',
    document: 'The document does not say which amounts a failed offramp shows.',
    fix: 'Read the status of an offramp before its amounts. A failed one has paid nothing.',
    ids: /^offramp\/an-offramp-that-failed/,
    ...onePlace,
  },
  {
    kind: 'zero-fees',
    severity: 'medium',
    document: 'The document does not say that fees, limits or amounts are above zero.',
    fix: 'Accept zero for fees, limits and amounts.',
    ids: /costs-nothing|nothing-is-charged-every|^taxonomy\/fees-limits|^withdrawal\/the-amounts/,
  },
  {
    kind: 'computed-amounts',
    severity: 'high',
    document: 'The document does not say how fees, rates and amounts follow from each other.',
    fix: 'Take each amount from the record. Compute none from a rate or a fee.',
    ids: /^conversion\/the-(fee-is|estimate-is-a-hundredth)|^lightning-offramp\/the-amount|^(on|off)ramp\/the-net-amount/,
  },
  {
    kind: 'deposit-credit',
    severity: 'high',
    document: 'The document does not say when, or by how much, a simulated deposit raises a balance.',
    fix: 'Expect no exact change of a balance after a deposit. Read the balance anew when you need it.',
    ids: /^deposit\/a-simulated-deposit/,
    ...onePlace,
  },
  {
    kind: 'moving-balance',
    severity: 'high',
    document: 'The document does not say when, or by how much, an order moves a balance.',
    fix: 'Follow an order by its own state. Expect no change of a balance, and no unchanged balance.',
    ids: /^others\/|^late\/|^keys\/another-account/,
  },
  {
    kind: 'absent-balance',
    severity: 'high',
    document: 'The document does not say that every currency is in balances.',
    fix: 'Read a currency that is not in balances as zero.',
    ids: /^balances\/(the-account-holds-no|a-currency)/,
  },
  {
    kind: 'balance-values',
    severity: 'high',
    document: 'The document shows some currencies as numbers; it sets no bounds.',
    fix: 'Accept any currency, and balances that are zero, negative or fractions.',
    ids: /^balances\/balances-are-held/,
  },
  {
    kind: 'payment-method',
    severity: 'medium',
    document: 'The document shows pix as an example. It does not say that each method has a code to scan.',
    fix: 'Accept a payment method that you do not know. Take qr_code as text of any form; where it is empty, show the name of the method.',
    ids: /^onramp\/the-payment-method/,
  },
  {
    kind: 'open-values',
    severity: 'medium',
    document:
      'The document lists three values of the status. It does not tie them to the states of the country profiles.',
    fix: 'Accept each of created, approved and review, whatever the country profiles say.',
    ids: /^subaccount\/the-status-of-a-subaccount-is-review/,
  },
  {
    kind: 'open-values',
    severity: 'medium',
    document: 'The document shows values that occur; it does not close their list.',
    fix: 'Accept unknown states and codes. Treat them as not approved or not available.',
    ids: /(?<!rails-that-the-document-)does-not-show|called-verified|^business-kyc\/the-state-and|^subaccount\/the-status|^taxonomy\/kinds|^onramp\/the-record-of-an-order-for-btc/,
  },
  {
    kind: 'letter-case',
    severity: 'medium',
    document: 'The document does not fix the letter case of codes in every record.',
    fix: 'Ignore letter case when you read or compare currencies, assets and networks.',
    ids: /^(on|off)ramp\/.*lower-case$|^lightning-offramp\/the-bank-account-writes/,
    ...onePlace,
  },
  {
    kind: 'addresses',
    severity: 'high',
    document: 'The document does not fix the letter case of a hexadecimal address.',
    fix: 'Ignore letter case when you compare hexadecimal addresses.',
    ids: /^onramp\/a-hexadecimal/,
  },
  {
    kind: 'masked-address',
    severity: 'low',
    document: 'The document does not say how a masked address is masked.',
    fix: 'Show the masked address as it comes. Use destinationAddress to compare.',
    ids: /^withdrawal\/(the-address|three-characters|the-destination)/,
  },
  {
    kind: 'invoice-form',
    severity: 'medium',
    document: 'The document does not fix the network or letter case of an invoice.',
    fix: 'Pass the invoice on unchanged. Do not check how it begins.',
    ids: /^lightning-offramp\/the-invoice/,
  },
  {
    kind: 'early-hash',
    severity: 'high',
    document: 'The document does not say that a hash means payment.',
    fix: 'Read from the status whether a withdrawal is paid, never from tx_hash.',
    ids: /^withdrawal\/a-pending-withdrawal/,
  },
  {
    kind: 'absent-withdrawal',
    severity: 'medium',
    document: 'The document does not say that the withdrawal of a settlement can be read.',
    fix: 'Handle a 404 for the withdrawal of a settlement. Keep the state of the offramp.',
    ids: /^withdrawal\/the-withdrawal-that/,
  },
  {
    kind: 'lenient-service',
    severity: 'high',
    document: 'The document does not say that the service refuses such values.',
    fix: 'Check amounts, currencies, rails and references before you send them.',
    ids: /(?<!payouts-are-)accepted|taken-for-the-default|means-nothing|lower-case-as-well|is-ignored|other-than-its-own|given-twice/,
  },
  {
    kind: 'one-customer',
    severity: 'high',
    document: 'The document does not say that a name, an e-mail or a verification is of one subaccount.',
    fix: 'Know a customer by the id of the subaccount alone.',
    ids: /^subaccount\/several|of-one-business|^individual-kyc\/the-individual-record/,
  },
  {
    kind: 'rails-change',
    severity: 'medium',
    document: 'The document does not say that rails are always available.',
    fix: 'Read the rails again before each order, and handle a rail that is not available.',
    ids: /available-now-and-then/,
  },
  {
    kind: 'method-order',
    severity: 'high',
    document: 'The document does not say in which order payment methods come.',
    fix: 'Choose a payment method by its name. Do not take the first one.',
    ids: /^taxonomy\/the-methods-of-a-currency/,
  },
  {
    kind: 'first-configuration',
    severity: 'high',
    document: 'The document does not say that a method has one configuration.',
    fix: 'Choose the configuration by its currency. Do not take the first one.',
    ids: /^taxonomy\/a-method-is-configured/,
  },
  {
    kind: 'no-limit',
    severity: 'high',
    document: 'The document does not say that a limit is positive.',
    fix: 'Read a limit of -1 as no limit.',
    ids: /^taxonomy\/a-limit-of/,
  },
  {
    kind: 'owner-share',
    severity: 'medium',
    document: 'The document says that ownership_percentage is a string; it fixes no form.',
    fix: 'Show ownership_percentage as text. Do not require a number.',
    ids: /^business-kyc\/the-share/,
  },
  {
    kind: 'website',
    severity: 'low',
    document: 'The document says that website is a string; it fixes no form.',
    fix: 'Show website as text. Do not require a URL.',
    ids: /^business-kyc\/the-website/,
  },
  {
    kind: 'proof-of-address',
    severity: 'medium',
    document: 'The document requires a proof of address, and does not say from which state on.',
    fix: 'Expect a proof of address in an approved record only.',
    ids: /^individual-kyc\/a-record-in-review/,
    ...onePlace,
  },
  {
    kind: 'empty-values',
    severity: 'medium',
    document: 'The document does not say that texts, lists and objects have content.',
    fix: 'Accept empty texts, lists and objects. Look before you take a first item.',
    ids: /^texts\/|are-empty$|has-no-(rails|fields|configurations|profiles)|empty-list-of-required|there-are-no-documents/,
  },
  {
    kind: 'absent-members',
    severity: 'medium',
    document: 'The document marks these members as optional, or as a text or null.',
    fix: 'Treat null and a missing member alike, and give both a default.',
    ids: /(is|are|null-for|it-is)-null|null-for|left-out|null-withdrawal|there-is-none|empty-object|the-bank-has/,
  },
  {
    kind: 'unknown-members',
    severity: 'medium',
    document: 'The document does not forbid members that it does not name.',
    fix: 'Ignore members that you do not know.',
    ids: /^members\/every-object|how-many-pages|^offramp\/(the-record-that|network-fee)/,
    ...onePlace,
  },
  {
    kind: 'document-links',
    severity: 'low',
    document: 'The document says that document fields hold URIs; it fixes no scheme or ending.',
    fix: 'Take a link as it comes. Check no ending or scheme, and do not keep it for later.',
    ids: /^documents\//,
    ...onePlace,
  },
  {
    kind: 'error-messages',
    severity: 'medium',
    document: 'The document shows kinds of messages; it does not fix their words.',
    fix: 'Decide by the status. Show the message of an error to people only; it may be a list.',
    ids: /^messages\//,
    ...onePlace,
  },
  {
    kind: 'error-bodies',
    severity: 'medium',
    document: 'The document shows some error bodies; other causes may have other bodies, or none.',
    fix: 'Decide by the status alone. Accept any error body, also a page of HTML or none.',
    ids: /^members\/|^http\/errors-are|^refusals\/(a-refusal-of-a-key|a-40[13]-)|-404-of-an-initiation|with-a-message-and-nothing-else|own-page|empty-body|page-of-(html|a-framework)/,
    ...onePlace,
  },
  {
    kind: 'account-id',
    severity: 'medium',
    document: 'The document does not say whose id `account_id` is.',
    fix: 'Know the subaccount by the path of your request, not by `account_id`.',
    ids: /^offramp\/the-account-of-an-offramp/,
    ...onePlace,
  },
  {
    kind: 'reference-form',
    severity: 'medium',
    document: 'The document asks for a reference in UUID form in one order, and for any reference in others.',
    fix: 'Send a UUID as the reference of each order.',
    ids: /^orders\/an-(off|on)ramp-whose-reference/,
    ...onePlace,
  },
  {
    kind: 'no-methods',
    severity: 'medium',
    document: 'The document does not say that a currency has payment methods, or what is answered where it has none.',
    fix: 'A currency may have no method today, as an empty list or a refusal. Offer none, and let the test accept that.',
    ids: /^taxonomy\/(a-currency-that-is-served-has-no|currencies-of-the-document-that-are-not-offered|only-brazilian-reals)|^refusals\/the-taxonomy-of/,
    ...onePlace,
  },
  {
    kind: 'deposit-account',
    severity: 'medium',
    document: 'The document does not say which account numbers exist, or whose they are.',
    fix: 'Deposit only to an account number that your vendor gave you for this subaccount.',
    ids: /^deposit\/(a-deposit-to-an-unknown|the-account-to-credit)/,
    ...onePlace,
  },
  {
    kind: 'invalid-ids',
    severity: 'medium',
    document: 'The document does not say what an id that is no UUID gets.',
    fix: 'Check ids before you send them. Take any 4xx as: not found.',
    ids: /^refusals\/an-id-that-is/,
    ...onePlace,
  },
  {
    kind: 'absent-records',
    severity: 'medium',
    document: 'The document names a status for few records that are absent.',
    fix: 'Take 400, 403, 404 and 410 as: not found, or not yours.',
    ids: /^refusals\/(an-absent|an-offramp-of-another|the-listings-of-a-subaccount|orders-for-a-subaccount)/,
    ...onePlace,
  },
  {
    kind: 'no-verification',
    severity: 'medium',
    document: 'The document requires an approved verification, and names no status for the refusal.',
    fix: 'Take any 4xx as a refusal. Read the KYC status of the subaccount for the reason.',
    ids: /^refusals\/an-order-without/,
    ...onePlace,
  },
  {
    kind: 'rail-refusals',
    severity: 'medium',
    document: 'The document lists rails that occur; it names no default rail and no status for a refused one.',
    fix: 'Name the rail in each US dollar offramp. Take any 4xx as: this rail is not possible.',
    ids: /^rails\/(a-named|rtp)|^refusals\/a-refusal-for-the-rail/,
    ...onePlace,
  },
  {
    kind: 'invalid-members',
    severity: 'medium',
    document: 'The document names no status for a body with an invalid or missing member.',
    fix: 'Take any 4xx as: the order was refused. Do not require 400.',
    ids: /^refusals\/a-member-that-is|^orders\/(an-empty-currency|a-reference-with)/,
    ...onePlace,
  },
  {
    kind: 'key-refusals',
    severity: 'medium',
    document: 'The document does not say what the key of another account gets.',
    fix: 'Take 401, 403, 404 and an empty listing as: this key may not read the record.',
    ids: /^keys\/(a-|an-unknown)/,
    ...onePlace,
  },
  {
    kind: 'refusal-status',
    severity: 'medium',
    document: 'The document names statuses for few refusals.',
    fix: 'Handle every 4xx as a refusal. Do not require one status or one reason.',
    ids: /^(refusals|taxonomy|pages|keys|filter|rails|orders|deposit)\/|^onramp\/an-order/,
  },
  {
    kind: 'content-type',
    severity: 'medium',
    document: 'The document says JSON; it fixes no parameters and no letter case of the content type.',
    fix: 'Accept application/json and any type that ends in +json, in any letter case and with parameters.',
    ids: /^http\/the-content-type/,
    ...onePlace,
  },
  {
    kind: 'http',
    severity: 'medium',
    document: 'The document says HTTP: names of headers have no letter case, and more headers may come.',
    fix: 'Leave headers, lengths, compression and connections to an HTTP library. Require none of them.',
    ids: /^http\//,
    ...onePlace,
  },
];

/** Advice for the second statement of a sentence; the other advice is about its first statement. */
const seconds: readonly (readonly [ids: RegExp, fix: string])[] = [
  [/^timestamps\/.*digits.*00-00/, 'Accept +00:00 too.'],
  [/^individual-kyc\/gender-/, 'Accept an empty employment_status too.'],
  [/^individual-kyc\/the-verification-is-in/, 'Accept reasons for a rejection in any state.'],
  [/^balances\/the-account-has-a-status/, 'Accept an empty businessName too.'],
  [/^withdrawal\/a-withdrawal-is-in-a-state/, 'Accept tx_hash, destination_tag and description in any state.'],
  [/^withdrawal\/a-withdrawal-is-in-the-state/, 'Expect another rate at each read.'],
  [/^taxonomy\/kinds/, 'Accept any content of taxes and payment_rails.'],
  [/^business-kyc\/the-state-and/, 'Show vendorVerifiedAt as text.'],
  [/^offramp\/the-settlement-has-a-null/, 'Accept an empty end_to_end_id too.'],
  [/^lightning-offramp\/the-bank-has/, 'Accept a text where you saw null.'],
];

/** The document's words for variations that differ from the others of their kind. */
const ownWords: readonly (readonly [ids: RegExp, document: string])[] = [
  [
    /^members\/members-that-may-be-null/,
    'The document marks these members as a text or null. It does not say that each is always there.',
  ],
  [
    /^individual-kyc\/the-(parts|address)/,
    'The document shows these members as texts. It says that absent fields of the record are left out or null.',
  ],
  [/^individual-kyc\/.*(null|left-out)/, 'The document says that absent fields of this record are left out or null.'],
  [
    /^business-kyc\/texts-and-documents/,
    'The document shows these members as texts, and shows no record before its verification.',
  ],
  [/^orders\/orders-without-a-reference|older-offramp/, 'The document does not say that a reference is required.'],
  [/^individual-kyc\/gender-/, 'The document says that these members are texts; it shows no values.'],
  [
    /^offramp\/an-offramp-that-was-pending/,
    'The document lists four states of an offramp; it shows no moves between them.',
  ],
];

export const documentOf = ({ id }: Pick<Variation, 'id'>, { document }: Advice): string =>
  ownWords.find(([ids]) => ids.test(id))?.[1] ?? document;

export const secondFixOf = ({ id }: Pick<Variation, 'id'>): string | undefined =>
  seconds.find(([ids]) => ids.test(id))?.[1];

export function adviceFor({ id }: Pick<Variation, 'id'>): Advice {
  const found = advices.find(({ ids }) => ids.test(id));
  if (found === undefined) throw new Error(`no row of the advice fits the variation ${id}`);
  return found;
}
