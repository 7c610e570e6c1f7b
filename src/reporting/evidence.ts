import { type Exchange, operationOf, type TestReport } from '#contract';
import { forCsv } from './escapes.ts';
import { groupBy } from './group-by.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';
import { findingText, waiverText } from './words.ts';

const heads = [
  'requirement',
  'section',
  'endpoints',
  'firmness',
  'outcome',
  'reason',
  'findings',
  'operation',
  'endpoint',
  'moves money',
  'sent at',
  'method',
  'path',
  'status',
  'elapsed ms',
  'no answer because',
  'waivers',
  'untested by',
  'claim',
];

const requirementCells = ({
  id,
  section,
  endpoints,
  firmness,
  outcome,
  reason,
  findings,
}: JudgedRequirement) => [
  id,
  section,
  endpoints.join(' '),
  firmness,
  outcome,
  reason ?? '',
  findings.map(findingText).join('; '),
];

const exchangeCells = ({ operation, startedAt, request, reply, elapsedMs, failure }: Exchange) => {
  const { number, movesMoney } = operationOf(operation);
  return [
    operation,
    String(number),
    movesMoney ? 'yes' : 'no',
    startedAt,
    request.method,
    request.path,
    reply ? String(reply.status) : '',
    String(Math.round(elapsedMs)),
    failure ?? '',
  ];
};

const nothingKept = Array.from({ length: 9 }, () => '');

const line = (cells: readonly string[]): string => cells.map(forCsv).join(',');

/** One row a requirement and exchange that is kept as its evidence; at least one row a requirement. */
export const renderEvidence = (
  { requirements, waivers = [] }: Verdict,
  reports: readonly TestReport[],
): string => {
  const waiversOf = groupBy(waivers, ({ requirement }) => requirement);
  const byRequirement = groupBy(reports, ({ requirement }) => requirement as string);
  const rows = requirements.flatMap((requirement) => {
    const exchanges = (byRequirement.get(requirement.id) ?? []).flatMap((report) => report.exchanges);
    const kept = exchanges.length > 0 ? exchanges.map(exchangeCells) : [nothingKept];
    const known = (waiversOf.get(requirement.id) ?? []).map(waiverText).join('; ');
    return kept.map((cells) =>
      line([
        ...requirementCells(requirement),
        ...cells,
        known,
        requirement.untestedBy ?? '',
        requirement.claim,
      ]),
    );
  });
  return `${[line(heads), ...rows].join('\r\n')}\r\n`;
};
