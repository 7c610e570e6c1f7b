// The terminal of a call: words, folder, environment, and outlets for lines.

import type { Environment } from '#target';

export interface Outlet {
  readonly write: (text: string) => void;
  /** True if a person watches; then a line may be rewritten. */
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
  /** How much is written for Allure; by default its results and its page. */
  readonly allure?: 'page' | 'results' | 'nothing';
}

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const usualWidth = 100;

/** Without a person who watches, lines are not cut to a width. */
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

/** True in a CI service, where nobody watches. */
export const isInCi = ({ CI = '' }: Environment): boolean => !['', '0', 'false'].includes(CI.toLowerCase());

/** The words before `--`; later words are no options. */
export const optionsIn = (args: readonly string[]): readonly string[] => {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
};
