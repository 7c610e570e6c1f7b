#!/usr/bin/env node
import { exitCode } from './command.ts';
import { mistakeText, runProgram } from './program.ts';
import { outletOf } from './terminal/terminal.ts';

const { env, stdout, stderr, argv } = process;

/** A reader that goes away early, such as `head`, ends the output and not the run. */
for (const stream of [stdout, stderr]) stream.on('error', () => {});

/** Node's own exit code for these is 1, which would blame the target. */
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    stderr.write(mistakeText(error), () => process.exit(exitCode.inconclusive));
  });

const code = await runProgram({
  args: argv.slice(2),
  cwd: process.cwd(),
  env,
  out: outletOf(stdout, env),
  err: outletOf(stderr, env),
});

// Something may still hold the process, such as a socket of an interrupted run; nothing needs it now.
stdout.write('', () => stderr.write('', () => process.exit(code)));
