import { driftCounts, failsOnDrift } from '#baseline';
import { type AnsweredBy, documentTitle, type Outcome, type UntestedBy, untestedBy } from '#contract';
import { causesText } from './causes.ts';
import {
  brokenPromises,
  countIn,
  failsGate,
  isMostlyUnread,
  judgesNothing,
  keptBy,
  kindsText,
  lacking,
  promisesIn,
  type Tally,
  tallyOf,
  testedText,
  totalsOf,
  wasExecuted,
} from './outcomes.ts';
import { firstOf, groupBy, plural, shorten, texts } from './text.ts';
import type {
  BaselineComparison,
  JudgedRequirement,
  KnownWaiver,
  MoneyOperations,
  RecordingSummary,
  Verdict,
} from './verdict.ts';

/** A run as it is judged, before its headline is made of it. */
type EndedRun = Omit<Verdict, 'headline'>;

/** `the service away for 42 s from 10:05:12 UTC`; a moment is left out. */
const awayText = (all: Verdict['requests']['away'] = []): string => {
  const long = all.filter(({ ms }) => ms >= 1_000);
  const [first] = long;
  if (first === undefined) return '';
  const seconds = Math.round(long.reduce((sum, { ms }) => sum + ms, 0) / 1_000);
  const times = long.length > 1 ? `${long.length} times, ` : '';
  const left = long.some(({ back }) => !back) ? ', and not back' : '';
  return `the service away ${times}for ${seconds} s from ${first.from.slice(11, 19)} UTC${left}`;
};

