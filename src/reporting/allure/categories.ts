/** Groups of results that need attention, as Allure 3 matches them. */
export const categories = [
  {
    name: 'Deviates from what is stated',
    matchers: { statuses: ['failed'], labels: { outcome: 'deviates', firmness: 'stated' } },
  },
  {
    name: 'Deviates from what is implied',
    matchers: { statuses: ['failed'], labels: { outcome: 'deviates', firmness: 'implied' } },
  },
  {
    name: 'Drifts from the baseline',
    matchers: { statuses: ['failed'], labels: { drift: 'breaking|risky' } },
  },
  {
    name: 'Waiver expired or stale',
    matchers: { statuses: ['failed'], labels: { epic: 'Waivers' } },
  },
  { name: 'Waived', matchers: { statuses: ['failed'], labels: { outcome: 'waived' } } },
  { name: 'Not proved', matchers: { statuses: ['broken'] } },
  { name: 'Untested', matchers: { statuses: ['skipped'] }, groupByMessage: true },
] as const;
