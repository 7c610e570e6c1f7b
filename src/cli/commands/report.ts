import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readHistory, readProof, sanitise, writeReports } from '#reporting';
import type { Environment } from '#target';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { reportOptions } from '../options.ts';
import { demandOwnFolder, reportsFolder } from '../output/folder.ts';
import { readLastRun } from '../output/verdict-file.ts';
import { keysOf, reportWithheld } from '../output/withholding.ts';

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** A browser needs these to be found and shown; nothing that was set for this program is among them. */
const browserNeeds =
  /^(?:PATH|HOME|USER|LANG|TEMP|TMPDIR|DISPLAY|BROWSER|SystemRoot|ComSpec|PATHEXT|USERPROFILE|(?:XDG|DBUS|WAYLAND|LOCALAPPDATA|APPDATA)\w*)$/i;

const environmentFor = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => browserNeeds.test(pair[0]) && pair[1] !== undefined),
  );

/** An opener that finds no browser says so within this time; one that has become the browser stays. */
const openerMs = 2_000;

function openPage(file: string, given: Environment): Promise<boolean> {
  const [program = 'xdg-open', ...before] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((settled) => {
    const env = environmentFor(given);
    const child = spawn(program, [...before, file], { stdio: 'ignore', detached: true, env });
    const timer = setTimeout(() => settled(true), openerMs);
    const end = (found: boolean) => {
      clearTimeout(timer);
      settled(found);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}

export async function report(call: CallOf<typeof reportOptions>): Promise<number> {
  const directory = reportsFolder(call);
  const verdict = readLastRun(directory);
  demandOwnFolder(directory);
  const written = await writeReports({
    verdict,
    directory,
    secrets: keysOf(call),
    history: readHistory(directory),
    allure: { runs: call.options.history, page: (call.terminal.allure ?? 'page') === 'page' },
    proof: readProof(directory),
  });
  if (written.leaked !== undefined) return reportWithheld(call, written.leaked);
  for (const line of [...written.problems, ...written.files.map((file) => join(directory, file))])
    call.say(sanitise(line));
  const page = join(directory, 'compliance.html');
  if (call.options.open && !(await openPage(page, call.terminal.env)))
    call.say(sanitise(`No browser could be started; open ${page}`));
  return exitCode.done;
}
