import type { Command } from '../command.ts';
import { runOptions } from '../run/run-choices.ts';
import { configOptions } from '../settings/config.ts';

const taken = ['only', 'require', 'reports', 'gate', 'waivers', 'quiet', 'verbose', 'json'];

export const check: Command = {
  name: 'check',
  summary: 'hold recorded traffic (HAR files) to the document, without sending anything',
  argument: 'recording',
  many: true,
  options: [
    {
      name: 'base-url',
      value: 'url',
      meaning: 'the service to judge, where the recording speaks to several',
    },
    ...configOptions,
    ...runOptions.filter(({ name }) => taken.includes(name)),
  ],
  // Harness and checks take their time to load.
  run: async (call) => (await import('./run-check.ts')).checkCall(call),
};
