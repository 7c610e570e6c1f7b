// Drift from a baseline, in words.
import type { Baseline, BaselineDrift } from '#baseline';
import { driftClasses, type FactChange, readChange, setText, writeChange } from '#facts';
import { plural, texts } from '../text.ts';
import type { BaselineComparison, Verdict } from '../verdict.ts';
import { driftWords } from '../words.ts';
import { groupChanges } from './change-groups.ts';
import { linesOfChanges } from './change-lines.ts';
import { unexplained } from './compare-runs.ts';
import { comparisonText } from './comparison-reports.ts';
import { changesText, isGrave, whoActs } from './comparison-view.ts';
import { differenceText, namesOf } from './run-words.ts';

export const driftIn = ({ changes }: BaselineComparison): readonly FactChange[] => changes.map(readChange);

/** Drift for verdict.json, without the changes that a broken promise already reports. */
export const comparedWith = (
  { name, accepted, release }: Pick<Baseline, 'name' | 'accepted' | 'release'>,
  { changes, held, runs }: BaselineDrift,
  findings: Parameters<typeof unexplained>[1],
): BaselineComparison => ({
  name,
  accepted,
  release,
  changes: unexplained(changes, findings).map(writeChange),
  ...(held > 0 && {
    notCompared: { facts: held, runs: runs.map(({ name: of, before, after }) => ({ name: of, before, after })) },
  }),
});

/** `1 change breaks clients, 2 changed`, or `none`. Counts causes, as the lines beside it do. */
export const driftCounts = (changes: readonly FactChange[]): string => {
  const groups = groupChanges(changes);
  return (
    driftClasses
      .map((each) => [groups.filter((change) => change.class === each).length, each] as const)
      .filter(([count]) => count > 0)
      .map(([count, each]) => `${count} ${each === 'breaks' && count > 1 ? 'changes break clients' : driftWords[each]}`)
      .join(', ') || 'none'
  );
};

/** `12 details could not be compared, because RAMP_AMOUNT differs (before 10, now 11)`. */
export const notComparedText = ({ notCompared }: BaselineComparison): string =>
  notCompared === undefined
    ? ''
    : `${plural(notCompared.facts, 'detail')} could not be compared, because ${notCompared.runs.map((each) => differenceText(each)).join(', ')}`;

/** Counts of drift from a baseline, and what could not be compared. */
export const driftText = (baseline: BaselineComparison): string =>
  texts(driftCounts(driftIn(baseline)), notComparedText(baseline)).join('; ');

/** `baseline vendor (accepted 2026-11-20, release 2.14)`. */
export function baselineText({ name, accepted, release }: BaselineComparison): string {
  const when = texts(accepted && `accepted ${accepted}`, release && `release ${release}`).join(', ');
  return `baseline ${name}${when === '' ? '' : ` (${when})`}`;
}

type ReleaseOf = (endpoint: string) => string | undefined;

/** Drift in the form of a comparison: the answer, and one line for each cause. */
export const driftReport = (
  baseline: BaselineComparison,
  run: Verdict,
  { releaseOf, verbose }: { readonly releaseOf: ReleaseOf; readonly verbose: boolean },
): string => {
  const changes = driftIn(baseline);
  const unseen = changes.filter((change) => change.class === 'unseen');
  const settings = changes.filter(({ aspect }) => aspect === 'settings');
  const serviceChanges = changes.filter((change) => !unseen.includes(change) && !settings.includes(change));
  const lines = linesOfChanges(serviceChanges).map((line) => ({
    ...line,
    details: [...new Set(line.endpoints.map(releaseOf))].flatMap((release) =>
      texts(release && `accepted with ${release}`),
    ),
  }));
  const held = notComparedText(baseline);
  const given = settings.map(({ of: [name = ''], before, after }) =>
    differenceText({ name, before: before && setText(before), after: after && setText(after) }),
  );
  const rest = texts(
    unseen.length > 0 &&
      `Not compared: ${plural(unseen.length, 'detail')} of the baseline. This run got no answer that can show ${unseen.length === 1 ? 'this detail' : 'these details'}, so a change is possible.`,
    held && `${held}.`,
    held === '' && given.length > 0 && `Your runs differ: ${given.join('; ')}.`,
  );
  const nothing = held === '' ? 'Nothing changed' : 'No difference in what could be compared';
  const isOfVendor = lines.every(({ word, by }) => word !== 'breaks' || by === 'vendor');
  const grave = isOfVendor ? 'Ask the vendor' : 'Change your client';
  const todo = isGrave(lines) ? grave : (whoActs(lines) ?? 'Nothing to do');
  const answer = `${todo}. ${lines.length === 0 ? nothing : changesText(lines)}`;
  const headline = `${baselineText(baseline)} -> ${namesOf([run]).join()} at ${run.target.label}: ${answer}.`;
  return comparisonText({ headline, lines, rest, others: [] }, { verbose });
};
