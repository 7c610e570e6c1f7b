import fs, {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { readFileLines } from '#lib';
import { useDeadlines } from './deadlines.test.support.ts';
import { openLedger, readLedger, type TransportOptions } from './index.ts';
import { openService, subaccountId } from './service.test.support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-ledger-'));
});

const reference = '0f8fad5b-d9cb-469f-a165-70867728950e';
const order = {
  from: { chain: 'ETH', asset: 'USDC', amount: 99.75, sender_address: '0xjane' },
  to: { recipient_id: subaccountId, currency: 'USD' },
  client_offramp_reference: reference,
};

let files = 0;
const newFile = () => {
  files += 1;
  return join(folder, `${files}.jsonl`);
};

type Answer = (response: ServerResponse) => void;

/** An order that has left is waited for so long once everything is stopped. */
type Opening = Partial<TransportOptions> & { readonly orderGraceMs?: number };

async function open(answer: Answer, { orderGraceMs = 60_000, ...more }: Opening = {}, file = newFile()) {
  const atArrival: string[] = [];
  const ledger = openLedger({ file, run: 'r1', target: 'here', durable: true });
  const service = await openService(
    (response) => {
      atArrival.push(readFileSync(file, 'utf8'));
      answer(response);
    },
    { concurrency: 8, ledger, ...more },
    { orderGraceMs, patienceMs: 65_000 },
  );
  const close = async () => {
    await service.close();
    ledger.close();
  };
  return { ...service, atArrival, file, close };
}

const read = (file: string) => readLedger(readFileLines(file));
const outcomesIn = (file: string) => read(file).orders.map(({ outcome }) => outcome);

const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('{}');

