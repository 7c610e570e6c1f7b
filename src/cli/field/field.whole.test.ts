import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Profile } from '#contract';
import {
  type Answered,
  type Asked,
  badGateway,
  changing,
  type Gateway,
  hurried,
  instead,
  isOrder,
  json,
  limited,
  nginx,
  page,
  replacesErrors,
  runBehind,
  through,
  withOutcome,
} from './gateway.test.support.ts';

const limitedWithTime = json(429, { message: 'Too Many Requests' }, { 'retry-after': '1' });
/** HAProxy's default where a rule turns a caller away. */
const forbidden = page(403, 'haproxy', 'Forbidden');

const notFound = nginx(404, 'Not Found');

/** Each order is refused for its rate when it first comes: which ones are must not hang on how they meet. */
const limitsOrdersAtFirst = (): Gateway => {
  const refused = new Set<string>();
  return (asked, forward) => {
    const order = `${asked.path} ${asked.headers['x-api-key']} ${asked.body}`;
    if (!isOrder(asked) || refused.delete(order)) return forward();
    refused.add(order);
    return limited;
  };
};

/** So many requests a second pass, a burst of as many included; the others are refused, by turns in each of these ways. */
const limitsRate = (perSecond: number, ...refusals: readonly Answered[]): Gateway => {
  let level = 0;
  let refused = 0;
  let at = performance.now();
  return (_asked, forward) => {
    const now = performance.now();
    level = Math.max(0, level - ((now - at) / 1000) * perSecond);
    at = now;
    if (level + 1 > perSecond) {
      refused += 1;
      return refusals[refused % refusals.length] ?? limited;
    }
    level += 1;
    return forward();
  };
};

/** Turns each so many-th request away, by turns in each of these ways. */
const turnsAway = (each: number, ...refusals: readonly Answered[]): Gateway => {
  let requests = 0;
  return (_asked, forward) => {
    requests += 1;
    const refusal = requests % each === 0 ? refusals[(requests / each) % refusals.length] : undefined;
    return refusal ?? forward();
  };
};

/** Answers later, by turns. */
const delays = (...milliseconds: readonly number[]): Gateway => {
  let requests = 0;
  return async (_asked, forward) => {
    requests += 1;
    await pause(milliseconds[requests % milliseconds.length]);
    return forward();
  };
};

