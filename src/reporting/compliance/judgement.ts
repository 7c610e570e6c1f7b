import { type Cause, causesOf } from '../causes.ts';
import type { Verdict } from '../verdict.ts';
import { plural, reasonsOf } from '../words.ts';
import { anchorOf } from './anchor.ts';
import { html, type Markup, nothing } from './html.ts';
import { outcomeMark, outcomeMeanings } from './outcome.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

const kinds: Readonly<Record<Verdict['verdict'], string>> = {
  conforms: 'good',
  'conforms with waivers': 'mind',
  deviates: 'bad',
  inconclusive: 'mind',
};

/** Differences that a reader looks at first, one row however many endpoints show it. */
const mostCauses = 40;

const isDecisive = ({ failing, outcome }: Cause): boolean =>
  failing || outcome === 'deviates' || outcome === 'waived';

/** Requirements of a cause that are named; the matrix has all, and a taller row leaves a page half empty. */
const mostNamed = 5;

const concerned = ({ requirements }: Cause): Markup => {
  const left = requirements.length - mostNamed;
  const named = requirements.slice(0, mostNamed).map((id) => html`<a href="#${anchorOf(id)}">${id}</a><br>`);
  return left > 0 ? html`${named} and ${left} more` : html`${named}`;
};

const deviations = (verdict: Verdict): Markup => {
  const causes = causesOf(verdict).filter(isDecisive);
  if (causes.length === 0) return nothing;
  const left = causes.length - mostCauses;
  return html`
<h3>What deviates</h3>
${table({
  caption: 'Differences by cause, what fails the gate first',
  heads: ['Claim', 'Firmness', 'Outcome', 'Difference', 'Requirements'],
  widths: [26, 8, 10, 26, 30],
  groups: [
    {
      rows: causes
        .slice(0, mostCauses)
        .map((cause) => [
          cause.claim,
          cause.firmness,
          outcomeMark(cause.outcome),
          `${cause.code} ${cause.first.where}: expected ${cause.first.expected}, actual ${cause.first.observed}`,
          concerned(cause),
        ]),
    },
  ],
})}
${left > 0 ? html`<p>And ${plural(left, 'more cause')}: see the requirements.</p>` : nothing}`;
};

export const judgement: Section = {
  id: 'verdict',
  title: 'Verdict',
  body: ({ verdict }) => html`
<div class="verdict ${kinds[verdict.verdict]}">
<strong>${verdict.verdict}</strong>
${list(reasonsOf(verdict))}
</div>
<p>The gate is “${verdict.gate}” and the exit code ${verdict.exitCode}.</p>
${table({
  caption: 'Requirements by outcome',
  heads: ['Outcome', 'Requirements', 'What it means'],
  groups: [
    {
      rows: outcomeMeanings.map(([outcome, meaning]) => [
        outcomeMark(outcome),
        verdict.counts[outcome],
        meaning,
      ]),
    },
  ],
})}
${deviations(verdict)}`,
};
