import { html, Markup } from './markup.ts';

interface PagePart {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

interface Document {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly PagePart[];
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
body { margin: 0; font: .9375rem/1.45 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
header, nav, main, footer { max-width: 76rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
h4 { font-size: .875rem; margin: .5rem 0 .125rem; color: var(--soft); }
p { margin: .5rem 0; }
a { color: var(--link); }
a:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; }
.verdict { border: 2px solid currentColor; border-radius: .4rem; padding: .75rem 1rem; margin: .5rem 0 1rem; }
.verdict strong { font-size: 1.25rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .mind { color: var(--mind); } .soft { color: var(--soft); }
.verdict ul { color: var(--text); margin: .25rem 0 0; padding-left: 1.25rem; }
header, nav { padding-bottom: 0; } main { padding-top: 0; }
nav ol { columns: 16rem; column-gap: 2rem; padding-left: 1.5rem; margin: .5rem 0; }
#certificate { border: 0; padding: 0; margin: 1rem 0 .5rem; }
dl { display: grid; grid-template-columns: minmax(7rem, 10rem) 1fr; gap: .2rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
.wide { margin: .5rem 0; } .wide:focus-visible { outline-offset: 0; }
caption { text-align: left; color: var(--soft); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; border: 1px solid var(--line); overflow-wrap: anywhere; min-width: 4.5rem; }
thead th { overflow-wrap: normal; } .word { white-space: nowrap; }
@media screen and (max-width: 48rem) { thead { position: absolute; clip-path: inset(50%); } table, caption, tbody, tr, th, td { display: block; }
  tr { border: 1px solid var(--line); margin-bottom: .5rem; } th, td, tbody th[scope=row] { border: 0; min-width: 0; }
  td { display: grid; grid-template-columns: 7rem 1fr; gap: .5rem; } td::before { content: attr(data-head); color: var(--soft); } }
:target { outline: 3px solid var(--link); outline-offset: 2px; }
thead th, .group th { background: var(--band); }
tbody th[scope=row] { font-weight: 500; }
td ul { margin: 0; padding-left: 1rem; }
code, pre, .digest { font: .75rem/1.4 ui-monospace, monospace; }
pre { white-space: pre-wrap; background: var(--band); padding: .5rem .75rem; margin: .125rem 0 .5rem; }
.digests { list-style: none; padding: 0; margin: 0; font-size: .8125rem; }
.columns { columns: 26rem 2; column-gap: 2rem; } .columns h3, .columns h4 { break-after: avoid; } .columns h3:first-child { margin-top: 0; }
.lines { list-style: none; padding: 0; margin: 0; font-size: .8125rem; line-height: 1.35; }
.lines li { padding-left: 1.25rem; text-indent: -1.25rem; break-inside: avoid; } .lines [role=img] { display: inline-block; width: 1rem; text-indent: 0; }
.lines .id { display: none; }
.picture { margin: 1rem 0; } .picture figcaption { font-size: .875rem; color: var(--soft); margin-bottom: .5rem; }
.key { white-space: nowrap; margin-right: .75rem; } .key .part { display: inline-block; width: 1.5rem; height: .8rem; vertical-align: middle; }
.row { display: grid; grid-template-columns: minmax(14rem, 2fr) 3fr; gap: .25rem 1rem; align-items: center; font-size: .8125rem; margin: .1rem 0; break-inside: avoid; }
@media (max-width: 48rem) { .row { grid-template-columns: 1fr; margin-bottom: .6rem; } }
.bar { display: flex; height: 1.1rem; border: 1px solid var(--line); } .part { border: 1px solid var(--line); min-width: 1.25rem; overflow: hidden;
  font-size: .75rem; line-height: 1rem; text-align: center; flex-basis: 0; color: #000; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.held { background: #a6d8b0; } .broken { background: #f08a8a; font-weight: 700; } .differs { background: #f2d184; } .seen { background: #dfe4ea; }
.untested { background: repeating-linear-gradient(45deg, #fff 0 4px, #b9c0c9 4px 6px); } .open { background: repeating-linear-gradient(-45deg, #fff 0 3px, #d08ad0 3px 6px); }
.sign-off { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 0 2rem; }
.sign-off p { margin: .25rem 0 0; } .line { display: block; margin-top: 2.25rem; border-top: 1px solid var(--text); color: var(--soft); font-size: .75rem; }
.key .part { text-align: center; }
@page { size: A4; margin: 12mm; @bottom-right { content: counter(page) " / " counter(pages); font: 7pt sans-serif; } }
@media print { :root { color-scheme: light; --text: #000; --soft: #333; --ground: #fff; --band: #eee; --line: #888;
  --good: #000; --bad: #000; --mind: #000; --link: #000; }
  body { font-size: 8.5pt; } header, nav, main, footer { max-width: none; padding: 0 .3mm; } nav, .skip { display: none; }
  h1 { font-size: 14pt; } h2 { font-size: 12pt; margin: 5mm 0 2mm; padding-top: 2mm; } h3 { font-size: 9pt; margin: 3mm 0 1mm; } h4 { font-size: 7.5pt; margin: 1mm 0 0; }
  #certificate { margin: 2mm 0; } .verdict strong { font-size: 12pt; } .verdict { padding: 2mm 3mm; margin: 1mm 0 2mm; }
  table { font-size: 7.5pt; } th, td { min-width: 0; padding: 1mm; } .row { font-size: 7.5pt; grid-template-columns: 1fr 1fr; margin: 0; } .sign-off { grid-template-columns: repeat(3, 1fr); gap: 0 6mm; } .bar { height: 3.6mm; } .part { line-height: 3.2mm; font-size: 7pt; }
  .picture { margin: 2mm 0; } .picture figcaption { font-size: 7.5pt; margin-bottom: 1mm; } dl { gap: 0 3mm; grid-template-columns: 28mm 1fr; }
  .digests { font-size: 7pt; line-height: 1.25; } code, pre, .digest { font-size: 6.5pt; } .line { margin-top: 9mm; font-size: 7pt; }
  .columns { columns: 2; column-gap: 6mm; } .lines { font-size: 7pt; line-height: 1.25; } .lines .id { display: inline; font-size: 6pt; }
  thead { display: table-header-group; } tr, dt, dd, pre { break-inside: avoid; } caption { break-after: avoid; } h2, h3, h4, .group { break-after: avoid; }
  section:first-of-type { break-after: page; } }
`;
