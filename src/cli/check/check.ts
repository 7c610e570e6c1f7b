import { command } from '../arguments.ts';
import { flag, text } from '../command.ts';
import { configOptions } from '../settings/file-choices.ts';
import { runOptions } from '../settings/options.ts';

const { only, require, reports, gate, waivers, requirements, release, history, quiet, verbose, json } =
  runOptions;

const options = {
  'base-url': text({
    value: 'url',
    meaning: 'the service to judge, where the recording speaks to several',
  }),
  ...configOptions,
  partial: flag('judge a recording of which less than half can be read'),
  only,
  require,
  reports,
  gate,
  waivers,
  requirements,
  release,
  history,
  quiet,
  verbose,
  json,
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
