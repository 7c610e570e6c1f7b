import { html, Markup } from './markup.ts';

interface Part {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

interface Document {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly Part[];
  /** Version of the harness. */
  readonly version: string;
}

/** A whole page: static, without a script, made to be printed. */
export const renderDocument = ({ title, lead, parts, version }: Document): string =>
  html`<!DOCTYPE html>
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
<ol>${parts.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ol>
</nav>
<main id="content">
${parts.map(
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

/** Light and dark, from 320 pixels to A4; no colour carries a meaning that no word carries. */
const style = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #565d66; --ground: #ffffff; --band: #f2f4f7; --line: #c9cfd6;
  --good: #146c2e; --bad: #a8071a; --mind: #7a4d00; --link: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --text: #e7eaee; --soft: #a8b0ba; --ground: #14171a; --band: #1f2429;
  --line: #3c444d; --good: #7bd88f; --bad: #ff9a9a; --mind: #f0c674; --link: #8ab8ff; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
header, nav, main, footer { max-width: 80rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
a { color: var(--link); }
a:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; }
.verdict { border: 2px solid currentColor; border-radius: .4rem; padding: .75rem 1rem; }
.verdict strong { font-size: 1.25rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .mind { color: var(--mind); } .soft { color: var(--soft); }
.verdict ul, .verdict p { color: var(--text); }
header, nav { padding-bottom: 0; } main { padding-top: 0; }
nav ol { columns: 16rem; column-gap: 2rem; padding-left: 1.5rem; margin: .5rem 0; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
caption { text-align: left; color: var(--soft); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border: 1px solid var(--line); min-width: 4.5rem; overflow-wrap: break-word; }
thead th { overflow-wrap: normal; } .word { white-space: nowrap; }
@media screen and (max-width: 48rem) { thead { position: absolute; clip-path: inset(50%); } table, caption, tbody, tr, th, td { display: block; }
  tr { border: 1px solid var(--line); margin-bottom: .5rem; } .group { margin: 1rem 0 .5rem; } th, td, tbody th[scope=row] { border: 0; min-width: 0; }
  td { display: grid; grid-template-columns: 7rem 1fr; gap: .5rem; } td::before { content: attr(data-head); color: var(--soft); } }
tr:target { outline: 3px solid var(--link); outline-offset: -3px; }
thead th, .group th { background: var(--band); }
tbody th[scope=row] { font-weight: 500; min-width: 9rem; }
td ul { margin: 0; padding-left: 1rem; }
code { font: .8125rem/1.4 ui-monospace, monospace; }
.digest { font-family: ui-monospace, monospace; font-size: .75rem; }
.picture { margin: 1rem 0; } .picture figcaption { font-size: .875rem; color: var(--soft); margin-bottom: .5rem; }
.key { white-space: nowrap; margin-right: .75rem; } .key .part { display: inline-block; width: 1.5rem; height: .8rem; vertical-align: middle; }
.row { display: grid; grid-template-columns: minmax(14rem, 2fr) 3fr; gap: .25rem 1rem; align-items: center; font-size: .8125rem; margin: .15rem 0; break-inside: avoid; }
@media (max-width: 48rem) { .row { grid-template-columns: 1fr; margin-bottom: .6rem; } }
.bar { display: flex; height: 1.2rem; border: 1px solid var(--line); } .part { border: 1px solid var(--line); min-width: 3px; overflow: hidden;
  font-size: .75rem; line-height: 1.1rem; text-align: center; flex-basis: 0; color: #000; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.held { background: #a6d8b0; } .broken { background: #f08a8a; font-weight: 700; } .differs { background: #f2d184; } .seen { background: #dfe4ea; }
.untested { background: repeating-linear-gradient(45deg, #fff 0 4px, #b9c0c9 4px 6px); } .open { background: repeating-linear-gradient(-45deg, #fff 0 3px, #d08ad0 3px 6px); }
.sign-off p { display: grid; grid-template-columns: 10rem 1fr; gap: 1rem; margin: 2rem 0 0; } .line { border-top: 1px solid var(--text); color: var(--soft); font-size: .75rem; }
@page { size: A4; margin: 12mm; @bottom-right { content: counter(page) " / " counter(pages); font: 7pt sans-serif; } }
@media print { :root { color-scheme: light; --text: #000; --soft: #333; --ground: #fff; --band: #eee; --line: #888;
  --good: #000; --bad: #000; --mind: #000; --link: #000; }
  body { font-size: 9pt; } header, nav, main, footer { max-width: none; padding: 0; }
  .wide { overflow: visible; } table { font-size: 7pt; } table.shared { table-layout: fixed; }
  th, td, td:last-child { min-width: 0; padding: 1mm; overflow-wrap: anywhere; } code { font-size: 6.5pt; }
  thead th { overflow-wrap: normal; } tbody th[scope=row] { min-width: 0; } .digest { font-size: 6pt; }
  thead { display: table-header-group; } tr, dt, dd { break-inside: avoid; } h2, h3, .group { break-after: avoid; }
  .skip { display: none; } }
`;
