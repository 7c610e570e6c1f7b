import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '#client';
import { refusedVerdict } from '#reporting';
import { readFileChoices } from '../settings/file-choices.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { clearFolder, isHeld, isOurFolder } from './folder.ts';
import { leaksIn } from './withholding.ts';

/** Read from the bare arguments, because it may be they that are refused. */
const given = (args: readonly string[], name: string): string | undefined => {
  const joined = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
  const at = args.indexOf(`--${name}`);
  return joined ?? (at < 0 ? undefined : args[at + 1]);
};

const configured = (terminal: Terminal): string | undefined => {
  const [config, target] = ['config', 'target'].map((name) => given(terminal.args, name));
  try {
    return [readFileChoices({ config, target, cwd: terminal.cwd }).defaults.reports].flat()[0];
  } catch {
    // A file that cannot be used names no folder.
    return undefined;
  }
};

const directoryIn = (terminal: Terminal): string =>
  resolve(terminal.cwd, given(terminal.args, 'reports') ?? configured(terminal) ?? 'reports');

const fallback = 'the arguments or settings cannot be used';

/** A reader of the folder must not take the verdict of an earlier run for that of this one. */
export function keepRefusal(terminal: Terminal, why: string): void {
  writeRefusal(directoryIn(terminal), why);
}

/** Writes the verdict of a refused run into a folder. */
export function writeRefusal(directory: string, why: string): void {
  const textOf = (reason: string) =>
    `${JSON.stringify(refusedVerdict(reason, version, new Date()), null, 2)}\n`;
  try {
    if (!isOurFolder(directory) || isHeld(directory)) return;
    mkdirSync(directory, { recursive: true });
    clearFolder(directory);
    const text = textOf(why);
    writeFileSync(
      join(directory, 'verdict.json'),
      leaksIn({ 'verdict.json': text }, []).length === 0 ? text : textOf(fallback),
    );
  } catch {
    // A folder that cannot be written to may be why the run is refused; the exit code says so.
  }
}
