import { describe, expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { lockOutsIn, whyTurnedAway } from './lock-out.ts';
import { type ReplyOptions, replyOf, settingOf } from './reply.test.support.ts';

const setting = settingOf();
const turnedAway = (...replies: readonly Reply[]) => replies.filter(lockOutsIn(replies, setting));

const read = (options: ReplyOptions, value = setting.keys.full): Reply => {
  const reply = replyOf({ operation: 'balances.read', ...options });
  const credential = { in: 'header', value } as const;
  return { ...reply, request: { ...reply.request, method: 'GET', path: '/balances', credential } };
};

const served = read({ body: { balances: {} } });
const page = read({ status: 403 });
const order = replyOf({ operation: 'onramp.initiate', status: 403 });

describe('the caller was turned away', () => {
  test('where a read that was served at another time is answered so', () => {
    expect(turnedAway(served, page, order)).toEqual([page, order]);
  });

  test('where a quota has ended, by a read that was served before', () => {
    const quota = read({ status: 402, body: { error: 'quota', message: 'Monthly quota exceeded' } });
    expect(turnedAway(served, quota)).toEqual([quota]);
  });

  test('by a documented 403 to the full key, which is let in around it nowhere', () => {
    const refused = read({ status: 403, body: { error: 'Forbidden', message: 'Zu viele Versuche' } });
    const ofKey = read(
      { status: 403, body: { error: 'Forbidden', message: 'Zu viele Versuche' } },
      setting.keys.restricted,
    );
    expect(turnedAway(served, ofKey, refused)).toEqual([ofKey, refused]);
    expect(turnedAway(served, refused)).toEqual([refused]);
  });

  test('where a page refuses an order, and one of its kind is answered', () => {
    const answered = (...pages: readonly Reply[]) =>
      pages.map((before) => ({ ...replyOf({ operation: 'onramp.initiate' }), before }));
    const unread = { ...replyOf({ operation: 'onramp.initiate', status: 404 }), empty: false };
    expect(turnedAway(...answered(order, unread), order, unread)).toEqual([order, unread]);
    expect(turnedAway({ ...unread, before: unread }, unread)).toEqual([]);
  });

  test('where a body is too large for a gateway', () => {
    const large = replyOf({ operation: 'onramp.initiate', status: 413 });
    expect(turnedAway(large)).toEqual([large]);
  });
});

test('a 403 to a weaker key between served reads is about its permission', () => {
  const body = { error: 'Forbidden', message: 'Kein Zugriff' };
  const ofKey = read({ status: 403, body }, setting.keys.restricted);
  expect(turnedAway(served, ofKey, served, read({ status: 403, body }))).toEqual([]);
});

test.each([
  ['where no read shows it', [served, order]],
  ['where the read was never served', [page, order]],
  ['where the refused read got another answer', [served, read({ status: 402 }), order]],
  ['where the key lacks permission', [served, read({ status: 403 }, setting.keys.restricted), order]],
  [
    'where the refused read got a documented error in other words',
    [served, read({ status: 403, body: { error: 'Forbidden', message: 'You may not access this' } }), order],
  ],
  ['by a 404', [served, read({ status: 404 }), order]],
])('a refused order is no lock-out %s', (_, replies) => {
  expect(turnedAway(...replies)).not.toContain(order);
});

test('a page counts requests or errors, and a text of the service is a lock-out by keys', () => {
  const shown = {
    ...read({ status: 403, headers: { 'content-type': 'text/html' } }),
    empty: false,
    product: 'HAProxy',
  };
  expect(whyTurnedAway(shown).reason).toContain(
    'limit on requests or errors refused the caller (HAProxy, 403, text/html)',
  );
  expect(whyTurnedAway(shown).reason).toContain('lower RAMP_REQUESTS_PER_SECOND');
  const said = read({ status: 403, body: { error: 'Forbidden', message: 'Too many failed attempts' } });
  expect(whyTurnedAway(said).reason).toBe('the service locked the caller out after several refused keys');
});