/** Names the requests that got nowhere at first, where there were any. */
const troubleText = ({ rateLimited, retried, away }: Verdict['requests']): string => {
  const parts = texts(
    rateLimited > 0 && `${rateLimited} rate limited`,
    retried > 0 && `${retried} sent again`,
    awayText(away),
  );
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

/** `3 of the service left out: 2 without its body, 1 out of a cache`, and those of others. */
export function leftOutLines(recording: RecordingSummary): readonly string[] {
  const { unmatched, unread, leftOut = {} } = recording;
  const reasons = Object.entries(leftOut).map(([reason, entries]) => `${entries} ${reason}`);
  return texts(
    unmatched > 0 && `${unmatched} of other services or of no endpoint of the document`,
    unread > 0 && `${unread} of the service left out${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`,
  );
}

/** `12 exchanges of 1 recording judged, nothing sent (passive)`, or how many requests a run has sent, and how many of them in vain. */
export function trafficText({ requests, recording }: Pick<Verdict, 'requests' | 'recording'>): string {
  return recording === undefined
    ? `${plural(requests.sent, 'request')}${troubleText(requests)}`
    : [
        `${plural(recording.exchanges, 'exchange')} of ${plural(recording.files, 'recording')} judged, nothing sent (passive)`,
        ...leftOutLines(recording),
      ].join('; ');
}

const answererWords: Readonly<Record<AnsweredBy, string>> = {
  service: 'by the service',
  'business reason': 'by the service for a business reason',
  page: 'with a page or a redirect',
  'no route': 'by a router that knows no such path',
  limit: 'by a limit',
  'lock-out': 'to a caller that was locked out',
  block: 'by a parser or a firewall before the service, for an odd request',
  gateway: 'by a gateway',
  nobody: 'by nobody',
};

/** `of 688 answers 671 by the service, 12 by a limit, 5 by nginx`; empty where none were counted. */
export function answersText({ answers = [] }: Pick<Verdict, 'answers'>): string {
  const total = answers.reduce((sum, { exchanges }) => sum + exchanges, 0);
  if (total === 0) return '';
  const parts = answers.map(
    ({ by, name, exchanges }) => `${exchanges} ${name === undefined ? answererWords[by] : `by ${name}`}`,
  );
  return `of ${plural(total, 'answer')} ${parts.join(', ')}`;
}

/** The exchanges that others than the service ended, one by one. */
export function answersOfOthers({ answers = [] }: Pick<Verdict, 'answers'>): string[] {
  return answers.flatMap(({ by, name, exchanges, requests = [] }) =>
    requests.length === 0
      ? []
      : [
          `${exchanges} ${name === undefined ? answererWords[by] : `by ${name}`}:`,
          ...requests.map((each) => `  ${each}`),
          ...(exchanges > requests.length ? [`  and ${exchanges - requests.length} more`] : []),
        ],
  );
}

/** Names, for a reader, who or what left requirements untested. */
const untestedWords: Readonly<Record<UntestedBy, string>> = {
  user: 'left out by the user',
  service: 'blocked by the service',
  'nothing to judge': 'with nothing to judge',
};

/** `12 requirements untested: 9 left out by the user, 3 with nothing to judge`. */
const untestedText = ({ requirements, counts, passive }: Verdict): string => {
  const parts = untestedBy.flatMap((by) => {
    const number = requirements.filter((each) => each.untestedBy === by).length;
    return number > 0 ? [`${number} ${passive ? 'not shown by the recording' : untestedWords[by]}`] : [];
  });
  return `${plural(counts.untested, 'requirement')} untested${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
};

/** Says why a requirement that was only observed neither passed nor failed. */
export const onlyObserved = 'observed: the document promises nothing here';

/** A waiver with its state, in one line. */
export function waiverText(waiver: KnownWaiver): string {
  const { id, state = 'in force', owner, approvedBy, expires, reason } = waiver;
  return `waiver ${id} ${state}, until ${expires}, owner ${owner}, approved by ${approvedBy}: ${reason}`;
}

const unknownOrders = (orders: NonNullable<MoneyOperations['unknown']>): string[] => {
  if (orders.length === 0) return [];
  const listed = orders.filter(({ listing }) => listing === 'listed').length;
  const found = listed > 0 ? ` (${listed} of them in the listing)` : '';
  return [`the outcome of ${plural(orders.length, 'order')} is not known${found}; none was sent again`];
};

/** Most requirements that are named in a phrase. */
const maxNamed = 5;

const named = (requirements: readonly JudgedRequirement[]): string =>
  firstOf(
    requirements.map(({ id, reason = 'no test ran' }) => `${id} (${reason})`),
    maxNamed,
  );

const lackedByGate = (verdict: EndedRun): string[] => {
  const [kept, lacks] = [keptBy(verdict, 'service'), lacking(verdict)];
  return texts(
    kept.length > 0 &&
      verdict.verdict === 'inconclusive' &&
      `the service blocked ${plural(kept.length, 'requirement')} of the gate`,
    lacks.length > 0 && `required and not tested: ${named(lacks)}`,
  );
};

const untriedIn = (verdict: EndedRun): string[] => {
  if (!verdict.requirements.some(wasExecuted)) return ['no test was executed'];
  const isOpen = verdict.verdict === 'inconclusive' && judgesNothing(verdict);
  return isOpen ? ['nothing that the gate judges was tested'] : [];
};

/** Codes of what the run itself did not go on to send: nobody else is to blame. */
const ownBounds: readonly string[] = ['BUDGET_SPENT', 'DEADLINE'];

/** Why the run could not prove all that it should have. */
export function gapsOf(verdict: EndedRun): string[] {
  const { counts, interrupted, crashed = [], money, refusal } = verdict;
  const broken = verdict.requirements.filter(({ outcome }) => outcome === 'broken');
  const [cut, others] = [true, false].map((isOurs) =>
    broken.filter(({ code = '' }) => ownBounds.includes(code) === isOurs),
  ) as [JudgedRequirement[], JudgedRequirement[]];
  return texts(
    ...unknownOrders(money?.unknown ?? []),
    interrupted && 'the run was interrupted before its end',
    crashed.length > 0 && `the run did not reach its end: ${firstOf(crashed, 3, '; ')}`,
    ...(refusal === undefined ? untriedIn(verdict) : []),
    cut.length > 0 && `the run's own bounds were spent before: ${kindsText(cut)}`,
    others.length > 0 && `no usable answer, or an error of the harness: ${kindsText(others)}`,
    counts.unproven > 0 && `a test of ${plural(counts.unproven, 'requirement')} should have run and did not`,
    verdict.recording &&
      isMostlyUnread(verdict.recording) &&
      'less than half of what the recording has of the service could be read; --partial judges the rest',
    ...lackedByGate(verdict),
  );
}