describe('the ledger', () => {
  const lapse = useDeadlines();

  test('holds the intent before the request leaves, without a datum of a person', async () => {
    const { api, atArrival, file, close } = await open(status(201));
    await Promise.all([1, 2, 3].map(() => api.initiateOfframp({ subaccountId, body: order })));
    await api.readBalances();
    await close();
    atArrival.slice(0, 3).forEach((text, index) => {
      expect(text.match(/"operation"/g)?.length).toBeGreaterThan(index);
    });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/jane|6f1c2b1e|key-/);
    expect(read(file).orders).toHaveLength(3);
    expect(read(file).orders[0]).toMatchObject({
      run: 'r1',
      target: 'here',
      operation: 'offramp.initiate',
      amount: '99.75',
      unit: 'USDC',
      reference,
      outcome: 'accepted',
    });
  });

  test.skipIf(process.platform === 'win32')('takes a file that others may write for its own', async () => {
    const file = newFile();
    writeFileSync(file, '', { mode: 0o666 });
    const { api, close } = await open(status(201), {}, file);
    await api.initiateOfframp({ subaccountId, body: order });
    await close();
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
    const { api, atArrival, file, close } = await open(answer);
    await api.initiateOfframp({ subaccountId, body: order }).catch(() => undefined);
    await close();
    expect(outcomesIn(file)).toEqual([outcome]);
    expect(atArrival).toHaveLength(1);
  });

  test.each(['{"from":{"amount":9', '[{"amount":9}]', ''])(
    'a body that nobody can take for an order is none of unknown outcome, however often: %s',
    async (rawBody) => {
      const { api, atArrival, file, close } = await open(status(502));
      for (let sent = 0; sent < 5; sent += 1)
        await api.initiateOfframp({ subaccountId, body: undefined }, { rawBody }).catch(() => undefined);
      await close();
      const outcomes = outcomesIn(file);
      expect(outcomes).toEqual(Array(5).fill('no order'));
      expect(atArrival).toHaveLength(5);
    },
  );

  describe('an order that the service puts off', () => {
    const documented = JSON.stringify({ statusCode: 503, message: 'Closed', error: 'Service Unavailable' });
    /** Answers such a number of orders so, and the others with 201. */
    const putOff = async (times: number, answer: Answer, asked = 1) => {
      let came = 0;
      const opened = await open((response) => {
        came += 1;
        (came <= times ? answer : status(201))(response);
      });
      const replies: Reply[] = [];
      for (let sent = 0; sent < asked; sent += 1)
        replies.push(await opened.replacing.initiateOfframp({ subaccountId, body: order }));
      await opened.close();
      return { replies, orders: read(opened.file).orders, came };
    };
    const own: Answer = (response) => response.writeHead(503, { 'content-type': 'application/json' }).end(documented);
    const timed = status(503, { 'retry-after': '0' });

    test.each<[string, Answer]>([
      ['in the documented form', own],
      ['with a time', timed],
    ])('%s: one of its kind is placed, with another reference', async (_, answer) => {
      const { replies, orders, came } = await putOff(1, answer);
      expect(came).toBe(2);
      expect(replies).toMatchObject([{ status: 201, request: { lost: order }, before: { status: 503 } }]);
      expect(orders.map(({ outcome, by }) => [outcome, by])).toEqual([
        ['unknown', 'PUT_OFF'],
        ['accepted', 201],
      ]);
      expect(new Set(orders.map((each) => each.reference)).size).toBe(2);
    });

    test('is placed once more, until three came again; it never stops the orders', async () => {
      const { replies, came } = await putOff(Number.POSITIVE_INFINITY, own, 20);
      expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(503));
      expect(came).toBe(20 + 3);
    });
  });

  test('after 429 the order is sent again, and each sending is a separate line', async () => {
    let arrived = 0;
    const answer: Answer = (response) => {
      arrived += 1;
      status(arrived < 3 ? 429 : 201, { 'retry-after': '0' })(response);
    };
    const { api, atArrival, file, close } = await open(answer, { maxOrders: { 'offramp.initiate': 3 } });
    expect((await api.initiateOfframp({ subaccountId, body: order })).status).toBe(201);
    await close();
    expect(outcomesIn(file)).toEqual(['refused', 'refused', 'accepted']);
    expect(new Set(read(file).orders.map((each) => each.order)).size).toBe(3);
    atArrival.forEach((text, index) => {
      expect(text.match(/"operation"/g)).toHaveLength(index + 1);
      expect(text.match(/"refused"/g) ?? []).toHaveLength(index);
    });
  });

  test('an order that is answered 429 each time is sent three times, and each sending uses up the bound', async () => {
    const { api, atArrival, close } = await open(status(429), { maxOrders: { 'offramp.initiate': 4 } });
    const limited = api.initiateOfframp({ subaccountId, body: order });
    await expect(limited).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(atArrival).toHaveLength(3);
    const next = api.initiateOfframp({ subaccountId, body: order });
    await expect(next).rejects.toMatchObject({ kind: 'budget' });
    await close();
    expect(atArrival).toHaveLength(4);
  });

  test.each([
    [undefined, [3, 3]],
    [5, [3, 2]],
  ])('for one that is limited each time another is placed once, within a bound of %s', async (most, sendings) => {
    const maxOrders = most === undefined ? {} : { 'offramp.initiate': most };
    const { replacing, seen, close } = await open(status(429, { 'retry-after': '0' }), { maxOrders });
    await replacing.initiateOfframp({ subaccountId, body: order }).catch(() => undefined);
    await close();
    const bodies = seen.map(({ body }) => body);
    expect([...new Set(bodies)].map((one) => bodies.filter((body) => body === one).length)).toEqual(sendings);
  });

  test('knows what never left', async () => {
    const { api, file, close } = await open(status(201), { baseUrl: 'http://127.0.0.1:1' });
    const error = await api.initiateOfframp({ subaccountId, body: order }).catch((thrown: Error) => thrown.message);
    await close();
    expect(error).not.toContain('may have arrived');
    expect(read(file).orders[0]?.outcome).toBe('unsent');
  });

  test('survives a torn line, and takes an intent without an outcome for unknown', async () => {
    const file = newFile();
    // Each run counts its orders anew.
    const intent = { run: 'r0', order: '1', at: '', target: 'here', operation: 'deposit.simulate' };
    writeFileSync(file, `${JSON.stringify(intent)}\n{"run":"r0","or`);
    const { api, close } = await open(status(201), {}, file);
    await api.initiateOfframp({ subaccountId, body: order });
    await close();
    expect(read(file).unread).toEqual([2]);
    expect(read(file).orders.map(({ run, outcome }) => [run, outcome])).toEqual([
      ['r0', 'unknown'],
      ['r1', 'accepted'],
    ]);
  });

  test('counts an order whose reference is a UUID of no version', () => {
    const file = newFile();
    const intent = { run: 'r0', order: '1.1', at: '', target: 'here', operation: 'onramp.initiate' };
    const reference = '12345678-1234-0000-0000-123456789ABC';
    writeFileSync(file, `${JSON.stringify({ ...intent, amount: '1e+21', unit: 'BRL', reference })}\n`);
    expect(read(file).orders).toMatchObject([{ reference, amount: '1e+21', outcome: 'unknown' }]);
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
  ])('passes over a line of another form, and names it: %s', (line) => {
    const file = newFile();
    const intent = { run: 'r0', order: '1.1', at: '', target: 'here', operation: 'deposit.simulate' };
    writeFileSync(file, `${JSON.stringify(intent)}\n${line}\n`);
    expect(read(file).orders).toHaveLength(1);
    expect(read(file).unread).toEqual([2]);
  });

  test.runIf(process.platform === 'linux')('that cannot be written lets no order leave', async () => {
    const { api, atArrival, close } = await open(status(201), {
      ledger: openLedger({ file: '/dev/full', run: 'r', target: 'here', durable: false }),
    });
    const asked = api.initiateOfframp({ subaccountId, body: order });
    await expect(asked).rejects.toMatchObject({ kind: 'ledger', reason: expect.stringContaining('ENOSPC') });
    expect((await api.readBalances().catch(() => undefined))?.status).toBe(201);
    await close();
    expect(atArrival).toHaveLength(1);
  });
});

