import { channel } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type RecordedRequest, sendBare } from '#client';

/** What a server of this process is sent, kept until it is asked for. */
function recordRequests(): () => readonly RecordedRequest[] {
  const kept: { message: IncomingMessage; chunks: Buffer[] }[] = [];
  channel('http.server.request.start').subscribe((event) => {
    const { request } = event as { request: IncomingMessage };
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    kept.push({ message: request, chunks });
  });
  const own = ['host', 'connection', 'content-length', 'transfer-encoding'];
  return () =>
    kept.map(({ message: { method = 'GET', url: path = '/', headers }, chunks }) => ({
      method,
      path,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          own.includes(name) ? [] : [[name, String(value)]],
        ),
      ),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks).toString() } : {}),
    }));
}

interface Job {
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
}

const file = process.argv[2] ?? '';

async function record(): Promise<void> {
  const { runProgram } = await import('../program.ts');
  const requests = recordRequests();
  const quiet = { write: () => {}, live: false, colour: false, width: 80 };
  const args = ['run', '--seed', '1', '--reports', process.argv[3] ?? ''];
  await runProgram({ args, cwd: process.cwd(), env: {}, out: quiet, err: quiet });
  writeFileSync(file, JSON.stringify(requests()));
}

/** In a worker of its own, as the suites are; prints the milliseconds. */
async function replay(): Promise<void> {
  const { startSandbox } = await import('#sandbox');
  const { baseUrl } = await startSandbox();
  const requests = JSON.parse(readFileSync(file, 'utf8')) as readonly RecordedRequest[];
  const worker = new Worker(import.meta.filename, { workerData: { baseUrl, requests } satisfies Job });
  worker.once('message', (took: number) => {
    process.stdout.write(`${took}\n`, () => process.exit(0));
  });
}

if (isMainThread) await (process.argv[3] === undefined ? replay() : record()).catch(console.error);
else {
  const { baseUrl, requests } = workerData as Job;
  parentPort?.postMessage(await sendBare(baseUrl, requests, 8));
}
if (isMainThread && process.argv[3] !== undefined) process.exit(0);
