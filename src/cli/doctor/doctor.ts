import { isVariable, operationIds, operationOf, requirements } from '#contract';
import { isGated, plural } from '#reporting';
import { openTarget, type Settings, settingOf, variableNames } from '#target';
import { command } from '../arguments.ts';
import { type CommandCall, exitCode, flag, option, type Values } from '../command.ts';
import { describeTarget } from '../run/announce.ts';
import { settingsFor } from '../settings/config.ts';
import { profileOption, targetOptions } from '../settings/options.ts';
import { leavingOut } from '../settings/selection.ts';
import { type Interruption, interruptible } from '../terminal/interruption.ts';
import type { DryRun } from './dry-run.ts';
import { type Forecast, forecastOf, type Share } from './forecast.ts';

const lackingText = ({ lacking }: Share): string =>
  Object.entries(lacking)
    .map(([lack, count]) => {
      if (!isVariable(lack)) return `${count}: ${lack}`;
      return `${count} ${count === 1 ? 'lacks' : 'lack'} ${lack}`;
    })
    .join(', ');

const shareRow = (name: string, share: Share): string => {
  const { testable, all } = share;
  const others = testable === all ? '' : `  ${lackingText(share)}`;
  return `  ${name}  ${String(testable).padStart(3)} of ${String(all).padStart(3)}${others}`;
};

/** The first line of a verdict counts these, unless `--gate` says otherwise. */
const gated = requirements.filter((each) => isGated(each, 'implied')).length;

const endpointsText = ({ coverage, profile }: Forecast): string => {
  const names = operationIds.map((operation) => {
    const { number, method, path } = operationOf(operation);
    return { number, name: `${String(number).padStart(2)} ${method.padEnd(4)} ${path}` };
  });
  const width = Math.max(...names.map(({ name }) => name.length));
  const rows = names.flatMap(({ number, name }) => {
    const share = coverage.byEndpoint[number];
    return share === undefined ? [] : [shareRow(name.padEnd(width), share)];
  });
  return [
    `Will be tested (${profile}): ${coverage.testable} of ${coverage.all} requirements`,
    `  A verdict counts the ${gated} that are stated or implied; the others are reported.`,
    '  A rule of several endpoints stands in the row of each.',
    ...rows,
    shareRow('   Across all endpoints'.padEnd(width), coverage.acrossEndpoints),
    '',
  ].join('\n');
};

/** Beyond that a list of ids is what `--json` is for. */
const maxIds = 12;

const meaningOf = (name: string): string => {
  const variable = variableNames.find((each) => each === name);
  return variable === undefined ? '' : `: ${settingOf(variable).meaning}`;
};

const idsText = (ids: readonly string[]): readonly string[] => {
  if (ids.length <= maxIds) return ids.map((id) => `    ${id}`);
  const counts = new Map<string, number>();
  for (const id of ids) {
    const begins = `${id.split('/', 1)[0]}/`;
    counts.set(begins, (counts.get(begins) ?? 0) + 1);
  }
  return [`    ${[...counts].map(([begins, count]) => `${begins} (${count})`).join(', ')}`];
};

const untestedText = (forecast: Forecast): string => {
  const lacks = Object.keys(forecast.coverage.lacking);
  if (lacks.length === 0) return 'Nothing that a run needs is missing.\n';
  const rows = lacks.flatMap((lack) => {
    const ids = forecast.requirements.filter(({ lacks: own }) => own?.includes(lack)).map(({ id }) => id);
    return [`  ${lack}${meaningOf(lack)}`, ...idsText(ids)];
  });
  return ['Missing, so that these requirements stay untested:', ...rows, ''].join('\n');
};

const expectedText = ({ expected }: Forecast): string => {
  const { requests, seconds, orders } = expected;
  const placed = Object.entries(orders).filter(([, { accepted, refused }]) => accepted + refused > 0);
  const total = placed.reduce((sum, [, { accepted }]) => sum + accepted, 0);
  const kinds = placed.map(
    ([operation, { accepted, refused }]) => `${operation} ${accepted} (${refused} refused)`,
  );
  const summary =
    placed.length === 0
      ? 'no orders'
      : `${plural(total, 'accepted order')}\n             ${kinds.join(', ')}`;
  return `Expected     ${plural(requests, 'request')} in about ${seconds} s, ${summary}\n`;
};

/** A command line that nobody reads to its end helps nobody. */
const maxLines = 20;

const requireText = ({ require }: Forecast): string => {
  const wide = require.filter((text) => !requirements.some(({ id }) => id === text));
  const lines = [...wide, ...require.filter((text) => !wide.includes(text))];
  const more = lines.length - maxLines;
  if (lines.length === 0) return 'This target can keep no --require line yet.\n';
  return [
    'This target can keep:',
    ...lines.slice(0, maxLines).map((text) => `  --require ${text}`),
    ...(more > 0 ? [`  and ${plural(more, 'single requirement')} (doctor --json lists them)`] : []),
    '',
  ].join('\n');
};

/** Lists what a run will test, what each untested requirement lacks, the effort, and what may be required. */
export const forecastText = (forecast: Forecast): string =>
  [endpointsText(forecast), untestedText(forecast), expectedText(forecast), requireText(forecast)].join('\n');

/** Never shows a value. */
const settingsText = ({ service, origins }: Settings): string =>
  service === undefined
    ? 'Settings     usable; no base URL, so the embedded sandbox is started'
    : `Settings     usable; ${variableNames.length} variables are known, .env.example explains them\nSources      ${origins}`;

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

/** Requirements that the configuration file leaves out are not tested either. */
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
  const tell = (step: string) => call.terminal.err.write(`${step}\n`);
  const dryRun = withoutLeftOut(await performDryRun({ settings, target, profile, signal, tell }), call);
  const forecast = forecastOf(target, profile, notes, dryRun);
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
