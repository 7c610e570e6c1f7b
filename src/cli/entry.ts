#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { codeOf } from '#lib';
import { exitCode } from './exit-code.ts';
import { programName } from './own-package.ts';
import { runProgram } from './program.ts';
import { outletOf } from './terminal/terminal.ts';

const { env, stdout, stderr, argv, versions } = process;

// Otherwise Node would open its debugger, through which any program of this machine can read the keys.
process.on('SIGUSR1', () => {});

// Saves a quarter of the memory of `prove` and a tenth of a deep run, without a measurable cost: both create much
// garbage.
setFlagsFromString('--heap-growing-percent=100');

// Saves a fifth of the processor time of a gate on Node 20: with ten times the usual budget, the engine optimises only
// functions that stay hot. A gate ends before other optimisations pay off. Later engines do not know the flag and print
// an error.
if (versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=700000');

/**
 * If the reader of the output goes away early, such as `head`, only the output ends, not the run. Output that nobody
 * could read is no success.
 */
let unwritten: string | undefined;
stdout.on('error', (error) => {
  unwritten ??= codeOf(error) ?? error.message;
});
stderr.on('error', () => {});

/** Node's own exit code for these events is 1, which would blame the target. */
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    const end = () => process.exit(exitCode.inconclusive);
    import('./failure.ts').then(
      ({ mistakeText }) => stderr.write(mistakeText(error), end),
      // A missing file was replaced while the program ran.
      (missing) =>
        stderr.write(
          `${programName}: a file of ramp-conformance cannot be loaded (${codeOf(missing)}); perhaps it was reinstalled during the run: run again\n`,
          end,
        ),
    );
  });

let isDone = false;

/** Another part ended the process, or nothing is left to wait for (13). Exit code 1 would blame the target. */
process.on('exit', (code) => {
  if (!isDone && [0, 1, 13].includes(code)) process.exitCode = exitCode.inconclusive;
});

const code = await runProgram({
  args: argv.slice(2),
  cwd: process.cwd(),
  env,
  out: outletOf(stdout, env),
  err: outletOf(stderr, env),
});

const end = () => {
  isDone = true;
  if (unwritten === undefined) return process.exit(code);
  const text = `${programName}: standard output could not be written (${unwritten})\n`;
  stderr.write(text, () => process.exit(code === exitCode.done ? exitCode.inconclusive : code));
};

// A handle such as a socket of an interrupted run may keep the process alive; it is not needed any more. An error of a
// stream comes one tick after the write.
stdout.write('', () => stderr.write('', () => setImmediate(end)));
