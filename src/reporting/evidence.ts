// The file evidence.csv.
import { operationOf } from '#contract';
import type { Exchange, TestReport } from '#run';
import { findingText } from './finding.ts';
import { trafficText, waiverText } from './remarks.ts';
import { forCsv, groupBy } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';

const rowOf = (
  requirement: JudgedRequirement,
  { waivers, release, recording }: Readonly<Record<'waivers' | 'release' | 'recording', string | undefined>>,
  exchange: Exchange | undefined,
) => {
  const operation = exchange && operationOf(exchange.operation);
  return {
    requirement: requirement.id,
    section: requirement.section,
    endpoints: requirement.endpoints.join(' '),
    firmness: requirement.firmness,
    outcome: requirement.outcome,
    reason: requirement.reason,
    findings: requirement.findings.map(findingText).join('; '),
    operation: exchange?.operation,
    endpoint: operation?.number,
    'moves money': operation && (operation.movesMoney ? 'yes' : 'no'),
    'sent at': exchange?.startedAt,
    method: exchange?.request.method,
    path: exchange?.request.path,
    status: exchange?.reply?.status,
    'elapsed ms': exchange && Math.round(exchange.elapsedMs),
    'no answer because': exchange?.failure,
    waivers,
    'untested by': requirement.untestedBy,
    claim: requirement.claim,
    release,
    recording,
  };
};

const line = (cells: readonly unknown[]): string => cells.map((cell) => forCsv(String(cell ?? ''))).join(',');

/** One row for each requirement and each of its kept exchanges; at least one row for each requirement. */
export function renderEvidence(verdict: Verdict, reports: readonly TestReport[]): string {
  const { requirements, release, waivers = [] } = verdict;
  const recording = verdict.recording && trafficText(verdict);
  const waiversOf = groupBy(waivers, ({ requirement }) => requirement);
  const byRequirement = groupBy(reports, ({ requirement }) => requirement as string);
  const rows = requirements.flatMap((requirement) => {
    const exchanges = (byRequirement.get(requirement.id) ?? []).flatMap((report) => report.exchanges);
    const known = (waiversOf.get(requirement.id) ?? []).map(waiverText).join('; ');
    const kept = exchanges.length > 0 ? exchanges : [undefined];
    return kept.map((exchange) => rowOf(requirement, { waivers: known, release, recording }, exchange));
  });
  const heads = Object.keys(rows[0] ?? {});
  // Without the byte order mark, a spreadsheet reads the file in the machine's own code page.
  return `\ufeff${[heads, ...rows.map(Object.values)].map((cells) => `${line(cells)}\r\n`).join('')}`;
}
