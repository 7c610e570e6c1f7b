import type { Outcome } from '#contract';
import { countIn } from '../decide.ts';
import { byEndpoint, headingOf } from '../endpoints.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';
import { html, type Markup } from './markup.ts';

interface PicturePart {
  readonly name: string;
  /** Class of its colour; of the first two a hatching says without colour that nothing was proved. */
  readonly kind: 'held' | 'broken' | 'differs' | 'seen' | 'untested' | 'open';
  readonly outcomes: readonly Outcome[];
}

const parts: readonly PicturePart[] = [
  { name: 'kept', kind: 'held', outcomes: ['conforms'] },
  { name: 'broken', kind: 'broken', outcomes: ['deviates'] },
  { name: 'waived', kind: 'differs', outcomes: ['waived'] },
  { name: 'differs from what the document only shows', kind: 'differs', outcomes: ['drifts'] },
  { name: 'observed only', kind: 'seen', outcomes: ['observed'] },
  { name: 'untested', kind: 'untested', outcomes: ['untested'] },
  { name: 'not proved', kind: 'open', outcomes: ['broken', 'unproven'] },
];

const summary = (requirements: readonly JudgedRequirement[]): string =>
  parts
    .map((part) => [countIn(requirements, ...part.outcomes), part.name] as const)
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(', ');

const bar = (requirements: readonly JudgedRequirement[]): Markup =>
  html`<span class="bar" role="img" aria-label="${summary(requirements)}">${parts
    .map((part) => [part.kind, countIn(requirements, ...part.outcomes)] as const)
    .filter(([, count]) => count > 0)
    .map(
      ([kind, count]) =>
        html`<span class="part ${kind}" style="flex-grow:${count}">${kind !== 'held' || count >= requirements.length / 16 ? count : ''}</span>`,
    )}</span>`;

const keyOf = (requirements: readonly JudgedRequirement[]): Markup =>
  html`${parts
    .filter(({ outcomes }) => countIn(requirements, ...outcomes) > 0)
    .map(({ name, kind }) => html`<span class="key"><span class="part ${kind}"></span> ${name}</span>`)}`;

/**
 * One bar an endpoint, of its requirements by outcome: what was not tested is as visible as what was. Of several runs their
 * bars stand under each other, in the order in which they are given.
 */
export const picture = (caption: string, runs: readonly Pick<Verdict, 'requirements'>[]): Markup => {
  const all = runs.flatMap(({ requirements }) => requirements);
  return html`
<figure class="picture">
<figcaption>${caption}: ${keyOf(all)}</figcaption>
${byEndpoint(all).map(({ title, name }) => {
  const bars = runs.flatMap(({ requirements }) => byEndpoint(requirements).filter((group) => group.name === name));
  return html`<div class="row"><span>${headingOf(name) ?? title}</span><span>${bars.map((group) => bar(group.requirements))}</span></div>`;
})}
</figure>`;
};
