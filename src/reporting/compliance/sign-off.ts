import { html } from './html.ts';
import type { Section } from './section.ts';

const parties = ['Tested by', 'Reviewed by', 'Accepted by'];

/** To be filled in on paper, or in the PDF. */
export const signOff: Section = {
  id: 'sign-off',
  title: 'Sign-off',
  body: ({ verdict: { target, endedAt } }) => html`
<p>This sign-off covers the run against ${target.label} that ended at ${endedAt}, and the files whose digests are listed above.</p>
<div class="sign-off">${parties.map((party) => html`<p><span>${party}</span><span class="line">name, date, signature</span></p>`)}</div>`,
};
