// Rules by which a difference is no change. Each difference has a kind of change or one of these rules.

export type RulingSort = 'no change' | 'same cause' | 'not compared';

/** `--json` prints the ids, so an id never changes. */
export const rulings = {
  'some-as-before': ['no change', 'one of several values or answers did not show this time, and none is new'],
  'records-come-and-go': ['no change', 'the records that showed it may be gone, or have another state'],
  'moves-with-a-rate': ['no change', 'a fee, limit or delay moved by less than the step from which it counts'],
  'rounded-otherwise': ['no change', 'an amount is rounded to other places'],
  'places-of-an-amount': ['no change', 'the decimal places follow the amount'],
  'document-allows-both': ['no change', 'the document allows both'],
  'made-by-deposits': ['no change', 'deposits of the runs themselves made it'],
  'clocks-differ': ['no change', 'the clocks of the machines differ by minutes'],
  'numbers-of-records': ['no change', 'a count of records moved'],
  'reported-by-its-wording': ['same cause', 'the change of the wording reports it'],
  'of-another-answer': ['same cause', 'another answer has another body, which the change of the status says'],
  'reported-by-another-case': ['same cause', 'another case of the endpoint reports it'],
  'reported-by-its-place': ['same cause', 'the place around it reports it'],
  'seen-in-one-run': ['not compared', 'only one run got an answer that can show it'],
  'value-withheld': ['not compared', 'one run did not show the value'],
  'earlier-form': ['not compared', 'another version of the harness noted them otherwise, or not at all'],
  'speed-needs-three-runs': ['not compared', 'speed needs three kept runs of each release'],
} as const satisfies Readonly<Record<string, readonly [RulingSort, string]>>;

export type FactRuling = keyof typeof rulings;

export const isRuling = (text: string): text is FactRuling => Object.hasOwn(rulings, text);
