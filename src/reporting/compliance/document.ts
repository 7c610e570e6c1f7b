import { html, Markup } from './html.ts';
import { style } from './style.ts';

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

/** A page of its own: static, without a script, made to be printed. */
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
