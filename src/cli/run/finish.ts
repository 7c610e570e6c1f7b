// The end of a run: judges it, writes its reports and prints the result.
import { join } from 'node:path';
import { append, codeOf, isOfDisk, Refused, UnreadableFile } from '#lib';
import {
  annotations,
  closingText,
  type History,
  headlineOf,
  lostSince,
  ownNumbers,
  readHistory,
  readProof,
  renderSummary,
  runsOf,
  type Verdict,
  verdictWords,
  type WrittenReports,
  warningAnnotation,
  withFirstSeen,
  writeAllureResults,
  writeReports,
} from '#reporting';
import type { GatheredReports, JudgedPlan } from '#run';
import type { CallEnd, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { runOptions, Values } from '../options.ts';
import { searchedLedger } from '../orders/recorded-orders.ts';
import { type Delivery, data, isHarmless, lines, publish, withhold } from '../output/publish.ts';
import { keepAlone } from '../output/verdict-file.ts';
import type { JudgingConfig } from '../settings/config.ts';
import type { Interruption } from '../terminal/interruption.ts';
import { shownPath } from '../terminal/printable.ts';
import { jobOf } from './job.ts';
import { createProgress, noProgress, watched } from './progress.ts';
import { verdictOf } from './verdict-of.ts';

function lostText({ terminal: { env } }: CommandCall, verdict: Verdict, history: History): readonly string[] {
  const lost = lostSince(history, verdict);
  if (lost.length === 0) return [];
  const text = `An earlier run had ${lost.join(', ')}, but this run has not: tests that need these settings did not run`;
  return [env.GITHUB_ACTIONS === 'true' ? warningAnnotation(text) : `${text}.`];
}

function annotated(call: CommandCall, verdict: Verdict): readonly Delivery[] {
  const { GITHUB_ACTIONS: isGithub, GITHUB_STEP_SUMMARY: file } = call.terminal.env;
  if (isGithub !== 'true') return [];
  const shown = annotations(verdict).map((line) => lines(call, line, 'literal'));
  if (file === undefined || file === '') return shown;
  const text = renderSummary(verdict);
  const deliver = () => {
    try {
      append(file, text);
    } catch {
      call.say('The step summary could not be written; summary.md holds the same.');
    }
  };
  return [...shown, { texts: [{ file: 'summary.md', text }], search: 'all', deliver }];
}

type ReportCall = CommandCall<Pick<Values<typeof runOptions>, 'quiet' | 'verbose' | 'json'>>;

interface Reported {
  readonly config: JudgingConfig;
  readonly plan: JudgedPlan;
  readonly gathered: GatheredReports;
  readonly interruption: Interruption;
  /** Secrets that no output may contain. */
  readonly secrets: readonly string[];
  /** Leaves out the table, because it would repeat the same for every endpoint. */
  readonly unreached?: true;
}

/** Writes the reports. If this fails, the findings are still printed. */
async function deliver(
  { terminal }: ReportCall,
  { config, plan, gathered, secrets }: Reported,
  verdict: Verdict,
  history: History,
): Promise<WrittenReports & { readonly unwritten?: string }> {
  const { directory } = config;
  const { reports } = gathered;
  const { allure: wanted = 'page' } = terminal;
  try {
    const resultsDir = join(directory, 'allure-results');
    const proof = readProof(directory);
    const written = wanted === 'nothing' ? undefined : writeAllureResults({ resultsDir, verdict, reports, proof });
    return await writeReports({
      verdict,
      reports,
      directory,
      secrets,
      proof,
      ...(plan.ledger && { kept: [searchedLedger(plan.ledger)] }),
      allure: { ...(written && { written }), page: wanted === 'page' },
      history,
    });
  } catch (error) {
    if (!isOfDisk(error) && !(error instanceof UnreadableFile || error instanceof Refused)) throw error;
    const unwritten = `the reports could not be written (${codeOf(error) ?? error.message})`;
    return { files: [], unwritten, problems: [`${unwritten}; free some space and run again`] };
  }
}

/** Without saved reports nobody can check the result, so the run does not pass. */
const asUnsaved = (verdict: Verdict, why: string): Verdict => {
  const unsaved: Verdict = {
    ...verdict,
    verdict: 'inconclusive',
    exitCode: exitCode.inconclusive,
    crashed: [...(verdict.crashed ?? []), why],
  };
  return { ...unsaved, headline: headlineOf(unsaved) };
};

const unshown: ReadonlySet<string> = new Set(['untested', 'no-result']);

/** Judges the gathered reports, then writes and prints the results. */
export async function finish(call: ReportCall, reported: Reported): Promise<number | CallEnd> {
  const { config, plan, gathered, interruption, unreached, secrets } = reported;
  const ci = jobOf(call.terminal.env);
  const history = readHistory(config.directory);
  const alone = { ...verdictOf(config, plan, gathered), ...(ci && { ci }) };
  const judged = withFirstSeen(alone, runsOf(history, alone.target.label));
  const began = performance.now();
  const written = await watched(
    call.people.live && !call.options.quiet ? createProgress(call.people) : noProgress,
    (progress) => {
      progress.phase('Writing the reports');
      return deliver(call, reported, judged, history);
    },
  );
  const verdict = written.unwritten === undefined ? judged : asUnsaved(judged, written.unwritten);
  if (written.unwritten !== undefined) keepAlone({ directory: config.directory, secrets, verdict: () => verdict });
  if (written.leaked !== undefined) {
    const { headline = '' } = verdict;
    const isShown = headline !== '' && isHarmless({ file: 'headline', text: headline }, { secrets });
    call.say(
      `${isShown ? headline : verdictWords[verdict.verdict]}\nThe run ended with exit code ${verdict.exitCode}.`,
    );
    return { code: withhold(call, written.leaked), tried: 0 };
  }
  const { colour, width, live } = call.people;
  const { quiet, verbose, json } = call.options;
  const shown = shownPath(call.terminal.cwd, config.directory);
  const effort = { bytes: written.bytes ?? 0, ms: performance.now() - began };
  const closing = unreached
    ? `Nothing was tested; reports: ${shown}`
    : closingText({
        verdict,
        colour,
        signs: live,
        width,
        verbose,
        quiet,
        directory: shown,
        effort,
        code: interruption.code(),
      });
  const said = [...written.problems, ...history.problems, closing, ...lostText(call, verdict, history)];
  const outputs = [
    ...said.map((line) => lines(call, line, 'literal')),
    ...annotated(call, verdict),
    ...(json ? [data(call, 'verdict.json', verdict)] : []),
  ];
  const end = {
    code: interruption.code() ?? verdict.exitCode,
    tried: verdict.requirements.filter(({ outcome }) => !unshown.has(outcome)).length,
    left: { file: join(config.directory, 'verdict.json'), verdict },
  };
  return publish(call, outputs, end, { secrets, numbers: ownNumbers(verdict) });
}
