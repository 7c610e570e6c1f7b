// The page model: every page that is handed on is static HTML of sections, facts, lists, tables and bars, with one style sheet.

import type { Outcome } from '#run';
import style from './page.css?raw';
import { forMarkup, forMarkupLine } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';
import { byEndpoint, type Column, columnsIn, countOf } from './words.ts';

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
export function html(strings: TemplateStringsArray, ...values: readonly Placed[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...values.map(place)));
}

export const nothing = new Markup('');

export function anchorOf(requirement: string): string {
  return `requirement-${requirement.replace(/[^a-z0-9.-]+/gi, '-')}`;
}

export function list(items: readonly (Markup | string)[]): Markup {
  return html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** Pairs of a term and its value. */
export function facts(pairs: readonly (readonly [string, Markup | string | number])[]): Markup {
  return html`<dl>${pairs.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`;
}

const marks: Readonly<Record<Outcome, { readonly sign: string; readonly kind: string }>> = {
  conforms: { sign: '✓', kind: 'good' },
  deviates: { sign: '✗', kind: 'bad' },
  drifts: { sign: '≈', kind: 'mind' },
  observed: { sign: '•', kind: 'soft' },
  waived: { sign: '◇', kind: 'mind' },
  untested: { sign: '–', kind: 'soft' },
  'no-result': { sign: '?', kind: 'bad' },
};

/** An outcome as a sign that survives a printer without colour, and as a word for who cannot see it. */
export function outcomeSign(outcome: Outcome): Markup {
  const { sign, kind } = marks[outcome];
  return html`<span class="${kind}" role="img" aria-label="${outcome}">${sign}</span>`;
}

/** Text of several lines as it is. */
export function preformatted(text: string): Markup {
  return html`<pre tabindex="0">${new Markup(text.split('\n').map(forMarkupLine).join('\n'))}</pre>`;
}

type Cell = Markup | string | number;

/** The first cell names the row. */
type Row = readonly Cell[];

interface Table {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows?: readonly Row[];
  /** Rows under titles that span the table. */
  readonly groups?: readonly { readonly title?: string; readonly rows: readonly Row[] }[];
  /** Shares of the width in percent, kept to on paper. */
  readonly widths?: readonly number[];
}

const isBlank = (cell: Cell | undefined): boolean => ['', '0', 'none'].includes(String(cell));

/**
 * A table whose cells stand under each other on a narrow screen, each with its head; on paper the heads are repeated. A column in
 * which nothing stands all the way down is left out.
 */
export function table({ caption, heads: given, rows: plain = [], groups = [{ rows: plain }], widths }: Table): Markup {
  const all = groups.flatMap(({ rows }) => rows);
  const kept = given.map((_, at) => all.some((cells) => !isBlank(cells[at])));
  const only = <Item>(items: readonly Item[]): Item[] => items.filter((_, at) => kept[at]);
  const heads = only(given);
  const row = ([first = '', ...rest]: Row): Markup =>
    html`<tr><th scope="row">${first}</th>${rest.map((cell, at) => html`<td data-head="${heads[at + 1] ?? ''}">${cell}</td>`)}</tr>`;
  return html`
<div class="wide" role="region" tabindex="0" aria-label="${caption}">
<table${widths ? html` class="shared"` : nothing}>
<caption>${caption}</caption>
${widths ? html`<colgroup>${only(widths).map((width) => html`<col style="width:${width}%">`)}</colgroup>` : nothing}
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
${groups.map(
  ({ title, rows }) => html`<tbody>
${title === undefined ? nothing : html`<tr class="group"><th scope="rowgroup" colspan="${heads.length}">${title}</th></tr>`}
${rows.map((cells) => row(only(cells)))}
</tbody>`,
)}
</table>
</div>`;
}

/** A part of a page with a heading, to which its contents link. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

interface PageParts {
  readonly title: string;
  readonly lead: string;
  /** One without a body is left out. */
  readonly sections: readonly Section[];
  /** Version of the harness. */
  readonly version: string;
}

/** A whole page: static, without a script, made to be printed. */
export function renderPage({ title, lead, sections, version }: PageParts): string {
  const shown = sections.filter(({ body }) => body.text.trim() !== '');
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>${title}</h1>
<p class="soft">${lead}</p>
</header>
<nav aria-label="Contents">
<ol>${shown.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ol>
</nav>
<main id="content">
${shown.map(
  ({ id, title: name, body }) => html`
<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
${body}
</section>`,
)}
</main>
<footer class="soft"><p>Made by ramp-conformance ${version}.</p></footer>
</body>
</html>
`.text;
}

/** A share of a bar. Its class has a colour, and where nothing was proved a hatching that says so without one. */
interface Share {
  readonly kind: Column['share'];
  readonly name: string;
  readonly count: number;
}

const bar = (shares: readonly Share[]): Markup => {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const words = shares.map(({ count, name }) => `${count} ${name}`).join(', ');
  return html`<span class="bar" role="img" aria-label="${words}">${shares.map(
    ({ kind, count }) =>
      html`<span class="part ${kind}" style="flex-grow:${count}">${kind !== 'held' || count >= total / 16 ? count : ''}</span>`,
  )}</span>`;
};

/** Rows of bars, those of a row under each other, as one picture: what was not tested is as visible as what was. A share of nothing is left out. */
export function bars(
  caption: string,
  rows: readonly { readonly name: string; readonly bars: readonly (readonly Share[])[] }[],
): Markup {
  const shown = rows.map(({ name, bars: own }) => ({
    name,
    bars: own.map((shares) => shares.filter(({ count }) => count > 0)),
  }));
  const used = new Map(shown.flatMap((row) => row.bars.flat().map(({ name, kind }) => [name, kind])));
  const key = [...used].map(
    ([name, kind]) => html`<span class="key"><span class="part ${kind}"></span> ${name}</span>`,
  );
  return html`
<figure class="picture">
<figcaption>${caption}: ${key}</figcaption>
${shown.map(({ name, bars: own }) => html`<div class="row"><span>${name}</span><span>${own.map(bar)}</span></div>`)}
</figure>`;
}

const kinds: readonly Share['kind'][] = ['held', 'broken', 'differs', 'seen', 'untested', 'open'];

/** Requirements by outcome, those of one colour side by side. */
export const sharesOf = (requirements: readonly JudgedRequirement[]): Share[] =>
  columnsIn(requirements)
    .map((column) => ({ kind: column.share, name: column.head, count: countOf(requirements, column) }))
    .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));

/** Bars of the requirements of each endpoint by outcome, those of several runs in the order in which they are given. */
export function outcomeBars(caption: string, runs: readonly Pick<Verdict, 'requirements'>[]): Markup {
  const groups = runs.map(({ requirements }) => byEndpoint(requirements));
  const rows = byEndpoint(runs.flatMap(({ requirements }) => requirements)).map(({ heading, name }) => {
    const own = groups.flatMap((all) => all.filter((each) => each.name === name));
    return { name: heading, bars: own.map(({ requirements }) => sharesOf(requirements)) };
  });
  return bars(caption, rows);
}
