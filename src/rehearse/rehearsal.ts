import { resolve } from 'node:path';
import { isOrder, type OperationId } from '#contract';
import type { Variation } from '#faults';
import { Refused } from '#lib';
import { type Fault, type Hook, startSandbox } from '#sandbox';
import { type ChosenVariations, combination, isWithin, type Lapse, noting, serviceOf } from './choice.ts';
import { type Command, type Ending, environmentOf, masking, type TargetSecrets, tryClient } from './client.ts';
import { type FailurePlace, watchReports } from './failed-tests.ts';
import { findCauses, mostTries, settled } from './find-causes.ts';
import { type Sighting, watching } from './sightings.ts';

// A rehearsal: the client against the unchanged service, then under variations of a correct service or under faults of
// a wrong one.

/** A variation under which the client fails, or several that make it fail only together. */
export interface Break {
  readonly variations: readonly Variation[];
  /** `exit 1` */
  readonly how: string;
  readonly output: string;
  /** The client's failed tests; undefined if its runner wrote no report. */
  readonly tests?: readonly string[] | undefined;
  /** Files in which the tests failed, if the report names them. */
  readonly places?: readonly FailurePlace[] | undefined;
  /** Replies that differ from those of the unchanged service. */
  readonly sightings?: readonly Sighting[] | undefined;
  /** True if the client repeated an order that the service had kept. */
  readonly isResent?: boolean | undefined;
  /**
   * True if the service refused an order that the unchanged service accepts, and the client sent no similar order
   * later.
   */
  readonly isGivenUp?: boolean | undefined;
}

interface Shipped {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  readonly last: Ending;
  /** Endpoints that the client used. If it used none, the rehearsal ends. */
  readonly asked: ReadonlySet<OperationId>;
  readonly requests: number;
  /** The most orders that the client repeated with the same content in one try. */
  readonly repeats: number;
  /** False if JUnit files were named, but no try wrote one. */
  readonly hasReports?: boolean;
}

export interface PartResult {
  readonly tried: readonly Variation[];
  readonly unasked: readonly Variation[];
  /** Variations that changed no reply to the client. */
  readonly unmet: readonly Variation[];
  readonly broken: readonly Break[];
  /** False if the limit of tries was reached. */
  readonly isComplete: boolean;
  /** Number of failures that did not repeat. */
  readonly wavered: number;
}

export interface Rehearsal {
  readonly shipped: Shipped;
  readonly tries: number;
  /** The most processes that a try left running; they were killed. */
  readonly left: number;
  /** Variables with a secret, which were withheld from the client. */
  readonly withheld: readonly string[];
  readonly together?: PartResult;
  readonly alone?: PartResult;
  readonly circumstances?: PartResult;
  /** The number of circumstances that were not requested. */
  readonly leftOut?: number;
  readonly faults?: {
    readonly tried: readonly Lapse[];
    readonly unasked: readonly Lapse[];
    readonly unmet: readonly Lapse[];
    readonly unnoticed: readonly Lapse[];
  };
}

type TryEnding = Ending & Omit<Break, 'variations'>;

const breakOf = (
  variations: readonly Variation[],
  { how, output, tests, places, sightings, isResent, isGivenUp }: TryEnding,
): Break => ({ variations, how, output, tests, places, sightings, isResent, isGivenUp });

export interface Try {
  readonly number: number;
  /** The likely number of tries; undefined until the client's endpoints are known. */
  readonly expected: number | undefined;
  readonly what: string;
  readonly ending: Ending;
  /** False if the variation changed no reply to the client. */
  readonly isMet: boolean;
}

export interface Forecast {
  /** The likely number of all tries. */
  readonly tries: number;
  /** The usual time of one try in seconds. */
  readonly seconds: number;
}

