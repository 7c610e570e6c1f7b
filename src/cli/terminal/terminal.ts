import type { Environment } from '#target';

export interface Outlet {
  readonly write: (text: string) => void;
  /** A person watches: lines may be drawn over. */
  readonly live: boolean;
  readonly colour: boolean;
  readonly width: number;
}

export interface Terminal {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly out: Outlet;
  readonly err: Outlet;
}

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const usualWidth = 100;

/** Where nobody watches, lines are not cut to a width. */
const unwatchedWidth = 160;

export function outletOf(stream: Stream, env: Environment): Outlet {
  const live = stream.isTTY === true && env.TERM !== 'dumb';
  return {
    write: (text) => void stream.write(text),
    live,
    colour: live && !env.NO_COLOR,
    width: stream.isTTY ? (stream.columns ?? usualWidth) : unwatchedWidth,
  };
}
