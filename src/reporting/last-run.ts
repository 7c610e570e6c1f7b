// One requirement in the last run, as `explain` prints it.

import type { UntestedBy } from '#run';
import { causeGroups } from './causes.ts';
import { dayAndTime } from './comparison/compared-run.ts';
import { findingText } from './finding.ts';
import { targetText } from './headline.ts';
import { anchorOf } from './page.ts';
import { plural, texts } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';

type JudgedReason = NonNullable<JudgedRequirement['reasons']>[number];

const whoCanChange: Readonly<Record<UntestedBy, string>> = {
  user: 'you',
  service: 'the service',
  'nothing to judge': 'nobody',
};

const outcomeTexts: Readonly<Record<JudgedRequirement['outcome'], string>> = {
  conforms: 'kept: the service does what the document says',
  deviates: 'not kept',
  drifts: 'different from the example in the document',
  observed: 'observed: the document leaves it open',
  waived: 'not kept, and a waiver accepts every finding',
  untested: 'not tested',
  'no-result': 'no result',
};

/** Verdicts of earlier versions have one reason and no code. */
const reasonsOf = ({ reasons, reason, untestedBy: by }: JudgedRequirement): readonly Omit<JudgedReason, 'code'>[] =>
  reasons ?? (reason === undefined ? [] : [{ reason, by }]);

const changeText = ({ code, by }: Partial<JudgedReason>): string => {
  if (by !== undefined) return `${code === undefined ? '' : `${code}: `}${whoCanChange[by]} can change it`;
  return code === undefined ? '' : `${code}: a mistake of ramp-conformance; report it`;
};

const reasonLines = (why: Partial<JudgedReason>): string[] => {
  const { reason = 'no reason given', lacks = [], see = [] } = why;
  const details = texts(
    changeText(why),
    lacks.length > 0 && `lacks ${lacks.join(', ')}`,
    see.length > 0 && `check ${see.join(', ')}`,
  );
  return [reason, ...texts(details.join('; '))];
};

const numbered = (entries: readonly (readonly string[])[]): string[] =>
  entries.flatMap((lines, at) => lines.map((line, row) => `${row === 0 ? `${at + 1}. ` : '   '}${line}`));

const requestLines = ({ requests }: JudgedRequirement, { passive }: Verdict): string[] => {
  if (requests === undefined) return [];
  const { answered, lines = [] } = requests;
  if (answered === 0) return ['none was answered'];
  const left = answered - lines.length;
  return [
    passive ? `${plural(answered, 'exchange')} of the recording` : `${plural(answered, 'answered request')}`,
    ...lines,
    ...(lines.length > 0 && left > 0 ? [`and ${left} more`] : []),
  ];
};

const headingsIn = (verdict: Verdict): ReadonlyMap<object, string> => {
  const headings = new Map<object, string>();
  for (const [part, { causes }] of causeGroups(verdict).entries())
    for (const [at, { findings }] of causes.entries())
      for (const finding of findings) headings.set(finding, `${part + 1}.${at + 1}`);
  return headings;
};

const findingLines = (judged: JudgedRequirement, verdict: Verdict): string[] => {
  const headings = headingsIn(verdict);
  return judged.findings.flatMap((finding) => {
    const heading = headings.get(finding);
    return [findingText(finding), ...texts(heading !== undefined && `  findings.md, heading ${heading}`)];
  });
};

const block = (term: string, [first, ...others]: readonly string[]): string[] =>
  first === undefined ? [] : [`${term.padEnd(11)}${first}`, ...others.map((line) => `${' '.repeat(11)}${line}`)];

/** The time of the run and, for one requirement, the outcome, all reasons, the requests and the findings. */
export function lastRunText(verdict: Verdict, id: string): string {
  const { startedAt, refusal, harness } = verdict;
  const judged = verdict.requirements.find((each) => each.id === id);
  const blocks = (): string[][] => {
    if (refusal !== undefined) return [block('', [`It tested nothing: ${refusal}`])];
    if (judged === undefined)
      return [block('', [`Version ${harness.version} made it, and does not have this requirement.`])];
    return [
      block('Outcome', [outcomeTexts[judged.outcome], `compliance.html#${anchorOf(id)}`]),
      block('Reasons', numbered(reasonsOf(judged).map(reasonLines))),
      block('Requests', requestLines(judged, verdict)),
      block('Findings', findingLines(judged, verdict)),
    ];
  };
  const run = block('', [`${dayAndTime(startedAt)} UTC, ${targetText(verdict)}`]);
  return [...run, ...blocks().flat()].join('\n');
}
