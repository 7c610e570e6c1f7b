import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { resourceLimits } from '../worlds.ts';
import type { Mutant } from './mutate.ts';
import type { SourceFile } from './sources.ts';
import { CheckoutNeeded, type Language } from './syntax.ts';

export interface MutantService {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

const entry = `import { parentPort } from 'node:worker_threads';
import { startSandbox } from './index.mjs';
const { baseUrl } = await startSandbox();
parentPort.postMessage(baseUrl);
`;

/** It usually starts in a fiftieth of this time; a mutant that takes longer is compared with an unchanged service. */
const usualStartMs = 20_000;

/** Installed with a checkout alone: the package holds it in its bundle. */
const frameworkFile = (): string => {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve('fastify')).href;
  } catch (problem) {
    throw new CheckoutNeeded('fastify', problem);
  }
};

/** The source as the engine loads it from a folder that has no packages. */
const linked = (code: string, framework: string): string =>
  code
    .replace(/(\bfrom\s*["']\.\/[^"']+)\.ts(["'])/g, '$1.mjs$2')
    .replace(/\bfrom\s*["']fastify["']/g, `from ${JSON.stringify(framework)}`);

/** Writes the sandbox with one file changed, and serves it from its own thread. */
export class Workshop {
  readonly #folder: string;
  readonly #framework = frameworkFile();
  readonly #language: Language;
  readonly #modules: ReadonlyMap<string, string>;
  readonly #startMs: number;
  #count = 0;

  constructor(
    folder: string,
    sources: readonly SourceFile[],
    language: Language,
    startMs: number = usualStartMs,
  ) {
    this.#folder = folder;
    this.#language = language;
    this.#startMs = startMs;
    this.#modules = new Map(sources.map(({ file, text }) => [file, this.#translate(file, text) ?? '']));
  }

  /** Undefined where the mutant is not to be loaded, or does not come to serve. */
  async serve({ file, text }: Pick<Mutant, 'file' | 'text'>): Promise<MutantService | undefined> {
    const changed = this.#translate(file, text);
    if (changed === undefined) return undefined;
    const folder = await this.#write(new Map([...this.#modules, [file, changed]]));
    const worker = start(folder);
    const close = async () => void (await worker.terminate());
    const done = new AbortController();
    const baseUrl = await Promise.race([firstMessage(worker, done.signal), this.#overtaken(done.signal)]);
    done.abort();
    if (typeof baseUrl === 'string') return { baseUrl, close };
    await close();
    return undefined;
  }

  /** Ends once an unchanged service is there that began later: what is not there by then is taken for an endless loop. */
  async #overtaken(signal: AbortSignal): Promise<void> {
    const isWaited = await sleep(this.#startMs, true, { signal }).catch(() => false);
    if (!isWaited) return;
    const worker = start(await this.#write(this.#modules));
    await firstMessage(worker, signal);
    await worker.terminate();
  }

  async #write(modules: ReadonlyMap<string, string>): Promise<string> {
    this.#count += 1;
    const folder = join(this.#folder, String(this.#count));
    await mkdir(folder, { recursive: true });
    const files = [...modules, ['entry.ts', entry] as const];
    await Promise.all(
      files.map(([file, code]) => writeFile(join(folder, file.replace(/\.ts$/, '.mjs')), code)),
    );
    return folder;
  }

  #translate(file: string, text: string): string | undefined {
    const code = this.#language.translate(file, text);
    return code === undefined ? undefined : linked(code, this.#framework);
  }
}

const start = (folder: string): Worker => {
  const worker = new Worker(join(folder, 'entry.mjs'), { resourceLimits, stdout: true, stderr: true });
  // A failure of the thread later shows as requests without an answer.
  return worker.on('error', () => undefined);
};

/** Undefined where the thread ends or fails instead, or is no longer waited for. */
const firstMessage = async (worker: Worker, signal: AbortSignal): Promise<unknown> => {
  const said = once(worker, 'message', { signal }).then(([message]) => message as unknown);
  const ended = once(worker, 'exit', { signal }).then(() => undefined);
  return Promise.race([said, ended]).catch(() => undefined);
};
