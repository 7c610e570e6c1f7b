// The first line of every report: the result of the run, with its counts.

import { failsOnDrift } from '#baseline';
import { documentTitle } from '#contract';
import { type AnsweredBy, isVariable, type ReasonCode } from '#run';
import { blockedText } from './blocked.ts';
import { baselineText, driftCounts, driftIn } from './comparison/drift-text.ts';
import { endsOf } from './next-step.ts';
import {
  commonFailure,
  failsGate,
  hasNoResult,
  judgesNothing,
  keptBy,
  lacking,
  promisesIn,
  type Tally,
  tallyOf,
  wasExecuted,
} from './outcomes.ts';
import { gapsOf, interruptedText } from './remarks.ts';
import { dayText, firstOf, groupBy, plural, rowIn, shorten, texts } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';
import { keeperOf, testedText } from './words.ts';

/** The target with its release, if the run was given one: `sandbox.vendor.example, release 2.15`. */
export function targetText({ target, release }: Pick<Verdict, 'target' | 'release'>): string {
  return release === undefined ? target.label : `${target.label}, release ${release}`;
}

const maxReasons = 2;
const maxReason = 80;

/** Kinds of subaccounts that a tenant may not have, by the variable that is missing for their tests. */
const kinds: Readonly<Record<string, string>> = {
  RAMP_INDIVIDUAL_SUBACCOUNT_ID: 'no individual subaccount',
  RAMP_BUSINESS_SUBACCOUNT_ID: 'no business subaccount',
};

const lacksOf = ({ lacks = [] }: JudgedRequirement): readonly string[] => lacks.filter(isVariable);

/** The most frequent reasons. A variable stands only in the first reason that names it. */
const reasonsText = (requirements: readonly JudgedRequirement[]): string => {
  const alike = [...groupBy(requirements, ({ reason = 'no reason given' }) => reason)];
  const named = new Set<string>();
  const distinct = alike
    .toSorted(([, one], [, other]) => other.length - one.length)
    .filter(([, group]) => {
      const variables = group.flatMap(lacksOf);
      const isNew = variables.length === 0 || variables.some((each) => !named.has(each));
      for (const each of variables) named.add(each);
      return isNew;
    });
  return firstOf(
    distinct.map(([reason, [first]]) => {
      const [variable = '', ...others] = first ? lacksOf(first) : [];
      return (others.length === 0 && kinds[variable]) || shorten(reason, maxReason);
    }),
    maxReasons,
  );
};

/** `promises`, or `stated promises` if the gate judges only those. */
const promises = (count: number, { gate }: Verdict): string =>
  plural(count, gate === 'stated' ? 'stated promise' : 'promise');

const all = (count: number, run: Verdict): string => `${count === 1 ? 'the' : 'all'} ${promises(count, run)}`;

const were = (count: number): string => (count === 1 ? 'was' : 'were');

const examplesText = ({ requirements, gate }: Verdict): string | false => {
  const examples = requirements.filter(({ firmness }) => firmness === 'shown');
  const failing = examples.filter((each) => failsGate(each, gate)).length;
  return failing > 0 && `${failing} of ${plural(examples.length, 'example')} differ`;
};

/** Has the same failures as `otherFailures`, but drift as counts. */
const othersText = (run: Verdict): string => {
  const { baseline, otherFailures = [] } = run;
  return baseline !== undefined && failsOnDrift(driftIn(baseline))
    ? `the service changed: ${driftCounts(driftIn(baseline))} since ${baselineText(baseline)}`
    : texts(otherFailures[0], otherFailures.length > 1 && `${plural(otherFailures.length - 1, 'failure')} more`).join(
        '; ',
      );
};

