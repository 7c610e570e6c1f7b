import { channel } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

/** A request as it crossed the wire. */
export interface RecordedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Writes down what servers of this process are sent while something runs. */
export async function recordRequests(file: string, work: () => Promise<unknown>): Promise<void> {
  const kept: { message: IncomingMessage; chunks: Buffer[] }[] = [];
  channel('http.server.request.start').subscribe((event) => {
    const { request: message } = event as { request: IncomingMessage };
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    kept.push({ message, chunks });
  });
  await work();
  const ofHop = /^(?:host|connection|content-length|transfer-encoding)$/;
  const requests = kept.map(({ message: { method, url: path, headers }, chunks }) => ({
    method,
    path,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofHop.test(name))),
    body: chunks.length > 0 ? Buffer.concat(chunks).toString() : null,
  }));
  writeFileSync(file, JSON.stringify(requests));
}
