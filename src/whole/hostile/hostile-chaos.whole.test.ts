import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi, createTransport, NoAnswer, ProtocolViolation } from '#client';
import type { Reply } from '#evidence';
import { type Sandbox, startSandbox } from '#sandbox';
import { timeoutMs, useDeadlines } from '../../client/deadlines.test.support.ts';
import { type Mishandle, startWire, type Wire } from '../../testing/wire.test.support.ts';
import { type Kind, kinds, mishandle, randomFrom } from './chaos.test.support.ts';

let sandbox: Sandbox;
const wires: Wire[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  for (const wire of wires) wire.close();
  await sandbox.close();
});

const lapse = useDeadlines();

/** Longest that an answer is late; every third comes after its time. */
const longestMs = 20;

const faultOf = (kind: Kind, random: () => number): Mishandle =>
  kind === 'delay' && random() > 2 / 3 ? lapse : mishandle(kind, random, longestMs);

/** Calls pass one after the other, so that what passes belongs to one of them. */
async function startFaults(seed: number) {
  const random = randomFrom(seed);
  let kind: Kind | undefined;
  const wire = await startWire(Number(new URL(sandbox.baseUrl).port), () => kind && faultOf(kind, random));
  wires.push(wire);
  const next = (): Kind => {
    kind = kinds[Math.floor(random() * kinds.length)] ?? 'reset';
    return kind;
  };
  return { wire, next };
}

const textOf = ({ status, body }: Reply): string => JSON.stringify([status, body]);

test('200 faults of the wire: each call ends after three requests at most, and what is taken for sound is what was sent', async () => {
  const subaccountId = sandbox.settings.RAMP_INDIVIDUAL_SUBACCOUNT_ID ?? '';
  const key = sandbox.settings.RAMP_API_KEY ?? '';
  const rest = {
    timeoutMs,
    concurrency: 4,
    maxRequests: 10_000,
    money: true,
    readOnly: false,
  } as const;
  const bounds = { headersMs: timeoutMs, patienceMs: 300, unnamedWaitMs: 5 };
  const sound = createTransport({ ...rest, baseUrl: sandbox.baseUrl });
  const body = { recipient_id: sandbox.settings.RAMP_USD_RECIPIENT_ID, amount: 1 };
  const calls = [
    (api: ReturnType<typeof createApi>) => api.readSubaccount({ subaccountId }),
    (api: ReturnType<typeof createApi>) => api.listConversions({ subaccountId }),
    (api: ReturnType<typeof createApi>) => api.listTaxonomy({ currency: 'BRL' }),
    (api: ReturnType<typeof createApi>) => api.initiateLightningOfframp({ subaccountId, body }),
  ];
  const truths = await Promise.all(calls.slice(0, 3).map((call) => call(createApi({ transport: sound, key }))));
  const ends = { sound: 0, problems: 0, violation: 0, noResponse: 0 };
  const { wire, next } = await startFaults(20_261_121);
  const one = async (n: number) => {
    const kind = next();
    const turn = n % calls.length;
    const before = wire.requests.length;
    // Another transport each time: after three strangers in a row one gives up.
    const transport = createTransport({ ...rest, baseUrl: `http://127.0.0.1:${wire.port}` }, bounds);
    const end = await calls[turn]?.(createApi({ transport, key })).catch((error: unknown) => error);
    const posted = wire.requests.slice(before).filter((line) => line.startsWith('POST')).length;
    expect(posted, `${n} ${kind}`).toBe(turn === 3 ? 1 : 0);
    expect(wire.requests.length - before, `${n} ${kind}`).toBeLessThanOrEqual(3);
    await transport.close();
    if (end instanceof NoAnswer) ends.noResponse += 1;
    else if (end instanceof ProtocolViolation) ends.violation += 1;
    else {
      const reply = end as Reply;
      if (reply.problems.length > 0) ends.problems += 1;
      else {
        ends.sound += 1;
        if (turn < 3) expect(textOf(reply), `${n} ${kind}`).toBe(textOf(truths[turn] as Reply));
        else expect(reply.status, `${n} ${kind}`).toBeLessThan(300);
      }
    }
  };
  for (let n = 0; n < 200; n += 1) await one(n);
  await sound.close();
  expect(Object.values(ends).every((count) => count > 5)).toBe(true);
});