interface Rehearsing extends Omit<Command, 'env' | 'timeoutMs' | 'words' | 'secrets'> {
  readonly command: readonly string[];
  readonly env: Command['env'];
  /** Variables of the client, each with the sandbox setting whose value it gets. */
  readonly names: Readonly<Record<string, string>>;
  /** Secrets of the user's targets, which the client must not get. */
  readonly kept: TargetSecrets;
  readonly timeoutSeconds: number;
  /**
   * The JUnit file of the client's runner, or a folder of such files. `{job}` in this path or in the command becomes
   * the job's number.
   */
  readonly junit?: string | undefined;
  readonly jobs: number;
  readonly choice: ChosenVariations;
  /** If set, these faults are tried instead of variations. */
  readonly faults?: readonly Lapse[] | undefined;
  readonly onTry: (one: Try) => void;
  /** Called once, after the tries against the unchanged service. */
  readonly onForecast: (forecast: Forecast) => void;
  /** Called for each break when it is confirmed. */
  readonly onFound: (found: Break, asked: ReadonlySet<OperationId>) => void;
}

/**
 * A test that fails in one of four tries still passes three tries in a row in two of five cases. More tries would cost
 * every user time.
 */
const timesAsShipped = 3;

/** The usual number of tries for clients that rely on three or four behaviours. */
const likelyTogether = 50;

/** The share of variations under which a client fails alone; each is tried again. */
const likelyRepeats = 1 / 6;

/** The most tries that a rehearsal can need. */
export function boundOf({ choice, faults }: Pick<Rehearsing, 'choice' | 'faults'>): number {
  if (faults) return timesAsShipped + faults.length;
  const { together, alone, circumstances } = choice;
  // A failure under a single variation is tried once more.
  return timesAsShipped + mostTries(together.length) + 2 * (alone.length + circumstances.length);
}

