import { html, type Markup, nothing } from './html.ts';

type Cell = Markup | string | number;

export interface RowGroup {
  /** Names the rows that follow; spans the table. */
  readonly title?: string;
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly Cell[])[];
  /** By what a row can be linked to, made of its name. */
  readonly anchor?: (name: string) => string;
}

interface Table {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly groups: readonly RowGroup[];
  /** Shares of the width in percent, kept to on paper. */
  readonly widths?: readonly number[];
}

const row = (
  [first = '', ...rest]: readonly Cell[],
  [, ...heads]: readonly string[],
  anchor: RowGroup['anchor'],
): Markup =>
  html`<tr${anchor && typeof first === 'string' ? html` id="${anchor(first)}"` : nothing}><th scope="row">${first}</th>${rest.map((cell, at) => html`<td data-head="${heads[at] ?? ''}">${cell}</td>`)}</tr>`;

const group = ({ title, rows, anchor }: RowGroup, heads: readonly string[]): Markup => html`<tbody>
${title === undefined ? nothing : html`<tr class="group"><th scope="rowgroup" colspan="${heads.length}">${title}</th></tr>`}
${rows.map((cells) => row(cells, heads, anchor))}
</tbody>`;

const columns = (widths: readonly number[] | undefined): Markup =>
  widths === undefined
    ? nothing
    : html`<colgroup>${widths.map((width) => html`<col style="width:${width}%">`)}</colgroup>`;

/** A table whose cells stand under each other on a narrow screen, each with its head; on paper the heads are repeated. */
export const table = ({ caption, heads, groups, widths }: Table): Markup => html`
<div class="wide" role="region" tabindex="0" aria-label="${caption}">
<table${widths ? html` class="shared"` : nothing}>
<caption>${caption}</caption>
${columns(widths)}
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
${groups.map((each) => group(each, heads))}
</table>
</div>`;
