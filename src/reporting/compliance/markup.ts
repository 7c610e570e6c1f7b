import type { Outcome } from '#contract';
import type { ProofSummary } from '../proof-file.ts';
import { forMarkup } from '../sanitise.ts';
import type { Verdict } from '../verdict.ts';

/** Markup that is safe to place; everything else is escaped when it is placed. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Placed = Markup | string | number | readonly Markup[];

const place = (value: Placed): string => {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return forMarkup(String(value));
  return value.map(({ text }) => text).join('\n');
};

/** A template in which every value is escaped, except markup made by the same template. */
export const html = (strings: TemplateStringsArray, ...values: readonly Placed[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...values.map(place)));

export const nothing = new Markup('');

export interface Digest {
  readonly file: string;
  readonly sha256: string;
  readonly note?: string;
}

export interface Content {
  readonly verdict: Verdict;
  readonly digests: readonly Digest[];
  readonly proof?: ProofSummary | undefined;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: (content: Content) => Markup;
}

export const anchorOf = (requirement: string): string => `requirement-${requirement.replace(/[^a-z0-9.-]+/gi, '-')}`;

export const list = (items: readonly (Markup | string)[]): Markup =>
  html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** Pairs of a term and its value. */
export const facts = (pairs: readonly (readonly [string, Markup | string | number])[]): Markup =>
  html`<dl>${pairs.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`;

const marks: Readonly<Record<Outcome, { readonly sign: string; readonly kind: string }>> = {
  conforms: { sign: '✓', kind: 'good' },
  deviates: { sign: '✗', kind: 'bad' },
  drifts: { sign: '≈', kind: 'mind' },
  observed: { sign: '•', kind: 'soft' },
  waived: { sign: '◇', kind: 'mind' },
  untested: { sign: '–', kind: 'soft' },
  unproven: { sign: '?', kind: 'bad' },
  broken: { sign: '!', kind: 'bad' },
};

/** An outcome as a sign that survives a printer without colour, and as a word for who cannot see it. */
export const outcomeSign = (outcome: Outcome): Markup => {
  const { sign, kind } = marks[outcome];
  return html`<span class="${kind}" role="img" aria-label="${outcome}">${sign}</span>`;
};

const indented = (line: string): string => (/^ */.exec(line)?.[0] ?? '') + forMarkup(line);

/** Text of several lines as it is. */
export const preformatted = (text: string): Markup =>
  html`<pre tabindex="0">${new Markup(text.split('\n').map(indented).join('\n'))}</pre>`;

type Cell = Markup | string | number;

/** The first cell of a row names it. */
type Row = readonly Cell[];

interface RowGroup {
  /** Names the rows that follow; spans the table. */
  readonly title?: string;
  readonly rows: readonly Row[];
}

interface Table {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows?: readonly Row[];
  readonly groups?: readonly RowGroup[];
  /** Stands instead of a table without rows. */
  readonly empty?: string;
  /** Makes the id by which a row can be linked to of its name. */
  readonly anchor?: ((name: string) => string) | undefined;
  /** Shares of the width in percent, kept to on paper. */
  readonly widths?: readonly number[];
}

const row = ([first = '', ...rest]: Row, { heads: [, ...heads], anchor }: Pick<Table, 'heads' | 'anchor'>): Markup =>
  html`<tr${anchor && typeof first === 'string' ? html` id="${anchor(first)}"` : nothing}><th scope="row">${first}</th>${rest.map((cell, at) => html`<td data-head="${heads[at] ?? ''}">${cell}</td>`)}</tr>`;

const group = ({ title, rows }: RowGroup, whole: Table): Markup => html`<tbody>
${title === undefined ? nothing : html`<tr class="group"><th scope="rowgroup" colspan="${whole.heads.length}">${title}</th></tr>`}
${rows.map((cells) => row(cells, whole))}
</tbody>`;

const columns = (widths: readonly number[] | undefined): Markup =>
  widths === undefined
    ? nothing
    : html`<colgroup>${widths.map((width) => html`<col style="width:${width}%">`)}</colgroup>`;

const isBlank = (cell: Cell | undefined): boolean => ['', '0', 'none'].includes(String(cell));

/** Without the columns in which nothing stands all the way down. */
const condensed = ({ heads, groups = [], widths, ...whole }: Table): Table => {
  const all = groups.flatMap(({ rows }) => rows);
  const kept = heads.map((_, at) => all.some((cells) => !isBlank(cells[at])));
  const only = <Item>(items: readonly Item[]): Item[] => items.filter((_, at) => kept[at]);
  return {
    ...whole,
    ...(widths && { widths: only(widths) }),
    heads: only(heads),
    groups: groups.map((each) => ({ ...each, rows: each.rows.map(only) })),
  };
};

/** A table whose cells stand under each other on a narrow screen, each with its head; on paper the heads are repeated. */
export const table = (given: Table): Markup => {
  const { rows = [] } = given;
  const whole = condensed({ ...given, groups: given.groups ?? [{ rows }] });
  const { caption, heads, groups = [], widths, empty } = whole;
  if (empty !== undefined && groups.every((each) => each.rows.length === 0)) return html`<p>${empty}</p>`;
  return html`
<div class="wide" role="region" tabindex="0" aria-label="${caption}">
<table${widths ? html` class="shared"` : nothing}>
<caption>${caption}</caption>
${columns(widths)}
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
${groups.map((each) => group(each, whole))}
</table>
</div>`;
};