const changes: Readonly<Record<string, (file: string) => void>> = {
  'was deleted': (file) => rmSync(file),
  'was replaced by a copy': (file) => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
  'was moved and linked to': (file) => {
    renameSync(file, `${file}.moved`);
    writeFileSync(file, '');
  },
  'was cut in its place': (file) => truncateSync(file, 0),
  'was cut to half a line': (file) => truncateSync(file, 40),
  'was written over in its place': (file) => {
    const { length } = readFileSync(file);
    writeFileSync(file, `${' '.repeat(length - 1)}\n`, { flag: 'r+' });
  },
};

describe('a ledger that is changed while a run goes on', () => {
  test.each(Object.keys(changes))('lets no further order leave once it %s', async (name) => {
    const { api, atArrival, file, close } = await open((response) => {
      if (response.req.method === 'POST') changes[name]?.(file);
      status(201)(response);
    });
    await api.initiateOfframp({ subaccountId, body: order });
    const next = api.initiateOfframp({ subaccountId, body: order });
    await expect(next).rejects.toMatchObject({ kind: 'ledger', reason: expect.stringContaining('replaced') });
    await close();
    expect(atArrival).toHaveLength(1);
  });
});

const usual = fs.writeSync;
/** The disk has space for a few more bytes only. */
const writeHalf = (file: number, text: string): number => {
  usual(file, text.slice(0, 40));
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
};

describe('a write that the disk cut short', () => {
  afterEach(() => {
    fs.writeSync = usual;
    syncBuiltinESMExports();
  });

  test.each<[string, (file: number, text: string) => number]>([
    ['and refused the rest', writeHalf],
    ['without a word', (file, text) => usual(file, text.slice(0, 40))],
  ])('ends its line, so that the next order is recorded: %s', async (_, cutShort) => {
    const { api, atArrival, file, close } = await open(status(201));
    const send = () => api.initiateOfframp({ subaccountId, body: order });
    await send();
    fs.writeSync = cutShort as typeof usual;
    syncBuiltinESMExports();
    await expect(send()).rejects.toMatchObject({ kind: 'ledger', reason: expect.stringContaining('ENOSPC') });
    fs.writeSync = usual;
    syncBuiltinESMExports();
    await send();
    await close();
    expect(atArrival).toHaveLength(2);
    expect(outcomesIn(file)).toEqual(['accepted', 'accepted']);
    expect(read(file).unread).toEqual([3]);
  });

  test('can be opened while there is no room, and leaves outcomes unknown until there is', async () => {
    const { api, file, close } = await open(status(201));
    await api.initiateOfframp({ subaccountId, body: order });
    await close();
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
    const { order: name = '' } = read(file).orders[0] ?? {};
    fs.writeSync = writeHalf as typeof usual;
    syncBuiltinESMExports();
    const ledger = openLedger({ file, run: 'r2', target: 'here', durable: false });
    ledger.settle(name, 'listed', 'listing', 'r1');
    fs.writeSync = usual;
    syncBuiltinESMExports();
    expect(read(file).orders).toMatchObject([{ outcome: 'unknown' }]);
    ledger.settle(name, 'listed', 'listing', 'r1');
    ledger.close();
    expect(read(file).orders).toMatchObject([{ outcome: 'listed' }]);
  });
});

describe('bounds of orders', () => {
  test('hold for their number and their amount, each operation by itself', async () => {
    const maxOrders = { 'offramp.initiate': 2, 'onramp.initiate': 1 };
    const { api, atArrival, close } = await open(status(201), { maxOrders, largestAmount: 99.75 });
    const larger = { ...order, from: { ...order.from, amount: 99.76 } };
    const asked = api.initiateOfframp({ subaccountId, body: larger });
    await expect(asked).rejects.toMatchObject({ kind: 'amount' });
    for (const _ of [1, 2]) await api.initiateOfframp({ subaccountId, body: order });
    const third = api.initiateOfframp({ subaccountId, body: order });
    await expect(third).rejects.toMatchObject({ kind: 'budget' });
    await api.initiateOnramp({ subaccountId, body: order });
    await close();
    expect(atArrival).toHaveLength(3);
  });
});