const deviatingText = (run: Verdict, { total, empty, kept, broken, waived }: Tally): string => {
  const examples = examplesText(run);
  if (broken === 0)
    return examples === false
      ? `No promise broken${waived > 0 ? ` besides ${waived} accepted` : ''}, but ${othersText(run)}`
      : `Does not conform: no promise broken, but ${examples}`;
  const untested = total - empty - kept - broken - waived;
  const open = promisesIn(run).filter(hasNoResult).length;
  return texts(
    `Does not conform: ${broken} of ${promises(total, run)} broken`,
    waived > 0 && `${waived} accepted`,
    open > 0 && `${open} with no result`,
    untested - open > 0 && `${untested - open} not tested`,
    empty > 0 && `${empty} had no record or case to judge`,
    examples,
    run.requests.gone,
  ).join(', ');
};

const wholeText = (run: Verdict, { total, kept, empty }: Tally): string =>
  empty === 0
    ? `Conforms: ${all(total, run)} kept`
    : `Conforms: ${all(kept, run)} that could be judged ${were(kept)} kept; ${empty} had no record or case to judge`;

const leftOutReasons = (run: Verdict): string =>
  reasonsText(promisesIn(run).filter(({ untestedBy }) => untestedBy === 'user'));

const leftOutText = (run: Verdict, { total, kept, waived, empty, leftOut }: Tally): string => {
  if (run.passive) return `${total - kept - waived} ${total - kept - waived === 1 ? 'is' : 'are'} not in the recording`;
  return texts(
    leftOut > 0 && `${leftOut} ${were(leftOut)} left out (${leftOutReasons(run)})`,
    empty > 0 && `${empty} had no record or case to judge`,
    blockedText(run),
  ).join('; ');
};

const partText = (run: Verdict, tally: Tally): string =>
  judgesNothing(run)
    ? `No promise was selected: ${testedText(run.requirements)}`
    : `Conforms in part: ${all(tally.kept, run)} ${run.passive ? 'that the recording shows' : 'tested'} ${were(tally.kept)} kept${run.passive || tally.leftOut > 0 ? ',' : ';'} ${leftOutText(run, tally)}`;

/** `1 broken and accepted until 31 Jan 2027`, with the earliest end of several waivers. */
const waivedText = (text: string, requirements: readonly JudgedRequirement[], run: Verdict): string => {
  const ends = endsOf(run, requirements);
  const [first] = ends;
  return first === undefined ? text : `${text} ${ends.length > 1 ? 'the first ' : ''}until ${dayText(first)}`;
};

const acceptedText = (run: Verdict, { total, kept, waived, empty, leftOut }: Tally): string => {
  const judged = promisesIn(run);
  const all = run.requirements.filter(({ outcome }) => outcome === 'waived');
  const [promised, others] = [true, false].map((own) => all.filter((each) => judged.includes(each) === own)) as [
    JudgedRequirement[],
    JudgedRequirement[],
  ];
  const noun = others.every(({ firmness }) => firmness === 'shown') ? 'example' : 'requirement';
  const differ = others.length === 1 ? 'differs and is accepted' : 'differ and are accepted';
  const left = run.passive
    ? [`${total - kept - waived} not in the recording`]
    : texts(
        leftOut > 0 && `${leftOut} left out (${leftOutReasons(run)})`,
        empty > 0 && `${empty} had no record or case to judge`,
      );
  const promisesText = texts(
    `${kept} of ${promises(total, run)} kept`,
    waived > 0 && waivedText(`${waived} broken and accepted`, promised, run),
    ...left,
  ).join(', ');
  const count = new Set(all.flatMap(({ findings }) => findings.flatMap(({ waiver = [] }) => waiver))).size;
  const part = run.passive || keptBy(run, 'user').length > 0;
  const opening = part
    ? `Conforms in part, with ${count > 1 ? 'accepted deviations' : 'an accepted deviation'}`
    : 'Conforms with accepted deviations';
  const examples = others.length > 0 && waivedText(`${plural(others.length, noun)} ${differ}`, others, run);
  return `${opening}: ${texts(promisesText, examples).join('; ')}`;
};

/** Codes of reasons for which an answer names who gave it. */
const answererOf: Readonly<Record<string, AnsweredBy>> = {
  GATEWAY: 'gateway',
  BLOCKED: 'block',
} satisfies Partial<Record<ReasonCode, AnsweredBy>>;

