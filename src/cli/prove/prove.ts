import { command } from '../arguments.ts';
import { flag, textOr, texts } from '../command.ts';
import { configOption } from '../settings/file-choices.ts';
import { runOptions } from '../settings/options.ts';

/** Shows that every check can fail, and that it leaves a conforming service alone. */
export const prove = command({
  name: 'prove',
  summary: 'show that every check can fail, and that none fails a conforming service',
  options: {
    only: texts({
      value: 'what',
      meaning: 'an endpoint, requirement id or tag, or the id of a fault or variation',
    }),
    seed: textOr('1', { value: 'number', meaning: 'draw other cases' }),
    reports: runOptions.reports,
    config: configOption,
    json: flag('the proof on standard output, all else on standard error'),
  },
  // Thousands of faults take their time to load, and no other command needs them.
  run: async (call) => (await import('./run-proof.ts')).proveCall(call),
});
