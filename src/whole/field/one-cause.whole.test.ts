import { expect, test } from 'vitest';
import { jsonIn } from '#evidence';
import { type Answered, changing, hurried, runBehind } from './gateway.test.support.ts';

type Change = (answer: Answered) => Answered;

/** Puts the body of the answers that are meant into another object. */
const wrapped =
  (isMeant: (status: number) => boolean, inside: (body: unknown) => unknown): Change =>
  (answer) => {
    const body = jsonIn(String(answer.body));
    return isMeant(answer.status) && body !== undefined ? { ...answer, body: JSON.stringify(inside(body)) } : answer;
  };

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const marked: Change = (answer) =>
  answer.body.length === 0 ? answer : { ...answer, body: Buffer.concat([byteOrderMark, Buffer.from(answer.body)]) };

const isError = (status: number) => status >= 400;

const page: Change = (answer) =>
  isError(answer.status)
    ? { ...answer, headers: { 'content-type': 'text/html' }, body: '<html><title>Error</title><p>No.</html>' }
    : answer;

test.concurrent.each([
  [
    'wraps each record',
    wrapped(
      (status) => status < 300,
      (data) => ({ status: 'ok', data }),
    ),
    'WRONG_BODY',
  ],
  ['answers each error with a page of its own', page, 'NOT_JSON'],
  ['wraps each error', wrapped(isError, (error) => ({ errors: [error] })), 'MISSING_MESSAGE'],
  ['begins each body with a byte order mark', marked, 'BODY_BOM'],
])('a service that %s breaks one promise, with its count', async (_what, change, code) => {
  const { verdict } = await runBehind(changing(change)(), { ...hurried, profile: 'smoke' });
  const broken = verdict.requirements.filter(({ outcome }) => outcome === 'deviates');
  expect(broken.map(({ findings: [found] }) => found?.code)).toEqual([code]);
  expect(broken[0]?.findings[0]?.times).toBeGreaterThan(3);
});
