// The progress of a command: on a terminal one line that is rewritten, else a few plain lines.
import { endpointOf, isPromise, operationOf, requirementOf } from '#contract';
import type { TargetSession } from '#harness';
import { cut } from '#reporting';
import type { TestReport } from '#run';
import type { Settings } from '#target';
import type { Outlet } from '../terminal/terminal.ts';

export const timeText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

const isFailing = ({ findings, requirement }: TestReport): boolean =>
  findings.length > 0 && isPromise(requirementOf(requirement));

/** Tests of many endpoints run at the same time. The last one that ended shows where the run is. */
const whereOf = (requirement: string): string => {
  const operation = endpointOf(requirement);
  return operation === undefined ? 'rules across endpoints' : `${operationOf(operation).number} ${operation}`;
};

const plainSteps = 10;

/** Milliseconds without an answer, after which the line says what the run waits for. */
const quietMs = 2_000;

/** Milliseconds between two lines of a log that say that the run still waits. */
const plainQuietMs = 30_000;

/** Smallest share of the requests for an estimate of the time left. */
const leastShare = 0.05;

/** What is left at the end, such as second looks, takes some seconds that no share shows. */
const fewSeconds = 5;

type State = ReturnType<TargetSession['progress']>;

interface Testing {
  /** The selected requirements. */
  readonly asked: readonly string[];
  /** Requests that the run expects to send. */
  readonly expected: number | undefined;
  readonly state: () => State;
}

interface Share {
  readonly done: number;
  readonly total: number;
  readonly waiting?: string | undefined;
  /** How the last part ended. */
  readonly last?: string;
}

export interface Progress {
  /** Shows a phase of the run other than its tests, with its share; undefined ends the phase. */
  readonly phase: (text: string | undefined, share?: () => Share) => void;
  readonly begin: (begun: Testing) => void;
  readonly show: (report: TestReport) => void;
  readonly tick: () => void;
  readonly end: () => void;
}

export const noProgress: Progress = { phase() {}, begin() {}, show() {}, tick() {}, end() {} };

const fitting = ([first = '', ...others]: readonly string[], width: number): string =>
  others.reduce((line, part) => (`${line}${part}`.length <= width ? `${line}${part}` : line), cut(first, width));

