import { openTarget, type Settings, variableNames } from '#target';
import { command } from '../arguments.ts';
import { type CommandCall, exitCode, flag, option, type Values } from '../command.ts';
import { describeTarget } from '../run/announce.ts';
import { settingsFor } from '../settings/config.ts';
import { profileOption, targetOptions } from '../settings/options.ts';
import { leavingOut } from '../settings/selection.ts';
import { type Interruption, interruptible } from '../terminal/interruption.ts';
import type { DryRun } from './dry-run.ts';
import { forecastOf } from './forecast.ts';
import { forecastText } from './forecast-text.ts';

/** Never shows a value. */
const settingsText = ({ service }: Settings): string =>
  service === undefined
    ? 'Settings     usable; no base URL, so the embedded sandbox is started'
    : `Settings     usable; ${variableNames.length} variables are known, .env.example explains them`;

const options = {
  ...targetOptions,
  profile: option(profileOption.unwrap().exclude(['deep']).default('gate'), {
    value: 'name',
    words: ['smoke', 'gate'],
    fallback: 'gate',
    meaning: 'of the run that is asked about',
  }),
  json: flag('the same as data on standard output, all else on standard error'),
};

type DoctorCall = CommandCall<Values<typeof options>>;

/** Requirements that the file of choices leaves out are not tested either. */
const withoutLeftOut = (dryRun: DryRun, { file }: CommandCall): DryRun => {
  const untested = new Map(dryRun.untested);
  for (const [id, reason] of leavingOut(file.leaveOut).leftOut)
    untested.set(id, { variables: [], by: 'user', reason });
  return { ...dryRun, untested };
};

const examine = async (call: DoctorCall, settings: Settings, { signal }: Interruption): Promise<number> => {
  call.say(settingsText(settings));
  const { target, notes: probed, close } = await openTarget(settings, { signal });
  await close();
  const notes = [...settings.notes, ...probed];
  call.say(describeTarget(target, notes));
  const { profile, json } = call.options;
  // The checks take their time to load, and a run has them in its worker.
  const { performDryRun } = await import('./dry-run.ts');
  const dryRun = withoutLeftOut(await performDryRun({ settings, target, profile, signal }), call);
  const forecast = forecastOf({ target, profile, notes, dryRun });
  call.say(forecastText(forecast));
  if (json) call.terminal.out.write(`${JSON.stringify(forecast, null, 2)}\n`);
  return exitCode.done;
};

export const doctor = command({
  name: 'doctor',
  summary: 'read the settings, probe the target without moving money, say what will be tested and what not',
  options,
  run: async (call) => {
    const settings = settingsFor(call);
    return interruptible(async (interruption) => {
      try {
        return await examine(call, settings, interruption);
      } catch (error) {
        const code = interruption.code();
        if (code === undefined) throw error;
        return code;
      }
    });
  },
});
