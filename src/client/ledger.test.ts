import fs, { mkdtempSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { OperationId } from '#contract';
import { readFileLines } from '#lib';
import { useDeadlines } from './deadlines.test.support.ts';
import { openLedger, readLedger, type TransportOptions } from './index.ts';
import { openService, sendJson, subaccountId } from './service.test.support.ts';

const reference = '0f8fad5b-d9cb-469f-a165-70867728950e';
const order = {
  from: { chain: 'ETH', asset: 'USDC', amount: 99.75, sender_address: '0xjane' },
  to: { recipient_id: subaccountId, currency: 'USD' },
  client_offramp_reference: reference,
};

const newFile = (text = ''): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'ramp-ledger-')), 'ledger.jsonl');
  writeFileSync(file, text);
  return file;
};

const read = (file: string) => readLedger(readFileLines(file));

type Answer = (response: ServerResponse) => void;

/** An order that has left is waited for so long once everything is stopped. */
type Opening = Partial<TransportOptions> & { readonly orderGraceMs?: number };

/** A service with a ledger; `atArrival` is the text of the ledger when each request came. */
async function open(answer: Answer, { orderGraceMs = 60_000, ...more }: Opening = {}, file = newFile()) {
  const atArrival: string[] = [];
  const ledger = openLedger({ file, run: 'r1', target: 'here', durable: true });
  const service = await openService(
    (response) => {
      atArrival.push(readFileSync(file, { encoding: 'utf8', flag: 'a+' }));
      answer(response);
    },
    { concurrency: 8, ledger, ...more },
    { orderGraceMs, patienceMs: 65_000 },
  );
  onTestFinished(async () => {
    await service.close();
    ledger.close();
  });
  return {
    ...service,
    atArrival,
    file,
    place: (body: unknown = order) => service.api.initiateOfframp({ subaccountId, body }),
    outcomes: () => read(file).orders.map(({ outcome }) => outcome),
  };
}

const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('{}');

