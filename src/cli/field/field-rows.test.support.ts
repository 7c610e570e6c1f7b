import type { Profile } from '#contract';
import type { Gateway } from './gateway.test.support.ts';
import {
  badGateway,
  bansAfter,
  blockedForGood,
  blocksOddValues,
  cachesByUrl,
  compresses,
  delays,
  failsAt,
  failsSometimes,
  forbidden,
  lacksRoutes,
  limitedWithTime,
  limitsBodies,
  limitsOrders,
  limitsOrdersAtFirst,
  limitsRate,
  locksOut,
  losesOrders,
  ownFailure,
  parsesFirst,
  quotaSpent,
  replacesErrors,
  stripsSlashes,
  unavailable,
  unavailableFor,
} from './gateways.test.support.ts';

interface Row {
  readonly gateway: () => Gateway;
  readonly profile: Profile;
  /** 0 where everything was tested in the end, 3 where something kept a promise from being tested. */
  readonly ends: readonly (0 | 3)[];
  /** Most orders that may be sent, where each may have arrived and its outcome stays open. */
  readonly orders?: number;
}

/** With fewer requests: what costs time, and what meets every request alike. */
const short = (gateway: () => Gateway, ...ends: readonly (0 | 3)[]): Row => ({
  gateway,
  ends,
  profile: 'smoke',
});
const whole = (gateway: () => Gateway, ...ends: readonly (0 | 3)[]): Row => ({
  gateway,
  ends,
  profile: 'gate',
});

/** Those that were under way when the sixth was lost are under way still. */
const maxLost = 16;

const isTaxonomy = (path: string) => path.includes('/taxonomy/');

export const right: Readonly<Record<string, Row>> = {
  'answers every order with 429': short(limitsOrders, 3),
  'answers every order with 429 and a time': short(() => limitsOrders('1'), 3),
  'answers every order with 502': { ...short(() => losesOrders, 3), orders: maxLost },
  'answers each order with 429 at first': short(limitsOrdersAtFirst, 0),
  'lets 30 a second pass': short(() => limitsRate(30), 0),
  'lets 30 a second pass and names a time': short(() => limitsRate(30, limitedWithTime), 0),
  'lets 30 a second pass, with a 403 of HAProxy': short(() => limitsRate(30, forbidden), 0, 3),
  'turns everybody away after a while with a page': whole(() => bansAfter(300, forbidden), 3),
  'turns everybody away after a while in JSON': short(() => bansAfter(90, blockedForGood), 3),
  'ends a quota': short(() => bansAfter(60, quotaSpent), 3),
  // An order that it answers may have arrived; whether there is one hangs on the moment.
  'lets 30 a second pass, with a 503 of nginx': short(() => limitsRate(30, unavailable), 0, 3),
  'lets 30 a second pass, with a 503 and a time': short(() => limitsRate(30, unavailableFor), 0, 3),
  'reaches nothing behind one path': short(() => failsAt(isTaxonomy, badGateway), 3),
  'answers 2 % with 502': whole(() => failsSometimes(50, 502), 3),
  'answers 5 % with 408': short(() => failsSometimes(20, 408), 3),
  'answers 3 % with 504': short(() => failsSometimes(33, 504), 3),
  'answers after 50 to 1,000 ms': short(() => delays(50, 100, 50, 300, 50, 50, 1_000), 0),
  compresses: short(compresses, 0),
  'limits bodies': whole(() => limitsBodies(1_000), 0),
  'limits bodies to less than an order': short(() => limitsBodies(64), 3),
  'blocks odd values': whole(blocksOddValues, 0),
  'reads the body before the key': whole(parsesFirst, 0),
  'has pages of its own for failures': short(() => replacesErrors(500, 502, 503), 0),
  'locks out after 20 refused keys': whole(() => locksOut(20, 403), 3),
  'limits the rate after 20 refused keys': whole(() => locksOut(20, 429), 3),
};

export const refusals: Readonly<Record<string, readonly [status: number, body: unknown, profile?: Profile]>> =
  {
    'in a sentence': [
      422,
      { statusCode: 422, message: 'The transfer exceeds your daily allowance', error: 'Unprocessable' },
      'gate',
    ],
    'in several sentences': [
      400,
      { statusCode: 400, message: ['amount must not be less than 5000'], error: 'Bad Request' },
    ],
    'in another language': [422, { message: 'O valor está abaixo do mínimo permitido' }],
    'by a code': [409, { error: { code: 'CORRIDOR_CLOSED', details: { corridor: 'USD-NGN' } } }, 'gate'],
    'as a problem': [
      422,
      { type: 'about:blank', title: 'Velocity limit', status: 422, detail: 'Too many transfers today' },
    ],
  };

/** What must deviate, and what may besides: what follows from it is untested because of it. */
type Wrong = readonly [gateway: () => Gateway, requirement: RegExp, besides?: RegExp];

export const wrong: Readonly<Record<string, Wrong>> = {
  'serves what a cache keeps to refused keys': [cachesByUrl, /refuses-a-missing-key$/, /./],
  'answers what is absent with markup': [
    () => replacesErrors(404),
    /refuses-an-(?:absent|unknown)-/,
    /^http\/sends-json$/,
  ],
  'answers a restricted key with markup': [
    () => replacesErrors(403),
    /refuses-a-restricted-key$/,
    /^http\/sends-json$/,
  ],
  'redirects the slash of a listing': [
    stripsSlashes,
    /^offramp\.list\/answers-with-its-record$/,
    /^http\/does-not-redirect$/,
  ],
  'fails at every read of one path': [
    () => failsAt(isTaxonomy, ownFailure),
    /^taxonomy\.list\/answers-with-its-record$/,
    /^taxonomy\.list\/survives-/,
  ],
  'routes nothing below /v2': [
    () => lacksRoutes((path) => path.startsWith('/v2/')),
    /^o(?:n|ff)ramp\.\w+\/answers-with-its-record$/,
  ],
};
