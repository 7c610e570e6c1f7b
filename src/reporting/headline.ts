import { type AnsweredBy, type UntestedBy, untestedBy } from '#contract';
import { firstOf, plural, texts } from './counting.ts';
import { countIn, coverageText, failsGate, judgesNothing, keptBy, lacking, wasExecuted } from './gate.ts';
import {
  firmnesses,
  type JudgedRequirement,
  type KnownWaiver,
  type MoneyOperations,
  type Verdict,
} from './verdict.ts';

const words: Readonly<Record<Verdict['verdict'], string>> = {
  conforms: 'CONFORMS',
  'conforms-in-part': 'CONFORMS IN PART',
  'conforms-with-waivers': 'CONFORMS WITH WAIVERS',
  deviates: 'DEVIATES',
  inconclusive: 'INCONCLUSIVE',
  refused: 'REFUSED',
};

/**
 * The verdict and how much of what the gate judges it rests on: `CONFORMS IN PART: 42 of 305 tested`, and whether a recording
 * is all that it rests on. Where only open questions were asked, how many of them were answered.
 */
export const headlineOf = (run: Pick<Verdict, 'verdict' | 'coverage' | 'counts' | 'passive'>): string => {
  const { verdict, coverage, counts, passive } = run;
  if (verdict === 'conforms-in-part' && judgesNothing(run))
    return `${words[verdict]}: observed ${counts.observed}, nothing to judge`;
  return `${words[verdict]}: ${coverageText(coverage)} ${passive ? 'shown by a recording (passive)' : 'tested'}`;
};

/** Names the requests that got nowhere at first, where there were any. */
const troubleText = ({ rateLimited, retried }: Verdict['requests']): string => {
  const parts = texts(
    rateLimited > 0 && `${rateLimited} rate limited`,
    retried > 0 && `${retried} sent again`,
  );
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

/** `12 exchanges of 1 recording judged, nothing sent`, or how many requests a run has sent, and how many of them in vain. */
export const trafficText = ({ requests, recording }: Pick<Verdict, 'requests' | 'recording'>): string =>
  recording === undefined
    ? `${plural(requests.sent, 'request')}${troubleText(requests)}`
    : `${plural(recording.exchanges, 'exchange')} of ${plural(recording.files, 'recording')} judged, nothing sent`;

const answererWords: Readonly<Record<AnsweredBy, string>> = {
  service: 'by the service',
  'business reason': 'refused for a business reason',
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
export const untestedWords: Readonly<Record<UntestedBy, string>> = {
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

const failures = ({ requirements, gate, otherFailures = [] }: Verdict): string[] => {
  const failing = requirements.filter((each) => failsGate(each, gate));
  const counted = firmnesses.flatMap((firmness) => {
    const { length } = failing.filter((each) => each.firmness === firmness);
    const verb = firmness === 'shown' ? 'drift' : 'deviate';
    return length === 0
      ? []
      : [`${plural(length, `${firmness} requirement`)} ${verb}${length === 1 ? 's' : ''}`];
  });
  return [...counted, ...otherFailures];
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

const lackedByGate = (verdict: Verdict): string[] => {
  const [kept, lacks] = [keptBy(verdict, 'service'), lacking(verdict)];
  return texts(
    kept.length > 0 &&
      verdict.verdict === 'inconclusive' &&
      `the service blocked ${plural(kept.length, 'requirement')} of the gate`,
    lacks.length > 0 && `required and not tested: ${named(lacks)}`,
  );
};

const untriedIn = (verdict: Verdict): string[] => {
  if (!verdict.requirements.some(wasExecuted)) return ['no test was executed'];
  const isOpen = verdict.verdict === 'inconclusive' && judgesNothing(verdict);
  return isOpen ? ['nothing that the gate judges was tested'] : [];
};

const gaps = (verdict: Verdict): string[] => {
  const { counts, interrupted, crashed = [], money, refusal } = verdict;
  return texts(
    refusal,
    ...unknownOrders(money?.unknown ?? []),
    interrupted && 'the run was interrupted before its end',
    crashed.length > 0 && `${plural(crashed.length, 'test file')} crashed`,
    ...(refusal === undefined ? untriedIn(verdict) : []),
    counts.broken > 0 &&
      `${plural(counts.broken, 'requirement')} broken: no usable answer, or an error of the harness`,
    counts.unproven > 0 &&
      `${plural(counts.unproven, 'requirement')} unproven: a test should have run and did not`,
    ...lackedByGate(verdict),
  );
};

const remarks = (verdict: Verdict): string[] => {
  const { requirements, gate, counts } = verdict;
  const tolerated = countIn(
    requirements.filter((each) => !failsGate(each, gate)),
    'deviates',
  );
  return texts(
    tolerated > 0 && `${plural(tolerated, 'deviation')} outside the gate (--gate ${gate})`,
    counts.drifts > 0 &&
      gate !== 'shown' &&
      `${plural(counts.drifts, 'drift')} from what the document only shows`,
    counts.waived > 0 && `${plural(counts.waived, 'deviation')} waived`,
    counts.untested > 0 && untestedText(verdict),
  );
};

/** The reasons for the verdict in short phrases: first the decisive ones, then others that a reader must know. */
export const reasonsOf = (verdict: Verdict): string[] => {
  const decisive = [...failures(verdict), ...gaps(verdict)];
  return [
    ...(decisive.length > 0 ? decisive : [`${plural(verdict.counts.conforms, 'requirement')} held`]),
    ...remarks(verdict),
  ];
};