const asides = (verdict: Verdict): string[] => {
  const { requirements, gate, counts } = verdict;
  const tolerated = countIn(
    requirements.filter((each) => !failsGate(each, gate)),
    'deviates',
  );
  return texts(
    tolerated > 0 && `${brokenPromises(tolerated)} outside the gate (--gate ${gate})`,
    counts.untested > 0 && untestedText(verdict),
  );
};

/** The lines below the first one: the totals, other failures of the gate, what is missing, and what else a reader must know. */
export function reasonsOf(verdict: Verdict): string[] {
  return [
    ...totalsOf(verdict),
    ...[causesText(verdict)].filter(Boolean),
    ...texts(verdict.refusal),
    ...(verdict.otherFailures ?? []),
    ...gapsOf(verdict),
    ...asides(verdict),
  ];
}

/** Most entries that are printed; of more the user has to think first. */
const maxEntries = 3;

/** Entries of `leaveOut` for what the service kept back by reasons of its own, each ready to be pasted. */
export function leaveOutEntries(verdict: Verdict): readonly string[] {
  if (verdict.verdict !== 'inconclusive') return [];
  const kept = keptBy(verdict, 'service').filter(({ code, values }) => code === undefined || values !== undefined);
  if (kept.length > maxEntries) return [];
  return kept.map(({ id: what, values }) =>
    JSON.stringify({ what, values, reason: 'the service does not offer it yet', owner: 'your name' }),
  );
}

/** The target with its release, where the run was given one: `sandbox.vendor.example, release 2.15`. */
export function targetText({ target, release }: Pick<Verdict, 'target' | 'release'>): string {
  return release === undefined ? target.label : `${target.label}, release ${release}`;
}

/** Most reasons that a first line names, and the length of each. */
const maxReasons = 2;
const maxReason = 80;

/** The kinds of subaccounts that a tenant may do without. */
const kinds: Readonly<Record<string, string>> = {
  'RAMP_INDIVIDUAL_SUBACCOUNT_ID is not set': 'no person',
  'RAMP_BUSINESS_SUBACCOUNT_ID is not set': 'no business',
};

/** The most frequent reasons; a variable that one of them names is not named again. */
const reasonsText = (requirements: readonly JudgedRequirement[]): string => {
  const alike = [...groupBy(requirements, ({ reason = 'no reason given' }) => reason)];
  const named = new Set<string>();
  const distinct = alike
    .toSorted(([, one], [, other]) => other.length - one.length)
    .filter(([reason]) => {
      const variables = reason.match(/\bRAMP_[A-Z_]+/g) ?? [];
      const isNew = variables.length === 0 || variables.some((each) => !named.has(each));
      for (const each of variables) named.add(each);
      return isNew;
    });
  return firstOf(
    distinct.map(([reason]) => kinds[reason] ?? shorten(reason, maxReason)),
    maxReasons,
  );
};

/** `promises`; a gate may judge only those that are stated. */
const promises = (count: number, { gate }: EndedRun): string =>
  plural(count, gate === 'stated' ? 'stated promise' : 'promise');

const all = (count: number, run: EndedRun): string => `all ${promises(count, run)}`;

/** `baseline vendor (accepted 2026-11-20, release 2.14)`. */
export function baselineText({ name, accepted, release }: BaselineComparison): string {
  const when = texts(accepted && `accepted ${accepted}`, release && `release ${release}`).join(', ');
  return `baseline ${name}${when === '' ? '' : ` (${when})`}`;
}