describe('the bound of orders that any service may have accepted', () => {
  /** Sends twenty orders, some at a time, to a service that answers so in turn. */
  const sendTo = async (answers: readonly number[], { atOnce = 4 } = {}) => {
    const came: number[] = [];
    const { api, close } = await open(
      (response) => {
        const code = answers[came.length % answers.length] ?? 201;
        came.push(code);
        status(code, { 'retry-after': '0' })(response);
      },
      { maxAccepted: 6, concurrency: atOnce },
    );
    const ends: unknown[] = [];
    const send = async () => {
      const end = await api.initiateOfframp({ subaccountId, body: order }).then(String, (error) => error.kind);
      ends.push(end);
    };
    for (let sent = 0; sent < 20; sent += atOnce) await Promise.all(Array.from({ length: atOnce }, send));
    await close();
    return { came, refused: ends.filter((end) => end === 'orders').length };
  };

  test.each<[string, readonly number[], number]>([
    ['accepted ones', [201], 6],
    ['failures, which may have been carried out', [500], 6],
    ['redirects', [303], 6],
    ['a 429 before each accepted one', [429, 201], 6],
    ['refused ones, which free their place', [400, 400, 201], 18],
  ])('holds for %s', async (_, answers, most) => {
    const { came, refused } = await sendTo(answers);
    expect(came).toHaveLength(most);
    expect(refused).toBeGreaterThan(0);
  });

  test.each<[string, readonly number[]]>([
    ['orders that are refused', [400]],
    ['orders that are refused once a limit has let them through', [429, 400]],
  ])('leaves all %s', async (_, answers) => {
    const { came, refused } = await sendTo(answers, { atOnce: 1 });
    expect(came.filter((code) => code === 400)).toHaveLength(20);
    expect(refused).toBe(0);
  });
});

describe('an amount above the bound does not leave', () => {
  const at = (from: unknown) => ({ body: { ...order, from } });
  const raw = (rawBody: string) => ({ body: undefined, rawBody });
  test.each([
    ['as a text', at({ amount: '100' })],
    ['with separators', at({ amount: '5,000.00' })],
    ['with underscores', at({ amount: '5_000' })],
    ['in full-width digits', at({ amount: '５０００' })],
    ['in Roman numerals of one character', at({ amount: 'ↈ' })],
    ['below another member', at({ amount: { value: 100 } })],
    ['deep in the body', at({ source: { details: { amount: 100 } } })],
    ['in a list', at([{ amount: 100 }])],
    ['with a smaller one', at({ amount: 1, gross_amount: 100 })],
    ['below zero', at({ amount: -100 })],
    ['first of two of one name', raw('{"amount":100,"amount":1}')],
    ['in a body that is torn', raw('{"from":{"amount":1e2')],
    ['under an escaped name', raw('{"\\u0061mount":100}')],
  ])('%s', async (_, { body, ...options }) => {
    const { api, atArrival, close } = await open(status(201), { largestAmount: 99.75 });
    const asked = api.initiateOfframp({ subaccountId, body }, options);
    await expect(asked).rejects.toMatchObject({ kind: 'amount' });
    await close();
    expect(atArrival).toEqual([]);
  });

  test.each([
    ['wrapped', at({ amount: [99.75] })],
    ['as a text', at({ amount: '99.75' })],
    ['torn', raw('{"from":{"amount":99.75')],
    ['absent', at({ amount: null, reference: '1000' })],
  ])('one within it does: %s', async (_, { body, ...options }) => {
    const { api, atArrival, close } = await open(status(201), { largestAmount: 99.75 });
    await api.initiateOfframp({ subaccountId, body }, options);
    await close();
    expect(atArrival).toHaveLength(1);
  });
});

