// The output of every command: all texts are searched for secrets and personal data before one of them is printed or
// written.

import type { FileText } from '#lib';
import { findLeaks, type Leak, leakText } from '#reporting';
import type { CallEnd, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import { keysOf } from '../settings/settings-now.ts';
import { writeReport } from './folder.ts';

/** Texts that are published together. A leak is reported with the file name. */
export interface Delivery {
  readonly texts: readonly FileText[];
  /**
   * `all` searches for secrets and for forms of personal data. `literal` searches for secrets only, because paths of a
   * user may have such forms. `nothing` is for texts of this package without anybody's data.
   */
  readonly search: 'all' | 'literal' | 'nothing';
  readonly deliver: () => void;
}

const standardOutput = 'standard output';

export const lines = ({ say }: CommandCall, text: string, search: 'all' | 'literal' = 'all'): Delivery => ({
  texts: [{ file: standardOutput, text }],
  search,
  deliver: () => say(text),
});

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** For a program, on standard output. */
export const data = ({ terminal }: CommandCall, file: string, value: unknown): Delivery => {
  const text = asJson(value);
  return { texts: [{ file, text }], search: 'all', deliver: () => terminal.out.write(text) };
};

/** A text of this package about itself, such as the catalogue, on standard output. */
export const ownText = ({ terminal }: CommandCall, what: string | object): Delivery => {
  const text = typeof what === 'string' ? what : asJson(what);
  return { texts: [{ file: standardOutput, text }], search: 'nothing', deliver: () => terminal.out.write(text) };
};

/** A remark beside data, on standard error. */
export const remark = ({ terminal }: CommandCall, text: string): Delivery => ({
  texts: [{ file: 'standard error', text }],
  search: 'literal',
  deliver: () => terminal.err.write(`${text}\n`),
});

/** Output of a program that the user started, only for the terminal. */
export const echo = ({ say }: CommandCall, text: string): Delivery => ({
  texts: [],
  search: 'nothing',
  deliver: () => say(text),
});

export const reportFile = (directory: string, file: string, text: string): Delivery => ({
  texts: [{ file, text }],
  search: 'all',
  deliver: () => writeReport(directory, file, text),
});

interface Sought {
  /** By default the keys that are set now. */
  readonly secrets?: readonly string[] | undefined;
  /** Our own long numbers, such as seeds. */
  readonly numbers?: readonly (number | string)[];
}

const leaksIn = (texts: Parameters<typeof findLeaks>[0], secrets: readonly string[], numbers: Sought['numbers'] = []) =>
  findLeaks(texts, { secrets, numbers: numbers.map(String) });

export const isHarmless = (text: FileText, { secrets = [], numbers }: Sought = {}): boolean =>
  leaksIn([{ ...text, search: 'all' }], secrets, numbers).length === 0;

/** Prints the places of leaks, and that the outputs are withheld. Returns the exit code. */
export function withhold({ say }: CommandCall, leaks: readonly Leak[]): number {
  const places = leaks.map((leak) => `  ${leakText(leak)}`);
  say(`Withheld: the outputs contain data that must not leave this machine\n${places.join('\n')}`);
  return exitCode.leaked;
}

/**
 * Prints and writes the outputs; none of them if one contains a leak. Returns the end of the call, or undefined if the
 * call continues.
 */
export function publish<End extends number | CallEnd | undefined>(
  call: CommandCall,
  outputs: readonly Delivery[],
  end: End,
  { secrets, numbers }: Sought = {},
): End | number {
  const searched = outputs.flatMap(({ texts, search }) =>
    search === 'nothing' ? [] : texts.map((text) => ({ ...text, search })),
  );
  const leaks = searched.length === 0 ? [] : leaksIn(searched, secrets ?? keysOf(call), numbers);
  if (leaks.length > 0) return withhold(call, leaks);
  for (const { deliver } of outputs) deliver();
  return end;
}
