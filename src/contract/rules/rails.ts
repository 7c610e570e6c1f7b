import { sectionsOf } from '../claim.ts';
import { headingOf } from '../operation.ts';
import { operationOf } from '../operations.ts';

/** Rails that a named withdrawal may take, and those that it may not. */
export const namedRails = ['WIRE', 'SWIFT'] as const;
export const unnamedRails = ['ACH', 'RTP', 'SAME_DAY_ACH'] as const;

const section = sectionsOf('rails', ['offramp.initiate']);
const rail = section('rails', headingOf(operationOf('offramp.initiate'), 'Rules for USD and named withdrawals'), {
  heeds: ['rules'],
});

export const railRequirements = [
  rail.stated('dollars-need-no-rail', 'An offramp in US dollars to a plain recipient is accepted without a rail.'),
  rail.stated('dollars-may-name-a-rail', 'An offramp in US dollars is not refused because it names a rail.'),
  rail.shown(
    'plain-dollars-take-every-rail',
    'Each of the five rails is accepted for a plain recipient in US dollars.',
  ),
  rail.stated('named-takes-wire', 'A named withdrawal over WIRE is accepted.'),
  rail.stated('named-takes-swift', 'A named withdrawal over SWIFT is accepted.'),
  rail.stated('named-refuses-ach', 'A named withdrawal over ACH is refused.'),
  rail.stated('named-refuses-rtp', 'A named withdrawal over RTP is refused.'),
  rail.stated('named-refuses-same-day-ach', 'A named withdrawal over SAME_DAY_ACH is refused.'),
  rail.stated(
    'named-takes-no-other-rail',
    'A named withdrawal over a rail that is neither WIRE nor SWIFT, listed or not, is refused.',
  ),
  rail.implied(
    'named-refuses-ach-in-any-order',
    'A named withdrawal over ACH is refused, and breaks nothing, however odd the rest of the order is.',
  ),
  rail.stated('named-is-in-dollars', 'A named withdrawal in a currency other than US dollars is refused.'),
  rail.stated(
    'named-needs-all-four-fields',
    'A named withdrawal to a recipient that lacks an identifying field is refused.',
  ),
  rail.shown('nonsense-is-refused', 'A rail that is no rail is refused rather than ignored.'),
  rail.implied('survives-nonsense', 'A rail that is no rail never breaks the service.'),
  rail.shown(
    'recased-dollars-are-no-way-round',
    'A currency in lower case is no way round the rails of a named withdrawal.',
  ),
  rail.implied('refusal-creates-nothing', 'An offramp that is refused for its rail is not in the listing.', [
    'offramp.initiate',
    'offramp.list',
  ]),
  rail.implied(
    'other-currencies-are-unchanged',
    'An offramp in another currency to a plain recipient, without a rail, is accepted.',
  ),
  rail.shown(
    'other-currencies-take-no-dollar-rail',
    'An offramp in another currency over ACH, RTP or SAME_DAY_ACH is refused.',
  ),
  rail.shown('real-but-unlisted-rail', 'A rail that exists in banking but not in the document is refused.'),
  rail.silent(
    'whole-space',
    'Which of all combinations of recipient, currency and rail are accepted is open beyond the rules.',
  ),
  rail.silent('named-without-a-rail', 'What a named withdrawal without a rail gets is open.'),
  rail.silent('rail-on-another-currency', 'What WIRE or SWIFT on a currency other than US dollars gets is open.'),
  rail.silent('status-of-a-refusal', 'Which status refuses a rail is open.'),
];
