// The lines of a report below its first line: totals, traffic, gaps with their reasons, and next steps.

import { isPromise } from '#contract';
import { type ReasonCode, untestedBy } from '#run';
import { blockedLines } from './blocked.ts';
import { causesText } from './causes.ts';
import {
  commonFailure,
  countIn,
  failsGate,
  hadNoTest,
  hasNoResult,
  isMostlyUnread,
  judgesNothing,
  keptBy,
  lacking,
  wasExecuted,
} from './outcomes.ts';
import { firstOf, plural, texts } from './text.ts';
import type { JudgedRequirement, KnownWaiver, MoneyOperations, RecordingSummary, Verdict } from './verdict.ts';
import { answererWords, brokenPromises, kindsText, totalsOf, untestedWords } from './words.ts';

/** `the service away for 42 s from 10:05:12 UTC`, for absences of at least one second. */
const awayText = (all: Verdict['requests']['away'] = []): string => {
  const long = all.filter(({ ms }) => ms >= 1_000);
  const [first] = long;
  if (first === undefined) return '';
  const seconds = Math.round(long.reduce((sum, { ms }) => sum + ms, 0) / 1_000);
  const times = long.length > 1 ? `${long.length} times, ` : '';
  const left = long.some(({ back }) => !back) ? ', and not available again' : '';
  return `the service unavailable ${times}for ${seconds} s from ${first.from.slice(11, 19)} UTC${left}`;
};

