import { headlineOf } from '../words.ts';
import { digests } from './digests.ts';
import { renderDocument } from './document.ts';
import { drift } from './drift.ts';
import { glossary } from './glossary.ts';
import { judgement } from './judgement.ts';
import { limits } from './limits.ts';
import { matrix } from './matrix.ts';
import { money } from './money.ts';
import { observed } from './observed.ts';
import { scope } from './scope.ts';
import type { Evidence, Section } from './section.ts';
import { signOff } from './sign-off.ts';
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
  signOff,
  glossary,
];

/** The page for an auditor. */
export const renderCompliance = (evidence: Evidence): string => {
  const { target, endedAt, harness } = evidence.verdict;
  return renderDocument({
    title: `Conformance of ${target.label}`,
    lead: `${headlineOf(evidence.verdict)}. Judged against the Cross-Border Ramp Service Interface; the run ended at ${endedAt}.`,
    parts: sections.map(({ id, title, body }) => ({ id, title, body: body(evidence) })),
    version: harness.version,
  });
};
