import { Session } from 'node:inspector/promises';

/** Characters that a call of the engine goes over, which the profiler does not see. */
let characters = 0;

type Method = (this: string, ...args: never[]) => unknown;

const texts = String.prototype as unknown as Record<string, Method>;
const { exec } = RegExp.prototype;
const { parse, stringify } = JSON;
const usual = {
  ...Object.fromEntries(
    ['indexOf', 'includes', 'split', 'replaceAll', 'toLowerCase'].map((name) => [name, texts[name]]),
  ),
};
const indexOf = String.prototype.indexOf;

const searched = function (this: string, sought: string, from = 0): number {
  const found = indexOf.call(this, sought, from);
  characters += (found < 0 ? this.length : found) - from + 1;
  return found;
};

const gone = (method: Method | undefined): Method =>
  function (this: string, ...args) {
    characters += this.length;
    return method?.apply(this, args);
  };

/** Counts what the engine goes over, for as long as work is done. */
function counting<T>(work: () => T): T {
  Object.assign(texts, {
    indexOf: searched,
    includes: function (this: string, sought: string, from = 0) {
      return searched.call(this, sought, from) >= 0;
    },
    split: gone(usual.split),
    replaceAll: gone(usual.replaceAll),
    toLowerCase: gone(usual.toLowerCase),
  });
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    characters += (found ? found.index + found[0].length : String(text).length) - from + 1;
    return found;
  };
  JSON.parse = (text, reviver) => {
    characters += text.length;
    return parse(text, reviver);
  };
  JSON.stringify = ((...args: Parameters<typeof stringify>) => {
    const text = stringify(...args);
    characters += text?.length ?? 0;
    return text;
  }) as typeof stringify;
  try {
    return work();
  } finally {
    Object.assign(texts, usual);
    RegExp.prototype.exec = exec;
    Object.assign(JSON, { parse, stringify });
  }
}

/** Steps of some work: how often each block of our code is entered, and the characters that the engine goes over. */
export async function stepsOf(work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    characters = 0;
    counting(work);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const own = result.filter(
      ({ url }) => /\/(?:src|schemas)\//.test(url) && !url.includes('steps.test.support'),
    );
    const blocks = own.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
    return characters + blocks.reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}
