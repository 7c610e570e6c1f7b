import { type Cause, causeFacts, causesOf, formsText } from '../causes.ts';
import { plural } from '../counting.ts';
import type { Verdict } from '../verdict.ts';
import { anchorOf, facts, html, type Markup, nothing, preformatted, type Section } from './markup.ts';

/** Most causes that are shown in full; a service that breaks more has no use for the rest of them. */
const maxCauses = 40;
/** Requirements of a cause that are named. */
const maxNamed = 5;

/** Findings that broke a promise which counts, or fail the gate; who waived it is named elsewhere. */
export const brokenIn = (verdict: Verdict): Cause[] =>
  causesOf(verdict).filter(({ failing, outcome }) => failing || outcome === 'deviates');

const concerned = ({ requirements }: Cause): Markup => {
  const left = requirements.length - maxNamed;
  const named = requirements.slice(0, maxNamed).map((id) => html`<a href="#${anchorOf(id)}">${id}</a>`);
  return html`${named}${left > 0 ? html` and ${left} more` : nothing}`;
};

const sent = ({ request }: Cause): Markup => {
  if (request === undefined) return nothing;
  const { method, path, headers, body } = request;
  const heads = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${method} ${path}`, ...heads, ...(body === undefined ? [] : ['', body])];
  return html`<h4>Sent, with variables instead of keys and ids</h4>${preformatted(lines.join('\n'))}`;
};

const again = ({ curl }: Cause): Markup =>
  curl === undefined ? nothing : html`<h4>To see it again, in a shell</h4>${preformatted(curl)}`;

const came = ({ answer }: Cause): Markup => {
  if (answer === undefined) return nothing;
  const { status, body } = answer;
  return html`<h4>Came back, with formats instead of values</h4>${preformatted([`HTTP ${status}`, ...(body === undefined ? [] : [body])].join('\n'))}`;
};

const article = (cause: Cause, at: number): Markup => {
  return html`
<article aria-labelledby="broken-${at}">
<h3 id="broken-${at}">${at}. ${cause.claim}</h3>
${facts([...causeFacts(cause), ['Requirements', concerned(cause)]])}
${sent(cause)}
${came(cause)}
${again(cause)}
</article>`;
};

export const broken: Section = {
  id: 'broken',
  title: 'Broken promises',
  body: ({ verdict }) => {
    const causes = brokenIn(verdict);
    if (causes.length === 0) return nothing;
    const left = causes.length - maxCauses;
    return html`
<p>${formsText} Equal marks, such as #716a, stand for equal values.</p>
${causes.slice(0, maxCauses).map((cause, index) => article(cause, index + 1))}
${left > 0 ? html`<p>And ${plural(left, 'more cause')}: findings.md has them.</p>` : nothing}`;
  },
};
