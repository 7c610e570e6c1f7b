import { expect, test } from 'vitest';
import type { Oddity, Purpose, Reply } from '#evidence';
import { attribute } from './attribute.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

const answered = (odd: Oddity | undefined, more: Partial<Reply> = {}): Reply => ({
  ...replyOf({
    status: more.status ?? 400,
    body: { error: 'Bad Request', message: 'no' },
    ...(odd && { purpose: { odd } }),
  }),
  ...more,
});

const page = { body: undefined, empty: false, contentType: 'text/html', problems: [] } as const;
const ofNginx = { ...page, status: 403, product: 'nginx', headers: { server: 'nginx' } } as const;

const attributed = (...replies: readonly Reply[]) =>
  attribute({ replies, setting: settingOf(), isValidRequest: () => false })();

test('a kind is blocked where a gateway answered each of its requests, of those that a check asked about', () => {
  const [first, second] = [answered('malformed JSON', ofNginx), answered('malformed JSON', ofNginx)];
  const own = answered('a wrong type');
  const attribution = attributed(first, second, own, answered('a null', ofNginx));
  expect(attribution.judgeable([first, second, own])).toEqual([own]);
  expect(attribution.blocked()).toEqual([{ kind: 'malformed JSON', by: 'nginx', status: 403 }]);
});

test('a kind that the service answered once is not blocked', () => {
  const replies = [answered('malformed JSON', ofNginx), answered('malformed JSON')];
  const attribution = attributed(...replies);
  attribution.judgeable(replies);
  expect(attribution.blocked()).toEqual([]);
});

test('a refusal in a page that names a gateway is none of the service, and one in a page of its own is', () => {
  const [gateways, own] = [
    { ...page, status: 404, product: 'Apache', problems: [] },
    { ...page, status: 404 },
  ];
  const notJson = [{ code: 'NOT_JSON', where: '$', expected: 'JSON', observed: 'text/html' }];
  const by = (more: Partial<Reply>) => attributed().of(answered(undefined, { ...more, problems: notJson })).by;
  expect(by(gateways)).toBe('gateway');
  expect(by(own)).toBe('page');
});

test('a refusal that must come, in the words of a valid order, is left out where those are a rule for its subaccount', () => {
  const order = (subaccountId: string, currency: string, message?: string, purpose: Partial<Purpose> = {}): Reply =>
    replyOf({
      operation: 'deposit.simulate',
      status: message === undefined ? 204 : 422,
      body: message && { error: 'Refused', message },
      sent: { currency, amount: 100, accountNumber: '0123456789' },
      input: { subaccountId },
      purpose,
    });
  const unlisted = { changed: { kind: 'value', path: 'currency' } } as const;
  const responderAfter = (...replies: readonly Reply[]) => {
    const isValidRequest = ({ request }: Reply) => request.purpose.changed === undefined;
    return attribute({ replies, setting: settingOf(), isValidRequest })().of(replies.at(-1) as Reply);
  };
  const taken = order('individual', 'USD');
  const rule = responderAfter(
    taken,
    order('business', 'USD', 'Not for you'),
    order('business', 'ZZZ', 'Not for you', unlisted),
  );
  expect(rule).toMatchObject({ by: 'business reason', isLeftOut: true, why: { code: 'ORDER_REFUSED' } });
  const quota = 'Daily limit exceeded';
  expect(responderAfter(taken, order('individual', 'BRL', quota), order('individual', 'ZZZ', quota, unlisted))).toEqual(
    { by: 'business reason' },
  );
});
