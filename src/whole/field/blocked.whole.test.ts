import { expect, test } from 'vitest';
import type { Verdict } from '#reporting';
import {
  type Answered,
  changing,
  type Gateway,
  hurried,
  instead,
  isMalformed,
  json,
  nginx,
  page,
  runBehind,
  withOutcome,
} from './gateway.test.support.ts';

const failed = json(500, { error: 'Internal Server Error', message: 'Something failed' });

const idsOfBlocked = ({ requirements }: Verdict): readonly string[] =>
  requirements.flatMap(({ id, blocked = [] }) => blocked.map(({ kind }) => `${id}: ${kind}`));

const survival = 'deposit.simulate/survives-mistyped-members';
const refusal = 'deposit.simulate/refuses-what-is-no-json';
const ofOrders = { ...hurried, profile: 'gate', only: [survival, refusal] } as const;

test('where a firewall answers every malformed body, the promises rest on the other kinds, which the first line says', async () => {
  const { verdict } = await runBehind(instead(nginx(403, 'Forbidden'), isMalformed)(), ofOrders);
  expect(verdict.headline).toContain(
    'for one of them a gateway (nginx, 403) answered every request with malformed JSON itself',
  );
  expect(idsOfBlocked(verdict)).toEqual([`${survival}: malformed JSON`, `${refusal}: malformed JSON`]);
  expect([verdict.verdict, verdict.exitCode]).toEqual(['conforms-in-part', 0]);
});

test('a service that fails on a malformed body itself is found', async () => {
  const { verdict } = await runBehind(instead(failed, isMalformed)(), ofOrders);
  expect(withOutcome(verdict, 'deviates')).toContain(survival);
});

test('a page of a gateway for the body of another version is not a finding', async () => {
  const ofVersion2: Gateway = (asked, forward) =>
    asked.path.startsWith('/v1/') && String(asked.body).includes('"from"') ? nginx(403, 'Forbidden') : forward();
  const { verdict } = await runBehind(ofVersion2, {
    ...hurried,
    profile: 'gate',
    only: ['versions/refuse-the-other-body-in-v1', 'versions/refuse-the-other-body-in-v2'],
  });
  expect(withOutcome(verdict, 'deviates')).toEqual([]);
});

test('a gateway that answers every error with a page of its own is named, and nobody is blamed', async () => {
  const apache = (status: number): Answered => {
    const { body } = page(status, 'Apache', 'Not');
    const headers = { server: 'Apache/2.4.57', 'content-type': 'text/html; charset=iso-8859-1' };
    return { status, headers, body: `${body}<address>Apache/2.4.57 Server at example Port 80</address>` };
  };
  const errors = changing((answer) => (answer.status >= 400 ? apache(answer.status) : answer));
  const { verdict } = await runBehind(errors(), { ...hurried, profile: 'smoke' });
  expect(withOutcome(verdict, 'deviates')).toEqual([]);
  expect(verdict.exitCode).toBe(3);
  expect(verdict.headline).toMatch(/a gateway \(Apache\) kept \d+/);
});
