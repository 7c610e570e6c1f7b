import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationIds, operationOf } from '#contract';
import type { Verdict } from '#reporting';
import { commandHere } from '../../testing/terminal.test.support.ts';
import {
  type AnsweredRequest,
  type FaultyService,
  startFaultyService,
} from '../commands/replay-service.test.support.ts';

const built = commandHere();
let service: FaultyService;
let out = '';
let code: number | null;
let verdict: Verdict;
let seen: readonly string[];

beforeAll(async () => {
  service = await startFaultyService();
  ({ code, out } = await built.run(['run', '--profile', 'smoke', '--reports', 'smoke'], service.env));
  verdict = JSON.parse(readFileSync(join(built.folder, 'smoke/verdict.json'), 'utf8'));
  seen = service.seen();
});

afterAll(() => service.close());

test('smoke proves every stated requirement, and keeps its budget', () => {
  expect(code).toBe(0);
  const unproved = verdict.requirements.filter(
    ({ firmness, outcome }) => firmness === 'stated' && outcome !== 'conforms',
  );
  expect(unproved).toEqual([]);
  expect(seen.length).toBeLessThanOrEqual(Number(/about \d+ requests[^,]*, at most (\d+)/.exec(out)?.[1]));
});

test('smoke leaves all else to the gate, and says so of each', () => {
  const open = verdict.requirements.filter(({ outcome }) => outcome === 'untested');
  expect(open.length).toBeGreaterThan(50);
  expect([...new Set(open.map(({ untestedBy, reason }) => `${untestedBy}: ${reason}`))]).toEqual([
    'user: the short test (smoke) skips this; the full test (gate) covers it',
  ]);
});

/** The request line of an operation, without the ids in it. */
const lineOf = (id: (typeof operationIds)[number]): RegExp => {
  const { method, path } = operationOf(id);
  return new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?| |$)`);
};

test.each(operationIds)('smoke asks %s, and is answered with success', (id) => {
  const answered = service.answers.filter(({ request }) => lineOf(id).test(request));
  expect(answered.map(({ status }) => status < 300)).toContain(true);
});

type Shown = Omit<AnsweredRequest, 'request' | 'message'> & { readonly at: RegExp; readonly message: RegExp };

/** The cases of the table of errors: where each may occur, and how it is reported. */
const documented: Readonly<Record<string, Shown>> = {
  'a deposit currency outside the list': {
    at: lineOf('deposit.simulate'),
    status: 400,
    error: 'Bad Request',
    message: /NGN.*ARS/,
  },
  'an onramp asset outside the list': {
    at: lineOf('onramp.initiate'),
    status: 400,
    error: 'Bad Request',
    message: /BTC_LIGHTNING/,
  },
  'a key that is missing or invalid': { at: /./, status: 401, error: 'Unauthorized', message: /API key/ },
  'a key without permission': { at: /./, status: 403, error: 'Forbidden', message: /permission/ },
  'an absent subaccount': {
    at: lineOf('subaccount.read'),
    status: 404,
    error: 'Not Found',
    message: /Subaccount not found/,
  },
  'an absent withdrawal': {
    at: lineOf('withdrawal.read'),
    status: 404,
    error: 'Not Found',
    message: /Withdrawal not found/,
  },
  'an absent individual KYC record': {
    at: lineOf('individual-kyc.read'),
    status: 404,
    error: 'Error',
    message: /Customer not found/,
  },
  'an absent business KYC record': {
    at: lineOf('business-kyc.read'),
    status: 404,
    error: 'Error',
    message: /Business not found/,
  },
  'an absent bank account of an onramp': {
    at: lineOf('onramp.initiate'),
    status: 404,
    error: '',
    message: /Bank account not found/,
  },
  'an absent bank account of an offramp': {
    at: lineOf('offramp.initiate'),
    status: 404,
    error: '',
    message: /Bank account not found/,
  },
};

test.each(Object.entries(documented))('smoke shows %s', (_name, { at, status, error, message }) => {
  const shown = service.answers.filter(
    (answer) =>
      at.test(answer.request) && answer.status === status && answer.error === error && message.test(answer.message),
  );
  expect(shown.length).toBeGreaterThan(0);
});

test('smoke asks every endpoint with a key that is missing, and with one that has no permission', () => {
  for (const id of operationIds)
    for (const status of [401, 403])
      expect(
        service.answers.some((answer) => answer.status === status && lineOf(id).test(answer.request)),
        `${id} ${status}`,
      ).toBe(true);
});
