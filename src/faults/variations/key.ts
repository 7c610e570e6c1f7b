import { randomUUID } from 'node:crypto';
import { isListing, operationOf } from '#contract';
import { sandboxKeys, type WireReply } from '#sandbox';
import { keyOf, timesBefore, type When } from '../requests.ts';
import { answering, errorBody, type Hook, isRecord, succeeded } from '../rewriting.ts';
import { alternatives, circumstance, hiding, onRefusal, shown, variants } from '../variation.ts';

const borne = 12;

const lockingOut =
  (concerns: When, answer: Pick<WireReply, 'status' | 'body'>): Hook =>
  (reply, request) => {
    const { memory } = request.world;
    const isLocked = Number(memory.get('refused keys') ?? 0) > borne;
    if (reply.status === 401) timesBefore(request, 'refused keys');
    if (!isLocked || !concerns(request)) return;
    Object.assign(reply, structuredClone(answer));
    reply.headers['content-type'] = 'application/json';
  };

const isWrong: When = (request) => !new Set(Object.values({ ...sandboxKeys })).has(keyOf(request));

alternatives('keys', {
  'After a dozen refused keys every request is answered 403.': circumstance(
    lockingOut(() => true, {
      status: 403,
      body: { error: 'Gesperrt', message: 'Zu viele Fehlversuche' },
    }),
  ),
  'After a dozen refused keys the right key is refused too.': circumstance(
    lockingOut((request) => !isWrong(request), {
      status: 401,
      body: { error: 'Unauthorized', message: 'Invalid or missing API key' },
    }),
  ),
  'After a dozen refused keys wrong ones are answered 403, while the right one works.': circumstance(
    lockingOut(isWrong, {
      status: 403,
      body: { error: 'Blocked', message: 'Try again later' },
    }),
  ),
});

variants('keys', {
  'A body that is no JSON is refused before the key is looked at.': {
    authentication: { stage: () => 'after-reading' },
  },
});

const isInCapitals: When = ({ params }) => /[A-F]/.test(params.subaccountId ?? '');

alternatives('keys', {
  'An id in capitals leads nowhere, and no key is looked at there.': answering(
    { status: 401, when: isInCapitals },
    ({ headers }, { path }) => ({ headers, status: 404, body: errorBody(404, 'No such path', path) }),
  ),
});

/** A refusal may repeat the request, and name the account of the key. */
alternatives('refusals', {
  'A refusal of a key names what was asked for, and has a trace id.': shown((reply, { path }) => {
    if (!isRecord(reply.body) || (reply.status !== 401 && reply.status !== 403)) return;
    reply.headers['x-asked-for'] = path.toUpperCase();
    reply.headers['x-trace-id'] = randomUUID();
    reply.body.message = `${reply.body.message} (${decodeURIComponent(path)})`;
  }),
  'A 403 names the account that the key is of.': shown(
    onRefusal((body, reply) => {
      if (reply.status === 403)
        body.message = `${body.message} of the account account@example.com, see https://docs.example.com/errors#403`;
    }),
  ),
  'A 401 says with which letters keys begin.': shown(
    onRefusal((body, reply) => {
      if (reply.status === 401) body.message = `${body.message}: keys begin with ${sandboxKeys.full.slice(0, 13)}`;
    }),
  ),
});

const isOfOther: When = (request) => keyOf(request) === sandboxKeys.other;

/** Another account has no such subaccount, so the answer is 404 and not 403. */
variants('keys', {
  'A key of another account gets 404 for a record of this one, and empty listings.': shown((reply, request) => {
    if (reply.status !== 403 || !isOfOther(request)) return;
    const { operation } = request;
    const size = isListing(operation) ? operationOf(operation).page?.counts : undefined;
    reply.status = size === undefined ? 404 : 200;
    reply.body =
      size === undefined
        ? { error: 'Not Found', message: 'Subaccount not found' }
        : { data: [], [size]: 0, page: 1, limit: 10, totalPages: 0 };
  }),
  'A key of another account gets 403 for the balances.': answering(
    { operation: 'balances.read', when: isOfOther },
    { status: 403, body: { error: 'Forbidden', message: 'You do not have permission' } },
  ),
});

/** A run for another subaccount makes the same deposits, except for the one with an amount of its own. */
const testedAlike: Hook = (reply, request) => {
  const { operation, body, world } = request;
  const credited = (world.memory.get('deposited by a like run') ?? {}) as Record<string, number>;
  if (operation === 'deposit.simulate' && succeeded(reply) && isRecord(body)) {
    const currency = String(body.currency).toLowerCase();
    const amount = Number(body.amount);
    const own = Number.isInteger(amount) ? amount : amount - 0.01;
    world.memory.set('deposited by a like run', { ...credited, [currency]: (credited[currency] ?? 0) + own });
  }
  if (operation !== 'balances.read' || !isOfOther(request) || !isRecord(reply.body)) return;
  reply.body.balances = { usd: 0, eur: 0, ngn: 0, brl: 0, ghs: 0, tzs: 0, ...credited };
};

alternatives(
  'keys',
  {
    'Another account is credited by its own clients meanwhile.': circumstance((reply, request) => {
      if (request.operation !== 'balances.read' || !isOfOther(request) || !isRecord(reply.body)) return;
      const reads = timesBefore(request, 'balances of another');
      reply.body.balances = { usd: 10 + 250 * reads, eur: 90 * reads, ngn: 70_000 * reads };
    }),
    'Another account is tested by a like run meanwhile.': circumstance(testedAlike),
  },
  { keepsBack: [] },
);

const isUnrouted: When = ({ operation }) => operation === undefined;

/** Routers and pages that answer paths outside the document for any caller. */
variants('keys', {
  'An unknown path is answered 404 with a page of HTML where the key is missing.': hiding(
    answering({ when: isUnrouted }, ({ headers }, { path }) => ({
      status: 404,
      headers: { ...headers, 'content-type': 'text/html' },
      raw: `<!DOCTYPE html><title>Error</title><pre>Cannot GET ${path}</pre>`,
    })),
  ),
  'An unknown path is answered 200 with the page of an application where the key is missing.': answering(
    { when: isUnrouted },
    ({ headers }) => ({
      status: 200,
      headers: { ...headers, 'content-type': 'text/html' },
      raw: '<!DOCTYPE html><title>Portal</title><div id="app"></div>',
    }),
  ),
});
