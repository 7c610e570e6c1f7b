import type { Verdict } from '../verdict.ts';
import { findingText } from '../words.ts';
import { html, type Markup } from './html.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

const fromDocument = ({ requirements }: Verdict): Markup => {
  const drifting = requirements.filter(({ outcome }) => outcome === 'drifts');
  if (drifting.length === 0)
    return html`<p>There is none: nothing differed from what the document shows.</p>`;
  return table({
    caption: 'Differences from what the document only shows',
    heads: ['Requirement', 'Claim', 'Difference'],
    groups: [
      { rows: drifting.map(({ id, claim, findings }) => [id, claim, list(findings.map(findingText))]) },
    ],
  });
};

const fromBaseline = ({ baseline }: Verdict): Markup => {
  if (!baseline) return html`<p>The run was not compared with a baseline.</p>`;
  if (baseline.changes.length === 0) return html`<p>There is none from the baseline ${baseline.name}.</p>`;
  return table({
    caption: `Differences from the baseline ${baseline.name}`,
    heads: ['Fact', 'Class', 'Endpoint', 'Accepted', 'Met'],
    groups: [
      {
        rows: baseline.changes.map((each) => [each.fact, each.class, each.endpoint, each.accepted, each.met]),
      },
    ],
  });
};

export const drift: Section = {
  id: 'drift',
  title: 'Drift',
  body: ({ verdict }) => html`
<h3>From the document</h3>
${fromDocument(verdict)}
<h3>From the accepted baseline</h3>
${fromBaseline(verdict)}`,
};
