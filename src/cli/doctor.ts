import type { Target } from '#contract';
import { openTarget, type Settings, variableNames, variableOf } from '#target';
import type { Command } from './command.ts';
import { describeTarget } from './describe-target.ts';
import { exitCode } from './exit-codes.ts';
import { watchSignals } from './interruption.ts';
import { countByEndpoint, missingNeeds } from './role-needs.ts';
import { settingsFor, targetOptions } from './settings.ts';

function untestedText(target: Target): string {
  const missing = missingNeeds(target);
  if (missing.length === 0) return 'Nothing that a run needs is missing.\n';
  const rows = missing.map(
    ({ variable, concerns }) =>
      `  ${variable}${target.embedded ? '' : ` (${variableOf(variable as never).meaning})`}\n    ${concerns}`,
  );
  return `Missing, so requirements of these groups stay untested:\n${rows.join('\n')}\n`;
}

function endpointsText(target: Target): string {
  const counts = countByEndpoint(target);
  const width = Math.max(...counts.map(({ name }) => name.length));
  const rows = counts.map(({ name, requirements, untested }) => {
    const will = untested === undefined ? 'tested as far as the roles allow' : `untested: ${untested}`;
    return `  ${name.padEnd(width)}  ${String(requirements).padStart(3)}  ${will}`;
  });
  return `Requirements by endpoint:\n${rows.join('\n')}\n`;
}

/** What is set, never to what. */
const settingsText = ({ service }: Settings): string =>
  service === undefined
    ? 'Settings     usable; no base URL, so the embedded sandbox is started'
    : `Settings     usable; ${variableNames.length} variables are known, .env.example explains them`;

export const doctor: Command = {
  name: 'doctor',
  summary: 'read the settings, probe the target without moving money, say what stays untested',
  options: targetOptions,
  run: async (call) => {
    const settings = settingsFor(call);
    const interruption = watchSignals();
    try {
      call.say(settingsText(settings));
      const { target, notes, close } = await openTarget(settings, { signal: interruption.signal });
      await close();
      call.say(describeTarget(target, [...settings.notes, ...notes]));
      call.say(endpointsText(target));
      call.say(untestedText(target));
      return exitCode.done;
    } catch (error) {
      const code = interruption.code();
      if (code === undefined) throw error;
      return code;
    } finally {
      interruption.stopWatching();
    }
  },
};
