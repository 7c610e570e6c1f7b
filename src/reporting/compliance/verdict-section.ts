import { isRequirementId, requirementOf, untestedBy } from '#contract';
import { type Cause, causesOf } from '../causes.ts';
import { groupBy, plural } from '../counting.ts';
import { byEndpoint } from '../endpoints.ts';
import { coverageOf, coverageText, isOpen } from '../gate.ts';
import { headlineOf } from '../headline.ts';
import { reasonsOf, untestedWords } from '../remarks.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import {
  anchorOf,
  html,
  list,
  type Markup,
  nothing,
  outcomeMark,
  outcomeMeanings,
  type Section,
  table,
} from './markup.ts';
import { picture } from './picture.ts';

const kinds: Readonly<Record<Verdict['verdict'], string>> = {
  conforms: 'good',
  'conforms-in-part': 'mind',
  'conforms-with-waivers': 'mind',
  deviates: 'bad',
  inconclusive: 'mind',
  refused: 'mind',
};

/** Most differences in the table of causes; one row each, however many endpoints show it. */
const maxCauses = 40;

/** A verdict of another version may have requirements that this one does not know. */
const tagOf = (id: string): string => (isRequirementId(id) ? requirementOf(id).tag : 'of another version');

const isDecisive = ({ failing, outcome }: Cause): boolean =>
  failing || outcome === 'deviates' || outcome === 'waived';

/** Requirements of a cause that are named; the matrix has all, and a taller row leaves a page half empty. */
const maxNamed = 5;

const concerned = ({ requirements }: Cause): Markup => {
  const left = requirements.length - maxNamed;
  const named = requirements.slice(0, maxNamed).map((id) => html`<a href="#${anchorOf(id)}">${id}</a><br>`);
  return left > 0 ? html`${named} and ${left} more` : html`${named}`;
};

const deviations = (verdict: Verdict): Markup => {
  const causes = causesOf(verdict).filter(isDecisive);
  if (causes.length === 0) return nothing;
  const left = causes.length - maxCauses;
  return html`
<h3>Deviations</h3>
${table({
  caption: 'Differences by cause; those that fail the gate come first',
  heads: ['Claim', 'Firmness', 'Outcome', 'Difference', 'Requirements'],
  widths: [26, 8, 10, 26, 30],
  rows: causes
    .slice(0, maxCauses)
    .map((cause) => [
      cause.claim,
      cause.firmness,
      outcomeMark(cause.outcome),
      cause.difference,
      concerned(cause),
    ]),
})}
${left > 0 ? html`<p>And ${plural(left, 'more cause')}: see the requirements.</p>` : nothing}`;
};

const coverage = ({ requirements, gate, coverage: whole }: Verdict): Markup => {
  const rows = (groups: readonly (readonly [string, readonly JudgedRequirement[]])[]) =>
    groups.map(([name, of]) => {
      const { judged, judgeable } = coverageOf(of, gate);
      const by = (who: (typeof untestedBy)[number]) => of.filter((each) => each.untestedBy === who).length;
      return [name, `${judged} of ${judgeable}`, ...untestedBy.map(by), of.filter(isOpen).length];
    });
  return table({
    caption: `The run tested ${coverageText(whole)} requirements that the gate judges. The columns after “Tested” count requirements of every firmness`,
    heads: ['Part', 'Tested', ...untestedBy.map((by) => untestedWords[by]), 'not proved'],
    groups: [
      {
        title: 'By endpoint',
        rows: rows(byEndpoint(requirements).map((group) => [group.title, group.requirements] as const)),
      },
      {
        title: 'By group of rules',
        rows: rows(
          [...groupBy(requirements, ({ id }) => tagOf(id))].sort(([one], [other]) =>
            one.localeCompare(other),
          ),
        ),
      },
    ],
  });
};

export const judgement: Section = {
  id: 'verdict',
  title: 'Verdict',
  body: ({ verdict }) => html`
<div class="verdict ${kinds[verdict.verdict]}">
<strong>${headlineOf(verdict)}</strong>
${list(reasonsOf(verdict))}
</div>
<p>The gate is “${verdict.gate}” and the exit code ${verdict.exitCode}.</p>
${picture('Requirements of each endpoint by outcome', [verdict])}
${table({
  caption: 'Requirements by outcome',
  heads: ['Outcome', 'Requirements', 'What it means'],
  rows: outcomeMeanings.map(([outcome, meaning]) => [outcomeMark(outcome), verdict.counts[outcome], meaning]),
})}
${deviations(verdict)}
<h3>How much was tested</h3>
${coverage(verdict)}`,
};