const troubleText = ({ rateLimited, retried, away, longListings = [] }: Verdict['requests']): string => {
  const parts = texts(
    ...longListings.map(({ listing, read, pages }) => `${listing}: a sample of ${read} of ${pages} pages`),
    rateLimited > 0 && `${rateLimited} rate limited`,
    retried > 0 && `${retried} sent again`,
    awayText(away),
  );
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

/** `3 of the service left out: 2 without its body, 1 out of a cache`, then the exchanges of other services. */
export function leftOutLines(recording: RecordingSummary): readonly string[] {
  const { unmatched, unread, ofBrowser = 0, leftOut = {} } = recording;
  const reasons = Object.entries(leftOut).map(([reason, entries]) => `${entries} ${reason}`);
  return texts(
    unmatched > 0 && `${unmatched} of other services or of no endpoint of the document`,
    ofBrowser > 0 && `${plural(ofBrowser, 'redirect')} to https that the browser made itself, without a request`,
    unread > 0 && `${unread} of the service left out${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`,
  );
}

/** `12 exchanges of 1 recording judged, nothing sent (passive)`, or the number of sent and of failed requests. */
export function trafficText({ requests, recording }: Pick<Verdict, 'requests' | 'recording'>): string {
  return recording === undefined
    ? `${plural(requests.sent, 'request')}${troubleText(requests)}`
    : [
        `${plural(recording.exchanges, 'exchange')} of ${plural(recording.files, 'recording')} judged, nothing sent (passive)`,
        ...leftOutLines(recording),
      ].join('; ');
}

/** `688 answers: 671 from the service, 12 from a limit, 5 from nginx`; empty if the verdict has no counts. */
export function answersText({ answers = [] }: Pick<Verdict, 'answers'>): string {
  const total = answers.reduce((sum, { exchanges }) => sum + exchanges, 0);
  if (total === 0) return '';
  const parts = answers.map(
    ({ by, name, exchanges }) => `${exchanges} ${name === undefined ? answererWords[by] : `from ${name}`}`,
  );
  const [only] = answers;
  if (answers.length === 1 && only?.by === 'service') return `${plural(total, 'answer')} judged, all from the service`;
  return `${plural(total, 'answer')} read: ${parts.join(', ')}`;
}

/** One line for each exchange that something other than the service answered. */
export function answersOfOthers({ answers = [] }: Pick<Verdict, 'answers'>): string[] {
  return answers.flatMap(({ by, name, exchanges, requests = [] }) =>
    requests.length === 0
      ? []
      : [
          `${exchanges} ${name === undefined ? answererWords[by] : `from ${name}`}:`,
          ...requests.map((each) => `  ${each}`),
          ...(exchanges > requests.length ? [`  and ${exchanges - requests.length} more`] : []),
        ],
  );
}

/** `not tested, because the settings leave this out: 9 promises, 2 examples`: a line for each cause. */
const untestedLines = ({ requirements, passive }: Verdict): string[] => {
  const all = requirements.filter(({ outcome }) => outcome === 'untested');
  if (passive)
    return texts(all.length > 0 && `not tested, because the recording does not show this: ${kindsText(all)}`);
  return untestedBy.flatMap((by) => {
    const own = all.filter((each) => each.untestedBy === by);
    return own.length > 0 ? [`not tested, because ${untestedWords[by]}: ${kindsText(own)}`] : [];
  });
};

/** Why a requirement that was only observed neither passed nor failed. */
export const onlyObserved = 'observed: the document promises nothing here';

export function waiverText(waiver: KnownWaiver): string {
  const { id, state = 'in force', owner, approvedBy, expires, reason } = waiver;
  return `waiver ${id} ${state}, until ${expires}, owner ${owner}, approved by ${approvedBy}: ${reason}`;
}

const unknownOrders = (
  all: MoneyOperations['unknown'] = [],
  answer: 503 | undefined,
  say: (orders: string) => string,
): string[] => {
  const orders = all.filter((order) => order.answer === answer);
  if (orders.length === 0) return [];
  const listed = orders.filter(({ listing }) => listing === 'listed').length;
  const found = listed > 0 ? ` (${listed} of them in the listing)` : '';
  return [`${say(plural(orders.length, 'order'))}${found}; none was sent again`];
};

const maxNamed = 5;

const named = (requirements: readonly JudgedRequirement[]): string =>
  firstOf(
    requirements.map(({ id, reason = 'no test ran' }) => `${id} (${reason})`),
    maxNamed,
  );

const lackedByGate = (verdict: Verdict): string[] => {
  const [kept, lacks] = [keptBy(verdict, 'service'), lacking(verdict)];
  return texts(
    kept.length > 0 &&
      verdict.verdict === 'inconclusive' &&
      !verdict.interrupted &&
      `the service blocked ${countedText(kept)} of the gate`,
    lacks.length > 0 && `required and not tested: ${named(lacks)}`,
  );
};

const untriedIn = (verdict: Verdict): string[] => {
  if (commonFailure(verdict) !== undefined) return [];
  if (!verdict.requirements.some(wasExecuted)) return ['no test was executed'];
  const isOpen = verdict.verdict === 'inconclusive' && judgesNothing(verdict);
  return isOpen ? ['nothing that the gate judges was tested'] : [];
};

/** Codes for limits of the run itself; the service did not prevent these tests. */
const ownBounds: readonly string[] = ['BUDGET_SPENT', 'ORDERS_SPENT', 'DEADLINE'];

export const interruptedText = 'the run was interrupted before its end';

/** Counts promises only, if there are any, as the first line of a report does. */
const countedText = (requirements: readonly JudgedRequirement[]): string => {
  const promises = requirements.filter(isPromise);
  return kindsText(promises.length > 0 ? promises : requirements);
};

/** Why the run could not test everything. */
export function gapsOf(verdict: Verdict): string[] {
  const { interrupted, crashed = [], money, refusal } = verdict;
  const open = verdict.requirements.filter(hasNoResult);
  const untried = open.filter(hadNoTest);
  const cut = open.filter(({ code = '' }) => ownBounds.includes(code));
  const others = open.filter((each) => !untried.includes(each) && !cut.includes(each));
  return texts(
    ...unknownOrders(money?.unknown, undefined, (orders) => `the outcome of ${orders} is not known`),
    interrupted && interruptedText,
    crashed.length > 0 && `the run did not reach its end: ${firstOf(crashed, 3, '; ')}`,
    ...(refusal === undefined ? untriedIn(verdict) : []),
    cut.length > 0 && `the run reached a limit of its own and did not test ${countedText(cut)}`,
    others.length > 0 &&
      commonFailure(verdict) === undefined &&
      `no result (no usable answer, or nothing that confirms it): ${countedText(others)}`,
    untried.length > 0 && `no test ran for ${countedText(untried)}`,
    verdict.recording &&
      isMostlyUnread(verdict.recording) &&
      'less than half of the recorded calls to the service could be read; use --partial to judge the readable calls',
    ...lackedByGate(verdict),
  );
}

const asides = (verdict: Verdict): string[] => {
  const { requirements, gate, money } = verdict;
  const tolerated = countIn(
    requirements.filter((each) => !failsGate(each, gate)),
    'deviates',
  );
  return texts(
    ...unknownOrders(money?.unknown, 503, (orders) => `the service answered ${orders} with 503`),
    tolerated > 0 && `${brokenPromises(tolerated)} outside the gate (--gate ${gate})`,
    ...untestedLines(verdict),
    ...blockedLines(verdict),
  );
};

/** The lines below the first line: totals, other failures of the gate, gaps, and remarks. */
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

/** Codes of temporary reasons: the next run may pass the limit or the gateway. */
const temporaryCodes: readonly string[] = ['RATE_LIMITED', 'GATEWAY'] satisfies readonly ReasonCode[];

/** Most entries that are printed. With more of them, the user should look at the reasons first. */
const maxEntries = 3;

/**
 * Entries of `leaveOut` for promises that the service refused to be tested for reasons of its own, each ready to paste.
 */
export function leaveOutEntries(verdict: Verdict): { readonly title: string; readonly entries: readonly string[] } {
  const all = keptBy(verdict, 'service').filter(
    ({ code = '', values }) => !temporaryCodes.includes(code) || values !== undefined,
  );
  // If the service was away, records that orders need may be lost. An interrupted run did not send all requests.
  const isWhole = !verdict.requests.away?.length && !verdict.interrupted;
  const isMeant = verdict.verdict === 'inconclusive' && isWhole && all.length <= maxEntries;
  const kept = isMeant ? all : [];
  const variables = [...new Set(kept.flatMap(({ reasons = [] }) => reasons.flatMap(({ see = [] }) => see)))];
  const settings =
    variables.length === 0 ? '' : `${variables.join(' and ')} ${variables.length > 1 ? 'are' : 'is'} right and `;
  return {
    title: `if ${settings}the service does not offer this, add to leaveOut in ramp-conformance.json:`,
    entries: kept.map(({ id: what, values }) =>
      JSON.stringify({ what, values, reason: 'the service does not offer it yet', owner: 'your name' }),
    ),
  };
}
