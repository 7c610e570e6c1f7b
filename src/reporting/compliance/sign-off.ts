import { html } from './html.ts';
import type { Section } from './section.ts';

const parties = ['Tested by', 'Reviewed by', 'Accepted by'];

/** To be filled in on paper, or in the PDF. */
export const signOff: Section = {
  id: 'sign-off',
  title: 'Sign-off',
  body: ({ verdict: { target, endedAt } }) => html`
<p>For the run against ${target.label} that ended ${endedAt}, with the files whose digests stand above.</p>
<div class="sign-off">${parties.map((party) => html`<p><span>${party}</span><span class="line">name, date, signature</span></p>`)}</div>`,
};