export function createProgress(outlet: Outlet, now = () => performance.now()): Progress {
  const startedAt = now();
  let phase:
    | { readonly text: string; readonly since: number; readonly share?: (() => Share) | undefined; saidAt?: number }
    | undefined;
  let begun: (Testing & { readonly at: number; readonly sentBefore: number }) | undefined;
  /** The last report of each requirement, because a second look reports it again. */
  const latest = new Map<string, { readonly isBroken: boolean; readonly isOpen: boolean }>();
  let last = '';
  const moved = { at: startedAt, sent: 0, saidAt: startedAt };

  const seconds = (since = startedAt): string => timeText(Math.max(1, (now() - since) / 1000));

  const estimate = (share: number, since: number): string => {
    const spent = (now() - since) / 1000;
    if (share < leastShare || spent < 1) return '';
    const left = share >= 1 ? 0 : (spent * (1 - share)) / share;
    return left < fewSeconds ? ', a few seconds left' : `, about ${timeText(left)} left`;
  };

  /** Estimated from the requests, because many tests send their requests before the first is judged. */
  const leftText = ({ sent }: State): string =>
    begun?.expected === undefined
      ? ''
      : estimate((sent - begun.sentBefore) / Math.max(1, begun.expected - begun.sentBefore), begun.at);

  const phaseParts = ({ text, since, share }: NonNullable<typeof phase>): readonly string[] => {
    if (share === undefined) return [`${text}, ${seconds(since)}`];
    const { done, total, waiting, last: ended } = share();
    const counted = `${text}: ${done}/${total}, ${seconds(since)}`;
    return [
      waiting === undefined ? counted : `${counted}, waiting: ${waiting}`,
      waiting === undefined ? estimate(done / Math.max(1, total), since) : '',
      ...(ended === undefined ? [] : [`; ${ended}`]),
    ];
  };

  const doneOf = (): number => begun?.asked.filter((id) => latest.has(id)).length ?? 0;

  const parts = (state: State): readonly string[] => {
    const total = begun?.asked.length ?? 0;
    const isQuiet = now() - moved.at >= quietMs;
    const all = [...latest.values()];
    const broken = all.filter(({ isBroken }) => isBroken).length;
    const open = all.filter(({ isOpen }) => isOpen).length;
    const counted = `${String(doneOf()).padStart(String(total).length)}/${total} tested, ${seconds()}`;
    const left = leftText(state);
    const waiting = `, waiting: ${state.waiting ?? `${seconds(moved.at)} for an answer`}`;
    return [
      // A narrow screen shortens the reason of a wait, but always shows it.
      isQuiet ? `${counted}${waiting}` : counted,
      isQuiet ? '' : left !== '' && doneOf() === total ? ', a few seconds left' : left,
      `, ${broken} broken`,
      ...(open > 0 ? [`, ${open} with no result`] : []),
    ];
  };

  const draw = (line: string) => outlet.write(`\r\u001b[2K${line}`);
  const width = () => Math.max(20, outlet.width - 1);

  const drawNow = () => {
    if (phase !== undefined) return draw(fitting(phaseParts(phase), width()));
    if (begun === undefined) return;
    draw(fitting([...parts(begun.state()), ...(last === '' ? [] : [`  ${last}`])], width()));
  };

  const note = (sent: number) => {
    if (sent !== moved.sent) Object.assign(moved, { sent, at: now(), saidAt: now() });
  };

  return {
    phase: (text, share) => {
      if (phase !== undefined && outlet.live) draw('');
      phase = text === undefined ? undefined : { text, share, since: now() };
      if (outlet.live) drawNow();
    },
    begin: (what) => {
      const { sent } = what.state();
      begun = { ...what, at: now(), sentBefore: sent };
      note(sent);
      if (outlet.live) drawNow();
    },
    show: (report) => {
      const isNew = !latest.has(report.requirement);
      latest.set(report.requirement, { isBroken: isFailing(report), isOpen: report.reasons?.[0]?.failed === true });
      if (begun === undefined || !begun.asked.includes(report.requirement)) return;
      last = report.requirement;
      const total = begun.asked.length;
      const done = doneOf();
      const step = Math.max(1, Math.ceil(total / plainSteps));
      if (outlet.live) drawNow();
      else if (isNew && (done % step === 0 || done === total))
        outlet.write(`${parts(begun.state()).join('')}, at ${whereOf(report.requirement)}\n`);
    },
    tick: () => {
      if (begun !== undefined) note(begun.state().sent);
      if (outlet.live) return drawNow();
      if (phase !== undefined) {
        const isFirst = phase.saidAt === undefined;
        if (now() - (phase.saidAt ?? phase.since) < (isFirst ? quietMs : plainQuietMs)) return;
        phase.saidAt = now();
        outlet.write(`${isFirst ? phase.text : phaseParts(phase).join('')}\n`);
        return;
      }
      if (begun === undefined || now() - moved.saidAt < plainQuietMs) return;
      moved.saidAt = now();
      outlet.write(`${parts(begun.state()).join('')}\n`);
    },
    end: () => {
      if (outlet.live && (begun !== undefined || phase !== undefined)) draw('');
      phase = undefined;
      begun = undefined;
    },
  };
}

/** The first phase of a command that uses a target. */
export const asking = ({ service }: Pick<Settings, 'service'>): string =>
  service === undefined ? 'Starting the embedded sandbox' : 'Reading the first records';

const everyMs = 1_000;

/** Does work and shows its progress, also during waits. */
export async function watched<T>(progress: Progress, work: (progress: Progress) => Promise<T>): Promise<T> {
  const timer = setInterval(progress.tick, everyMs).unref();
  try {
    return await work(progress);
  } finally {
    clearInterval(timer);
    progress.end();
  }
}
