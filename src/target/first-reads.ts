// The first reads of a target. They show whether such a service answers, or which gateway does.
import { barrierIn, describeAnswer } from '#attribution';
import { type Api, NoAnswer, ProtocolViolation, type Transport, version, wantsCertificate } from '#client';
import type { OperationId } from '#contract';
import { isRecord, type Reply, valueAt } from '#evidence';
import { isKeyRefusal, isRedirect, isServerError, isSuccess, type Target } from '#run';
import { Unreachable } from './rules.ts';

/** A violation of HTTP is an answer too; the run judges it. */
type ProbeEnd = Reply | ProtocolViolation | NoAnswer;

export async function probe(call: () => Promise<Reply>): Promise<ProbeEnd> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ProtocolViolation) return error;
    throw error;
  }
}

/** Undefined without a readable answer. */
export const replyOf = (end: ProbeEnd | undefined): Reply | undefined => (end instanceof Error ? undefined : end);

/** A 404 without the name of the record may come from a path without a route. */
export type Presence = 'there' | 'not found' | 'bare 404' | 'unknown';

const records =
  /\b(sub-?accounts?|accounts?|customers?|business(es)?|users?|withdrawals?|payouts?|off-?ramps?|orders?|transactions?|conversions?|records?)\b/i;

const routerText = /cannot (get|post)|\b(route|path|url|endpoint|handler)\b|\/v\d/i;

const sentenceOf = (body: unknown): string =>
  ['message', 'error', 'detail', 'title']
    .map((name) => valueAt(body, name))
    .filter((each) => typeof each === 'string')
    .join(' ');

export const presenceOf = (end: ProbeEnd): Presence => {
  if (end instanceof Error) return 'unknown';
  const { status, body } = end;
  if (isSuccess({ status })) return isRecord(body) ? 'there' : 'unknown';
  if (status !== 404) return 'unknown';
  const sentence = sentenceOf(body);
  return records.test(sentence) && !routerText.test(sentence) ? 'not found' : 'bare 404';
};

interface Addressed extends Pick<Target, 'label' | 'baseUrl'> {
  /** A proxy variable that no request uses. */
  readonly unusedProxy?: string | undefined;
}

const isMarkupOrEmpty = ({ empty, problems }: Reply): boolean =>
  empty || problems.some(({ code }) => code === 'NOT_JSON');

const speaks = (end: ProbeEnd): boolean =>
  end instanceof Error
    ? end instanceof ProtocolViolation
    : !isServerError(end) && !isRedirect(end) && !isMarkupOrEmpty(end);

type Probes = readonly (readonly [OperationId, ProbeEnd])[];

const describe = (probes: Probes): string =>
  probes
    .map(([operation, end]) => {
      if (end instanceof Error) return `${operation} ${end.code}`;
      const lack = end.empty ? 'without a body' : 'without JSON';
      return `${operation} ${isMarkupOrEmpty(end) ? `${end.status} ${lack} (${describeAnswer(end)})` : end.status}`;
    })
    .join(', ');

type Failure = readonly [Unreachable['code'], string];

const barredBy = ({ label }: Addressed, replies: readonly Reply[]): Failure | undefined => {
  const [barred] = replies.flatMap((reply) => {
    const barrier = barrierIn(reply);
    return barrier === undefined ? [] : [{ reply, barrier }];
  });
  if (barred === undefined) return undefined;
  const { reply, barrier } = barred;
  const gateway = `a gateway (${describeAnswer(reply)}) before ${label}`;
  switch (barrier.kind) {
    case 'no route':
      return [
        'NOT_THE_SERVICE',
        `${gateway} has no such route: add the stage or path that it wants to RAMP_BASE_URL, such as /prod`,
      ];
    case 'rule':
      return [
        'KEY_REFUSED',
        `${gateway} refuses the request itself: check the key in RAMP_API_KEY, or ask which rule of the gateway blocks this caller`,
      ];
    case 'login':
      return [
        'GATEWAY',
        `${gateway} asks for a login of its own (${barrier.scheme}), not for the key: set RAMP_HEADERS to it, as in Authorization=${barrier.scheme} ...`,
      ];
    case 'another key': {
      const header = barrier.header === undefined ? 'another header' : `the header ${barrier.header}`;
      return ['GATEWAY', `${gateway} asks for a key of its own in ${header}: set RAMP_HEADERS to that header and key`];
    }
    case 'page':
      return [
        'GATEWAY',
        `${gateway} blocks this caller by its address or User-Agent, not by its key: ask the owner to allow your address and ramp-conformance/${version}`,
      ];
  }
};

const failureOf = (addressed: Addressed, probes: Probes): Failure | undefined => {
  const { label, baseUrl, unusedProxy } = addressed;
  const ends = probes.map(([, end]) => end);
  const replies = ends.flatMap((end) => replyOf(end) ?? []);
  const isRefusedEach = ends.every((end) => end instanceof NoAnswer || (!(end instanceof Error) && isKeyRefusal(end)));
  const barred = isRefusedEach ? barredBy(addressed, replies) : undefined;
  if (barred !== undefined) return barred;
  if (replies.length === ends.length && replies.every(isKeyRefusal))
    return [
      'KEY_REFUSED',
      `${label} refuses the key in RAMP_API_KEY: every first read got status ${[...new Set(replies.map(({ status }) => status))].join(' or ')}`,
    ];
  if (ends.every((end) => presenceOf(end) === 'bare 404'))
    return [
      'NOT_THE_SERVICE',
      `${label} has nothing under ${new URL(baseUrl).pathname}: ${describe(probes)}; set RAMP_BASE_URL to what stands before /v1 and /v2`,
    ];
  if (ends.some(speaks)) return undefined;
  const [silent] = ends.filter((end) => end instanceof NoAnswer);
  if (silent && ends.every((end) => end instanceof NoAnswer)) {
    const isOfWay = silent.code === 'DNS' || silent.code === 'CONNECT';
    const ofProxy =
      isOfWay && unusedProxy
        ? `; ${unusedProxy} is set, but ramp-conformance does not use it: set RAMP_PROXY to use a proxy`
        : '';
    const why = silent.message.replace(`${silent.operation}: `, '');
    return ['UNREACHABLE', `${label} cannot be tested: ${why} (${silent.code})${ofProxy}`];
  }
  return [
    'NOT_THE_SERVICE',
    `${label} does not answer as a JSON service: ${describe(probes)}; check RAMP_BASE_URL and its path`,
  ];
};

/**
 * Three reads that every service has. One broken endpoint is a finding of the run. The target is given up only if none
 * of the reads has an answer of such a service.
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
  const probes = await Promise.all(calls.map(async ([operation, call]) => [operation, await probe(call)] as const));
  const failure = failureOf(addressed, probes);
  if (failure !== undefined) {
    const [code, why] = failure;
    const { message: hint } = wantsCertificate;
    throw new Unreachable(way.lacksCertificate && !why.includes(hint) ? `${why}; ${hint}` : why, code);
  }
  const failed = probes.filter(([, end]) => !speaks(end) || !isSuccess({ status: 0, ...replyOf(end) }));
  return failed.length === 0 ? [] : [`First reads that failed: ${describe(failed)}`];
}
