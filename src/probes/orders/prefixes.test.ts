import { expect, test } from 'vitest';
import { attribute } from '#attribution';
import type { Api } from '#client';
import type { CallInput, Purpose, Reply } from '#evidence';
import { replyOf, settingOf } from '../../attribution/reply.test.support.ts';
import { serviceOf } from '../service.test.support.ts';
import { ruleForPrefix } from './prefixes.ts';

const operation = 'onramp.initiate';
const setting = settingOf();

const orderTo = (destination_address: string) => ({ to: { asset: 'USDC', destination_address } });

const answered = (sent: object, isPage: boolean, purpose: Partial<Purpose> = {}): Reply => {
  const reply = replyOf({ operation, status: isPage ? 403 : 201, sent, purpose, headers: { server: 'nginx' } });
  return isPage ? { ...reply, empty: false, contentType: 'text/html' } : { ...reply, body: { id: 'a' } };
};

const blocking = () => answered(orderTo('0xAb12'), true);
const blocked = blocking();
const accepted = answered(orderTo('0xAb12'), false);
const ofText = answered(orderTo('lnbc1p0'), true);

const behind = (isBlocked: (body: string) => boolean) => {
  const asked: string[] = [];
  const replies: Reply[] = [];
  const apiFor = (purpose: Purpose): unknown => ({
    about: apiFor,
    call: async (_operation: string, { body }: CallInput) => {
      const text = JSON.stringify(body);
      asked.push(text);
      const reply = answered(body as object, isBlocked(text), purpose);
      replies.push(reply);
      return reply;
    },
  });
  const service = serviceOf(apiFor({ probe: 'a test' }) as Api);
  return { asked, replies, seen: (...given: readonly Reply[]) => ruleForPrefix(service, operation, given) };
};

const ofPrefix = (body: string) => body.includes('0x');

test('three blocked orders with 0x have one sent without it, which shows the rule', async () => {
  const { asked, replies, seen } = behind(ofPrefix);
  expect(await seen(blocking(), blocking())).toBeUndefined();
  expect(asked).toEqual([]);
  const rule = await seen(blocking());
  expect(asked).toEqual([JSON.stringify(orderTo('Ab12'))]);
  expect(rule?.(blocked)?.reason).toContain('a firewall rule (nginx, 403');
  expect([rule?.(accepted), rule?.(ofText)]).toEqual([undefined, undefined]);
  await seen(blocking(), blocking());
  expect(asked).toHaveLength(1);
  const { of, mayJudge } = attribute({ replies: [blocked, ...replies], setting, isValidRequest: () => true })();
  expect(of(blocked)).toMatchObject({ by: 'block', name: 'nginx' });
  expect(of(blocked).why?.reason).toMatch(/an address that begins with 0x; without 0x the service answered$/);
  expect(mayJudge(blocked)).toBe(false);
});

test('where the order without 0x is blocked too, no rule is named', async () => {
  const { asked, replies, seen } = behind(() => true);
  const rule = await seen(blocking(), blocking(), blocking());
  expect(asked).toHaveLength(1);
  expect(rule?.(blocked)).toBeUndefined();
  const { of } = attribute({ replies: [blocked, ...replies], setting, isValidRequest: () => true })();
  expect(of(blocked).by).not.toBe('block');
});

test.each([
  ['one with 0x is accepted', [blocking(), blocking(), blocking(), accepted]],
  ['one without 0x is blocked', [blocking(), blocking(), blocking(), ofText]],
  ['two are blocked, and one of them is seen twice', [blocked, blocking(), blocked]],
])('nothing more is sent where %s', async (_, orders) => {
  const { asked, seen } = behind(ofPrefix);
  expect(await seen(...orders)).toBeUndefined();
  expect(asked).toEqual([]);
});
