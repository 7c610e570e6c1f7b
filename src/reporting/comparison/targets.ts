import { renderDocument } from '../compliance/document.ts';
import { html, type Markup, outcomeMark, table } from '../compliance/markup.ts';
import { plural } from '../counting.ts';
import { byEndpoint } from '../endpoints.ts';
import { countIn, coverageOf, coverageText, troubles } from '../gate.ts';
import { statementOf, targetText } from '../headline.ts';
import type { JudgedRequirement, Verdict } from '../verdict.ts';

/** One of several targets that were run together. */
export interface TargetRun {
  readonly name: string;
  readonly folder: string;
  readonly exitCode: number;
  /** Left out where it was withheld, or the run ended before it had one. */
  readonly verdict?: Verdict;
}

interface JudgedTarget extends TargetRun {
  readonly verdict: Verdict;
}

const wasJudged = (run: TargetRun): run is JudgedTarget =>
  run.verdict !== undefined && run.verdict.requirements.length > 0;

const wordOf = ({ verdict }: TargetRun): string =>
  verdict === undefined
    ? 'no verdict'
    : verdict.requirements.length === 0
      ? 'Refused: nothing was tested.'
      : statementOf(verdict);

/** For the terminal. */
export const targetLine = (run: TargetRun): string =>
  `${run.name}: ${wordOf(run)} Exit code ${run.exitCode}, reports: ${run.folder}`;

const verdicts = (runs: readonly TargetRun[]): Markup =>
  table({
    caption: 'Verdict of each target',
    heads: ['Target', 'Service', 'Verdict', 'Exit code', 'Reports'],
    rows: runs.map((run) => [
      run.name,
      run.verdict ? targetText(run.verdict) : 'none',
      run.verdict?.refusal === undefined ? wordOf(run) : `Refused: ${run.verdict.refusal}`,
      run.exitCode,
      run.folder,
    ]),
  });

const cellOf = (requirements: readonly JudgedRequirement[], { gate }: Verdict): Markup => {
  const counted = troubles.flatMap((outcome) => {
    const count = countIn(requirements, outcome);
    return count > 0 ? [html`<br>${count} ${outcomeMark(outcome)}`] : [];
  });
  return html`${coverageText(coverageOf(requirements, gate))}${counted}`;
};

const endpoints = (runs: readonly JudgedTarget[]): Markup => {
  const grouped = runs.map(({ verdict }) => byEndpoint(verdict.requirements));
  return table({
    caption: 'Requirements of the gate that were tested, and the outcomes that need attention',
    heads: ['Endpoint', ...runs.map(({ name }) => name)],
    rows: (grouped[0] ?? []).map(({ title }) => [
      title,
      ...runs.map(({ verdict }, place) =>
        cellOf(grouped[place]?.find((group) => group.title === title)?.requirements ?? [], verdict),
      ),
    ]),
  });
};

/** Requirements that need attention for some target, or whose outcomes differ between targets. */
const differences = (runs: readonly JudgedTarget[]): Markup => {
  const found = runs.map(({ verdict }) => new Map(verdict.requirements.map((each) => [each.id, each])));
  const [first] = runs;
  const rows = (first?.verdict.requirements ?? []).flatMap(({ id, claim }) => {
    const all = found.flatMap((requirements) => requirements.get(id) ?? []);
    const differ = new Set(all.map(({ outcome }) => outcome)).size > 1;
    return differ || countIn(all, ...troubles) > 0
      ? [[id, claim, ...all.map(({ outcome }) => outcomeMark(outcome))]]
      : [];
  });
  return table({
    caption: plural(rows.length, 'requirement'),
    heads: ['Requirement', 'Claim', ...runs.map(({ name }) => name)],
    rows,
    empty: 'None: every requirement had the same outcome for all targets, and none needs attention.',
  });
};

const none = html`<p>No target was judged.</p>`;

/** Several targets side by side, as a page to be handed on. */
export const renderTargets = (runs: readonly TargetRun[]): string => {
  const judged = runs.filter(wasJudged);
  const version = runs.find(({ verdict }) => verdict)?.verdict?.harness.version ?? '';
  return renderDocument({
    title: plural(runs.length, 'target'),
    lead: runs.map((run) => `${run.name}: ${wordOf(run)}`).join(' '),
    parts: [
      { id: 'verdicts', title: 'Verdicts', body: verdicts(runs) },
      { id: 'endpoints', title: 'By endpoint', body: judged.length === 0 ? none : endpoints(judged) },
      {
        id: 'requirements',
        title: 'Requirements that need attention, or whose outcomes differ',
        body: judged.length === 0 ? none : differences(judged),
      },
    ],
    version,
  });
};