const examplesText = ({ requirements, gate }: EndedRun): string | false => {
  const examples = requirements.filter(({ firmness }) => firmness === 'shown');
  const failing = examples.filter((each) => failsGate(each, gate)).length;
  return failing > 0 && `${failing} of ${plural(examples.length, 'example')} differ`;
};

/** Takes the same texts as in `otherFailures`; drift is said by its counts. */
const ofOthers = (run: EndedRun): string => {
  const { baseline, otherFailures = [] } = run;
  return baseline !== undefined && failsOnDrift(baseline.changes)
    ? `the service changed: ${driftCounts(baseline.changes)} since ${baselineText(baseline)}`
    : texts(otherFailures[0], otherFailures.length > 1 && `${plural(otherFailures.length - 1, 'failure')} more`).join(
        '; ',
      );
};

const ofDeviating = (run: EndedRun, { total, empty, kept, broken, waived }: Tally): string => {
  const examples = examplesText(run);
  if (broken === 0)
    return examples === false
      ? `No promise broken${waived > 0 ? ` besides ${waived} waived` : ''}, but ${ofOthers(run)}`
      : `Does not conform: no promise broken, but ${examples}`;
  const untested = total - empty - kept - broken - waived;
  return texts(
    `Does not conform: ${broken} of ${promises(total - empty, run)} broken`,
    untested > 0 && `${untested} not tested`,
    examples,
  ).join(', ');
};

const ofWhole = (run: EndedRun, { total, kept, empty }: Tally): string =>
  empty === 0
    ? `Conforms: ${all(total, run)} kept`
    : `Conforms: ${all(kept, run)} that could be judged were kept; ${empty} had nothing to judge`;

const leftOutText = (run: EndedRun, { total, kept, waived, empty, leftOut }: Tally): string => {
  if (run.passive) return `${total - kept - waived} are not in the recording`;
  const left = promisesIn(run).filter(({ untestedBy }) => untestedBy === 'user');
  return [
    `${leftOut} were left out (${reasonsText(left)})`,
    ...texts(empty > 0 && `${empty} had nothing to judge`),
  ].join('; ');
};

const ofPart = (run: EndedRun, tally: Tally): string =>
  judgesNothing(run)
    ? `Nothing promised was asked for: ${testedText(run.requirements)}`
    : `Conforms in part: ${all(tally.kept, run)} ${run.passive ? 'that the recording shows' : 'tested'} were kept, ${leftOutText(run, tally)}`;

const waivedUntil = ({ requirements, waivers = [] }: EndedRun): string => {
  const used = new Set(requirements.flatMap(({ findings }) => findings.map(({ waiver }) => waiver)));
  const ends = [...new Set(waivers.filter(({ id }) => used.has(id)).map(({ expires }) => expires))].sort();
  return ends.length === 0 ? '' : ` ${ends.length > 1 ? 'the first ' : ''}until ${ends[0]}`;
};

const ofWaived = (run: EndedRun, tally: Tally): string => {
  const { total, kept, waived, empty, leftOut } = tally;
  const examples = countIn(run.requirements, 'waived') - waived;
  const excused = texts(waived > 0 && String(waived), examples > 0 && plural(examples, 'example')).join(' and ');
  const left = leftOut > 0 || run.passive ? `; ${leftOutText(run, tally)}` : '';
  return `Conforms with waivers: ${kept} of ${promises(total - empty, run)} kept, ${excused} waived${waivedUntil(run)}${left}`;
};

/** What kept answers away, by its code. */
export const keepers: Readonly<Record<string, string>> = {
  RATE_LIMITED: 'a rate limit',
  GATEWAY: 'a gateway',
  TRANSPORT_TIMEOUT: 'time-outs',
  TRANSPORT_RESET: 'failing connections',
  BODY_TRUNCATED: 'failing connections',
  TLS: 'failing connections',
  DNS: 'failing connections',
  CONNECT: 'failing connections',
  BUDGET_SPENT: 'the bound that the run has on requests (RAMP_MAX_REQUESTS)',
  DEADLINE: 'the bound that the run has on time (RAMP_DEADLINE_S)',
  INTERRUPTED: 'an interruption',
  HARNESS_MISTAKE: 'a mistake of the harness',
  JUDGED_NOTHING: 'a mistake of the harness',
};

