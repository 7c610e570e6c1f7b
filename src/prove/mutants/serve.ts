import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { resourceLimits } from '../start-service.ts';
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

/** A service that is not there by then is taken for an endless loop; it usually starts in a fiftieth of this time. */
const maxStartMs = 20_000;

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
  #count = 0;

  constructor(folder: string, sources: readonly SourceFile[], language: Language) {
    this.#folder = folder;
    this.#language = language;
    this.#modules = new Map(sources.map(({ file, text }) => [file, this.#translate(file, text) ?? '']));
  }

  /** Undefined where the mutant is not to be loaded, or does not come to serve. */
  async serve({ file, text }: Pick<Mutant, 'file' | 'text'>): Promise<MutantService | undefined> {
    const changed = this.#translate(file, text);
    if (changed === undefined) return undefined;
    const folder = await this.#write(new Map([...this.#modules, [file, changed]]));
    const worker = new Worker(join(folder, 'entry.mjs'), { resourceLimits, stdout: true, stderr: true });
    const close = async () => void (await worker.terminate());
    // A failure of the thread later shows as requests without an answer.
    worker.on('error', () => undefined);
    const baseUrl = await firstMessage(worker);
    if (typeof baseUrl === 'string') return { baseUrl, close };
    await close();
    return undefined;
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

/** Undefined where the thread ends, fails or does nothing instead. */
const firstMessage = async (worker: Worker): Promise<unknown> => {
  const done = new AbortController();
  const options = { signal: AbortSignal.any([done.signal, AbortSignal.timeout(maxStartMs)]) };
  try {
    const said = once(worker, 'message', options).then(([message]) => message as unknown);
    const ended = once(worker, 'exit', options).then(() => undefined);
    return await Promise.race([said, ended]);
  } catch {
    return undefined;
  } finally {
    done.abort();
  }
};
