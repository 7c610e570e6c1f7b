import { join, relative } from 'node:path';
import { type Baseline, driftFrom, failsOnDrift, planAcceptance, readBaseline } from '#baseline';
import { isPromise } from '#contract';
import {
  type ChangeKind,
  type ChosenClasses,
  changeKindIds,
  compareFacts,
  endpointNames,
  type FactChange,
  type Facts,
  isPassing,
  isSame,
  keyOf,
  pathIn,
  readFacts,
  textOf,
  writeChange,
} from '#facts';
import { Refused } from '#lib';
import {
  comparedWith,
  driftCounts,
  driftIn,
  driftReport,
  isGated,
  plural,
  sanitise,
  sanitiseLines,
  unexplained,
  type Verdict,
} from '#reporting';
import type { CallOf, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { acceptOptions, diffOptions } from '../options.ts';
import { reportsFolder } from '../output/folder.ts';
import { demandOurFiles } from '../output/own-folder.ts';
import { type Delivery, data, lines, publish } from '../output/publish.ts';
import { readLastVerdict, verdictAt } from '../output/verdict-file.ts';
import { programName } from '../own-package.ts';
import { baselinesIn, dayOf, demandBaseline } from '../settings/config.ts';
import { notA } from '../terminal/printable.ts';
import { isInCi } from '../terminal/terminal.ts';

const nameOf = ({ argument }: CommandCall): string => {
  if (argument !== undefined) return argument;
  throw new Refused('name a baseline, such as vendor-2.3');
};

const demandFacts = ({ facts, passive }: Verdict): Facts => {
  if (passive) throw new Refused('the last verdict is of a recording, which shows other facts each time; run again');
  if (facts && Object.keys(facts).length > 0) return readFacts(facts);
  throw new Refused(
    `the last run tested nothing, so there is nothing to accept; call ${programName} doctor, then ${programName} run`,
  );
};

type ReleaseOf = (endpoint: string) => string | undefined;

const releasesIn =
  ({ files }: Baseline): ReleaseOf =>
  (endpoint) =>
    files.find((file) => file.endpoint === endpoint)?.release;

const changeLines = (change: FactChange, releaseOf: ReleaseOf): string[] => {
  const { class: drift, kind, endpoint, fact, accepted, met } = writeChange(change);
  const release = releaseOf(endpoint);
  return [
    `${drift.padEnd(8)} ${endpoint}  ${fact}  (${kind}${release === undefined ? '' : `; accepted with ${release}`})`,
    `${' '.repeat(9)}- ${accepted}`,
    `${' '.repeat(9)}+ ${met}`,
  ];
};

const renderChanges = (baseline: Baseline, changes: readonly FactChange[]): string =>
  [
    ...changes.flatMap((change) => changeLines(change, releasesIn(baseline))).map(sanitiseLines),
    `Drift from the baseline ${baseline.name}: ${driftCounts(changes)}${changes.length > 0 ? ` (${plural(changes.length, 'fact')})` : ''}`,
  ].join('\n');

const objection = ({ verdict, interrupted, crashed, narrowed }: Verdict): string | undefined => {
  if (interrupted) return 'was interrupted';
  if (crashed?.length) return `did not reach its end: ${crashed[0]}`;
  if (verdict === 'inconclusive' || verdict === 'refused') return `was ${verdict}`;
  return narrowed ? 'tested only the part that --only names' : undefined;
};

interface Chosen {
  readonly endpoints: readonly string[];
  readonly kinds: readonly ChangeKind[] | undefined;
}

const chosenIn = (only: readonly string[]): Chosen => {
  const [kinds, endpoints] = [
    changeKindIds.filter((id) => only.includes(id)),
    endpointNames.filter((id) => only.includes(id)),
  ];
  const unknown = only.find((name) => !endpointNames.includes(name) && !kinds.some((id) => id === name));
  if (unknown !== undefined)
    throw new Refused(`--only ${notA(unknown, 'endpoint or kind of change', [...endpointNames, ...changeKindIds])}`);
  return { endpoints: endpoints.length > 0 ? endpoints : endpointNames, kinds: kinds.length > 0 ? kinds : undefined };
};

const demandPerson = ({ terminal: { env } }: CommandCall): void => {
  if (!isInCi(env)) return;
  throw new Refused('CI must not accept a baseline; accept it yourself and commit the files');
};

const reasonIn = (given: string | undefined): string | undefined => {
  const reason = given?.trim().replace(/\s+/g, ' ');
  if (reason === undefined || (reason !== '' && reason.length <= 300)) return reason;
  throw new Refused('--reason must be a sentence of at most 300 characters');
};

/** Facts that are written without being a change: seen for the first time, gone, or within the tolerance. */
const otherLines = (before: Facts, facts: Facts, changes: readonly FactChange[]): string[] =>
  Object.entries(facts).flatMap(([endpoint, own]) => {
    const old = before[endpoint] ?? new Map();
    const reported = changes.filter((change) => change.endpoint === endpoint).map(keyOf);
    const others = [...new Set([...old.keys(), ...own.keys()])].filter((key) => !reported.includes(key)).sort();
    return others.flatMap((key) => {
      const [was, is] = [old.get(key), own.get(key)];
      const aspect = (was ?? is)?.aspect;
      if (aspect === undefined || isPassing({ aspect }) || isSame(aspect, was?.value, is?.value)) return [];
      const word = was === undefined ? 'first' : is === undefined ? 'gone' : 'moved';
      return [
        `${word.padEnd(8)} ${endpoint}  ${key}`,
        ...(was === undefined ? [] : [`         - ${textOf(was.value, aspect)}`]),
        ...(is === undefined ? [] : [`         + ${textOf(is.value, aspect)}`]),
      ];
    });
  });

const withChanges = (before: Facts, facts: Facts, changes: readonly FactChange[]): Facts => {
  const endpoints = [...new Set(changes.map(({ endpoint }) => endpoint))];
  const ofEndpoint = (endpoint: string) => {
    const changed = changes.filter((change) => change.endpoint === endpoint).map(keyOf);
    const kept = [...(before[endpoint] ?? [])].filter(([key]) => !changed.includes(key));
    const came = [...(facts[endpoint] ?? [])].filter(([key]) => changed.includes(key));
    return new Map([...kept, ...came]);
  };
  return Object.fromEntries(endpoints.map((endpoint) => [endpoint, ofEndpoint(endpoint)]));
};

const chosenFacts = (
  name: string,
  before: Baseline | undefined,
  facts: Facts,
  { endpoints, kinds, classes }: Chosen & { readonly classes: ChosenClasses | undefined },
): { readonly facts: Facts; readonly text: string } => {
  const own = Object.fromEntries(Object.entries(facts).filter(([endpoint]) => endpoints.includes(endpoint)));
  if (before === undefined) {
    if (kinds)
      throw new Refused(`there is no baseline ${name} yet, so --only cannot choose a kind of change; leave --only out`);
    const count = Object.values(own).reduce((sum, { size }) => sum + size, 0);
    const text = `${plural(count, 'fact')} of ${plural(Object.keys(own).length, 'endpoint')}; nothing was accepted as ${name} before`;
    return { facts: own, text };
  }
  const changes = compareFacts(before.facts, facts, { classes }).filter(
    ({ endpoint, kind }) => endpoint in own && (kinds?.includes(kind) ?? true),
  );
  if (kinds) return { facts: withChanges(before.facts, facts, changes), text: renderChanges(before, changes) };
  const others = otherLines(before.facts, own, changes).map(sanitiseLines);
  return { facts: own, text: [...others, renderChanges(before, changes)].join('\n') };
};

const anyIndex = (where: string): string => where.replace(/\[\d+\]/g, '[]');

/**
 * True for the form of an object or array around the places of findings: this form is correct although its content is
 * not.
 */
const isAround = (change: FactChange, findings: Verdict['requirements'][number]['findings']): boolean => {
  const path = pathIn(change);
  const places = findings.flatMap(({ operation, where }) => (operation === change.endpoint ? [anyIndex(where)] : []));
  return path !== undefined && places.every((where) => where !== path && where.startsWith(path));
};

/**
 * The facts that may be accepted. A fact of a broken promise, waived or not, keeps its accepted value or stays without
 * one. After a fix, such a fact is then no change.
 */
function soundFacts(facts: Facts, accepted: Facts, { requirements }: Verdict) {
  const findings = requirements.filter(isPromise).flatMap((each) => each.findings);
  const broken: string[] = [];
  const sound = Object.entries(facts).map(([endpoint, own]) => {
    const old = accepted[endpoint];
    const changes = [...own].map(
      ([key, { value: after, ...subject }]): FactChange => ({
        ...{ class: 'unseen', kind: 'not-seen', endpoint, ...subject, before: old?.get(key)?.value, after },
      }),
    );
    const kept = new Set(
      [...unexplained(changes, findings), ...changes.filter((each) => isAround(each, findings))].map(keyOf),
    );
    const rows = [...own].flatMap(([key, fact]) => {
      if (kept.has(key)) return [[key, fact] as const];
      const before = old?.get(key);
      if (!isSame(fact.aspect, before?.value, fact.value)) broken.push(`${endpoint}  ${key}`);
      return before === undefined ? [] : [[key, before] as const];
    });
    return [endpoint, new Map(rows)] as const;
  });
  return { facts: Object.fromEntries(sound) as Facts, broken };
}

export async function baselineAccept(call: CallOf<typeof acceptOptions>): Promise<number> {
  demandPerson(call);
  const { from } = call.options;
  const directory = reportsFolder(call);
  const chosen = { ...chosenIn(call.options.only), classes: call.file.classes };
  const reason = reasonIn(call.options.reason);
  const name = nameOf(call);
  const verdict = from === undefined ? readLastVerdict(directory) : verdictAt(from, call.terminal.cwd);
  const observed = demandFacts(verdict);
  const against = objection(verdict);
  if (against !== undefined)
    throw new Refused(`the last run ${against}, so its observations cannot be accepted; run again in full`);
  const target = verdict.target.label;
  const accepting = { reason, target, accepted: dayOf(new Date()), release: verdict.release };
  demandOurFiles(directory);
  const root = baselinesIn(directory);
  const before = readBaseline(root, name);
  const { facts, broken: all } = soundFacts(observed, before?.facts ?? {}, verdict);
  const broken = all.filter((each) => chosen.endpoints.some((endpoint) => each.startsWith(`${endpoint} `)));
  const { facts: written, text } = chosenFacts(name, before, facts, chosen);
  const { folder, files, unchanged, write } = planAcceptance({ root, name, ...accepting, facts: written });
  const wrote = files.map(({ file }) => `wrote ${join(relative(directory, folder), file)}`);
  const outputs: readonly Delivery[] = [
    ...(from === undefined ? [] : [lines(call, sanitise(`The run of ${target} that began ${verdict.startedAt}`))]),
    lines(call, text),
    ...(broken.length === 0
      ? []
      : [
          lines(
            call,
            sanitiseLines(
              `Not accepted, because a promise is broken there:\n${broken.map((each) => `  ${each}`).join('\n')}`,
            ),
          ),
        ]),
    { texts: files, search: 'all', deliver: write },
    ...[...wrote, `${plural(files.length, 'file')} written, ${unchanged.length} already the same`].map((line) =>
      lines(call, line),
    ),
  ];
  return publish(call, outputs, exitCode.done, { numbers: [verdict.seed] });
}

export async function baselineDiff(call: CallOf<typeof diffOptions>): Promise<number> {
  const directory = reportsFolder(call);
  const baseline = demandBaseline(directory, nameOf(call));
  const verdict = readLastVerdict(directory);
  const { name, target } = baseline;
  if (target !== verdict.target.label)
    throw new Refused(
      `the baseline ${name} belongs to ${target}, but the last run tested ${verdict.target.label}; name a baseline of the tested service`,
    );
  const { narrowed, interrupted } = verdict;
  const { classes } = call.file;
  const promises = verdict.requirements.filter(isPromise);
  const broken = promises.filter((each) => each.outcome === 'deviates' && isGated(each, verdict.gate));
  const findings = promises.flatMap((each) => each.findings);
  const observed = demandFacts(verdict);
  const drift = driftFrom({ accepted: baseline.facts, observed, narrowed, interrupted, classes });
  const compared = comparedWith(baseline, drift, findings);
  const { changes, notCompared } = compared;
  const { json, verbose } = call.options;
  const outputs = [
    json
      ? data(call, 'changes.json', { name, target, changes, notCompared })
      : lines(call, driftReport(compared, verdict, { releaseOf: releasesIn(baseline), verbose })),
    ...(broken.length > 0 ? [lines(call, `The run itself found ${plural(broken.length, 'promise')} broken`)] : []),
  ];
  const code = broken.length > 0 || failsOnDrift(driftIn(compared)) ? exitCode.deviates : exitCode.done;
  return publish(call, outputs, code, { numbers: [verdict.seed] });
}
