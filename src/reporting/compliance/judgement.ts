import type { Verdict } from '../verdict.ts';
import { reasonsOf } from '../words.ts';
import { html } from './html.ts';
import { outcomeMark, outcomeMeanings } from './outcome.ts';
import { list, type Section } from './section.ts';
import { table } from './table.ts';

const kinds: Readonly<Record<Verdict['verdict'], string>> = {
  conforms: 'good',
  'conforms with waivers': 'mind',
  deviates: 'bad',
  inconclusive: 'mind',
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
})}`,
};
