import { type AnsweredBy, type UntestedBy, untestedBy } from '#contract';
import { firstOf, plural, texts } from './counting.ts';
import { countIn, failsGate, isMostlyUnread, judgesNothing, keptBy, lacking, wasExecuted } from './decide.ts';
import { kindsText, totalsOf } from './promises.ts';
import type { JudgedRequirement, KnownWaiver, MoneyOperations, RecordingSummary, Verdict } from './verdict.ts';

type RemarkedRun = Omit<Verdict, 'headline'>;

/** Names the requests that got nowhere at first, where there were any. */
const troubleText = ({ rateLimited, retried }: Verdict['requests']): string => {
  const parts = texts(rateLimited > 0 && `${rateLimited} rate limited`, retried > 0 && `${retried} sent again`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

/** `3 of the service left out: 2 without its body, 1 out of a cache`, and those of others. */
export const leftOutLines = (recording: RecordingSummary): readonly string[] => {
  const { unmatched, unread, leftOut = {} } = recording;
  const reasons = Object.entries(leftOut).map(([reason, entries]) => `${entries} ${reason}`);
  return texts(
    unmatched > 0 && `${unmatched} of other services or of no endpoint of the document`,
    unread > 0 && `${unread} of the service left out${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`,
  );
};

/** `12 exchanges of 1 recording judged, nothing sent (passive)`, or how many requests a run has sent, and how many of them in vain. */
export const trafficText = ({ requests, recording }: Pick<Verdict, 'requests' | 'recording'>): string =>
  recording === undefined
    ? `${plural(requests.sent, 'request')}${troubleText(requests)}`
    : [
        `${plural(recording.exchanges, 'exchange')} of ${plural(recording.files, 'recording')} judged, nothing sent (passive)`,
        ...leftOutLines(recording),
      ].join('; ');

const answererWords: Readonly<Record<AnsweredBy, string>> = {
  service: 'by the service',
  'business reason': 'by the service for a business reason',
  page: 'with a page or a redirect',
  'no route': 'by a router that knows no such path',
  limit: 'by a limit',
  'lock-out': 'to a caller that was locked out',
  block: 'by a firewall',
  gateway: 'by a gateway',
  nobody: 'by nobody',
};

/** `of 688 answers 671 by the service, 12 by a limit, 5 by nginx`; empty where none were counted. */
export const answersText = ({ answers = [] }: Pick<Verdict, 'answers'>): string => {
  const total = answers.reduce((sum, { exchanges }) => sum + exchanges, 0);
  if (total === 0) return '';
  const parts = answers.map(
    ({ by, name, exchanges }) => `${exchanges} ${name === undefined ? answererWords[by] : `by ${name}`}`,
  );
  return `of ${plural(total, 'answer')} ${parts.join(', ')}`;
};

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
export const waiverText = (waiver: KnownWaiver): string => {
  const { id, state = 'in force', owner, approvedBy, expires, reason } = waiver;
  return `waiver ${id} ${state}, until ${expires}, owner ${owner}, approved by ${approvedBy}: ${reason}`;
};

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

const lackedByGate = (verdict: RemarkedRun): string[] => {
  const [kept, lacks] = [keptBy(verdict, 'service'), lacking(verdict)];
  return texts(
    kept.length > 0 &&
      verdict.verdict === 'inconclusive' &&
      `the service blocked ${plural(kept.length, 'requirement')} of the gate`,
    lacks.length > 0 && `required and not tested: ${named(lacks)}`,
  );
};

const untriedIn = (verdict: RemarkedRun): string[] => {
  if (!verdict.requirements.some(wasExecuted)) return ['no test was executed'];
  const isOpen = verdict.verdict === 'inconclusive' && judgesNothing(verdict);
  return isOpen ? ['nothing that the gate judges was tested'] : [];
};

/** Why the run could not prove all that it should have. */
export const gapsOf = (verdict: RemarkedRun): string[] => {
  const { counts, interrupted, crashed = [], money, refusal } = verdict;
  return texts(
    ...unknownOrders(money?.unknown ?? []),
    interrupted && 'the run was interrupted before its end',
    crashed.length > 0 && `${plural(crashed.length, 'test file')} crashed`,
    ...(refusal === undefined ? untriedIn(verdict) : []),
    counts.broken > 0 &&
      `no usable answer, or an error of the harness: ${kindsText(verdict.requirements.filter(({ outcome }) => outcome === 'broken'))}`,
    counts.unproven > 0 && `a test of ${plural(counts.unproven, 'requirement')} should have run and did not`,
    verdict.recording &&
      isMostlyUnread(verdict.recording) &&
      'less than half of what the recording has of the service could be read; --partial judges the rest',
    ...lackedByGate(verdict),
  );
};

const asides = (verdict: Verdict): string[] => {
  const { requirements, gate, counts } = verdict;
  const tolerated = countIn(
    requirements.filter((each) => !failsGate(each, gate)),
    'deviates',
  );
  return texts(
    tolerated > 0 && `${plural(tolerated, 'broken promise')} outside the gate (--gate ${gate})`,
    counts.untested > 0 && untestedText(verdict),
  );
};

/** The lines below the first one: the totals, other failures of the gate, what is missing, and what else a reader must know. */
export const reasonsOf = (verdict: Verdict): string[] => [
  ...totalsOf(verdict),
  ...texts(verdict.refusal),
  ...(verdict.otherFailures ?? []),
  ...gapsOf(verdict),
  ...asides(verdict),
];
