import { Agent } from 'undici';

/** A request as it crossed the wire. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests as fast as they can be sent, and reads nothing: the measure for all else. Resolves to milliseconds. */
export async function sendBare(
  origin: string,
  requests: readonly RecordedRequest[],
  concurrency: number,
): Promise<number> {
  const agent = new Agent({ connections: concurrency, pipelining: 1 });
  const start = performance.now();
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const { method, path, headers, body = null } = request;
      const reply = await agent.request({ origin, method: method as 'GET', path, headers, body });
      await reply.body.dump();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  const took = performance.now() - start;
  await agent.close();
  return took;
}
