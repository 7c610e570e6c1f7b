import { headlineOf } from '../headline.ts';
import { targetText } from '../target-text.ts';
import { drift, waivers } from './changes.ts';
import { digests } from './digests.ts';
import { renderDocument } from './document.ts';
import { type Content, facts, html, type Section } from './markup.ts';
import { money } from './money.ts';
import { matrix, observed } from './requirements.ts';
import { limits, scope } from './scope.ts';
import { judgement } from './verdict-section.ts';

const glossary: Section = {
  id: 'glossary',
  title: 'Glossary',
  body: () =>
    facts([
      [
        'Requirement',
        'One claim that the interface document states, implies, shows or leaves open, and that a client can observe.',
      ],
      ['Stated', 'The document says it in words.'],
      ['Implied', 'The claim follows from the words of the document, or from HTTP and JSON.'],
      ['Shown', 'The document has it in an example, or as a value that occurs. A difference is drift.'],
      ['Silent', 'The document leaves it open. The behaviour of the service is recorded and never judged.'],
      ['Gate', html`The least firm kind of requirement that fails the run; by default <em>implied</em>.`],
      ['Tested', 'The service answered a request that could have shown a deviation.'],
      [
        'Untested',
        'The user left the requirement out, the service prevented the test, or no answer had anything to judge. The reason is given.',
      ],
      [
        'Broken, unproven',
        'Broken: no usable answer came, or the harness had an error. Unproven: a test that was due did not run. Neither counts against the service, and neither proves anything.',
      ],
      ['Waived', 'The service deviates, and a person named in this report has accepted that until a date.'],
      [
        'Baseline, drift',
        'A baseline is observed behaviour that a person has accepted. Drift is a change from a baseline, or a difference from what the document only shows.',
      ],
      ['Ledger', 'The list of orders, each written down before it was sent.'],
    ]),
};

const parties = ['Tested by', 'Reviewed by', 'Accepted by'];

/** To be filled in on paper, or in the PDF. */
const signOff: Section = {
  id: 'sign-off',
  title: 'Sign-off',
  body: ({ verdict }) => html`
<p>This sign-off covers the run against ${targetText(verdict)} that ended at ${verdict.endedAt}, and the files whose digests are listed above.</p>
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
  const { endedAt, harness } = content.verdict;
  return renderDocument({
    title: `Conformance of ${targetText(content.verdict)}`,
    lead: `${headlineOf(content.verdict)}; the run ended at ${endedAt}.`,
    parts: sections.map(({ id, title, body }) => ({ id, title, body: body(content) })),
    version: harness.version,
  });
};
