import type { Api, NoAnswer } from '#client';
import type { OperationId, Target } from '#contract';
import type { Reply } from '#evidence';
import { type ProbeOutcome, presenceOf, probe } from './probe.ts';
import { Unreachable } from './problem.ts';

type Addressed = Pick<Target, 'label' | 'baseUrl'>;

interface Named {
  readonly operation: OperationId;
  readonly probe: ProbeOutcome;
}

const isMarkupOrEmpty = ({ empty, problems }: Reply): boolean =>
  empty || problems.some(({ code }) => code === 'NOT_JSON');

/** Whether an answer comes from a service that speaks JSON, however badly, rather than from a gateway before it. */
const speaks = (ended: ProbeOutcome): boolean => {
  if (ended.kind !== 'reply') return ended.kind === 'violation';
  const { status } = ended.reply;
  return status < 500 && !(status >= 300 && status < 400) && !isMarkupOrEmpty(ended.reply);
};

const statusOf = (ended: ProbeOutcome): number | undefined =>
  ended.kind === 'reply' ? ended.reply.status : undefined;

const isRefusal = (ended: ProbeOutcome): boolean => statusOf(ended) === 401 || statusOf(ended) === 403;

const describe = ({ operation, probe: ended }: Named): string => {
  if (ended.kind !== 'reply') return `${operation} ${ended.error.code}`;
  const lack = ended.reply.empty ? ' without a body' : ' without JSON';
  return `${operation} ${ended.reply.status}${isMarkupOrEmpty(ended.reply) ? lack : ''}`;
};

const withoutOperation = ({ operation, message }: NoAnswer): string => message.replace(`${operation}: `, '');

const failureOf = ({ label, baseUrl }: Addressed, probes: readonly Named[]): string | undefined => {
  const ended = probes.map(({ probe: each }) => each);
  if (ended.every(isRefusal))
    return `${label} refuses the key in RAMP_API_KEY: every probe was answered ${[...new Set(ended.map(statusOf))].join(' or ')}`;
  if (probes.every(({ probe: each }) => presenceOf(each) === 'bare 404'))
    return `${label} has nothing under ${new URL(baseUrl).pathname}: ${probes.map(describe).join(', ')}; set RAMP_BASE_URL to what stands before /v1 and /v2`;
  if (ended.some(speaks)) return undefined;
  const silent = ended.find((each) => each.kind === 'no response');
  if (silent?.kind === 'no response' && ended.every(({ kind }) => kind === 'no response'))
    return `${label} cannot be tested: ${withoutOperation(silent.error)} (${silent.error.code})`;
  return `${label} does not answer as a JSON service: ${probes.map(describe).join(', ')}; check RAMP_BASE_URL and its path`;
};

const notesOn = (probes: readonly Named[]): string[] => {
  const isOdd = (ended: ProbeOutcome) => !speaks(ended) || Math.floor((statusOf(ended) ?? 0) / 100) !== 2;
  const odd = probes.filter(({ probe: ended }) => isOdd(ended));
  if (odd.length === 0) return [];
  return [`Probes that did not succeed: ${odd.map(describe).join(', ')}`];
};

/**
 * Three reads that every service has. One broken endpoint is a finding of the run, so only when none of them answers
 * as a service of this kind is the target given up.
 * @throws Unreachable
 */
export async function firstProbes(
  api: Api,
  { roles, order, ...addressed }: Addressed & Pick<Target, 'roles' | 'order'>,
): Promise<string[]> {
  const [currency = 'BRL'] = order.taxonomyCurrencies;
  const subaccountId = roles.individual ?? roles.business;
  const calls: [OperationId, () => Promise<Reply>][] = [
    ['balances.read', () => api.readBalances({})],
    ['taxonomy.list', () => api.listTaxonomy({ currency })],
  ];
  if (subaccountId !== undefined) calls.push(['subaccount.read', () => api.readSubaccount({ subaccountId })]);
  const probes = await Promise.all(
    calls.map(async ([operation, call]) => ({ operation, probe: await probe(call) })),
  );
  const failure = failureOf(addressed, probes);
  if (failure !== undefined) throw new Unreachable(failure);
  return notesOn(probes);
}
