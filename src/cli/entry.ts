#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { codeOf } from '#lib';
import { exitCode } from './exit-code.ts';
import { programName } from './own-package.ts';
import { runProgram } from './program.ts';
import { outletOf } from './terminal/terminal.ts';

const { env, stdout, stderr, argv, versions } = process;

// Node would open its debugger, through which any program of this machine could read the keys.
process.on('SIGUSR1', () => {});

// A quarter less memory for `prove`, a tenth less for a deep run, at no cost that can be measured: both leave much behind.
setFlagsFromString('--heap-growing-percent=100');

// A fifth less processor time for a gate on Node 20: at ten times the engine's usual budget, only functions that stay hot are
// optimised. A gate ends before the others pay for their compilation. Later engines do not know the flag and print an error.
if (versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=700000');

/** A reader that goes away early, such as `head`, ends the output and not the run; what nobody could read is no success. */
let unwritten: string | undefined;
stdout.on('error', (error) => {
  unwritten ??= codeOf(error) ?? error.message;
});
stderr.on('error', () => {});

/** Node's own exit code for these is 1, which would blame the target. */
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    const end = () => process.exit(exitCode.inconclusive);
    import('./failure.ts').then(
      ({ mistakeText }) => stderr.write(mistakeText(error), end),
      // A file that is gone was replaced while the program ran.
      (missing) =>
        stderr.write(
          `${programName}: a file of ramp-conformance cannot be loaded (${codeOf(missing)}); perhaps it was reinstalled during the run: run again\n`,
          end,
        ),
    );
  });

let isDone = false;

/** Something else has ended the process, or nothing is left to wait for (13); 1 would blame the target. */
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

// Something may still hold the process, such as a socket of an interrupted run; nothing needs it now. An error of a stream
// comes a tick after the write.
stdout.write('', () => stderr.write('', () => setImmediate(end)));
