import { command } from '../arguments.ts';
import { flag, text } from '../command.ts';
import { configOptions } from '../settings/file-choices.ts';
import { runOptions } from '../settings/options.ts';

/** Those of a run that decide what is sent, or compare with what was sent before, are of no use here. */
const { profile: _profile, seed: _seed, baseline: _baseline, ...judging } = runOptions;

const options = {
  'base-url': text({
    value: 'url',
    meaning: 'the service to judge, where the recording speaks to several',
  }),
  ...configOptions,
  partial: flag('judge a recording of which less than half can be read'),
  ...judging,
};

export const check = command({
  name: 'check',
  summary:
    'hold recorded traffic (HAR files, or - for standard input) to the document, without sending anything',
  argument: 'recording',
  many: true,
  options,
  // Harness and checks take their time to load.
  run: async (call) => (await import('./run-check.ts')).checkCall(call),
});
