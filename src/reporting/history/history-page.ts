import { isRequirementId, type Outcome, requirementOf } from '#contract';
import { renderDocument } from '../compliance/document.ts';
import { html, type Markup, table } from '../compliance/markup.ts';
import { firstOf, plural } from '../counting.ts';
import { byEndpoint, headingOf } from '../endpoints.ts';
import { countIn } from '../gate.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { basisText, brokenText, type KeptRun, keptRuns, seenIn, sightsText } from './history-view.ts';
import { type RunLine, runOf } from './line.ts';

/** Runs that fit across a sheet of paper; the table has all. */
const maxColumns = 24;
const maxCauses = 3;

interface Look {
  readonly outcomes: readonly Outcome[];
  /** Class of its colour, and a sign that a printer without colour shows too. */
  readonly kind: string;
  readonly sign: string;
  readonly word: string;
}

/** The worst first: one of them in an endpoint gives its cell. */
const looks: readonly Look[] = [
  { outcomes: ['deviates', 'waived'], kind: 'broken', sign: '✗', word: 'broken' },
  { outcomes: ['broken', 'unproven'], kind: 'open', sign: '?', word: 'without an answer' },
  { outcomes: ['drifts'], kind: 'differs', sign: '≈', word: 'other than shown' },
  { outcomes: ['conforms', 'observed'], kind: 'held', sign: '✓', word: 'kept' },
  { outcomes: ['untested'], kind: 'untested', sign: '–', word: 'not tested' },
];

const lookOf = (requirements: readonly JudgedRequirement[]): Look | undefined =>
  looks.find(({ outcomes }) => countIn(requirements, ...outcomes) > 0);

const causesText = (requirements: readonly JudgedRequirement[], { outcomes, word }: Look): string => {
  const concerned = requirements.filter(({ outcome }) => outcomes.includes(outcome));
  const told =
    word === 'kept'
      ? ''
      : `: ${firstOf(
          concerned.map(({ claim, reason }) => reason ?? claim),
          maxCauses,
        )}`;
  return `${concerned.length} ${word}${told}`;
};

const cell = (group: readonly JudgedRequirement[], run: KeptRun): Markup => {
  const look = lookOf(group);
  if (look === undefined) return html`<span role="cell"></span>`;
  const why = `${run.release ?? run.at}: ${causesText(group, look)}`;
  return html`<span role="cell" class="part ${look.kind}" tabindex="0" title="${why}" aria-label="${why}">${look.sign}<span class="why">${why}</span></span>`;
};

/** Endpoints in rows, runs in columns; a cell that is pointed or tapped at says why. */
const picture = (lines: readonly RunLine[], runs: readonly KeptRun[]): Markup => {
  const shown = lines.slice(-maxColumns).map(runOf);
  const kept = runs.slice(-maxColumns);
  const groups = byEndpoint(shown.flatMap(({ requirements }) => requirements));
  const key = looks.map(
    ({ kind, sign, word }) =>
      html`<span class="key"><span class="part ${kind}">${sign}</span> ${word}</span>`,
  );
  return html`
<figure class="picture">
<figcaption>The worst outcome of each endpoint by run, the last ${kept.length} of ${plural(lines.length, 'run')}, the latest on the right: ${key}</figcaption>
<div class="wide" role="region" tabindex="0" aria-label="Outcomes by endpoint and run">
<div class="runs" role="table" style="--runs: ${kept.length}">
<div role="row"><span role="columnheader">Endpoint</span>${kept.map(({ release, at }) => html`<span role="columnheader" class="head">${release ?? at.slice(0, 10)}</span>`)}</div>
${groups.map(({ name, title }) => {
  const cells = shown.map(({ requirements }, at) => {
    const own = byEndpoint(requirements).find((group) => group.name === name)?.requirements ?? [];
    const run = kept[at];
    return run === undefined ? html`` : cell(own, run);
  });
  return html`<div role="row"><span role="rowheader">${headingOf(name) ?? title}</span>${cells}</div>`;
})}
</div>
</div>
</figure>`;
};

const runsTable = (runs: readonly KeptRun[]): Markup =>
  table({
    caption: `${plural(runs.length, 'run')}, the latest first. New and mended count promises since the run that stands behind them; compare tells the facts too, which are kept of the latest two runs`,
    heads: [
      'Started (UTC)',
      'Release',
      'Profile',
      'Verdict',
      'Tested',
      'Broken',
      'Mended',
      'Since',
      'Left out',
    ],
    rows: runs
      .toReversed()
      .map((run) => [
        run.at,
        run.release ?? 'not named',
        run.profile,
        run.verdict,
        run.judged,
        brokenText(run),
        run.mended,
        basisText(run),
        run.leftOut,
      ]),
  });

const findingsTable = (lines: readonly RunLine[]): Markup =>
  table({
    caption: 'Every finding of these runs',
    heads: ['Finding', 'Claim', 'Where', 'Seen'],
    widths: [14, 36, 22, 28],
    rows: seenIn(lines).map((seen) => {
      const { id, requirement, operation, where } = seen.finding;
      const claim = isRequirementId(requirement) ? requirementOf(requirement).claim : requirement;
      return [id, claim, `${operation}, ${where}`, sightsText(seen)];
    }),
    empty: 'No run found anything.',
  });

/** The kept runs of a target, as a page to be handed on. */
export const renderHistory = (lines: readonly RunLine[], version: string): string => {
  const runs = keptRuns(lines);
  const last = lines.at(-1);
  return renderDocument({
    title: `History of ${last?.target.label ?? 'no target'}`,
    lead: `${plural(runs.length, 'run')}, from ${runs[0]?.at ?? 'never'} to ${runs.at(-1)?.at ?? 'never'}.`,
    parts: [
      { id: 'picture', title: 'Outcomes over the runs', body: picture(lines, runs) },
      { id: 'findings', title: 'Findings', body: findingsTable(lines) },
      { id: 'runs', title: 'Runs', body: runsTable(runs) },
    ],
    version,
  });
};
