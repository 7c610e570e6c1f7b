import type { Command } from '../command.ts';
import { targetOptions } from '../settings/settings.ts';
import { runAllTargets } from './all-targets.ts';
import { runOptions } from './run-choices.ts';
import { runTarget } from './run-target.ts';

export const run: Command = {
  name: 'run',
  summary: 'hold the target to the document and write the reports',
  options: [
    ...targetOptions,
    {
      name: 'all-targets',
      meaning: 'every target of the file of choices, one after the other, and a page of all',
    },
    ...runOptions,
  ],
  run: (call) => (call.flag('all-targets') ? runAllTargets(call) : runTarget(call)),
};
