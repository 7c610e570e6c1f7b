import type { OperationId, SeenRequest, WireReply } from '#sandbox';
import { errorBody, forget, isInitiation, refusing } from '../refusal.ts';
import { keyOf, timesBefore } from '../requests.ts';
import { type Hook, succeeded } from '../rewriting.ts';
import { alternatives, type Variation, variants } from '../variation.ts';

const away = (status: 429 | 503, headers: Readonly<Record<string, string>> = {}): WireReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: errorBody(status, status === 429 ? 'Too many requests' : 'The service is down for a moment; try again'),
});

/** Number of a read, from 0, of those that this world has not seen before; undefined for other requests. */
function freshRead(request: SeenRequest, of: OperationId | undefined): number | undefined {
  const { operation, method, path, query } = request;
  if (method !== 'GET' || (of !== undefined && operation !== of)) return undefined;
  const asked = `turned away ${path} ${JSON.stringify(query)}`;
  return timesBefore(request, asked) === 0 ? timesBefore(request, 'fresh reads') : undefined;
}

/** Refuses the first attempt of some reads, of one operation where it is named; the second attempt is served. */
const turningAway =
  (which: (read: number) => boolean, reply: () => WireReply, of?: OperationId): Hook =>
  (_reply, request) => {
    const read = freshRead(request, of);
    return read !== undefined && which(read) ? reply() : undefined;
  };

const every = (period: number) => (number: number) => number % period === period - 1;
const once = (read: number) => read === 1;

/** Sendings of the same bytes that a limit meets: a third is let through, however requests meet. */
const sendingsMet = 2;

/** True for some sendings of orders by their number, and never for all that a client may send of one order. */
const meets = (which: (order: number) => boolean, request: SeenRequest, counted: string): boolean => {
  if (!which(timesBefore(request, counted))) return false;
  const { path, body } = request;
  return timesBefore(request, `met ${keyOf(request)} ${path} ${JSON.stringify(body)}`) < sendingsMet;
};

/** Refuses every so many requests with a body, as a gateway in front of the service does, valid or not. */
const atTheGate =
  (period: number, refusal: () => WireReply): Hook =>
  (reply, request) => {
    if (request.method !== 'POST' || !meets(every(period), request, 'posts')) return undefined;
    if (succeeded(reply)) forget(request);
    return refusal();
  };

const shortly = () => ({ 'Retry-After': new Date(Date.now() + 1000).toUTCString() });

/** All of them make a client wait, if only for a moment. */
const combinable = variants(
  'rate-limit',
  {
    'Every third read is answered 429 at first, to be asked again at once.': turningAway(every(3), () =>
      away(429, { 'Retry-After': '0' }),
    ),
  },
  { waits: true },
);

const exclusive = alternatives(
  'rate-limit',
  {
    'A listing of offramps is answered 429 at first, to be asked again in a second.': turningAway(
      once,
      () => away(429, { 'retry-after': '1' }),
      'offramp.list',
    ),
    'A listing of conversions is answered 429 at first, to be asked again from a point in time on.': turningAway(
      once,
      () => away(429, shortly()),
      'conversion.list',
    ),
    'A read of a subaccount is answered 429 at first, without a time.': turningAway(
      once,
      () => away(429),
      'subaccount.read',
    ),
    'Every third order is answered 429 and leaves nothing behind.': refusing(
      (request) => isInitiation(request.operation) && meets(every(3), request, `orders of ${request.operation}`),
      () => away(429, { 'Retry-After': '0' }),
    ),
    'What limits the rate stands before the service and answers every fifth order in plain text.': [
      { deposit: { effect: (held) => held } },
      atTheGate(5, () => ({
        status: 429,
        headers: { 'content-type': 'text/plain', 'retry-after': '0' },
        body: undefined,
        raw: 'Too Many Requests',
      })),
    ],
    'What limits the rate stands before the service and answers every fourth order with a page.': [
      { deposit: { effect: (held) => held } },
      atTheGate(4, () => ({
        status: 429,
        headers: { 'content-type': 'text/html', 'retry-after': '0' },
        body: undefined,
        raw: '<html><body>429 Too Many Requests</body></html>',
      })),
    ],
    'What limits the rate stands before the service and answers every third order with nothing.': [
      { deposit: { effect: (held) => held } },
      atTheGate(3, () => ({ status: 429, headers: { 'retry-after': '0' }, body: undefined })),
    ],
    'While the service restarts the second initiation of each kind is answered 503 and leaves nothing behind.':
      refusing(
        (request) => isInitiation(request.operation) && timesBefore(request, `restart ${request.operation}`) === 1,
        () => away(503, { 'Retry-After': '0' }),
      ),
    'While the service restarts some reads are answered 503 at first, to be asked again at once.': turningAway(
      every(4),
      () => away(503, { 'Retry-After': '0' }),
    ),
  },
  { waits: true },
);

export const variations: readonly Variation[] = [...combinable, ...exclusive];
