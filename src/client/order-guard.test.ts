import fs, {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readFileLines } from '#lib';
import { openLedger, readLedger } from './index.ts';
import { placedAnew, textAnew } from './order-guard.ts';
import { offrampOf, openService, sendJson, subaccountId } from './service.test.support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-moments-'));
});

const usual = fs.writeSync;
const writeBy = (write: (file: number, text: string) => number) => {
  Object.assign(fs, { writeSync: write });
  syncBuiltinESMExports();
};

const restore = () => {
  writeBy(usual);
  vi.useRealTimers();
};

afterEach(restore);

interface Moment {
  readonly file: string;
  readonly stop: AbortController;
  /** From now on the service accepts each order and answers that a limit refused it. */
  readonly lie: () => void;
}

const day = 86_400_000;

const noRoom = () => Object.assign(new Error('no space left'), { code: 'ENOSPC' });

const jump = (ms: number) => () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + ms);
};

const harms: Readonly<Record<string, (moment: Moment) => void>> = {
  'is stopped': ({ stop }) => stop.abort(),
  'finds the disk full': () =>
    writeBy(() => {
      throw noRoom();
    }),
  'has its lines cut short by the disk': () =>
    writeBy((file, text) => {
      usual(file, text.slice(0, 30));
      throw noRoom();
    }),
  'loses its ledger': ({ file }) => rmSync(file),
  'has its ledger replaced': ({ file }) => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
  'shares its ledger with another machine': ({ file }) => {
    const line = { run: 'other', order: '1.1', at: '', target: 'here', operation: 'offramp.initiate' };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  },
  'is lied to by 429': ({ lie }) => lie(),
  'has its clock put forward': jump(day),
  'has its clock put back': jump(-400 * day),
};

const [asked, announced] = [16, 12];

let files = 0;

async function ordersWith(harm: (moment: Moment) => void, moment: number) {
  files += 1;
  const file = join(folder, `${files}.jsonl`);
  const [kept, stop] = [`${file}.kept`, new AbortController()];
  const came: { readonly reference: string; readonly recorded: string }[] = [];
  const answered = new Map<string, number>();
  /** The ledger of a process that is killed at this moment. */
  let left = '';
  let isLying = false;
  const lie = () => {
    isLying = true;
  };
  const ledger = openLedger({ file, run: 'r1', target: 'here', durable: false });
  // The same file under another name, which shows what was recorded though the first is gone.
  linkSync(file, kept);
  const options = { ledger, stop: stop.signal, maxOrders: { 'offramp.initiate': announced } };
  const { api, transport, close } = await openService(
    (response, seen) => {
      const { method, body = '' } = seen.at(-1) ?? {};
      if (method === 'GET')
        return sendJson(
          response,
          200,
          {},
          { data: came.map((each) => ({ client_offramp_reference: each.reference })) },
        );
      const { client_offramp_reference: reference } = JSON.parse(body);
      came.push({ reference, recorded: existsSync(file) ? readFileSync(file, 'utf8') : '' });
      if (came.length === moment) {
        left = readFileSync(kept, 'utf8');
        harm({ file, stop, lie });
      }
      answered.set(reference, isLying ? 429 : 201);
      return sendJson(response, isLying ? 429 : 201, { 'retry-after': '0' });
    },
    options,
    { patienceMs: 100 },
  );
  for (let at = 0; at < asked; at += 4) {
    const four = [0, 1, 2, 3].map((more) =>
      api.initiateOfframp({ subaccountId, body: offrampOf(at + more) }).catch(() => undefined),
    );
    await Promise.all(four);
    await api.listOfframps({ subaccountId, query: {} }).catch(() => undefined);
  }
  const { orders: counted = 0 } = transport.counts;
  await close();
  ledger.close();
  restore();
  return { came, answered, left, counted, lines: readFileLines(kept) };
}

test.each(Object.entries(harms))(
  'a run that %s at any of its orders sends no order without a record, none twice and none beyond the bound',
  async (name, harm) => {
    for (let moment = 1; moment <= announced; moment += 1) {
      const { came, answered, left, counted, lines } = await ordersWith(harm, moment);
      const orders = readLedger(lines, 'r1').orders;
      expect(came.length).toBeLessThanOrEqual(announced);
      expect(counted).toBeGreaterThanOrEqual(came.length);
      // Those that were under way at the moment are recorded where the ledger was until then.
      for (const { reference, recorded } of came) expect(recorded + left).toContain(reference);
      const triesOf = (sought: string) => came.filter(({ reference }) => reference === sought).length;
      for (const { reference } of came)
        expect(triesOf(reference)).toBeLessThanOrEqual(name === 'is lied to by 429' ? 3 : 1);
      // What is said of an order was answered; of all others nothing is known.
      for (const { reference = '', outcome } of orders) {
        if (outcome === 'accepted') expect(answered.get(reference)).toBe(201);
        if (outcome === 'refused') expect(answered.get(reference)).toBe(429);
      }
      // A process that was killed at the moment leaves each order that had come in, the last as unknown.
      const killed = left.split('\n').map((text, at) => [at + 1, text] as const);
      const known = new Map(readLedger(killed, 'r1').orders.map((each) => [each.reference, each.outcome]));
      for (const { reference } of came.slice(0, moment)) expect(known.has(reference)).toBe(true);
      expect(known.get(came[moment - 1]?.reference)).toBe('unknown');
    }
  },
);

test.each([
  subaccountId,
  subaccountId.toUpperCase(),
  `Order-${subaccountId.slice(0, 8)}-aB`,
  `order-${subaccountId}-${subaccountId}`,
])('the reference %s is another of its form', (reference) => {
  const order = { from: { amount: 25 }, client_offramp_reference: reference };
  const anew = placedAnew(order) as typeof order;
  expect(anew.from).toEqual(order.from);
  expect(anew.client_offramp_reference).not.toBe(reference);
  expect(anew.client_offramp_reference).toHaveLength(reference.length);
  const isCapital = /^[^a-z]+$/.test(reference);
  expect(/^[^a-z]+$/.test(anew.client_offramp_reference)).toBe(isCapital);
});

test('an order without a reference is of another amount, where it is one', () => {
  expect(placedAnew({ recipient_id: subaccountId, amount: 25 })).toEqual({ recipient_id: subaccountId, amount: 24.99 });
  for (const body of [{ amount: '25' }, { amount: 0.5 }, [25], 'text', undefined])
    expect(placedAnew(body)).toEqual(body);
});

test('a text that is no order keeps all but its reference', () => {
  const torn = `{"a":1,"client_onramp_reference":"${subaccountId}"`;
  const anew = textAnew(torn);
  expect(anew).not.toBe(torn);
  expect(anew.slice(0, 34)).toBe(torn.slice(0, 34));
});