describe('the ledger', () => {
  const lapse = useDeadlines();

  test('holds the intent before the request leaves, without a datum of a person', async () => {
    const { place, atArrival, file } = await open(status(201));
    await Promise.all([1, 2, 3].map(() => place()));
    for (const [index, text] of atArrival.entries()) expect(text.match(/"operation"/g)?.length).toBeGreaterThan(index);
    expect(readFileSync(file, 'utf8')).not.toMatch(/jane|6f1c2b1e|key-/);
    const common = {
      run: 'r1',
      target: 'here',
      operation: 'offramp.initiate',
      amount: '99.75',
      unit: 'USDC',
      reference,
    };
    expect(read(file).orders).toMatchObject(Array(3).fill({ ...common, outcome: 'accepted' }));
  });

  test.skipIf(process.platform === 'win32')('takes a file that others may write for its own', () => {
    const file = newFile();
    fs.chmodSync(file, 0o666);
    openLedger({ file, run: 'r1', target: 'here', durable: false }).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each<[string, string, Answer]>([
    ['201', 'accepted', status(201)],
    ['400', 'refused', status(400)],
    ['503 that names a time', 'unknown', status(503, { 'retry-after': '0' })],
    ['500', 'unknown', status(500)],
    ['502', 'unknown', status(502)],
    ['303', 'unknown', status(303, { location: '/' })],
    ['a reset', 'unknown', (response) => response.socket?.resetAndDestroy()],
    ['no HTTP', 'unknown', (response) => response.socket?.end('hello\r\n')],
    ['no answer in time', 'unknown', lapse],
  ])('after %s the order is %s, and is not sent again', async (_, outcome, answer) => {
    const { place, atArrival, outcomes } = await open(answer);
    await place().catch(() => undefined);
    expect(outcomes()).toEqual([outcome]);
    expect(atArrival).toHaveLength(1);
  });

  test.each(['{"from":{"amount":9', '[{"amount":9}]', ''])(
    'a body that nobody can take for an order is none of unknown outcome, however often: %s',
    async (rawBody) => {
      const { api, outcomes } = await open(status(502));
      for (let sent = 0; sent < 5; sent += 1)
        await api.initiateOfframp({ subaccountId, body: undefined }, { rawBody }).catch(() => undefined);
      expect(outcomes()).toEqual(Array(5).fill('no order'));
    },
  );

  describe('an order that the service puts off', () => {
    const own: Answer = (response) =>
      sendJson(response, 503, {}, { statusCode: 503, message: 'Closed', error: 'Service Unavailable' });

    test.each<[string, Answer]>([
      ['in the documented form', own],
      ['with a time', status(503, { 'retry-after': '0' })],
    ])('%s: one of its kind is placed, with another reference', async (_, putOff) => {
      let came = 0;
      const { replacing, file } = await open((response) => {
        came += 1;
        (came === 1 ? putOff : status(201))(response);
      });
      const reply = await replacing.initiateOfframp({ subaccountId, body: order });
      expect(reply).toMatchObject({ status: 201, request: { lost: order }, before: { status: 503 } });
      const { orders } = read(file);
      expect(orders).toMatchObject([
        { outcome: 'unknown', by: 'PUT_OFF' },
        { outcome: 'accepted', by: 201 },
      ]);
      expect(new Set(orders.map((each) => each.reference)).size).toBe(2);
    });

    test('is placed once more, until three came again; it never stops the orders', async () => {
      const { replacing, atArrival } = await open(own);
      for (let sent = 0; sent < 20; sent += 1)
        expect((await replacing.initiateOfframp({ subaccountId, body: order })).status).toBe(503);
      expect(atArrival).toHaveLength(20 + 3);
    });
  });

  test('after 429 the order is sent again, and each sending is a separate line', async () => {
    let arrived = 0;
    const { place, atArrival, file, outcomes } = await open((response) => {
      arrived += 1;
      status(arrived < 3 ? 429 : 201, { 'retry-after': '0' })(response);
    });
    expect((await place()).status).toBe(201);
    expect(outcomes()).toEqual(['refused', 'refused', 'accepted']);
    expect(new Set(read(file).orders.map((each) => each.order)).size).toBe(3);
    for (const [index, text] of atArrival.entries()) {
      expect(text.match(/"operation"/g)).toHaveLength(index + 1);
      expect(text.match(/"refused"/g) ?? []).toHaveLength(index);
    }
  });

  test.each([
    [undefined, [3, 3]],
    [5, [3, 2]],
  ])('for one that is limited each time another is placed once, within a bound of %s', async (most, sendings) => {
    const maxOrders = most === undefined ? {} : { 'offramp.initiate': most };
    const { replacing, seen } = await open(status(429, { 'retry-after': '0' }), { maxOrders });
    await replacing.initiateOfframp({ subaccountId, body: order }).catch(() => undefined);
    const bodies = seen.map(({ body }) => body);
    expect([...new Set(bodies)].map((one) => bodies.filter((body) => body === one).length)).toEqual(sendings);
  });

  test('knows what never left', async () => {
    const { place, outcomes } = await open(status(201), { baseUrl: 'http://127.0.0.1:1' });
    await expect(place()).rejects.not.toThrow('may have arrived');
    expect(outcomes()).toEqual(['unsent']);
  });

  test('survives a torn line, and takes an intent without an outcome for unknown', async () => {
    // Each run counts its orders anew.
    const intent = { run: 'r0', order: '1', at: '', target: 'here', operation: 'deposit.simulate' };
    const { place, file } = await open(status(201), {}, newFile(`${JSON.stringify(intent)}\n{"run":"r0","or`));
    await place();
    expect(read(file)).toMatchObject({
      unread: [2],
      orders: [
        { run: 'r0', outcome: 'unknown' },
        { run: 'r1', outcome: 'accepted' },
      ],
    });
  });

  const earlier = { run: 'r0', order: '1.1', at: '', target: 'here', operation: 'onramp.initiate' };

  test('counts an order whose reference is a UUID of no version', () => {
    const odd = { amount: '1e+21', unit: 'BRL', reference: '12345678-1234-0000-0000-123456789ABC' };
    const { orders } = readLedger([[1, JSON.stringify({ ...earlier, ...odd })]]);
    expect(orders).toEqual([{ ...earlier, ...odd, outcome: 'unknown' }]);
  });

  test.each([
    '5',
    'null',
    '[]',
    '{"run":"r","order":"1","at":"","target":"here","operation":"constructor"}',
    '{"run":"r","order":{},"at":"","target":"here","operation":"deposit.simulate"}',
    '{"run":"r","order":"1","at":"","target":"here","operation":"deposit.simulate","amount":"1e9999"}',
    '{"run":"r","order":"1","at":"","target":"here","operation":"deposit.simulate","amount":"::error::"}',
    '{"run":"r","order":"1","at":"\\u001b[2J","outcome":"accepted"}',
    JSON.stringify({ ...earlier, target: 'x'.repeat(4_096) }),
  ])('passes over a line of another form, and names it: %s', (line) => {
    const lines = [[1, JSON.stringify(earlier)] as const, [2, line] as const];
    expect(readLedger(lines)).toMatchObject({ orders: [earlier], unread: [2] });
  });

  test('of one run has its orders and lines alone', () => {
    const lines = [earlier, { ...earlier, run: 'r1' }, { ...earlier, run: 'r2', order: 'r1' }].map(
      (line, at) => [at + 1, JSON.stringify(line)] as const,
    );
    expect(readLedger([...lines, [4, 'torn']], 'r1')).toMatchObject({ orders: [{ run: 'r1' }], unread: [] });
  });

  test.runIf(process.platform === 'linux')('that cannot be written lets no order leave', async () => {
    const ledger = openLedger({ file: '/dev/full', run: 'r', target: 'here', durable: false });
    const { place, api, atArrival } = await open(status(201), { ledger });
    await expect(place()).rejects.toMatchObject({ kind: 'ledger', reason: expect.stringContaining('ENOSPC') });
    expect((await api.readBalances()).status).toBe(201);
    expect(atArrival).toHaveLength(1);
  });
});

describe('a ledger that is changed while a run goes on lets no further order leave', () => {
  test.each<[string, (file: string) => void]>([
    ['was deleted', (file) => rmSync(file)],
    [
      'was moved and linked to',
      (file) => {
        renameSync(file, `${file}.moved`);
        writeFileSync(file, '');
      },
    ],
    ['was cut in its place', (file) => truncateSync(file, 0)],
    ['was cut to half a line', (file) => truncateSync(file, 40)],
    [
      'was written over in its place',
      (file) => writeFileSync(file, `${' '.repeat(statSync(file).size - 1)}\n`, { flag: 'r+' }),
    ],
  ])('once it %s', async (_, change) => {
    const { place, atArrival, file } = await open((response) => {
      change(file);
      status(201)(response);
    });
    await place();
    await expect(place()).rejects.toMatchObject({ kind: 'ledger', reason: expect.stringContaining('replaced') });
    expect(atArrival).toHaveLength(1);
  });
});

describe('a write that the disk cut short', () => {
  const usual = fs.writeSync;
  const writeBy = (write: (file: number, text: string) => number) => {
    Object.assign(fs, { writeSync: write });
    syncBuiltinESMExports();
  };
  afterEach(() => writeBy(usual));

  const writeHalf = (file: number, text: string) => usual(file, text.slice(0, 40));
  const refuseTheRest = (file: number, text: string) => {
    writeHalf(file, text);
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };

  test.each([
    ['and refused the rest', refuseTheRest],
    ['without a word', writeHalf],
  ])('ends its line, so that the next order is recorded: %s', async (_, cutShort) => {
    const { place, atArrival, file, outcomes } = await open(status(201));
    await place();
    writeBy(cutShort);
    await expect(place()).rejects.toMatchObject({ kind: 'ledger', reason: expect.stringContaining('ENOSPC') });
    writeBy(usual);
    await place();
    expect(atArrival).toHaveLength(2);
    expect(outcomes()).toEqual(['accepted', 'accepted']);
    expect(read(file).unread).toEqual([3]);
  });

  test('can be opened while there is no room, and leaves outcomes unknown until there is', async () => {
    const intent = { run: 'r1', order: '1', at: '', target: 'here', operation: 'onramp.initiate' };
    const file = newFile(`${JSON.stringify(intent)}\n{"run":"r1"`);
    writeBy(refuseTheRest);
    const ledger = openLedger({ file, run: 'r2', target: 'here', durable: false });
    const outcomeOnce = () => {
      ledger.settle('1', 'listed', 'listing', 'r1');
      return read(file).orders[0]?.outcome;
    };
    expect(outcomeOnce()).toBe('unknown');
    writeBy(usual);
    expect(outcomeOnce()).toBe('listed');
    ledger.close();
  });
});

test('bounds of orders hold for their number and their amount, each operation by itself', async () => {
  const maxOrders = { 'offramp.initiate': 2, 'onramp.initiate': 1 };
  const { api, place, atArrival } = await open(status(201), { maxOrders, largestAmount: 99.75 });
  await expect(place({ ...order, from: { ...order.from, amount: 99.76 } })).rejects.toMatchObject({ kind: 'amount' });
  for (const _ of [1, 2]) await place();
  await expect(place()).rejects.toMatchObject({ kind: 'budget' });
  await api.initiateOnramp({ subaccountId, body: order });
  expect(atArrival).toHaveLength(3);
});

/** Twenty orders, some at a time, to a service that answers so in turn; at most six may have been accepted. */
test.each<[string, readonly number[], atOnce: number, came: number, isStopped: boolean]>([
  ['accepted ones', [201], 4, 6, true],
  ['failures, which may have been carried out', [500], 4, 6, true],
  ['redirects', [303], 4, 6, true],
  ['a 429 before each accepted one', [429, 201], 4, 6, true],
  ['refused ones, which free their place', [400, 400, 201], 4, 18, true],
  ['refused ones alone, which all leave', [400], 1, 20, false],
  ['refused ones that a limit has let through, which all leave', [429, 400], 1, 40, false],
])('the bound of orders that any service may have accepted: %s', async (_, answers, atOnce, came, isStopped) => {
  const { place, atArrival } = await open(
    (response) => status(answers[(atArrival.length - 1) % answers.length] ?? 0, { 'retry-after': '0' })(response),
    { maxAccepted: 6, concurrency: atOnce },
  );
  const ends: unknown[] = [];
  for (let sent = 0; sent < 20; sent += atOnce)
    ends.push(...(await Promise.all(Array.from({ length: atOnce }, () => place().catch(({ kind }) => kind)))));
  expect(atArrival).toHaveLength(came);
  expect(ends.includes('orders')).toBe(isStopped);
});

describe('of the amounts in any reading of a body none is above the bound', () => {
  test.each<[string, from: unknown, leaves: boolean]>([
    ['as a text', { amount: '100' }, false],
    ['with separators', { amount: '5,000.00' }, false],
    ['with underscores', { amount: '5_000' }, false],
    ['in full-width digits', { amount: '５０００' }, false],
    ['in Roman numerals of one character', { amount: 'ↈ' }, false],
    ['below another member', { amount: { value: 100 } }, false],
    ['deep in the body', { source: { details: { amount: 100 } } }, false],
    ['in a list', [{ amount: 100 }], false],
    ['with a smaller one', { amount: 1, gross_amount: 100 }, false],
    ['below zero', { amount: -100 }, false],
    ['within it, wrapped', { amount: [99.75] }, true],
    ['within it, as a text', { amount: '99.75' }, true],
    ['absent', { amount: null, reference: '1000' }, true],
  ])('%s', async (_, from, leaves) => {
    const { place, atArrival } = await open(status(201), { largestAmount: 99.75 });
    const end = await place({ ...order, from }).catch(({ kind }) => kind);
    expect([end === 'amount', atArrival.length]).toEqual(leaves ? [false, 1] : [true, 0]);
  });

  test.each([
    ['first of two of one name', '{"amount":100,"amount":1}', 0],
    ['in a body that is torn', '{"from":{"amount":1e2', 0],
    ['under an escaped name', '{"\\u0061mount":100}', 0],
    ['within it, torn', '{"from":{"amount":99.75', 1],
  ])('%s', async (_, rawBody, came) => {
    const { api, atArrival } = await open(status(201), { largestAmount: 99.75 });
    await api.initiateOfframp({ subaccountId, body: undefined }, { rawBody }).catch(() => undefined);
    expect(atArrival).toHaveLength(came);
  });
});

describe('amounts set for a currency, asset or rail bound such orders', () => {
  const bounds = { largestAmount: 100, amounts: { NGN: 5000, WIRE: 600, USDC: 50, LIGHTNING: 200 } };
  const [onramps, offramps, ofLightning] = [
    'onramp.initiate',
    'offramp.initiate',
    'lightning-offramp.initiate',
  ] as const;
  const offramp = (amount: number, rail?: string, asset = 'EURC') => ({
    from: { ...order.from, asset, amount },
    to: { recipient_id: subaccountId, currency: 'NGN', ...(rail ? { payment_rail: rail } : {}) },
  });
  const onramp = (amount: number, currency: unknown) => ({ from: { amount, currency }, to: { asset: 'USDC' } });
  const came = async (operation: OperationId, body: unknown, options = {}) => {
    const { api, atArrival } = await open(status(201), bounds);
    await api.call(operation, { subaccountId, body } as never, options).catch(() => undefined);
    return atArrival.length;
  };

  test.each<[came: number, OperationId, body: unknown]>([
    [1, onramps, onramp(5000, 'NGN')],
    [1, onramps, onramp(5000, 'ngn')],
    [0, onramps, onramp(5001, 'NGN')],
    [0, onramps, onramp(101, 'BRL')],
    [0, onramps, onramp(5000, ['NGN'])],
    [0, onramps, onramp(5000, ' NGN')],
    [0, onramps, { ...onramp(5000, 'NGN'), currency: 'USD' }],
    [1, offramps, offramp(600, 'WIRE')],
    [0, offramps, offramp(600, 'SWIFT')],
    [1, offramps, offramp(600, 'WIRE', 'USDC')],
    [1, offramps, offramp(100, undefined, 'USDC')],
    [0, offramps, offramp(101, undefined, 'USDC')],
    // The amount of an offramp is in its asset, in any currency of its recipient.
    [0, offramps, offramp(101)],
    [1, ofLightning, { recipient_id: subaccountId, amount: 200 }],
    [0, ofLightning, { recipient_id: subaccountId, amount: 201 }],
  ])('%i leaves of %s %j', async (leaves, operation, body) => {
    expect(await came(operation, body)).toBe(leaves);
  });

  test.each([
    '{"from":{"amount":5000,"currency":"USD","currency":"NGN"}}',
    '{"from":{"amount":5000,"\\u0063urrency":"USD","currency":"NGN"}}',
    '{"from":{"amount":5000,"currency":"NGN"}',
  ])('and none that can be read in two ways: %s', async (rawBody) => {
    expect(await came(onramps, undefined, { rawBody })).toBe(0);
  });
});

test('once the time of the run is up nothing leaves, with the variable as the reason', async () => {
  const { api, place, atArrival } = await open(status(201), { endsAt: performance.now() - 1 });
  // Its timer is due before this one, on the slowest machine too.
  await new Promise((passed) => setTimeout(passed, 20));
  await expect(api.readBalances()).rejects.toThrow(/RAMP_DEADLINE_S/);
  await expect(place()).rejects.toMatchObject({ code: 'DEADLINE' });
  expect(atArrival).toEqual([]);
});

describe('once everything is stopped', () => {
  const interrupted = { code: 'INTERRUPTED' };
  const stopped = async (answer: Answer, orderGraceMs: number) => {
    const stop = new AbortController();
    const stopAndAnswer: Answer = (response) => {
      stop.abort();
      answer(response);
    };
    return open(stopAndAnswer, { stop: stop.signal, orderGraceMs });
  };

  test('an order that has left may still be answered', async () => {
    const answerLate: Answer = (response) => setTimeout(() => status(201)(response), 30);
    const { api, place, atArrival, outcomes } = await stopped(answerLate, 60_000);
    expect((await place()).status).toBe(201);
    await expect(place()).rejects.toMatchObject(interrupted);
    await expect(api.readBalances()).rejects.toMatchObject(interrupted);
    expect(outcomes()).toEqual(['accepted']);
    expect(atArrival).toHaveLength(1);
  });

  test('one that is not answered in that moment is unknown; a read is given up at once', async () => {
    const { place, outcomes } = await stopped(() => undefined, 150);
    await expect(place()).rejects.toMatchObject(interrupted);
    expect(outcomes()).toEqual(['unknown']);
    const { api } = await stopped(() => undefined, 60_000);
    await expect(api.readBalances()).rejects.toMatchObject(interrupted);
  });
});
