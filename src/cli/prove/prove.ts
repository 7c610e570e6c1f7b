import type { Command } from '../command.ts';
import { runOptions } from '../run/run-choices.ts';
import { configOption } from '../settings/config.ts';

/** Shows that every check can fail, and that it leaves a conforming service alone. */
export const prove: Command = {
  name: 'prove',
  summary: 'show that every check can fail, and that none fails a conforming service',
  options: [
    {
      name: 'only',
      value: 'what',
      many: true,
      meaning: 'an endpoint, requirement id or tag, or the id of a fault or variation',
    },
    {
      name: 'mutants',
      value: 'n',
      meaning: "instead of faults, n changes of the sandbox's sources by seed; for developers, in a checkout",
    },
    { name: 'seed', value: 'number', fallback: '1', meaning: 'draw other cases, or other mutants' },
    ...runOptions.filter(({ name }) => name === 'reports'),
    configOption,
    { name: 'json', meaning: 'the proof on standard output, all else on standard error' },
  ],
  // Thousands of faults take their time to load, and no other command needs them.
  run: async (call) => (await import('./run-proof.ts')).proveCall(call),
};