/** Compresses what a client accepts compressed. */
const compresses = changing((answer, { headers }) => {
  if (!/gzip/.test(headers['accept-encoding'] ?? '') || answer.body.length === 0) return answer;
  const more = { 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return { ...answer, headers: { ...answer.headers, ...more }, body: gzipSync(answer.body) };
});

/** After so many refused keys the caller is locked out for a moment, with any key. */
const locksOut = (after: number, status: 403 | 429): Gateway => {
  let refused = 0;
  return async (_asked, forward) => {
    if (refused >= after) return json(status, { error: 'Forbidden', message: 'Too many failed attempts' });
    const answer = await forward();
    if (answer.status === 401) refused += 1;
    return answer;
  };
};

interface Row {
  readonly gateway: () => Gateway;
  readonly profile: Profile;
  /** 0 where everything was tested in the end, 3 where something kept a promise from being tested. */
  readonly ends: readonly (0 | 3)[];
  /** Maximal orders that may be sent, where each may have arrived and its outcome stays open. */
  readonly orders?: number;
}

/** With fewer requests: for what costs time, and what meets every request alike. */
const short = (gateway: () => Gateway, ...ends: Row['ends']): Row => ({ gateway, ends, profile: 'smoke' });
const whole = (gateway: () => Gateway, ...ends: Row['ends']): Row => ({ gateway, ends, profile: 'gate' });

/** Those that were under way when the sixth was lost are under way still. */
const maxLost = 16;

const isTaxonomy = ({ path }: Asked) => path.includes('/taxonomy/');
const isOdd = ({ path, body }: Asked) =>
  /%2e%2e|%00|%27|%3c|\.\.|['<>;]|script|:null|taxonomy\/(?![A-Z])/.test(path + body.toString('utf8'));
const isNoJson = (asked: Asked) => {
  if (!isOrder(asked) || asked.body.length === 0) return false;
  try {
    JSON.parse(asked.body.toString('utf8'));
    return false;
  } catch {
    return true;
  }
};
const isSuspicious = ({ path, body }: Asked) =>
  /[^\w {}[\]":,./?&=@+-]|--|\.\./.test(decodeURIComponent(path.replaceAll(/%(?![\da-f]{2})/gi, '<')) + body);
const isLongerThan =
  (bytes: number) =>
  ({ body }: Asked) =>
    body.length > bytes;
const isAfter = (requests: number) => (_asked: Asked, count: number) => count > requests;
const isEvery = (requests: number) => (_asked: Asked, count: number) => count % requests === 0;

/** nginx's default where a rate is limited: no `Retry-After`. */
const unavailable = nginx(503, 'Service Temporarily Unavailable');
const unavailableFor = json(503, { message: 'Overloaded' }, { 'retry-after': '1' });
const tooLarge = nginx(413, 'Request Entity Too Large');
const blockedForGood = json(403, {
  statusCode: undefined,
  error: 'Forbidden',
  message: 'Blocked: too many requests',
});
const quotaSpent = json(402, { statusCode: undefined, error: 'quota', message: 'Monthly quota exceeded' });
const noJson = json(400, { message: 'Unexpected token in JSON', error: 'Bad Request' });
const blocked = page(403, 'cloudflare', 'Forbidden');

const both =
  (...gateways: readonly (() => Gateway)[]) =>
  (): Gateway =>
    through(...gateways.map((gateway) => gateway()));

/** Refuses orders for their rate, by turns with a time and without. */
const limitsOrders = (): Gateway => {
  let orders = 0;
  return (asked, forward) => {
    if (!isOrder(asked)) return forward();
    orders += 1;
    return orders % 2 === 0 ? limitedWithTime : limited;
  };
};

const right: Readonly<Record<string, Row>> = {
  'answers every order with 429, with a time and without': short(limitsOrders, 3),
  'answers every order with 502': { ...short(instead(badGateway, isOrder), 3), orders: maxLost },
  'answers each order with 429 at first, compresses, answers after 50 to 1,000 ms and has other pages for failures':
    short(
      both(limitsOrdersAtFirst, compresses, replacesErrors(500, 502, 503), () =>
        delays(50, 100, 50, 300, 50, 50, 1_000),
      ),
      0,
    ),
  'lets 30 a second pass, and names a time or none': short(() => limitsRate(30, limited, limitedWithTime), 0),
  // Which requests are turned away hangs on how they meet: an order that a 503 answers may have arrived.
  'turns every fifth away, with a 403 of HAProxy, a 503 of nginx and a 503 with a time': short(
    () => turnsAway(5, forbidden, unavailable, unavailableFor),
    0,
    3,
  ),
  'turns one read of an absent thing away with a 403 of HAProxy': short(() => {
    let isOver = false;
    return ({ method, path }, forward) => {
      if (isOver || method !== 'GET' || !/subaccount\/(?!5eed)/.test(path)) return forward();
      isOver = true;
      return forbidden;
    };
  }, 0),
  'turns single orders away, with a 403 of HAProxy and a 404 of nginx': short(
    () => {
      let orders = 0;
      return (asked, forward) => {
        orders += isOrder(asked) ? 1 : 0;
        if (!isOrder(asked) || orders % 5 !== 4) return forward();
        return orders % 2 === 0 ? forbidden : notFound;
      };
      // One with a key that is to be refused is not placed again.
    },
    0,
    3,
  ),
  'turns everybody away after a while with a page': short(instead(forbidden, isAfter(90)), 3),
  'turns everybody away after a while in JSON': short(instead(blockedForGood, isAfter(90)), 3),
  'ends a quota': short(instead(quotaSpent, isAfter(60)), 3),
  'reaches nothing behind one path, and limits bodies to less than an order': short(
    both(instead(badGateway, isTaxonomy), instead(tooLarge, isLongerThan(64))),
    3,
  ),
  'answers 4 % with 502': short(instead(badGateway, isEvery(25)), 0, 3),
  'answers 5 % with 408 and 3 % with 504': short(
    both(
      instead(nginx(408, 'Request Time-out'), isEvery(20)),
      instead(nginx(504, 'Gateway Time-out'), isEvery(33)),
    ),
    0,
    3,
  ),
  'limits bodies, blocks odd values and reads the body before the key': whole(
    both(instead(noJson, isNoJson), instead(tooLarge, isLongerThan(1_000)), instead(blocked, isOdd)),
    0,
  ),
  'closes the connection on characters that are in no order, on what is no JSON and on long bodies': whole(
    () => (asked, forward) => {
      if (isSuspicious(asked) || isNoJson(asked) || isLongerThan(16_384)(asked))
        throw new Error('the connection is closed');
      return forward();
    },
    0,
  ),
  'closes the connection on what has no key': short(
    () => (asked, forward) => {
      if (asked.headers['x-api-key'] === undefined) throw new Error('the connection is closed');
      return forward();
    },
    3,
  ),
  'locks out after 10 refused keys': short(() => locksOut(10, 403), 3),
  'limits the rate after 10 refused keys': short(() => locksOut(10, 429), 3),
};

describe('a right service is not blamed where a gateway before it', () => {
  test.concurrent.each(Object.entries(right))(
    '%s',
    async (_name, { gateway, profile, ends, orders = Number.POSITIVE_INFINITY }) => {
      const { verdict, passed } = await runBehind(gateway(), { ...hurried, profile });
      expect(withOutcome(verdict, 'deviates')).toEqual([]);
      expect(ends).toContain(verdict.exitCode);
      expect(passed.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(orders);
    },
  );
});