function limited(jobs: number) {
  const free = Array.from({ length: jobs }, (_, at) => jobs - at);
  const waiting: ((job: number) => void)[] = [];
  return async <T>(work: (job: number) => Promise<T>, isNext: boolean): Promise<T> => {
    const turn = () => new Promise<number>((resolve) => (isNext ? waiting.unshift(resolve) : waiting.push(resolve)));
    const job = free.pop() ?? (await turn());
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

interface Trial {
  readonly judge?: (ending: Ending) => Ending;
  readonly isMet?: () => boolean;
  /** True if the try confirms an earlier one; other tries then wait for it. */
  readonly isNext?: boolean;
}

type Attempt = (what: string, service?: Fault, trial?: Trial) => Promise<TryEnding>;

/** Replaces the exit code. */
export const sentAgain = 'your client sent a kept order again';

const losesAnswers = (service: Fault): boolean => 'losesAnswers' in service;

/** The content of an order without its reference, because a client may repeat it with another reference. */
const withoutReference = (body: unknown): string =>
  JSON.stringify(body, (name, value) => (name.endsWith('_reference') ? undefined : value)) ?? '';

/**
 * Counts orders that a client repeats with the same content although the service kept them, and orders that it gives
 * up.
 */
export function watchingOrders<One extends Fault>(service: One) {
  const kept = new Set<string>();
  const refused = new Set<string>();
  let repeats = 0;
  const reply: Hook = (given, request) => {
    const { operation, path, body } = request;
    const isAccepted = given.status >= 200 && given.status < 300;
    const is = service.reply?.(given, request) ?? given;
    if (operation === undefined || !isOrder(operation) || !isAccepted) return is;
    refused.delete(`${path} ${withoutReference(body)}`);
    const isRefused = is.destroy === true || is.status >= 400;
    if (isRefused && !losesAnswers(service)) {
      if (operation !== 'deposit.simulate') refused.add(`${path} ${withoutReference(body)}`);
      return is;
    }
    const order = `${path} ${JSON.stringify(body)}`;
    if (kept.has(order)) repeats += 1;
    kept.add(order);
    return is;
  };
  return { watched: { ...service, reply }, repeats: () => repeats, isGivenUp: () => refused.size > 0 };
}

/** A correct client may report a lost answer, so that its tests fail. It must only not send the order again. */
const judgingOrders =
  (attempt: Attempt, repeatsAsShipped: number): Attempt =>
  async (what, service, trial) => {
    if (service === undefined) return attempt(what, service, trial);
    const { watched, repeats, isGivenUp } = watchingOrders(service);
    const isResent = (): boolean => repeats() > repeatsAsShipped;
    const judge = (ending: Ending): Ending =>
      isResent()
        ? { ...ending, passed: false, how: sentAgain }
        : { ...ending, passed: true, how: 'your client sent no kept order again' };
    const ending = await attempt(what, watched, losesAnswers(service) ? { ...trial, judge } : trial);
    return { ...ending, isResent: isResent(), isGivenUp: isGivenUp() && !isResent() };
  };

function attempting(rehearsing: Rehearsing) {
  const { command, cwd, env, names, kept, signal, jobs, junit, timeoutSeconds, onTry } = rehearsing;
  const inTurn = limited(jobs);
  const counts: { tries: number; left: number; withheld: readonly string[] } = { tries: 0, left: 0, withheld: [] };
  const plan: { expected?: number } = {};
  const attempt: Attempt = (
    what,
    always,
    { judge = (ending: Ending) => ending, isMet = () => true, isNext = false } = {},
  ) =>
    inTurn(async (job) => {
      signal.throwIfAborted();
      const { watched, sightings } = always && 'id' in always ? watching(always) : { watched: always };
      const sandbox = await startSandbox({ always: watched });
      const forJob = (text: string): string => text.replaceAll(jobMark, String(job));
      try {
        // A settings file may be that of a sandbox.
        const sandboxValues = new Set(Object.values(sandbox.settings));
        const secrets = kept.secrets.filter((each) => !sandboxValues.has(each));
        const given = environmentOf(env, sandbox.settings, { names, kept: { ...kept, secrets } });
        counts.withheld = given.withheld;
        const failedTests = junit === undefined ? () => undefined : watchReports(resolve(cwd, forJob(junit)));
        const ended = await tryClient({
          words: command.map(forJob),
          cwd,
          env: given.env,
          timeoutMs: timeoutSeconds * 1000,
          signal,
          secrets,
        });
        signal.throwIfAborted();
        const ending = judge(ended);
        counts.tries += 1;
        counts.left = Math.max(counts.left, ending.left);
        onTry({ number: counts.tries, expected: plan.expected, what, ending, isMet: isMet() });
        const failed = ending.how === sentAgain ? undefined : failedTests();
        const mask = masking(secrets);
        return {
          ...ending,
          tests: failed?.tests.map(mask),
          places: failed?.places.map((place) => ({ ...place, test: mask(place.test) })),
          sightings: sightings?.(),
        };
      } finally {
        await sandbox.close();
      }
    }, isNext);
  return { attempt, counts, plan };
}

async function tryAsShipped(attempt: Attempt): Promise<Shipped> {
  const asked = new Set<OperationId>();
  let requests = 0;
  const tallies: number[] = [];
  const watching = (): Fault => {
    const { watched, repeats: counted } = watchingOrders({
      reply: (reply, { operation }) => {
        requests += 1;
        if (operation) asked.add(operation);
        return reply;
      },
    });
    const at = tallies.push(0) - 1;
    return {
      reply: (reply, request) => {
        const is = watched.reply(reply, request);
        tallies[at] = counted();
        return is;
      },
    };
  };
  // In parallel, as later tries run. Tests that cannot run in parallel must not look broken by a variation.
  const endings = await settled(
    Array.from({ length: timesAsShipped }, (_, at) =>
      attempt(`as shipped, time ${at + 1} of ${timesAsShipped}`, watching()),
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
    repeats: Math.max(...tallies),
    hasReports: endings.every(({ tests }) => tests !== undefined),
  };
}

type Tried = Pick<PartResult, 'broken' | 'isComplete' | 'wavered'>;

type OnBreak = (found: Break) => void;

async function tryTogether(tried: readonly Variation[], attempt: Attempt, onFound: OnBreak): Promise<Tried> {
  const endings = new Map<string, TryEnding>();
  const keyOf = (some: readonly Variation[]): string => some.map(({ id }) => id).join();
  const breakBy = (items: readonly Variation[]): readonly Break[] => {
    const ending = endings.get(keyOf(items));
    return ending === undefined ? [] : [breakOf(items, ending)];
  };
  const { causes, isComplete, wavered } = await findCauses(
    tried,
    async (some) => {
      const [first] = some;
      const what = some.length === 1 && first ? first.id : `${some.length} variations together`;
      const ending = await attempt(what, serviceOf(some));
      if (!ending.passed) endings.set(keyOf(some), ending);
      return !ending.passed;
    },
    (items) => breakBy(items).forEach(onFound),
  );
  const broken = causes.filter(({ isSteady }) => isSteady).flatMap(({ items }) => breakBy(items));
  return { broken, isComplete, wavered };
}

async function tryEach(tried: readonly Variation[], attempt: Attempt, onFound: OnBreak): Promise<Tried> {
  let wavered = 0;
  const broken = await settled(
    tried.map(async (variation): Promise<Break | undefined> => {
      const ending = await attempt(variation.id, variation);
      if (ending.passed) return undefined;
      const again = await attempt(`${variation.id}, once more`, variation, { isNext: true });
      if (again.passed) {
        wavered += 1;
        return undefined;
      }
      const found = breakOf([variation], ending);
      onFound(found);
      return found;
    }),
  );
  return { broken: broken.filter((it) => it !== undefined), isComplete: true, wavered };
}

/**
 * Rehearses a client by the exit codes of its tries. Ends early if the client fails against the unchanged service.
 * @throws Refused if the command cannot be started
 */
export async function rehearse(rehearsing: Rehearsing): Promise<Rehearsal> {
  const { choice, faults } = rehearsing;
  const { attempt: attemptAny, counts, plan } = attempting(rehearsing);
  const met = new Set<string>();
  const attempt: Attempt = (what, service, trial) => {
    const id = service && 'id' in service ? String(service.id) : combination;
    return attemptAny(what, service, { ...trial, isMet: () => id === combination || met.has(id) });
  };
  const shipped = await tryAsShipped(attempt);
  if (shipped.failed > 0 || shipped.requests === 0) return { shipped, ...counts };
  if (rehearsing.junit !== undefined && !shipped.hasReports)
    throw new Refused(
      `--junit: your tests wrote no JUnit file at ${rehearsing.junit}; set the reporter of your test runner, or name another file`,
    );
  const split = <One extends Variation | Lapse>(some: readonly One[]) => ({
    asked: some.filter((one) => isWithin(one, shipped.asked)).map((one) => noting<One>(one, () => met.add(one.id))),
    unasked: some.filter((one) => !isWithin(one, shipped.asked)),
  });
  /** A variation under which the client failed counts as met. */
  const parted = <One extends Variation | Lapse>(some: readonly One[], failed: readonly One[]) => {
    const isMet = (one: One): boolean => met.has(one.id) || failed.includes(one);
    return { tried: some.filter(isMet), unmet: some.filter((one) => !isMet(one)) };
  };
  const announce = (more: number): void => {
    plan.expected = counts.tries + more;
    rehearsing.onForecast({ tries: plan.expected, seconds: shipped.seconds });
  };
  if (faults) {
    const { asked, unasked } = split(faults);
    announce(asked.length);
    const endings = await settled(asked.map((lapse) => attempt(lapse.id, lapse)));
    const { tried, unmet } = parted(
      asked,
      asked.filter((_, at) => !endings[at]?.passed),
    );
    const unnoticed = tried.filter((one) => endings[asked.indexOf(one)]?.passed);
    return { shipped, ...counts, faults: { tried, unasked, unmet, unnoticed } };
  }
  const judging = judgingOrders(attempt, shipped.repeats);
  const onFound = (found: Break) => rehearsing.onFound(found, shipped.asked);
  const part = async (some: readonly Variation[], tryThem: typeof tryEach): Promise<PartResult> => {
    const { asked, unasked } = split(some);
    const outcome = await tryThem(asked, judging, onFound);
    const failed = outcome.broken.flatMap((broken) => broken.variations);
    return { ...outcome, ...parted(asked, failed), unasked };
  };
  const isAsked = (one: Variation): boolean => isWithin(one, shipped.asked);
  const single = [...choice.alone, ...choice.circumstances].filter(isAsked).length;
  const combined = choice.together.filter(isAsked).length;
  announce(Math.ceil(single * (1 + likelyRepeats)) + Math.min(likelyTogether, 2 * combined));
  const parts = {
    together: await part(choice.together, tryTogether),
    alone: await part(choice.alone, tryEach),
    circumstances: await part(choice.circumstances, tryEach),
  };
  return { shipped, ...counts, ...parts, leftOut: choice.leftOut.filter(isAsked).length };
}
