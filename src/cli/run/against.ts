import { basename, dirname, join, relative } from 'node:path';
import { secretsOf } from '#contract';
import { isOfRun, labelOf, variableNames, withdrawKeys } from '#target';
import { reportsFolder } from '../arguments.ts';
import { type CommandCall, exitCode, Refused, type Values } from '../command.ts';
import { tellComparison } from '../commands/compare.ts';
import { demandFolder } from '../output/folder.ts';
import { readLastVerdict } from '../output/verdict-file.ts';
import { readConfig } from '../settings/config.ts';
import type { runOptions, severalOptions, targetOptions } from '../settings/options.ts';
import { seedFor } from '../settings/seed.ts';

type AgainstCall = CommandCall<Values<typeof targetOptions & typeof runOptions & typeof severalOptions>>;

/** Options of several targets, or of one machine's share. */
const excluded = ['all-targets'];

const isUrl = (other: string): boolean => other.includes('://');

/** @throws Refused where the options do not go together */
function demandOther({ options, typed }: AgainstCall): string {
  const { against, 'against-settings': settings } = options;
  const alone = excluded.find((name) => typed.has(name));
  if (alone !== undefined)
    throw new Refused(`--${alone} does not go with --against; compare two folders of reports afterwards`);
  if (against === undefined || isUrl(against) !== (settings !== undefined))
    throw new Refused(
      against !== undefined && isUrl(against)
        ? '--against with a url needs --against-settings, a file with the keys and records of that service'
        : '--against-settings goes with --against and a url; a named target has its settings in the configuration file',
    );
  return against;
}

/** The environment without what belongs to the other service: only what belongs to the run is shared. */
const sharedOf = (env: AgainstCall['terminal']['env']) => {
  const own: readonly string[] = variableNames.filter((name) => !isOfRun(name));
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name !== 'RAMP_RELEASE' && !own.includes(name)),
  );
};

/** Seed, profile, selection and gate are those of the call; address, keys, money host and records are of the other service. */
function callOfOther(call: AgainstCall, other: string): AgainstCall {
  const { options, terminal, file } = call;
  const directory = reportsFolder(call);
  const same = {
    ...options,
    baseline: undefined,
    release: undefined,
    json: false,
    reports: relative(terminal.cwd, join(dirname(directory), `${basename(directory)}-against`)),
  };
  const typed = new Set([...call.typed].filter((name) => name !== 'release'));
  if (isUrl(other)) {
    const { texts, keyVariables } = file.settings;
    return {
      ...call,
      terminal: { ...terminal, env: sharedOf(terminal.env) },
      typed,
      options: { ...same, 'base-url': other, settings: options['against-settings'] },
      file: { ...file, settings: { texts, keyVariables } },
    };
  }
  const own = call.forTarget(other, terminal);
  const [release] = [own.file.defaults.release].flat();
  return {
    ...own,
    // A release in the environment or in .env is that of the other service.
    typed: new Set([...typed, 'release']),
    options: { ...same, 'base-url': undefined, release },
    file: { ...own.file, leaveOut: file.leaveOut },
  };
}

/** Each reading of settings takes the keys out of an environment. */
const withKeys = (call: AgainstCall): AgainstCall => ({
  ...call,
  terminal: { ...call.terminal, env: { ...call.terminal.env } },
});

/** After such an end there is nothing to compare. */
const isCutOff = (code: number): boolean =>
  code === exitCode.leaked || code === exitCode.interrupted || code === exitCode.terminated;

interface Sides {
  /** The other service first, with what is the same of both. */
  readonly calls: readonly [other: AgainstCall, own: AgainstCall];
  readonly secrets: readonly string[];
}

/** @throws Refused for what either run would refuse */
function sidesOf(call: AgainstCall, other: string): Sides {
  const { options, terminal, file } = call;
  const env = withdrawKeys(terminal.env, file.settings.keyVariables);
  const seed = String(seedFor(options.seed, options.profile));
  const own = { ...call, options: { ...options, seed, json: false }, terminal: { ...terminal, env } };
  const sides = [callOfOther(own, other), own] as const;
  const configs = sides.map((side) => readConfig(withKeys(side)));
  const settings = configs.map((config) => config.settings);
  const [one, two] = settings.map(labelOf);
  if (one === two) throw new Refused(`--against names ${one}, which the run is against already`);
  for (const { directory } of configs) demandFolder(directory);
  const readOnly = settings.some((each) => each.readOnly);
  const cautious = (side: AgainstCall) => ({ ...side, options: { ...side.options, 'read-only': readOnly } });
  return {
    calls: [cautious(sides[0]), cautious(sides[1])],
    secrets: settings.flatMap(({ service }) => (service ? secretsOf(service) : [])),
  };
}

/**
 * Holds two services to the document, one after the other, with the same seed, plan and permissions, and compares; resolves to the
 * exit code of the comparison. Nothing of one reaches the other. What can be refused is refused before the first request.
 */
export async function runAgainstOther(
  call: AgainstCall,
  runTarget: (call: AgainstCall) => Promise<number>,
): Promise<number> {
  const { calls, secrets } = sidesOf(call, demandOther(call));
  const [other, own] = calls;
  for (const side of calls) {
    const name = side === other ? 'Against     ' : 'Under test  ';
    if (!call.options.quiet) call.say(`${name} reports in ${side.options.reports}`);
    const code = await runTarget(withKeys(side));
    if (isCutOff(code)) return code;
  }
  const runs = [readLastVerdict(reportsFolder(other)), readLastVerdict(reportsFolder(own))] as const;
  return tellComparison(call, { runs, secrets, page: reportsFolder(own), json: call.options.json });
}
