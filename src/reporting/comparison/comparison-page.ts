import { facts, html, list, type Markup, outcomeBars, renderPage } from '../page.ts';
import type { Comparison } from './compare.ts';
import { catalogueOf, depthText } from './compared-run.ts';
import { comparisonView } from './comparison-view.ts';

const runs = ({ before, after }: Comparison): Markup => html`
${[before, after].map(
  (run, at) =>
    html`<h3>${at === 0 ? 'Before' : 'After'}</h3>${facts([
      ['Target', run.target.label],
      ...(run.release === undefined ? [] : [['Release', run.release] as const]),
      ['Verdict', run.verdict],
      ['Started (UTC)', run.startedAt],
      ['Profile, gate and seed', `${depthText(run)}, ${run.gate}, ${run.seed}`],
      ['Harness, catalogue and document', `${run.harness.version}, ${catalogueOf(run)}, ${run.document.version}`],
    ])}`,
)}`;

const entries = (all: readonly { readonly title: string; readonly details: readonly string[] }[]): Markup =>
  all.length === 0
    ? html`<p>Nothing.</p>`
    : list(all.map(({ title, details }) => html`${title}${details.length === 0 ? '' : list(details)}`));

/** The changes between two runs, as a page to be handed on. */
export const renderComparison = (comparison: Comparison): string => {
  const { before, after } = comparison;
  const { headline, service, others } = comparisonView(comparison);
  return renderPage({
    title: headline,
    lead: `${before.target.label}, ${before.startedAt}, compared with ${after.target.label}, ${after.startedAt}`,
    sections: [
      { id: 'service', title: 'What the service changed', body: entries(service.entries) },
      {
        id: 'runs',
        title: 'The two runs',
        body: html`${outcomeBars('Requirements of each endpoint by outcome, the earlier run above the later one', [before, after])}${runs(comparison)}`,
      },
      ...others.map(({ title, line, entries: own }, at) => ({
        id: ['run', 'harness'][at] ?? 'unobserved',
        title,
        body: html`<p>${line}</p>${entries(own)}`,
      })),
    ],
    version: after.harness.version,
  });
};
