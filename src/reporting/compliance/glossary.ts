import { html } from './html.ts';
import { facts, type Section } from './section.ts';

export const glossary: Section = {
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
