import { describe, expect, test } from 'vitest';
import type { Profile } from '#run';
import {
  type Asked,
  badGateway,
  type Gateway,
  hurried,
  instead,
  isMalformed,
  isOrder,
  json,
  limited,
  nginx,
  page,
  runBehind,
  through,
  withOutcome,
} from './gateway.test.support.ts';

const limitedWithTime = json(429, { message: 'Too Many Requests' }, { 'retry-after': '1' });
/** HAProxy's default where a rule turns a caller away. */
const forbidden = page(403, 'haproxy', 'Forbidden');

/** After so many refused keys the caller is locked out for a moment, with any key. */
const locksOut = (after: number): Gateway => {
  let refused = 0;
  return async (_asked, forward) => {
    if (refused >= after) return json(403, { error: 'Forbidden', message: 'Too many failed attempts' });
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
  /** A reason for which promises were not tested. */
  readonly reason?: string;
}

/** With fewer requests: for what costs time, and what meets every request alike. */
const short = (gateway: () => Gateway, ...ends: Row['ends']): Row => ({ gateway, ends, profile: 'smoke' });
const whole = (gateway: () => Gateway, ...ends: Row['ends']): Row => ({ gateway, ends, profile: 'gate' });

/** So many in a row, and none is placed after them. */
const maxLost = 3;

const isOdd = ({ path, body }: Asked) =>
  /%2e%2e|%00|%27|%3c|\.\.|['<>;]|script|:null|taxonomy\/(?![A-Z])/.test(path + body.toString('utf8'));
const isSuspicious = ({ path, body }: Asked) =>
  /[^\w {}[\]":,./?&=@+-]|--|\.\./.test(decodeURIComponent(path.replaceAll(/%(?![\da-f]{2})/gi, '<')) + body);
const isLongerThan =
  (bytes: number) =>
  ({ body }: Asked) =>
    body.length > bytes;
const isHexadecimal = ({ body }: Asked) => /\b0x[\da-f]{3,}/i.test(body.toString('utf8'));
const isAfter = (requests: number) => (_asked: Asked, count: number) => count > requests;

const tooLarge = nginx(413, 'Request Entity Too Large');
const noJson = json(400, { message: 'Unexpected token in JSON', error: 'Bad Request' });
const notFound = nginx(404, 'Not Found');
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
  'turns everybody away after a while with a page': {
    ...short(instead(forbidden, isAfter(90)), 3),
    reason: 'a limit on requests or errors refused the caller (HAProxy, 403, text/html)',
  },
  'blocks what begins with 0x, as a rule against SQL': {
    ...short(instead(nginx(403, 'Forbidden'), isHexadecimal), 3),
    reason: 'a firewall rule (nginx, 403, text/html) blocks orders with an address that begins with 0x',
  },
  'turns single orders and reads away, with a 403 of HAProxy and a 404 of nginx': whole(
    () => {
      const sent = { orders: 0, reads: 0 };
      return (asked, forward) => {
        const kind = isOrder(asked) ? 'orders' : 'reads';
        sent[kind] += 1;
        if (sent[kind] % (kind === 'orders' ? 15 : 250) !== 4) return forward();
        return kind === 'orders' && sent.orders % 2 !== 0 ? notFound : forbidden;
      };
      // A request with a key that is to be refused is not sent again.
    },
    0,
    3,
  ),
  'limits bodies, blocks odd values and reads the body before the key': whole(
    both(instead(noJson, isMalformed), instead(tooLarge, isLongerThan(1_000)), instead(blocked, isOdd)),
    0,
  ),
  'closes the connection on characters that are in no order, on what is not valid JSON and on long bodies': whole(
    () => (asked, forward) => {
      if (isSuspicious(asked) || isMalformed(asked) || isLongerThan(16_384)(asked))
        throw new Error('the connection is closed');
      return forward();
    },
    0,
  ),
  'locks out after 10 refused keys': short(() => locksOut(10), 3),
};

/** One of each party that may stand before a service; the others of its kind are tables of units, faults and variations. */
describe('a right service is not blamed where a gateway before it', () => {
  test.concurrent.each(Object.entries(right))(
    '%s',
    async (_name, { gateway, profile, ends, orders = Number.POSITIVE_INFINITY, reason = '' }) => {
      const { verdict, passed } = await runBehind(gateway(), { ...hurried, profile });
      expect(withOutcome(verdict, 'deviates')).toEqual([]);
      expect(ends).toContain(verdict.exitCode);
      expect(verdict.requirements.map((each) => each.reason ?? '').join()).toContain(reason);
      expect(passed.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(orders);
    },
  );
});
