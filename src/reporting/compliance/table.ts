import { html, type Markup, nothing } from './html.ts';

type Cell = Markup | string | number;

export interface RowGroup {
  /** Names the rows that follow; spans the table. */
  readonly title?: string;
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly Cell[])[];
}

interface Table {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly groups: readonly RowGroup[];
}

const row = ([first = '', ...rest]: readonly Cell[]): Markup =>
  html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`;

const group = ({ title, rows }: RowGroup, width: number): Markup => html`<tbody>
${title === undefined ? nothing : html`<tr class="group"><th scope="rowgroup" colspan="${width}">${title}</th></tr>`}
${rows.map(row)}
</tbody>`;

/** A table that scrolls by itself on a narrow screen and repeats its heads on paper. */
export const table = ({ caption, heads, groups }: Table): Markup => html`
<div class="wide" role="region" tabindex="0" aria-label="${caption}">
<table>
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
${groups.map((each) => group(each, heads.length))}
</table>
</div>`;
