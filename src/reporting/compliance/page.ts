import { documentTitle } from '#contract';
import { targetText } from '../headline.ts';
import { broken } from './broken.ts';
import { certificate } from './certificate.ts';
import { changes } from './changes.ts';
import { renderDocument } from './document.ts';
import { untested, waivers } from './exceptions.ts';
import { limits } from './limits.ts';
import type { Content, Section } from './markup.ts';
import { money } from './money.ts';
import { requirements } from './requirements.ts';

/** In the order in which an auditor reads: exceptions before rules. */
const sections: readonly Section[] = [certificate, broken, waivers, untested, changes, money, limits, requirements];

/** The page for an auditor; a section that has nothing to say is left out. */
export const renderCompliance = (content: Content): string => {
  const { harness, document, endedAt } = content.verdict;
  return renderDocument({
    title: `Conformance of ${targetText(content.verdict)}`,
    lead: `Held to the ${documentTitle}, version ${document.version}. The run ended at ${endedAt}.`,
    parts: sections
      .map(({ id, title, body }) => ({ id, title, body: body(content) }))
      .filter(({ body }) => body.text.trim() !== ''),
    version: harness.version,
  });
};
