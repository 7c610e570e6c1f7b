import { join } from 'node:path';
import { version } from '#client';
import { Refused } from '#lib';
import {
  type Break,
  boundOf,
  breaksOf,
  type ChosenVariations,
  chooseLapses,
  chooseVariations,
  exitCodeOf,
  type Forecast,
  foundIn,
  headingOf,
  jobMark,
  kindOf,
  type Lapse,
  outputLines,
  type PartResult,
  type Rehearsal,
  rehearsalData,
  rehearsalJUnit,
  rehearsalPage,
  rehearsalText,
  rehearse,
  reliancesOf,
  type Try,
  tellingLines,
  triedIn,
  withoutValue,
} from '#rehearse';
import { plural, sanitiseLines } from '#reporting';
import { startSandbox } from '#sandbox';
import { secretsAround } from '#target';
import type { CallEnd, CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { rehearseOptions } from '../options.ts';
import { demandFolder, folderAt } from '../output/folder.ts';
import { demandOurFiles } from '../output/own-folder.ts';
import { data, echo, isHarmless, lines, ownText, publish, reportFile } from '../output/publish.ts';
import { programName } from '../own-package.ts';
import { createProgress, type Progress, timeText, watched } from '../run/progress.ts';
import { readFileChoices } from '../settings/config-file.ts';
import { interruptible } from '../terminal/interruption.ts';
import { notA, shownPath } from '../terminal/printable.ts';

type RehearseCall = CallOf<typeof rehearseOptions>;

function commandIn({ terminal: { args }, all, options }: RehearseCall): readonly string[] {
  const end = args.indexOf('--');
  const words = end < 0 ? [] : args.slice(end + 1);
  if (words.length === 0 && options.list) return [];
  if (words.length === 0 || all.length > words.length)
    throw new Refused(`name the test command of your client after --, such as ${programName} rehearse -- npm test`);
  return words;
}

/** The client's own names of variables: `CLIENT_URL=RAMP_BASE_URL`. */
async function namesIn(texts: readonly string[]): Promise<Readonly<Record<string, string>>> {
  if (texts.length === 0) return {};
  const { settings, close } = await startSandbox();
  await close();
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = '', source = ''] = /^([A-Za-z_]\w*)=(.+)$/.exec(text) ?? [];
      if (source === '')
        throw new Refused('--env must be a variable of your client and a setting, such as CLIENT_URL=RAMP_BASE_URL');
      if (!Object.hasOwn(settings, source))
        throw new Refused(
          `--env ${notA(source, 'setting of the sandbox', Object.keys(settings), `; ${programName} sandbox prints them`)}`,
        );
      return [name, source];
    }),
  );
}

function shareIn(text: string | undefined, faults: boolean): number | undefined {
  if (text === undefined) return undefined;
  const share = /^(?:0?\.\d+|[01](?:\.\d+)?)$/.test(text) ? Number(text) : Number.NaN;
  if (!faults) throw new Refused('--min-noticed needs --faults; add it, or leave --min-noticed out');
  if (!(share >= 0 && share <= 1)) throw new Refused('--min-noticed must be a share from 0 to 1, such as 0.8');
  return share;
}

const listing = ({ together, alone, circumstances }: ChosenVariations): string =>
  Object.entries({
    'All together, then by halves': together,
    'Alternatives, one at a time': alone,
    'Circumstances, one at a time: a right client may fail under them': circumstances,
  })
    .filter(([, some]) => some.length > 0)
    .map(([title, some]) =>
      [`${title} (${some.length})`, ...some.map((one) => `  ${one.sentence}\n      ${kindOf(one)}; ${one.id}`)].join(
        '\n',
      ),
    )
    .join('\n\n');

const lapseListing = (lapses: readonly Lapse[]): string =>
  [
    `Faults, one at a time (${lapses.length})`,
    ...lapses.map((lapse) => `  ${lapse.sentence}\n      ${headingOf(lapse)}; ${lapse.id}`),
  ].join('\n');

