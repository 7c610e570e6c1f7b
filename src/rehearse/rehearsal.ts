import { resolve } from 'node:path';
import type { OperationId } from '#contract';
import type { Variation } from '#faults';
import { Refused } from '#lib';
import { type Fault, startSandbox } from '#sandbox';
import { type ChosenVariations, isWithin, type Lapse, noting, serviceOf } from './choice.ts';
import { type Command, type Ending, environmentOf, masking, type TargetSecrets, tryClient } from './client.ts';
import { watchReports } from './failed-tests.ts';
import { findCauses, mostTries, settled } from './find-causes.ts';

// A rehearsal: the client as shipped, then under the variations of a right service, or under the faults of a wrong one.

/** A variation under which the client fails, or several under which it fails only together. */
export interface Break {
  readonly variations: readonly Variation[];
  /** `exit 1` */
  readonly how: string;
  readonly output: string;
  /** The client's failed tests; undefined without a report of its runner. */
  readonly tests?: readonly string[] | undefined;
}

interface Shipped {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  readonly last: Ending;
  /** Endpoints of its requests; without any, nothing is rehearsed. */
  readonly asked: ReadonlySet<OperationId>;
  readonly requests: number;
  /** False where JUnit files were named and no try wrote one. */
  readonly hasReports?: boolean;
}

export interface PartResult {
  readonly tried: readonly Variation[];
  readonly unasked: readonly Variation[];
  /** Variations that changed no reply to the client. */
  readonly unmet: readonly Variation[];
  readonly broken: readonly Break[];
  /** False where the tries ran out early. */
  readonly isComplete: boolean;
  /** Number of failures that did not repeat. */
  readonly wavered: number;
}

export interface Rehearsal {
  readonly shipped: Shipped;
  readonly tries: number;
  /** Largest number of processes that a try left; they were ended. */
  readonly left: number;
  /** Variables with a secret, which the client did not get. */
  readonly withheld: readonly string[];
  readonly together?: PartResult;
  readonly alone?: PartResult;
  readonly circumstances?: PartResult;
  readonly faults?: {
    readonly tried: readonly Lapse[];
    readonly unasked: readonly Lapse[];
    readonly unmet: readonly Lapse[];
    readonly unnoticed: readonly Lapse[];
  };
}

interface TryEnding extends Ending {
  readonly tests?: readonly string[] | undefined;
}

export interface Try {
  readonly number: number;
  readonly what: string;
  readonly ending: Ending;
}

interface Rehearsing extends Omit<Command, 'env' | 'timeoutMs' | 'words' | 'secrets'> {
  readonly command: readonly string[];
  readonly env: Command['env'];
  /** Variables of the client, each with the sandbox setting that it gets. */
  readonly names: Readonly<Record<string, string>>;
  /** Secrets that only the user's targets may have. */
  readonly kept: TargetSecrets;
  readonly timeoutSeconds: number;
  /** JUnit file of the client's runner, or a folder of them; `{job}` in it or in the command is the job's number. */
  readonly junit?: string | undefined;
  readonly jobs: number;
  readonly choice: ChosenVariations;
  /** If set, these are tried instead of variations. */
  readonly faults?: readonly Lapse[] | undefined;
  readonly onTry: (one: Try) => void;
}

/** A test that fails once in four passes three times in a row in two of five cases; more tries cost everybody. */
const timesAsShipped = 3;

/** The most tries that a rehearsal can need. */
export function boundOf({ choice, faults }: Pick<Rehearsing, 'choice' | 'faults'>): number {
  if (faults) return timesAsShipped + faults.length;
  const { together, alone, circumstances } = choice;
  // What fails alone is tried once more.
  return timesAsShipped + mostTries(together.length) + 2 * (alone.length + circumstances.length);
}

function limited(jobs: number) {
  const free = Array.from({ length: jobs }, (_, at) => jobs - at);
  const waiting: ((job: number) => void)[] = [];
  return async <T>(work: (job: number) => Promise<T>): Promise<T> => {
    const job = free.pop() ?? (await new Promise<number>((resolve) => waiting.push(resolve)));
    try {
      return await work(job);
    } finally {
      const next = waiting.shift();
      if (next) next(job);
      else free.push(job);
    }
  };
}

/** Replaced by the job's number in a command and in the path of its report. */
export const jobMark = '{job}';

type Attempt = (what: string, service?: Fault) => Promise<TryEnding>;

function attempting({ command, cwd, env, names, kept, signal, jobs, junit, timeoutSeconds, onTry }: Rehearsing) {
  const inTurn = limited(jobs);
  const counts: { tries: number; left: number; withheld: readonly string[] } = { tries: 0, left: 0, withheld: [] };
  const attempt: Attempt = (what, always) =>
    inTurn(async (job) => {
      signal.throwIfAborted();
      const sandbox = await startSandbox({ always });
      const ofJob = (text: string): string => text.replaceAll(jobMark, String(job));
      try {
        // A file of settings may be that of a sandbox.
        const ofSandbox = new Set(Object.values(sandbox.settings));
        const secrets = kept.secrets.filter((each) => !ofSandbox.has(each));
        const given = environmentOf(env, sandbox.settings, { names, kept: { ...kept, secrets } });
        counts.withheld = given.withheld;
        const testsOf = junit === undefined ? () => undefined : watchReports(resolve(cwd, ofJob(junit)));
        const ending = await tryClient({
          words: command.map(ofJob),
          cwd,
          env: given.env,
          timeoutMs: timeoutSeconds * 1000,
          signal,
          secrets,
        });
        signal.throwIfAborted();
        counts.tries += 1;
        counts.left = Math.max(counts.left, ending.left);
        onTry({ number: counts.tries, what, ending });
        return { ...ending, tests: testsOf()?.map(masking(secrets)) };
      } finally {
        await sandbox.close();
      }
    });
  return { attempt, counts };
}

