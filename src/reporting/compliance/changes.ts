import { type DriftClass, driftClasses } from '#baseline';
import { factPlace, factText } from '../comparison/fact-words.ts';
import { baselineText } from '../headline.ts';
import type { Verdict } from '../verdict.ts';
import { viewsOf } from '../view.ts';
import { html, list, type Markup, nothing, type Section, table } from './markup.ts';

const fromDocument = ({ requirements }: Verdict): Markup => {
  const rows = requirements
    .filter(({ outcome }) => outcome === 'drifts')
    .map((each) => [
      each.claim,
      list(
        viewsOf(each).map(
          ({ asked, expected, observed, place }) => `${asked}: ${place}: expected ${expected}, actual ${observed}`,
        ),
      ),
    ]);
  return rows.length === 0
    ? nothing
    : table({
        caption: 'Differences from examples of the document; they break no promise',
        heads: ['Example', 'Difference'],
        rows,
      });
};

const meanings: Readonly<Record<DriftClass, string>> = {
  breaking: 'breaks a caller that relies on it; fails the gate',
  risky: 'may break a caller; fails the gate until it is accepted',
  additive: 'adds to what was there; reported',
  reported: 'changes what nobody should rely on, such as wording, order and speed',
  'evidence lost': 'was observed before and could not be observed this time',
};

const fromBaseline = ({ baseline }: Verdict): Markup => {
  if (!baseline) return nothing;
  if (baseline.changes.length === 0) return html`<p>Nothing changed since the ${baselineText(baseline)}.</p>`;
  const groups = driftClasses
    .map((drift) => ({ drift, changes: baseline.changes.filter((change) => change.class === drift) }))
    .filter(({ changes }) => changes.length > 0);
  return table({
    caption: `What changed since the ${baselineText(baseline)}`,
    heads: ['Where', 'Accepted', 'Actual'],
    groups: groups.map(({ drift, changes }) => ({
      title: `${drift}: ${changes.length}, ${meanings[drift]}`,
      rows: changes.map((each) => [factPlace(each), factText(each.accepted), factText(each.met)]),
    })),
  });
};

export const changes: Section = {
  id: 'changes',
  title: 'Changes',
  body: ({ verdict }) => html`${fromBaseline(verdict)}${fromDocument(verdict)}`,
};
