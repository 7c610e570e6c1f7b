import { type ChildProcess, spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../testing/wire.test.support.ts';
import type { Limits } from './index.ts';
import { openClient, sendJson } from './service.test.support.ts';

afterEach(() => vi.restoreAllMocks());

const named = (...addresses: readonly string[]): void => {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: object, found: (error: null, all: object) => void) =>
    process.nextTick(found, null, all)) as typeof dns.lookup);
};

/** Only Linux has other loopback addresses without configuration. */
const isLinux = process.platform === 'linux';
const [here, there] = ['127.0.0.1', '127.0.0.2'];

async function serve(host = here, port = 0) {
  const server = createServer((_, reply) => sendJson(reply));
  const listening = await listen(server, { host, port });
  onTestFinished(listening.close);
  return listening;
}

/** Its queue is full, so that a handshake takes `ms`, or never ends. */
async function startBusy(port: number, ms: number): Promise<ChildProcess> {
  const script = `
    const net = require('node:net');
    const server = require('node:http').createServer((_, reply) => reply.setHeader('content-type', 'application/json').end('{}'));
    server.listen({ port: ${port}, host: '${there}', backlog: 1 }, () => {
      const fillers = Array.from({ length: 6 }, () => net.connect(${port}, '${there}').on('error', () => {}));
      process.nextTick(() => {
        require('node:fs').writeSync(1, 'busy');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
        for (const filler of fillers) filler.destroy();
      });
    });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

function open(port: number, limits: Partial<Limits> = {}) {
  const { transport, api } = openClient(`http://target.test:${port}`, { concurrency: 1 }, limits);
  onTestFinished(() => transport.close());
  return { api, read: () => api.readBalances() };
}

test.skipIf(!isLinux)('an address that answers is used beside one that does not', async () => {
  const live = await serve();
  await startBusy(live.port, Number.POSITIVE_INFINITY);
  named(there, here);
  const { read } = open(live.port);
  expect(await read()).toMatchObject({ status: 200 });
  expect(live.connections()).toBe(1);
});

test.skipIf(!isLinux)('the address that has answered is asked first', async () => {
  const one = await serve();
  const other = await serve(there, one.port);
  named(here);
  const { api, read } = open(one.port);
  await read();
  named(there, here);
  // Over a connection of its own.
  await api.simulateDeposit({ subaccountId: 'a-subaccount', body: { currency: 'BRL' } } as never);
  expect([one.connections(), other.connections()]).toEqual([2, 0]);
});

test.skipIf(!isLinux)('a slow handshake is waited for where the other address leads nowhere', async () => {
  const { port } = await serve();
  await startBusy(port, 600);
  named(there, '::1');
  expect(await open(port).read()).toMatchObject({ status: 200 });
});

test.skipIf(!isLinux)('where no address answers, all that were tried are named', async () => {
  const { port } = await serve();
  await startBusy(port, Number.POSITIVE_INFINITY);
  named(there, '::1');
  await expect(open(port, { connectMs: 1_000 }).read()).rejects.toThrow(
    /: no connection over IPv4 \(ETIMEDOUT\) or IPv6 \((?:ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT)\); check that/,
  );
});

test('a name that is looked up too late opens no connection', async () => {
  const live = await serve();
  const asked = new Promise<(error: null, all: object) => void>((ask) => {
    vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: object, found: never) =>
      ask(found)) as typeof dns.lookup);
  });
  const { transport, api } = openClient(`http://target.test:${live.port}`);
  const read = api.readBalances();
  const found = await asked;
  await Promise.all([expect(read).rejects.toThrow(), transport.close()]);
  found(null, [{ address: here, family: 4 }]);
  await fetch(`http://${here}:${live.port}`);
  expect(live.connections()).toBe(1);
});
