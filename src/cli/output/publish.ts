// The way out of every command: outputs are searched for secrets and personal data before one of them is printed or written.

import type { FileText } from '#lib';
import { findLeaks, type Leak, leakText } from '#reporting';
import type { CallEnd, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import { keysOf } from '../settings/settings-now.ts';
import { writeReport } from './folder.ts';

/** Texts that leave together; a leak is reported under the name of a file. */
export interface Delivery {
  readonly texts: readonly FileText[];
  /**
   * `all` looks for secrets and for the shapes of personal data; `literal` for secrets alone, because paths that a user has named may have
   * such shapes; `nothing` is for texts that this package makes without anybody's data.
   */
  readonly search: 'all' | 'literal' | 'nothing';
  readonly deliver: () => void;
}

const standardOutput = 'standard output';

/** For people. */
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

/** What this package says of itself, such as its catalogue, on standard output. */
export const ownText = ({ terminal }: CommandCall, what: string | object): Delivery => {
  const text = typeof what === 'string' ? what : asJson(what);
  return { texts: [{ file: standardOutput, text }], search: 'nothing', deliver: () => terminal.out.write(text) };
};

/** Beside data, on standard error. */
export const remark = ({ terminal }: CommandCall, text: string): Delivery => ({
  texts: [{ file: 'standard error', text }],
  search: 'literal',
  deliver: () => terminal.err.write(`${text}\n`),
});

/** The words of a program that the user has started, for the terminal alone. */
export const echo = ({ say }: CommandCall, text: string): Delivery => ({
  texts: [],
  search: 'nothing',
  deliver: () => say(text),
});

/** A file in a folder of reports. */
export const reportFile = (directory: string, file: string, text: string): Delivery => ({
  texts: [{ file, text }],
  search: 'all',
  deliver: () => writeReport(directory, file, text),
});

interface Sought {
  /** By default the keys that are set now. */
  readonly secrets?: readonly string[] | undefined;
  /** Long numbers of our own, such as seeds. */
  readonly numbers?: readonly (number | string)[];
}

const leaksIn = (texts: Parameters<typeof findLeaks>[0], secrets: readonly string[], numbers: Sought['numbers'] = []) =>
  findLeaks(texts, { secrets, numbers: numbers.map(String) });

/** True where a text holds nothing that must not leave this machine. */
export const isHarmless = (text: FileText, { secrets = [], numbers }: Sought = {}): boolean =>
  leaksIn([{ ...text, search: 'all' }], secrets, numbers).length === 0;

/** Says where outputs hold what must not leave this machine, and that they are withheld. Gives the exit code. */
export function withhold({ say }: CommandCall, leaks: readonly Leak[]): number {
  const places = leaks.map((leak) => `  ${leakText(leak)}`);
  say(`Withheld: the outputs contain data that must not leave this machine\n${places.join('\n')}`);
  return exitCode.leaked;
}

/** Prints and writes the outputs, or none of them where one holds a leak. Gives the end of the call, undefined where it goes on. */
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
