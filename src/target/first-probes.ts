import { type Api, NoAnswer, ProtocolViolation, type Transport, wantsCertificate } from '#client';
import { isKeyRefusal, isRedirect, isServerError, isSuccess, type OperationId, type Target } from '#contract';
import { isRecord, type Reply } from '#evidence';
import { Unreachable } from './problem.ts';

/** How a probe ended; a violation of HTTP is an answer, and the run's to judge. */
type ProbeOutcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'violation'; readonly error: ProtocolViolation }
  | { readonly kind: 'no response'; readonly error: NoAnswer };

export async function probe(call: () => Promise<Reply>): Promise<ProbeOutcome> {
  try {
    return { kind: 'reply', reply: await call() };
  } catch (error) {
    if (error instanceof NoAnswer) return { kind: 'no response', error };
    if (error instanceof ProtocolViolation) return { kind: 'violation', error };
    throw error;
  }
}

/** The presence of a record, by a read of it. A 404 that does not name the record may come from a path without a route. */
export type Presence = 'there' | 'not found' | 'bare 404' | 'unknown';

const records =
  /\b(sub-?accounts?|accounts?|customers?|business(es)?|users?|withdrawals?|payouts?|off-?ramps?|orders?|transactions?|conversions?|records?)\b/i;

const ofRouter = /cannot (get|post)|\b(route|path|url|endpoint|handler)\b|\/v\d/i;

const sentenceOf = (body: unknown): string =>
  isRecord(body)
    ? [body.message, body.error, body.detail, body.title].filter((each) => typeof each === 'string').join(' ')
    : '';

export const presenceOf = (read: ProbeOutcome): Presence => {
  if (read.kind !== 'reply') return 'unknown';
  const { status, body } = read.reply;
  if (isSuccess({ status })) return isRecord(body) ? 'there' : 'unknown';
  if (status !== 404) return 'unknown';
  const sentence = sentenceOf(body);
  return records.test(sentence) && !ofRouter.test(sentence) ? 'not found' : 'bare 404';
};

type Addressed = Pick<Target, 'label' | 'baseUrl'>;

interface Named {
  readonly operation: OperationId;
  readonly probe: ProbeOutcome;
}

const isMarkupOrEmpty = ({ empty, problems }: Reply): boolean =>
  empty || problems.some(({ code }) => code === 'NOT_JSON');

/** True where an answer comes from a service that speaks JSON, however badly, rather than from a gateway before it. */
const speaks = (ended: ProbeOutcome): boolean => {
  if (ended.kind !== 'reply') return ended.kind === 'violation';
  const { reply } = ended;
  return !isServerError(reply) && !isRedirect(reply) && !isMarkupOrEmpty(reply);
};

const statusOf = (ended: ProbeOutcome): number | undefined => (ended.kind === 'reply' ? ended.reply.status : undefined);

/** True where an answer came whose status is of a class. */
const has = (isOfClass: (reply: Reply) => boolean, ended: ProbeOutcome): boolean =>
  ended.kind === 'reply' && isOfClass(ended.reply);

const describe = ({ operation, probe: ended }: Named): string => {
  if (ended.kind !== 'reply') return `${operation} ${ended.error.code}`;
  const lack = ended.reply.empty ? ' without a body' : ' without JSON';
  return `${operation} ${ended.reply.status}${isMarkupOrEmpty(ended.reply) ? lack : ''}`;
};

const withoutOperation = ({ operation, message }: NoAnswer): string => message.replace(`${operation}: `, '');

const failureOf = ({ label, baseUrl }: Addressed, probes: readonly Named[]): string | undefined => {
  const ended = probes.map(({ probe: each }) => each);
  if (ended.every((each) => has(isKeyRefusal, each)))
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
  const odd = probes.filter(({ probe: ended }) => !speaks(ended) || !has(isSuccess, ended));
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
  way: Pick<Transport, 'lacksCertificate'>,
): Promise<string[]> {
  const [currency = 'BRL'] = order.taxonomyCurrencies;
  const subaccountId = roles.individual ?? roles.business;
  const calls: [OperationId, () => Promise<Reply>][] = [
    ['balances.read', () => api.readBalances({})],
    ['taxonomy.list', () => api.listTaxonomy({ currency })],
  ];
  if (subaccountId !== undefined) calls.push(['subaccount.read', () => api.readSubaccount({ subaccountId })]);
  const probes = await Promise.all(calls.map(async ([operation, call]) => ({ operation, probe: await probe(call) })));
  const failure = failureOf(addressed, probes);
  if (failure !== undefined) {
    const { message: hint } = wantsCertificate;
    throw new Unreachable(way.lacksCertificate && !failure.includes(hint) ? `${failure}; ${hint}` : failure);
  }
  return notesOn(probes);
}
