import type { Outcome } from '#contract';
import type { FileText } from '../files.ts';
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

/** A file of the run with the digest of its content. */
export interface Digest {
  readonly file: string;
  readonly sha256: string;
  readonly note?: string;
}

/** The content of the page. */
export interface Content {
  readonly verdict: Verdict;
  readonly digests: readonly Digest[];
  readonly proof?: ProofSummary | undefined;
  readonly inventory?: FileText | undefined;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: (content: Content) => Markup;
}

/** The place of a requirement in the page. */
export const anchorOf = (requirement: string): string =>
  `requirement-${requirement.replace(/[^a-z0-9.-]+/gi, '-')}`;

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

/** An outcome as its word, with a sign that survives a printer without colour. */
export const outcomeMark = (outcome: Outcome): Markup => {
  const { sign, kind } = marks[outcome];
  return html`<span class="word ${kind}"><span aria-hidden="true">${sign}</span> ${outcome}</span>`;
};

export const outcomeMeanings: readonly (readonly [Outcome, string])[] = [
  ['conforms', 'the claim was tested and held'],
  ['deviates', 'the service does not do what the document states or implies'],
  ['drifts', 'the service differs from what the document only shows; fails only where the gate says so'],
  ['observed', 'the document leaves it open; recorded, never judged'],
  ['waived', 'a deviation that a named person has accepted until a date'],
  ['untested', 'nothing is known: left out by the user, blocked by the service, or with nothing to judge'],
  ['unproven', 'a test should have run and did not'],
  ['broken', 'no usable answer, or an error of the harness; not blamed on the service'],
];

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

const row = (
  [first = '', ...rest]: Row,
  { heads: [, ...heads], anchor }: Pick<Table, 'heads' | 'anchor'>,
): Markup =>
  html`<tr${anchor && typeof first === 'string' ? html` id="${anchor(first)}"` : nothing}><th scope="row">${first}</th>${rest.map((cell, at) => html`<td data-head="${heads[at] ?? ''}">${cell}</td>`)}</tr>`;

const group = ({ title, rows }: RowGroup, whole: Table): Markup => html`<tbody>
${title === undefined ? nothing : html`<tr class="group"><th scope="rowgroup" colspan="${whole.heads.length}">${title}</th></tr>`}
${rows.map((cells) => row(cells, whole))}
</tbody>`;

const columns = (widths: readonly number[] | undefined): Markup =>
  widths === undefined
    ? nothing
    : html`<colgroup>${widths.map((width) => html`<col style="width:${width}%">`)}</colgroup>`;

/** A table whose cells stand under each other on a narrow screen, each with its head; on paper the heads are repeated. */
export const table = (whole: Table): Markup => {
  const { caption, heads, rows = [], groups = [{ rows }], widths, empty } = whole;
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
