import { html, type Markup, nothing } from './html.ts';

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
  /** By what a row can be linked to, made of its name. */
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
  const { caption, heads, rows = [], groups = [{ rows }], widths } = whole;
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
