// The page model: every HTML page is static, with a first sheet, sections and one style sheet.

import type { Risk } from '#contract';
import type { Outcome } from '#run';
import style from './page.css?raw';
import { forMarkup, forMarkupLine } from './text.ts';
import { outcomeWords } from './words.ts';

/** Safe markup. All other values are escaped when a template contains them. */
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

export function facts(pairs: readonly (readonly [string, Markup | string | number])[]): Markup {
  return html`<dl>${pairs.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`;
}

export const marks: Readonly<Record<Outcome, { readonly sign: string; readonly kind: string }>> = {
  conforms: { sign: '✓', kind: 'good' },
  deviates: { sign: '✗', kind: 'bad' },
  drifts: { sign: '≈', kind: 'mind' },
  observed: { sign: '•', kind: 'soft' },
  waived: { sign: '!', kind: 'mind' },
  untested: { sign: '?', kind: 'soft' },
  'no-result': { sign: '?', kind: 'soft' },
};

/** An outcome as a sign that is readable without colour, and as a word for screen readers. */
export function outcomeSign(outcome: Outcome): Markup {
  const { sign, kind } = marks[outcome];
  return html`<span class="${kind}" role="img" aria-label="${outcomeWords[outcome]}">${sign}</span>`;
}

export function preformatted(text: string): Markup {
  return html`<pre tabindex="0">${new Markup(text.split('\n').map(forMarkupLine).join('\n'))}</pre>`;
}

type Cell = Markup | string | number;

/** The first cell is the head of the row. */
type Row = readonly Cell[];

interface Table {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows?: readonly Row[];
  /** Groups of rows, each under a title that spans the table. */
  readonly groups?: readonly { readonly title?: string; readonly rows: readonly Row[] }[];
  /** Shares of the width in percent, for print. */
  readonly widths?: readonly number[];
}

const isBlank = (cell: Cell | undefined): boolean => ['', '0', 'none'].includes(String(cell));

/**
 * A table. On a narrow screen the cells of a row stand below each other, each with its head; on paper each sheet
 * repeats the heads. Empty columns are left out.
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

/** Folds a part that nobody has to read on the screen. Paper shows it. */
export function fold(summary: Markup | string, body: Markup): Markup {
  return html`<details><summary>${summary}</summary>${body}</details>`;
}

export type Tone = 'good' | 'bad' | 'mind' | 'open';

/** Inline styles, because mail programs drop style sheets. The line styles differ for printers without colour. */
const tones: Readonly<Record<Tone, { sign: string; ground: string; edge: string; line: string }>> = {
  good: { sign: '✓', ground: '#e2f3e6', edge: '#146c2e', line: '3px solid' },
  bad: { sign: '✗', ground: '#fbe3e4', edge: '#a8071a', line: '9px double' },
  mind: { sign: '!', ground: '#fcf0cf', edge: '#7a4d00', line: '3px dashed' },
  open: { sign: '?', ground: '#eceff3', edge: '#454c55', line: '3px dotted' },
};

/** The answer of a page: sign, word and sentence, then the next step, and remarks that a reader must see. */
export function banner(
  tone: Tone,
  word: string,
  sentence: string,
  more: Markup = nothing,
  next: Markup | string = '',
): Markup {
  const { sign, ground, edge, line } = tones[tone];
  return html`
<div class="banner ${tone}" style="background:${ground};color:#16191d;border:${line} ${edge}">
<p class="answer" style="color:${edge}"><span class="sign" aria-hidden="true">${sign}</span> <strong style="font-size:1.75em">${word}</strong></p>
<p><strong>${sentence}</strong></p>
${next === '' ? nothing : html`<p class="next" style="background:#ffffff;border-left:6px solid ${edge};padding:6px 10px"><strong>${next}</strong></p>`}
${more}
</div>`;
}

const riskColours: Readonly<Record<Risk, string>> = {
  critical: 'background:#7d0514;color:#ffffff',
  high: 'background:#c2410c;color:#ffffff',
  medium: 'background:#f3cf73;color:#332300',
  low: 'background:#e3e6ea;color:#22272d',
};

export function riskMark(risk: Risk | undefined): Markup {
  return risk === undefined ? nothing : html`<b class="chip" style="${riskColours[risk]}">${risk}</b>`;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

interface PageParts {
  readonly title: string;
  readonly heading?: string;
  readonly lead: string;
  /** The first part of the page, with the answer. */
  readonly first: Section;
  /** Sections without a body are left out. */
  readonly sections: readonly Section[];
  readonly version: string;
  /** The header of each printed sheet except the first. The first then has a sheet of its own. */
  readonly running?: string;
}

/** A CSS string. Characters that could end the string are written as code points. */
const quoted = (text: string): string =>
  `"${text.replace(/[^A-Za-z0-9 .,:-]/gu, (letter) => `\\${(letter.codePointAt(0) ?? 0).toString(16)} `)}"`;

const runningStyle = (text: string): string =>
  `@page { @top-left { content: ${quoted(text)}; font: 7pt sans-serif; } } @page :first { @top-left { content: none; } } @media print { .first { break-after: page; } }`;

/** A whole HTML page without a script, made for print. */
export function renderPage({ title, heading = title, lead, first, sections, version, running }: PageParts): string {
  const shown = sections.filter(({ body }) => body.text.trim() !== '');
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(running === undefined ? style : `${style}${runningStyle(running)}`)}</style>
</head>
<body>
<header>
<h1>${heading}</h1>
<p class="soft">${lead}</p>
</header>
<main>
<section class="first" id="${first.id}" aria-label="${first.title}">
${first.body}
</section>
<nav aria-label="Contents">
<ul class="contents">${shown.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul>
</nav>
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
