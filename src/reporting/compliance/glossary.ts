import { html } from './html.ts';
import { facts, type Section } from './section.ts';

export const glossary: Section = {
  id: 'glossary',
  title: 'Words of this report',
  body: () =>
    facts([
      [
        'Requirement',
        'One sentence that the interface document makes, implies or shows, and that a client can observe.',
      ],
      ['Stated', 'The document says it.'],
      ['Implied', 'It follows from the words, or from HTTP and JSON.'],
      ['Shown', 'The document has it in an example, or as a value that occurs. A difference is a drift.'],
      ['Silent', 'The document leaves it open. What the service did is recorded and never judged.'],
      ['Gate', html`The least firm kind of requirement that fails the run; by default <em>implied</em>.`],
      ['Tested', 'A request was sent and answered by which the requirement could have been broken.'],
      ['Untested', 'It could not be put to the service. The reason says whose doing that is.'],
      [
        'Broken, unproven',
        'No usable answer came, or a test that was due did not run. It is not held against the service, and proves nothing.',
      ],
      ['Waived', 'It deviates, and somebody who is named here answers for it until a date.'],
      [
        'Baseline, drift',
        'What the service was observed to do, accepted by a person, and what has changed since.',
      ],
      ['Ledger', 'The list of orders, each written down before it was sent.'],
    ]),
};
