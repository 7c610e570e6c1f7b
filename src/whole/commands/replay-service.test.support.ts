import { faultFinder } from '#faults';
import { startSandbox } from '#sandbox';
import { type Asked, startGateway } from '../field/gateway.test.support.ts';

/** A request line and its answer; for an error its kind. */
export interface AnsweredRequest {
  readonly request: string;
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

export interface FaultyService {
  /** The variables with which a run tests it as a remote service. */
  readonly env: Readonly<Record<string, string>>;
  /** Every request since the last call, with one word in place of ids and references. */
  readonly seen: () => readonly string[];
  /** Every answer since the start. */
  readonly answers: readonly AnsweredRequest[];
  readonly close: () => Promise<void>;
}

/** Whole UUIDs, and the random part of a reference of another form. */
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=Order-)[0-9a-f]{8}(?=-)/gi;

const isSeeded = (id: string): boolean => /^5eed....-....-4000-8000-0{8}/.test(id);

/** Parts of references that differ in every run: eight characters of a UUID, or ten digits. */
const drawn = /(?<=заказ-)[0-9a-f]{8}|(?<="000)\d{10}(?=")/gu;

/** The service chooses the ids of new records; ids of seeded records are the same each time. */
const lineOf = ({ method, path, body }: Asked): string =>
  `${method} ${path} ${body}`.replace(uuid, (id) => (isSeeded(id) ? id : '<id>')).replace(drawn, '<drawn>');

const textIn = (body: Buffer | string, member: string): string => {
  try {
    return String(JSON.parse(String(body))[member] ?? '');
  } catch {
    return '';
  }
};

/** The sandbox with one fault in every answer. It records its requests. */
export async function startFaultyService(fault?: string): Promise<FaultyService> {
  const sandbox = await startSandbox({ faults: faultFinder });
  const planted = fault === undefined ? {} : { 'x-ramp-fault': fault, 'x-ramp-world': 'one' };
  let log: string[] = [];
  const answers: AnsweredRequest[] = [];
  const { baseUrl, close } = await startGateway(sandbox.baseUrl, async (asked, forward) => {
    log.push(lineOf(asked));
    const answer = await forward({ ...asked, headers: { ...asked.headers, ...planted } });
    const { status, body } = answer;
    const [error, message] = [textIn(body, 'error'), textIn(body, 'message')];
    answers.push({ request: `${asked.method} ${asked.path}`, status, error, message });
    return answer;
  });
  return {
    env: { ...sandbox.settings, RAMP_BASE_URL: baseUrl, RAMP_QUIET_ACCOUNT: 'true', RAMP_CONCURRENCY: '1' },
    answers,
    seen: () => {
      const all = log;
      log = [];
      return all;
    },
    close: async () => {
      close();
      await sandbox.close();
    },
  };
}
