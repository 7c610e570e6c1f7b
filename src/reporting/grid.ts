// The grid of a run: a row for each endpoint, a column for each subject, and in each cell the number of requirements by
// outcome.

import { isRequirementId, requirementOf, type Tag } from '#contract';
import type { Outcome } from '#run';
import { html, type Markup, marks } from './page.ts';
import { groupBy } from './text.ts';
import type { JudgedRequirement } from './verdict.ts';
import { byEndpoint, type EndpointGroup } from './words.ts';

const subjects: readonly { readonly name: string; readonly tags: readonly Tag[] }[] = [
  { name: 'records', tags: ['record'] },
  { name: 'formats', tags: ['format'] },
  { name: 'errors', tags: ['error'] },
  { name: 'keys', tags: ['authentication'] },
  { name: 'pagination', tags: ['pagination'] },
  { name: 'orders', tags: ['order', 'verification'] },
  { name: 'money', tags: ['money'] },
  { name: 'rails', tags: ['rails'] },
  { name: 'consistency', tags: ['consistency'] },
  { name: 'HTTP', tags: ['version', 'http'] },
  { name: 'open', tags: ['open'] },
];

/** A verdict of another version may contain requirements that the catalogue does not have. */
const subjectOf = ({ id }: Pick<JudgedRequirement, 'id'>): string => {
  const tag = isRequirementId(id) ? requirementOf(id).tag : 'open';
  return subjects.find(({ tags }) => tags.includes(tag))?.name ?? '';
};

export interface SubjectGroup {
  readonly name: string;
  /** The anchor of their list on the page. */
  readonly anchor: string;
  readonly requirements: readonly JudgedRequirement[];
}

export function bySubject({ name: endpoint, requirements }: EndpointGroup): readonly SubjectGroup[] {
  const groups = groupBy(requirements, subjectOf);
  return subjects.flatMap(({ name }) => {
    const own = groups.get(name);
    return own ? [{ name, anchor: `list-${endpoint.split(' ')[0]}-${name}`, requirements: own }] : [];
  });
}

interface CellEnding {
  readonly word: string;
  readonly outcomes: readonly Outcome[];
  readonly ground: string;
  readonly colour: string;
}

/** The worst outcome first. Colours are in the cell itself, because mail programs drop style sheets. */
const endings: readonly CellEnding[] = [
  { word: 'broken', outcomes: ['deviates'], ground: '#a8071a', colour: '#ffffff' },
  { word: 'accepted', outcomes: ['waived'], ground: '#f3cf73', colour: '#332300' },
  { word: 'different', outcomes: ['drifts'], ground: '#fbeecb', colour: '#332300' },
  { word: 'not tested', outcomes: ['untested', 'no-result'], ground: '#ffffff', colour: '#333333' },
  { word: 'kept', outcomes: ['conforms'], ground: '#d5ecda', colour: '#10331c' },
];

const signOf = ({ outcomes: [first] }: CellEnding): string => (first === undefined ? '' : marks[first].sign);

const countedIn = (requirements: readonly JudgedRequirement[]) =>
  endings
    .map((ending) => ({
      ending,
      count: requirements.filter(({ outcome }) => ending.outcomes.includes(outcome)).length,
    }))
    .filter(({ count }) => count > 0);

/** `✗ 1 ✓ 12`, the worst first. A sign and its count stay on one line, in a mail too. */
const cell = (requirements: readonly JudgedRequirement[], endpoint: string, subject = '', anchor = ''): Markup => {
  const counted = countedIn(requirements);
  const [worst] = counted;
  if (worst === undefined) return html`<td></td>`;
  const shown = counted.map(({ ending, count }) => `${signOf(ending)} ${count}`).join(' ');
  const where = subject === '' ? endpoint : `${endpoint}, ${subject}`;
  const words = `${where} ${shown}: ${counted.map(({ ending, count }) => `${count} ${ending.word}`).join(', ')}`;
  const pairs = counted.map(({ ending, count }) => html`${signOf(ending)}&#160;${count}`);
  const { word, ground, colour } = worst.ending;
  const body =
    anchor === ''
      ? html`<span role="img" aria-label="${words}">${pairs}</span>`
      : html`<a href="#${anchor}" aria-label="${words}" style="color:${colour}">${pairs}</a>`;
  return html`<td class="${word.replace(' ', '-')}" data-head="${subject}" style="background:${ground};color:${colour}">${body}</td>`;
};

/** `10 Initiate lightning offramp`, without the version. */
const rowName = ({ heading }: EndpointGroup): string => heading.replace(/ \(version \d\)$/, '');

/**
 * The grid as a table that is readable without a style sheet. With links, each cell leads to the list of its
 * requirements.
 */
export function grid(
  caption: string,
  requirements: readonly JudgedRequirement[],
  { linked }: { readonly linked: boolean },
): Markup {
  const rows = byEndpoint(requirements).map((group) => ({ group, cells: bySubject(group) }));
  const used = new Set(rows.flatMap(({ cells }) => cells.map(({ name }) => name)));
  const heads = subjects.map(({ name }) => name).filter((name) => used.has(name));
  const legend = countedIn(requirements).map(
    ({ ending }) =>
      html`<span class="key"><b class="chip ${ending.word.replace(' ', '-')}" style="background:${ending.ground};color:${ending.colour}">${signOf(ending)}</b> ${ending.word}</span>`,
  );
  const line = (
    name: string,
    all: readonly JudgedRequirement[],
    cells: readonly SubjectGroup[],
    isLinked: boolean,
  ): Markup => {
    const own = heads.map((head) => {
      const found = cells.find((each) => each.name === head);
      return found ? cell(found.requirements, name, head, isLinked ? found.anchor : '') : html`<td></td>`;
    });
    return html`<tr><th scope="row">${name}</th>${cell(all, name)}${own}</tr>`;
  };
  const sums = heads.map((name) => ({
    name,
    anchor: '',
    requirements: rows.flatMap(({ cells }) => cells.find((each) => each.name === name)?.requirements ?? []),
  }));
  return html`
<table class="grid" border="1" style="border-collapse:collapse">
<caption>${caption} ${legend}</caption>
<thead><tr><th scope="col">Endpoint</th><th scope="col">all</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(({ group, cells }) => line(rowName(group), group.requirements, cells, linked))}
${line('All', requirements, sums, false)}
</tbody>
</table>`;
}