const resultOf = ({ ending: { passed, how, seconds }, isMet }: Try): string =>
  `${passed ? (isMet ? 'passed' : 'not met') : `FAILED (${how})`} ${seconds.toFixed(1)} s`;

const forecastText = ({ tries, seconds }: Forecast, jobs: number): string =>
  `One try takes about ${seconds.toFixed(1)} s; about ${plural(tries, 'try', 'tries')}${jobs > 1 ? ` in ${jobs} jobs` : ''}: ${timeText((tries * seconds) / jobs)} in all`;

/** A try may take minutes without output. */
function tryProgress({ people, say, options }: RehearseCall, progress: Progress) {
  let last: Try | undefined;
  const lastText = (): string | undefined => last && `${last.what}: ${resultOf(last)}`;
  progress.phase('Trying your client', () => {
    const done = last?.number ?? 0;
    const ended = lastText();
    return { done, total: Math.max(last?.expected ?? 0, done + 1), ...(ended !== undefined && { last: ended }) };
  });
  const line = (text: string) => {
    if (people.live) people.write('\r\u001b[2K');
    say(text);
    progress.tick();
  };
  const found = new Set<string>();
  return {
    onTry: (one: Try) => {
      last = one;
      const { number, expected = 0 } = one;
      if (people.live) progress.tick();
      else people.write(`  try ${number}${number <= expected ? ` of about ${expected}` : ''}: ${lastText()}\n`);
    },
    onForecast: (forecast: Forecast) => line(forecastText(forecast, options.jobs)),
    onFound: (given: Break, asked: Rehearsal['shipped']['asked']) => {
      const one = foundIn(given, asked);
      if (one === undefined || found.has(one.key)) return;
      found.add(one.key);
      line(`  found, ${one.text}`);
    },
  };
}

const shownLines = 20;

/**
 * The client's output for each variation that breaks it. Long output is reduced to the lines that name a failure, for
 * each kind of variation.
 */
function clientOutputs(rehearsal: Rehearsal, { only, junit }: RehearseCall['options']): readonly string[] {
  const breaks = breaksOf(rehearsal);
  const isAll = breaks.length <= 1 || only.length > 0;
  if (!isAll && junit !== undefined) return [];
  const shown = isAll
    ? breaks
    : reliancesOf(breaks, rehearsal.shipped.asked).flatMap(({ breaks: [first] }) => first ?? []);
  return shown.map(({ variations, output }) => {
    const kept = isAll ? outputLines(output).slice(-shownLines) : tellingLines(output);
    return [`\nYour client under ${variations.map(({ id }) => id).join(' with ')}:`, ...kept].join('\n');
  });
}

/** For files: replaces a test name or reply in the form of personal data, and leaves out such a line of output. */
const withoutPersonal = (rehearsal: Rehearsal, secrets: readonly string[]): Rehearsal => {
  const plain = (text: string, otherwise: string): string =>
    isHarmless({ file: 'test', text }, { secrets }) ? text : otherwise;
  const part = (given: PartResult): PartResult => ({
    ...given,
    broken: given.broken.map((each) => ({
      ...each,
      output: tellingLines(each.output)
        .filter((line) => isHarmless({ file: 'test', text: line }, { secrets }))
        .join('\n'),
      tests: each.tests?.map((test) => plain(test, 'a test whose name is not shown here')),
      places: each.places?.map((place) => ({
        ...place,
        file: plain(place.file, 'a file whose name is not shown here'),
      })),
      sightings: each.sightings?.map(({ operation, changes }) => ({
        operation,
        changes: changes.map((change) =>
          plain(change, plain(withoutValue(change), 'a difference that is not shown here')),
        ),
      })),
    })),
  });
  const { together, alone, circumstances } = rehearsal;
  return {
    ...rehearsal,
    ...(together && { together: part(together) }),
    ...(alone && { alone: part(alone) }),
    ...(circumstances && { circumstances: part(circumstances) }),
  };
};

/** @throws Refused if parallel jobs would write the same file */
function junitIn({ junit, jobs }: RehearseCall['options']): string | undefined {
  if (junit !== undefined && jobs > 1 && !junit.includes(jobMark))
    throw new Refused(
      `--junit with --jobs ${jobs}: each job needs a file of its own; write ${jobMark} in its name, here and in the command`,
    );
  return junit;
}

