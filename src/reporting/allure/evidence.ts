import type { Outcome, TestReport } from '#contract';
import { groupBy } from '../group-by.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { type Attachment, attachmentsOf } from './exchange.ts';

/** Most bytes of the exchanges of all requirements together, so that the page can be mailed. */
const mostBytes = 500_000;

/** A requirement that held needs less evidence than one that did not. */
const ofHeld = { exchanges: 1, bytes: 2_000 };

const wanting: readonly Outcome[] = ['deviates', 'waived', 'drifts', 'broken', 'unproven', 'untested'];

/** Exchanges by requirement, first of those that did not hold; evidence.csv has those that no longer fit. */
export const evidenceOf = (
  requirements: readonly JudgedRequirement[],
  reports: readonly TestReport[],
): ReadonlyMap<string, readonly Attachment[]> => {
  const byRequirement = groupBy(reports, ({ requirement }) => requirement as string);
  const held = requirements.filter(({ outcome }) => !wanting.includes(outcome));
  const ordered = wanting.flatMap((outcome) => requirements.filter((each) => each.outcome === outcome));
  const evidence = new Map<string, readonly Attachment[]>();
  let bytes = 0;
  for (const { id, outcome } of [...ordered, ...held]) {
    const exchanges = (byRequirement.get(id) ?? []).flatMap((report) => report.exchanges);
    const attachments = attachmentsOf(exchanges, wanting.includes(outcome) ? undefined : ofHeld);
    bytes += attachments.reduce((sum, each) => sum + each.bytes, 0);
    if (bytes > mostBytes) break;
    evidence.set(id, attachments);
  }
  return evidence;
};