const open: readonly Outcome[] = ['broken', 'unproven'];

/** Names who or what kept a promise from being tested; a choice of the user is none. */
const keeperOf = ({ outcome, code = '', untestedBy }: JudgedRequirement): string | undefined => {
  if (untestedBy !== 'service' && !open.includes(outcome)) return undefined;
  return keepers[code] ?? (untestedBy === 'service' ? 'the service' : 'answers that could not be used');
};

/** `a rate limit kept 60 and a gateway 3 from being tested`. */
const keptText = (untested: readonly JudgedRequirement[]): string | undefined => {
  const kept = [...groupBy(untested, keeperOf)].flatMap(([keeper, of]) =>
    keeper === undefined ? [] : [{ keeper, count: of.length }],
  );
  const [first, ...others] = kept.toSorted((one, other) => other.count - one.count);
  if (first === undefined) return undefined;
  const more = others.slice(0, 1).map(({ keeper, count }) => ` and ${keeper} ${count}`);
  return `${first.keeper} kept ${first.count}${more.join('')} from being tested`;
};

/** Says why nothing at all could be tested. */
export function unreachableText(untested: readonly JudgedRequirement[]): string | undefined {
  const [first] = untested;
  const isAlone = untested.every(({ code, reason }) => code === 'UNREACHABLE' && reason === first?.reason);
  return isAlone ? first?.reason?.replace('UNREACHABLE: ', '') : undefined;
}

const ofInconclusive = (run: EndedRun, { total, empty, kept, waived }: Tally): string => {
  const untested = promisesIn(run).filter((each) => !wasExecuted(each) && each.untestedBy !== 'nothing to judge');
  const cut = run.interrupted || run.crashed || run.money?.unknown || lacking(run).length > 0;
  const [gap = 'nothing was tested'] = gapsOf(run);
  const why = unreachableText(untested) ?? (cut ? undefined : keptText(untested)) ?? gap;
  const [tested, whole] = [kept + waived, total - empty];
  if (tested === 0) return `Inconclusive: none of ${promises(whole, run)} could be tested: ${why}`;
  return tested === whole
    ? `Inconclusive: ${all(whole, run)} tested, none broken: ${why}`
    : `Inconclusive: ${tested} of ${promises(whole, run)} could be tested, none broken: ${why}`;
};

const ofUnjudged = ({ verdict, refusal = '' }: EndedRun): string => {
  const [why = ''] = refusal.split(/\s*[\n\u23ce]\s*/);
  const end = verdict === 'refused' ? 'Refused' : 'Inconclusive';
  return `${end}: nothing was tested${why === '' ? '' : ` (${shorten(why, 2 * maxReason)})`}`;
};

const statements: Readonly<Record<Verdict['verdict'], (run: EndedRun, tally: Tally) => string>> = {
  conforms: ofWhole,
  'conforms-in-part': ofPart,
  'conforms-with-waivers': ofWaived,
  deviates: ofDeviating,
  inconclusive: ofInconclusive,
  refused: ofUnjudged,
};

/** How the run ended, in words that need no glossary: `Does not conform: 2 of 328 promises broken.` */
export function statementOf(run: EndedRun): string {
  return `${(run.refusal === undefined ? statements[run.verdict] : ofUnjudged)(run, tallyOf(promisesIn(run)))}.`;
}

/** Says what was held to what: the target, the release that it was said to be, the document. */
export function heldText(run: EndedRun): string {
  return `${targetText(run)}, ${documentTitle} ${run.document.version}`;
}

/** The first line of every report. */
export function headlineOf(run: EndedRun): string {
  return run.refusal !== undefined || run.verdict === 'refused'
    ? statementOf(run)
    : `${statementOf(run)} ${heldText(run)}`;
}