const pages = ['rehearsal.html', 'rehearsal.xml'] as const;

/**
 * Checked before the first try and again before use, because the client runs in between.
 * @throws Refused if a link leads to the folder
 */
const folderIn = ({ options, terminal }: RehearseCall): string | undefined =>
  options.reports === undefined ? undefined : folderAt(options.reports, terminal.cwd);

function deliver(
  call: RehearseCall,
  whole: Rehearsal,
  { command, share, secrets }: { command: readonly string[]; share: number | undefined; secrets: readonly string[] },
): number | CallEnd {
  const rehearsal = withoutPersonal(whole, secrets);
  const { options, terminal } = call;
  const { shipped, withheld } = rehearsal;
  const code = exitCodeOf(rehearsal, share);
  const about = { command, version };
  const own = shipped.failed > 0 ? [`${sanitiseLines(shipped.last.output).trimEnd()}\n`] : [];
  const folder = folderIn(call);
  const written = { 'rehearsal.html': rehearsalPage(rehearsal, about), 'rehearsal.xml': rehearsalJUnit(rehearsal) };
  const names = withheld.map((name) => (/^\w{1,60}$/.test(name) ? name : 'one whose name is not shown here'));
  const outputs = [
    ...(names.length === 0
      ? []
      : [
          lines(
            call,
            `Your client does not get these variables, because they contain a secret of yours: ${names.join(', ')}`,
            'literal',
          ),
        ]),
    ...[...own, ...clientOutputs(whole, options)].map((text) => echo(call, text)),
    lines(call, `\n${rehearsalText(rehearsal)}`),
    ...pages.flatMap((name) =>
      folder === undefined
        ? []
        : [
            reportFile(folder, name, written[name]),
            lines(call, `wrote ${shownPath(terminal.cwd, join(folder, name))}`, 'literal'),
          ],
    ),
    ...(options.json ? [data(call, 'rehearsal.json', rehearsalData(rehearsal, code, about))] : []),
  ];
  return publish(call, outputs, { code, tried: triedIn(rehearsal) });
}

export async function rehearseCall(call: RehearseCall): Promise<number | CallEnd> {
  const { options, terminal, say } = call;
  const command = commandIn(call);
  const share = shareIn(options.minNoticed, options.faults);
  const faults = options.faults ? chooseLapses(options.only) : undefined;
  const choice = chooseVariations({ ...options, only: faults ? [] : options.only });
  const most = boundOf({ choice, faults });
  if (options.list) {
    const listed = `${faults ? lapseListing(faults) : listing(choice)}\n`;
    return publish(call, [ownText(call, listed)], { code: exitCode.done, tried: most });
  }
  const junit = junitIn(options);
  const names = await namesIn(options.env);
  const { settings: configured } = readFileChoices(terminal.cwd);
  const kept = secretsAround({ cwd: terminal.cwd, env: terminal.env, configured });
  const folder = folderIn(call);
  if (folder !== undefined) {
    demandOurFiles(folder, pages);
    demandFolder(folder);
  }
  say(
    `Each try of your client has a sandbox of its own, and at most ${plural(options.timeout, 'second')}. The first three are as shipped`,
  );
  return interruptible(({ signal, code }) =>
    watched(createProgress(call.people), async (progress) => {
      try {
        const rehearsal = await rehearse({
          command,
          cwd: terminal.cwd,
          env: terminal.env,
          names,
          kept,
          timeoutSeconds: options.timeout,
          junit,
          jobs: options.jobs,
          choice,
          faults,
          signal,
          ...tryProgress(call, progress),
        });
        progress.end();
        if (signal.aborted) return code() ?? exitCode.interrupted;
        return deliver(call, rehearsal, { command, share, secrets: kept.secrets });
      } catch (error) {
        if (signal.aborted) return code() ?? exitCode.interrupted;
        throw error;
      }
    }),
  );
}