async function tryAsShipped(attempt: Attempt): Promise<Shipped> {
  const asked = new Set<OperationId>();
  let requests = 0;
  const watched: Fault = {
    reply: (_, { operation }) => {
      requests += 1;
      if (operation) asked.add(operation);
    },
  };
  // Beside each other, where later tries are: tests that do not bear it must not be taken for broken ones.
  const endings = await settled(
    Array.from({ length: timesAsShipped }, (_, at) =>
      attempt(`as shipped, time ${at + 1} of ${timesAsShipped}`, watched),
    ),
  );
  const failed = endings.filter(({ passed }) => !passed);
  const last = failed.at(-1) ?? endings.at(-1);
  if (last === undefined) throw new Error('a rehearsal tries the client at least once');
  const seconds = Math.max(...endings.map((ending) => ending.seconds));
  return {
    passed: endings.length - failed.length,
    failed: failed.length,
    seconds,
    last,
    asked,
    requests,
    hasReports: endings.every(({ tests }) => tests !== undefined),
  };
}

type Tried = Pick<PartResult, 'broken' | 'isComplete' | 'wavered'>;

async function tryTogether(tried: readonly Variation[], attempt: Attempt): Promise<Tried> {
  const endings = new Map<string, TryEnding>();
  const keyOf = (some: readonly Variation[]): string => some.map(({ id }) => id).join();
  const { causes, isComplete, wavered } = await findCauses(tried, async (some) => {
    const [first] = some;
    const what = some.length === 1 && first ? first.id : `${some.length} variations together`;
    const ending = await attempt(what, serviceOf(some));
    if (!ending.passed) endings.set(keyOf(some), ending);
    return !ending.passed;
  });
  const broken = causes
    .filter(({ isSteady }) => isSteady)
    .map(({ items }) => {
      const { how = '', output = '', tests } = endings.get(keyOf(items)) ?? {};
      return { variations: items, how, output, tests };
    });
  return { broken, isComplete, wavered };
}

async function tryEach(tried: readonly Variation[], attempt: Attempt): Promise<Tried> {
  let wavered = 0;
  const broken = await settled(
    tried.map(async (variation): Promise<Break | undefined> => {
      const { passed, how, output, tests } = await attempt(variation.id, variation);
      if (passed) return undefined;
      const again = await attempt(`${variation.id}, once more`, variation);
      if (!again.passed) return { variations: [variation], how, output, tests };
      wavered += 1;
      return undefined;
    }),
  );
  return { broken: broken.filter((it) => it !== undefined), isComplete: true, wavered };
}

/**
 * Rehearses a client; what it needs to know of a try is its exit code. Ends early where the client fails as shipped.
 * @throws Refused where the command cannot be started
 */
export async function rehearse(rehearsing: Rehearsing): Promise<Rehearsal> {
  const { choice, faults } = rehearsing;
  const { attempt, counts } = attempting(rehearsing);
  const shipped = await tryAsShipped(attempt);
  if (shipped.failed > 0 || shipped.requests === 0) return { shipped, ...counts };
  if (rehearsing.junit !== undefined && !shipped.hasReports)
    throw new Refused(
      `--junit: your tests wrote no JUnit file at ${rehearsing.junit}; set the reporter of your test runner, or name another file`,
    );
  const met = new Set<string>();
  const split = <One extends Variation | Lapse>(some: readonly One[]) => ({
    asked: some.filter((one) => isWithin(one, shipped.asked)).map((one) => noting<One>(one, () => met.add(one.id))),
    unasked: some.filter((one) => !isWithin(one, shipped.asked)),
  });
  /** A failure counts as met, however it reached the client. */
  const parted = <One extends Variation | Lapse>(some: readonly One[], failed: readonly One[]) => {
    const isMet = (one: One): boolean => met.has(one.id) || failed.includes(one);
    return { tried: some.filter(isMet), unmet: some.filter((one) => !isMet(one)) };
  };
  if (faults) {
    const { asked, unasked } = split(faults);
    const endings = await settled(asked.map((lapse) => attempt(lapse.id, lapse)));
    const { tried, unmet } = parted(
      asked,
      asked.filter((_, at) => !endings[at]?.passed),
    );
    const unnoticed = tried.filter((one) => endings[asked.indexOf(one)]?.passed);
    return { shipped, ...counts, faults: { tried, unasked, unmet, unnoticed } };
  }
  const part = async (some: readonly Variation[], tryThem: typeof tryEach): Promise<PartResult> => {
    const { asked, unasked } = split(some);
    const outcome = await tryThem(asked, attempt);
    const failed = outcome.broken.flatMap((broken) => broken.variations);
    return { ...outcome, ...parted(asked, failed), unasked };
  };
  const parts = {
    together: await part(choice.together, tryTogether),
    alone: await part(choice.alone, tryEach),
    circumstances: await part(choice.circumstances, tryEach),
  };
  return { shipped, ...counts, ...parts };
}
