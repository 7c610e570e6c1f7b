import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { startSandbox } from '#sandbox';
import type { RecordedRequest } from './runs.ts';

const connections = 8;

/** Sends requests as fast as they can be sent, and reads nothing; resolves to the requests a second. */
async function send(origin: string, requests: readonly RecordedRequest[]): Promise<number> {
  const agent = new Agent({ connections, pipelining: 1 });
  const start = performance.now();
  const left = requests.values();
  const sender = async () => {
    for (const request of left) await (await agent.request({ origin, ...request })).body.dump();
  };
  await Promise.all(Array.from({ length: connections }, sender));
  return (1000 * requests.length) / (performance.now() - start);
}

const [file = '', service = (await startSandbox()).baseUrl] = process.argv.slice(2);
const rate = await send(service, JSON.parse(readFileSync(file, 'utf8')));
process.stdout.write(String(rate), () => process.exit(0));
