import { digests } from './digests.ts';
import { drift } from './drift.ts';
import { html, verbatim } from './html.ts';
import { judgement } from './judgement.ts';
import { limits } from './limits.ts';
import { matrix } from './matrix.ts';
import { money } from './money.ts';
import { observed } from './observed.ts';
import { scope } from './scope.ts';
import { type Evidence, renderSection, type Section } from './section.ts';
import { style } from './style.ts';
import { waivers } from './waivers.ts';

/** In the order in which an auditor reads. */
const sections: readonly Section[] = [
  judgement,
  scope,
  matrix,
  waivers,
  drift,
  observed,
  money,
  limits,
  digests,
];

/** The page for an auditor: static, without a script, made to be printed. */
export const renderCompliance = (evidence: Evidence): string => {
  const { target, endedAt, harness } = evidence.verdict;
  const title = `Conformance of ${target.label}`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${verbatim(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>${title}</h1>
<p class="soft">Held to the Cross-Border Ramp Service Interface; ended ${endedAt}.</p>
</header>
<nav aria-label="Contents">
<ol>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ol>
</nav>
<main id="content">
${sections.map((section) => renderSection(section, evidence))}
</main>
<footer class="soft"><p>Made by ramp-conformance ${harness.version}.</p></footer>
</body>
</html>
`.text;
};
