import { headlineOf } from '../headline.ts';
import { digests } from './digests.ts';
import { renderDocument } from './document.ts';
import { drift } from './drift.ts';
import { glossary } from './glossary.ts';
import { html } from './html.ts';
import { judgement } from './judgement.ts';
import { limits } from './limits.ts';
import { matrix } from './matrix.ts';
import { money } from './money.ts';
import { observed } from './observed.ts';
import { scope } from './scope.ts';
import type { Content, Section } from './section.ts';
import { waivers } from './waivers.ts';

const parties = ['Tested by', 'Reviewed by', 'Accepted by'];

/** To be filled in on paper, or in the PDF. */
const signOff: Section = {
  id: 'sign-off',
  title: 'Sign-off',
  body: ({ verdict: { target, endedAt } }) => html`
<p>This sign-off covers the run against ${target.label} that ended at ${endedAt}, and the files whose digests are listed above.</p>
<div class="sign-off">${parties.map((party) => html`<p><span>${party}</span><span class="line">name, date, signature</span></p>`)}</div>`,
};

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
  signOff,
  glossary,
];

/** The page for an auditor. */
export const renderCompliance = (content: Content): string => {
  const { target, endedAt, harness } = content.verdict;
  return renderDocument({
    title: `Conformance of ${target.label}`,
    lead: `${headlineOf(content.verdict)}. Judged against the Cross-Border Ramp Service Interface; the run ended at ${endedAt}.`,
    parts: sections.map(({ id, title, body }) => ({ id, title, body: body(content) })),
    version: harness.version,
  });
};