/** Who or what prevented the test of a promise; undefined for a choice of the user. */
const keeperIn = (requirement: JudgedRequirement, { answers = [] }: Verdict): string | undefined => {
  const { code = '', untestedBy } = requirement;
  if (untestedBy !== 'service' && !hasNoResult(requirement)) return undefined;
  const [answerer, another] = answers.filter(({ by }) => by === rowIn(answererOf, code));
  if (answerer?.name !== undefined && another === undefined) return `${keeperOf(code)} (${answerer.name})`;
  return keeperOf(code) ?? (untestedBy === 'service' ? 'the service' : 'answers that could not be used');
};

/** `a rate limit kept 60 from being tested, and a gateway 3`. */
const keptText = (untested: readonly JudgedRequirement[], run: Verdict): string | undefined => {
  const kept = [...groupBy(untested, (each) => keeperIn(each, run))].flatMap(([keeper, of]) =>
    keeper === undefined ? [] : [{ keeper, count: of.length }],
  );
  const [first, ...others] = kept.toSorted((one, other) => other.count - one.count);
  if (first === undefined) return undefined;
  const more = others.slice(0, 1).map(({ keeper, count }) => `, and ${keeper} ${count}`);
  return `${first.keeper} kept ${first.count} from being tested${more.join('')}`;
};

const inconclusiveText = (run: Verdict, { total, empty, kept, waived }: Tally): string => {
  const untested = promisesIn(run).filter((each) => !wasExecuted(each) && each.untestedBy !== 'nothing to judge');
  const isMoneyOpen = run.money?.unknown?.some(({ answer }) => answer === undefined);
  const cut = run.interrupted || run.crashed || isMoneyOpen || lacking(run).length > 0;
  const [gap = 'nothing was tested'] = gapsOf(run);
  const cause = run.interrupted ? interruptedText : (run.requests.gone ?? commonFailure(run));
  const why = cause ?? (cut ? undefined : keptText(untested, run)) ?? gap;
  const [tested, whole] = [kept + waived, total - empty];
  if (tested === 0) return `Inconclusive: none of ${promises(whole, run)} could be tested: ${why}`;
  const broken = waived === 0 ? 'none broken' : `${waived} broken and accepted`;
  return tested === whole
    ? `Inconclusive: ${all(whole, run)} tested, ${broken}: ${why}`
    : `Inconclusive: ${tested} of ${promises(whole, run)} could be tested, ${broken}: ${why}`;
};

const unjudgedText = ({ verdict, refusal = '' }: Verdict): string => {
  const [why = ''] = refusal.split(/\s*[\n\u23ce]\s*/);
  const end = verdict === 'refused' ? 'Refused' : 'Inconclusive';
  return `${end}: nothing was tested${why === '' ? '' : ` (${shorten(why, 2 * maxReason)})`}`;
};

const statements: Readonly<Record<Verdict['verdict'], (run: Verdict, tally: Tally) => string>> = {
  conforms: wholeText,
  'conforms-in-part': partText,
  'conforms-with-waivers': acceptedText,
  deviates: deviatingText,
  inconclusive: inconclusiveText,
  refused: unjudgedText,
};

/** The result of the run in plain words: `Does not conform: 2 of 328 promises broken.` */
export function statementOf(run: Verdict): string {
  return `${(run.refusal === undefined ? statements[run.verdict] : unjudgedText)(run, tallyOf(promisesIn(run)))}.`;
}

/** The target with its release, and the document that it was tested against. */
export function testedAgainst(run: Verdict): string {
  return `${targetText(run)}, ${documentTitle} ${run.document.version}`;
}

/** The first line of every report. */
export function headlineOf(run: Verdict): string {
  return run.refusal !== undefined || run.verdict === 'refused'
    ? statementOf(run)
    : `${statementOf(run)} ${testedAgainst(run)}`;
}