describe('amounts set for a currency, asset or rail', () => {
  const bounds = { largestAmount: 100, amounts: { NGN: 5000, WIRE: 600, USDC: 50, LIGHTNING: 200 } };
  const offramp = (amount: number, rail?: string, asset = 'EURC') => ({
    from: { ...order.from, asset, amount },
    to: { recipient_id: subaccountId, currency: 'NGN', ...(rail ? { payment_rail: rail } : {}) },
  });
  const onramp = (amount: number, currency: unknown) => ({
    from: { amount, currency },
    to: { asset: 'USDC' },
  });
  type Sent = readonly [
    operation: 'onramp.initiate' | 'offramp.initiate' | 'lightning-offramp.initiate',
    body: unknown,
  ];
  const send = async ([operation, body]: Sent, rawBody?: string) => {
    const { api, atArrival, close } = await open(status(201), bounds);
    const sent = api.call(operation, { subaccountId, body }, rawBody === undefined ? {} : { rawBody });
    await sent.catch(() => undefined);
    await close();
    return atArrival.length;
  };

  test.each<Sent>([
    ['onramp.initiate', onramp(5000, 'NGN')],
    ['onramp.initiate', onramp(5000, 'ngn')],
    ['offramp.initiate', offramp(600, 'WIRE')],
    ['offramp.initiate', offramp(100, undefined, 'USDC')],
    ['offramp.initiate', offramp(600, 'WIRE', 'USDC')],
    ['lightning-offramp.initiate', { recipient_id: subaccountId, amount: 200 }],
  ])('bound such orders: %s %j leaves', async (...sent) => {
    expect(await send(sent)).toBe(1);
  });

  test.each<Sent>([
    ['onramp.initiate', onramp(5001, 'NGN')],
    ['onramp.initiate', onramp(101, 'BRL')],
    ['onramp.initiate', onramp(5000, ['NGN'])],
    ['onramp.initiate', onramp(5000, ' NGN')],
    ['onramp.initiate', { ...onramp(5000, 'NGN'), currency: 'USD' }],
    // The amount of an offramp is in its asset, in any currency of its recipient.
    ['offramp.initiate', offramp(101)],
    ['offramp.initiate', offramp(600, 'SWIFT')],
    ['offramp.initiate', offramp(101, undefined, 'USDC')],
    ['lightning-offramp.initiate', { recipient_id: subaccountId, amount: 201 }],
  ])('bound such orders: %s %j does not leave', async (...sent) => {
    expect(await send(sent)).toBe(0);
  });

  test.each([
    '{"from":{"amount":5000,"currency":"USD","currency":"NGN"}}',
    '{"from":{"amount":5000,"\\u0063urrency":"USD","currency":"NGN"}}',
    '{"from":{"amount":5000,"currency":"NGN"}',
  ])('a body that can be read in two ways raises no bound: %s', async (rawBody) => {
    expect(await send(['onramp.initiate', undefined], rawBody)).toBe(0);
  });
});

test('once the time of the run is up nothing leaves, with the variable as the reason', async () => {
  const { api, atArrival, close } = await open(status(201), { endsAt: performance.now() - 1 });
  // Its timer is due before this one, on the slowest machine too.
  await new Promise((passed) => setTimeout(passed, 20));
  await expect(api.readBalances()).rejects.toThrow(/RAMP_DEADLINE_S/);
  await expect(api.initiateOfframp({ subaccountId, body: order })).rejects.toMatchObject({
    code: 'DEADLINE',
  });
  await close();
  expect(atArrival).toEqual([]);
});

describe('once everything is stopped', () => {
  const stopped = async (answer: Answer, orderGraceMs?: number) => {
    const stop = new AbortController();
    const opened = await open(
      (response) => {
        stop.abort();
        answer(response);
      },
      { stop: stop.signal, ...(orderGraceMs && { orderGraceMs }) },
    );
    return { ...opened, stop };
  };

  test('an order that has left may still be answered', async () => {
    const { api, file, atArrival, close } = await stopped((response) => {
      setTimeout(() => status(201)(response), 30);
    }, 60_000);
    expect((await api.initiateOfframp({ subaccountId, body: order })).status).toBe(201);
    await expect(api.initiateOfframp({ subaccountId, body: order })).rejects.toMatchObject({
      code: 'INTERRUPTED',
    });
    await expect(api.readBalances()).rejects.toMatchObject({ code: 'INTERRUPTED' });
    await close();
    expect(outcomesIn(file)).toEqual(['accepted']);
    expect(atArrival).toHaveLength(1);
  });

  test('one that is not answered in that moment is unknown; a read is given up at once', async () => {
    const { api, file, close } = await stopped(() => undefined, 150);
    await expect(api.initiateOfframp({ subaccountId, body: order })).rejects.toMatchObject({
      code: 'INTERRUPTED',
    });
    await close();
    expect(outcomesIn(file)).toEqual(['unknown']);
    const reading = await stopped(() => undefined);
    await expect(reading.api.readBalances()).rejects.toMatchObject({ code: 'INTERRUPTED' });
    await reading.close();
  });
});
