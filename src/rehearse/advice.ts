// Advice on each habit of a client that fails under a variation: the document's words, the risk and the fix.
import type { Variation } from '#faults';

/** The gravest first. */
export const severityTexts = {
  critical: 'can lose or double an order',
  high: 'can use a wrong amount or record',
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
  /** One change of the code fixes it, whatever tests fail. */
  readonly isOnePlace?: true;
  readonly ids: RegExp;
}

const onePlace = { isOnePlace: true } as const;

/** An id that matches several rows belongs to the first; one that mixes two habits matches both. */
export const advices: readonly Advice[] = [
  {
    kind: 'accepted-status',
    severity: 'critical',
    document: 'The document names no status for success.',
    fix: 'Accept any 2xx, also without a body. Never send an order again after a 2xx.',
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
    fix: 'Give each order a new reference. Look for it in the listing before you send the order again.',
    ids: /used-reference|double-click|as-a-duplicate/,
    ...onePlace,
  },
  {
    kind: 'lost-answer',
    severity: 'critical',
    document: 'The document does not say whether an order without an answer was kept.',
    fix: 'After a time-out, a lost connection or a 503, look for your reference before you send the order again.',
    ids: /^filter\/the-(answer-to|connection-is-closed)|^rate-limit\/while-.*-(first|second)-order|^http\/every-(order-takes|third-reply)/,
    ...onePlace,
  },
  {
    kind: 'orders-limited',
    severity: 'critical',
    document: 'The document shows no rate limits: a service may have them.',
    fix: 'After a 429, wait as Retry-After says, or a second. Look for your reference, then send the order again.',
    ids: /^rate-limit\/.*order/,
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
    severity: 'critical',
    document: 'The document does not say how soon a new order can be read or listed.',
    fix: 'Keep the id of the order. Repeat the read for some seconds before you call the order lost.',
    ids: /first-read-of-a-created-offramp|^late\/a-created-offramp/,
    ...onePlace,
  },
  {
    kind: 'order-state',
    severity: 'critical',
    document: 'The document shows the states that occur; it does not close their list.',
    fix: 'Read an unknown state as pending. Never send an order again because its state is unknown.',
    ids: /^offramp\/an-offramp-that-was-pending|^withdrawal\/a-withdrawal-is-in-/,
  },
  {
    kind: 'id-spelling',
    severity: 'critical',
    document: 'The document says that identifiers are UUIDs; it does not fix their letter case.',
    fix: 'Send an id back as you received it. Ignore letter case when you compare ids.',
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
    severity: 'critical',
    document: 'The document does not say whether count is that of the page or of the listing.',
    fix: 'Read pages until totalPages, and count the items yourself.',
    ids: /^pages\/the-count/,
  },
  {
    kind: 'page-bounds',
    severity: 'critical',
    document: 'The document shows no bounds or defaults of page and limit.',
    fix: 'Begin with the page that an answer without a number has. Follow totalPages and the echoed limit.',
    ids: /^pages\/(without-a-limit|a-limit-above|the-first-page|pages-begin)|^listings\/there-are-/,
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
    ids: /^timestamps\/.*00-00|^business-kyc\/the-update-is-written/,
    ...onePlace,
  },
  {
    kind: 'timestamp-digits',
    severity: 'medium',
    document: 'The document says "with milliseconds"; services with six or nine digits were seen.',
    fix: 'Parse timestamps with any number of digits of a second, or none.',
    ids: /^timestamps\/.*digits|^business-kyc\/the-update-is-written/,
    ...onePlace,
  },
  {
    kind: 'clocks',
    severity: 'high',
    document: 'The document does not say that the clocks of service and client agree.',
    fix: 'Compare times of the service with each other, never with your own clock.',
    ids: /^clock\//,
    ...onePlace,
  },
  {
    kind: 'expiry',
    severity: 'high',
    document: 'The document does not say how long payment instructions are valid.',
    fix: 'Read expires_at of each order.',
    ids: /instructions-expire/,
  },
  {
    kind: 'amount-places',
    severity: 'high',
    document: 'The document says decimal strings; it fixes their places in few members.',
    fix: 'Parse amounts as decimals with any number of places. Compare values, not texts.',
    ids: /(eight|two|twenty)-places|trailing-zeros|all-their-digits|rounded-to-a-whole-unit/,
  },
  {
    kind: 'json-numbers',
    severity: 'high',
    document: 'The document says JSON: 10, 10.0 and 1e+1 are one number there.',
    fix: 'Read 10.0 and 1e+1 as 10, in integers too.',
    ids: /^json\/numbers/,
    ...onePlace,
  },
  {
    kind: 'json-text',
    severity: 'medium',
    document: 'The document says JSON: order, white space and escapes mean nothing there.',
    fix: 'Parse the body as JSON in UTF-8. Do not search or compare its text.',
    ids: /^json\/|^texts\/texts-hold/,
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
    ids: /^conversion\/the-fee-is|^lightning-offramp\/the-amount|^onramp\/the-(network-fee|rate)|^offramp\/an-offramp-that-failed/,
  },
  {
    kind: 'moving-balance',
    severity: 'high',
    document: 'The document does not say when, or by how much, an order moves a balance.',
    fix: 'Follow an order by its own state. Expect no change of a balance, and no unchanged balance.',
    ids: /^deposit\/a-simulated-deposit|^others\/|^late\/|^keys\/another-account/,
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
    kind: 'open-values',
    severity: 'medium',
    document: 'The document shows values that occur; it does not close their list.',
    fix: 'Accept unknown states and codes. Treat them as not approved or not available.',
    ids: /(?<!rails-that-the-document-)does-not-show|called-verified|^business-kyc\/the-state-and|^subaccount\/the-status|^taxonomy\/kinds|^onramp\/the-(payment-method|record-of-an-order-for-btc)/,
  },
  {
    kind: 'letter-case',
    severity: 'medium',
    document: 'The document does not fix the letter case of codes in every record.',
    fix: 'Ignore letter case when you read or compare currencies, assets and networks.',
    ids: /^(on|off)ramp\/.*lower-case$|^lightning-offramp\/the-bank-account-writes/,
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
    kind: 'empty-values',
    severity: 'medium',
    document: 'The document does not say that texts, lists and objects have content.',
    fix: 'Accept empty texts, lists and objects. Look before you take a first item.',
    ids: /^texts\/|are-empty$|has-no-(rails|fields|configurations|methods|profiles)|empty-list-of-required|^taxonomy\/only-brazilian/,
  },
  {
    kind: 'absent-members',
    severity: 'medium',
    document: 'The document says that absent members are left out or null; it marks few as required.',
    fix: 'Treat null and a missing member alike, and give both a default.',
    ids: /(is|are|null-for|it-is)-null|null-for|left-out|null-withdrawal|there-is-none|there-are-no-documents|empty-object|no-proof-of-address/,
  },
  {
    kind: 'unknown-members',
    severity: 'medium',
    document: 'The document does not forbid members that it does not name.',
    fix: 'Ignore members that you do not know.',
    ids: /^members\/every-object|how-many-pages|^offramp\/(the-record-that|network-fee)|^lightning-offramp\/the-bank-has/,
  },
  {
    kind: 'document-links',
    severity: 'low',
    document: 'The document says that document fields hold URIs; it fixes no scheme or ending.',
    fix: 'Take a link as it comes. Check no ending or scheme, and do not keep it for later.',
    ids: /^documents\//,
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
    document: 'The document does not say what a currency without payment methods is answered.',
    fix: 'Take a refusal or an empty list as: no method for this currency.',
    ids: /^taxonomy\/(currencies-of-the-document-that-are-not-offered|only-brazilian-reals)/,
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
    fix: 'Compare the media type without its parameters and letter case.',
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

/** Several where the variation combines others. */
export function advicesFor({ id }: Pick<Variation, 'id'>): readonly [Advice, ...Advice[]] {
  const [first, ...others] = advices.filter(({ ids }) => ids.test(id));
  if (first === undefined) throw new Error(`no row of the advice fits the variation ${id}`);
  const mixed = first.kind === 'timestamp-offset' ? others.filter(({ kind }) => kind === 'timestamp-digits') : [];
  return [first, ...mixed];
}
