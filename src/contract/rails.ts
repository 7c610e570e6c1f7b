import { implied, shown, silent, stated } from './requirement.ts';

/** The rails that the document shows for offramps in US dollars. */
export const rails = ['ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'] as const;
/** Those that a named withdrawal may take, and those that it may not. */
export const namedRails = ['WIRE', 'SWIFT'] as const;
export const unnamedRails = ['ACH', 'RTP', 'SAME_DAY_ACH'] as const;

const section = 'Endpoints: 7. Rules for USD and named withdrawals';

export const railRequirements = {
  'rails/dollars-need-no-rail': stated(
    'rails',
    section,
    7,
    'An offramp in US dollars to a plain recipient is accepted without a rail.',
  ),
  'rails/dollars-may-name-a-rail': stated(
    'rails',
    section,
    7,
    'An offramp in US dollars is not refused because it names a rail.',
  ),
  'rails/plain-dollars-take-every-rail': shown(
    'rails',
    section,
    7,
    'Each of the five rails is accepted for a plain recipient in US dollars.',
  ),
  'rails/named-takes-wire': stated('rails', section, 7, 'A named withdrawal over WIRE is accepted.'),
  'rails/named-takes-swift': stated('rails', section, 7, 'A named withdrawal over SWIFT is accepted.'),
  'rails/named-refuses-ach': stated('rails', section, 7, 'A named withdrawal over ACH is refused.'),
  'rails/named-refuses-rtp': stated('rails', section, 7, 'A named withdrawal over RTP is refused.'),
  'rails/named-refuses-same-day-ach': stated(
    'rails',
    section,
    7,
    'A named withdrawal over SAME_DAY_ACH is refused.',
  ),
  'rails/named-takes-no-other-rail': stated(
    'rails',
    section,
    7,
    'A named withdrawal over a rail that is neither WIRE nor SWIFT, listed or not, is refused.',
  ),
  'rails/named-refuses-ach-in-any-order': implied(
    'rails',
    section,
    7,
    'A named withdrawal over ACH is refused, and breaks nothing, however odd the rest of the order is.',
  ),
  'rails/named-is-in-dollars': stated(
    'rails',
    section,
    7,
    'A named withdrawal in a currency other than US dollars is refused.',
  ),
  'rails/named-needs-all-four-fields': stated(
    'rails',
    section,
    7,
    'A named withdrawal to a recipient that lacks an identifying field is refused.',
  ),
  'rails/nonsense-is-refused': implied(
    'rails',
    section,
    7,
    'A rail that is no rail is refused, and breaks nothing.',
  ),
  'rails/recased-dollars-are-no-way-round': shown(
    'rails',
    section,
    7,
    'A currency in lower case is no way round the rails of a named withdrawal.',
  ),
  'rails/refusal-creates-nothing': implied(
    'rails',
    section,
    [7, 8],
    'An offramp that is refused for its rail is not in the listing.',
  ),
  'rails/other-currencies-are-unchanged': stated(
    'rails',
    section,
    7,
    'An offramp in another currency to a plain recipient, without a rail, is accepted.',
  ),
  'rails/real-but-unlisted-rail': shown(
    'rails',
    section,
    7,
    'A rail that exists in banking but not in the document is refused.',
  ),
  'rails/whole-space': silent(
    'rails',
    section,
    7,
    'Which of all combinations of recipient, currency and rail are accepted is open beyond the rules.',
  ),
  'rails/named-without-a-rail': silent(
    'rails',
    section,
    7,
    'What a named withdrawal without a rail gets is open.',
  ),
  'rails/rail-on-another-currency': silent(
    'rails',
    section,
    7,
    'What a rail on a currency other than US dollars gets is open.',
  ),
  'rails/status-of-a-refusal': silent('rails', section, 7, 'Which status refuses a rail is open.'),
} as const;
