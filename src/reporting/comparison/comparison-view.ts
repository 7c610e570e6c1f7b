// A comparison in whole texts, which console, summary and page each escape for their own form.
import { isPromise } from '#contract';
import { type FactChange, isRuling, type RunDifference, rulings, subjectText } from '#facts';
import { groupBy, plural, texts } from '../text.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { type Account, type Accounted, accountOf, heldBackIn } from './account.ts';
import { groupChanges, placeText } from './change-groups.ts';
import { type Line, type LineWord, linesOf, wordOf } from './change-lines.ts';
import { type Comparison, tooLittle } from './compare-runs.ts';
import {
  type ComparedRun,
  catalogueOf,
  dayAndTime,
  depthText,
  differingSettings,
  keepsFacts,
  slower,
} from './compared-run.ts';

export interface Others {
  readonly title: string;
  readonly line: string;
  readonly entries: readonly { readonly title: string; readonly details: readonly string[] }[];
}

/** A comparison as every report shows it. */
export interface ComparisonView {
  readonly headline: string;
  readonly lines: readonly Line[];
  readonly account: Account;
  /** `as before: 371 promises, 488 facts. Not compared: ...`. */
  readonly rest: string;
  /** The run's doing and the harness's. */
  readonly others: readonly Others[];
}

/** The release of a run, else its time; both where two releases have one name. */
export const namesOf = (runs: readonly ComparedRun[]): readonly string[] => {
  const isOneTarget = new Set(runs.map(({ target }) => target.label)).size === 1;
  const starts = runs.map(({ startedAt }) => startedAt);
  const named = runs.map(({ target, release }) => texts(!isOneTarget && target.label, release).join(' '));
  return runs.map(({ startedAt, release }, at) => {
    const name = named[at] ?? '';
    const isEnough = release !== undefined && named.filter((each) => each === name).length === 1;
    return isEnough ? name : texts(name !== '' && name, dayAndTime(startedAt, starts)).join(' ');
  });
};

/** `smoke -> gate`; nothing where both are the same. */
const changeText = (name: string, old: string | number, now: string | number): string[] =>
  old === now ? [] : [`${name}${old} -> ${now}`];

/** `RAMP_AMOUNT differs (10, 11)`. */
export const differenceText = ({ name, before, after }: Pick<RunDifference, 'name' | 'before' | 'after'>): string => {
  if (name === 'profile') return `${before} -> ${after}`;
  if (before === undefined || after === undefined) {
    const which = before === undefined ? 'newer' : 'older';
    if (name === '--only') return `--only in the ${which} one`;
    if (name === 'interrupted') return `the ${which} one was interrupted`;
    if (name === 'without a result') return `tests of the ${which} one have no result`;
    return `${name} is set in the ${which} one alone`;
  }
  const [old, now] = [before, after].map((value) => value.replaceAll(', ', ' '));
  return `${name} differs (${old}, ${now})`;
};

const maxReasons = 3;

/** The first, and how many more there are. */
const shortList = (all: readonly string[]): readonly string[] => [
  ...all.slice(0, maxReasons),
  ...(all.length > maxReasons ? [`${all.length - maxReasons} more settings differ`] : []),
];

/** How the runs themselves differ. */
const runText = ({ before, after }: Pick<Comparison, 'before' | 'after'>): string[] => {
  const sides = [
    ['older', before],
    ['newer', after],
  ] as const;
  const isNarrowedAlike = before.narrowed === after.narrowed;
  return [
    ...changeText('', depthText(before), depthText(after)),
    ...changeText('gate ', before.gate, after.gate),
    ...changeText('seed ', before.seed, after.seed),
    ...shortList(differingSettings(before, after).map(differenceText)),
    ...(isNarrowedAlike && before.narrowed ? ['--only in both'] : []),
    ...sides.flatMap(([name, run]) =>
      texts(
        run.narrowed && !isNarrowedAlike && `--only in the ${name} one`,
        run.interrupted && `the ${name} one was interrupted`,
      ),
    ),
  ];
};

const harnessText = ({ before, after }: Comparison): string[] => [
  ...changeText('harness ', before.harness.version, after.harness.version),
  ...changeText('catalogue ', catalogueOf(before), catalogueOf(after)),
];

/** How many promises were broken in both runs. */
const stillBroken = ({ before, after, service }: Comparison): number => {
  const turned = new Set(service.map(({ requirement }) => requirement.id));
  const brokenIn = ({ requirements }: ComparedRun) =>
    requirements.filter((each) => isPromise(each) && each.outcome === 'deviates').map(({ id }) => id);
  const earlier = new Set(brokenIn(before));
  return brokenIn(after).filter((id) => earlier.has(id) && !turned.has(id)).length;
};

const factsGone = ({ before }: Comparison): string[] =>
  before.passive || keepsFacts(before) ? [] : ['facts not compared: those of the earlier run are not kept'];

/** `4 changes, 1 of them breaks clients, 2 of them additions`. */
export const changesText = (changes: readonly Line[]): string => {
  const parts = (
    [
      ['breaks', 'breaks clients', 'break clients'],
      ['more', 'an addition', 'additions'],
    ] as const
  ).flatMap(([word, one, many]) => {
    const count = changes.filter((each) => each.word === word).length;
    if (count === 0) return [];
    if (changes.length === 1) return [word === 'breaks' ? `which ${one}` : one];
    return [`${count} of them ${count === 1 ? one : many}`];
  });
  return [plural(changes.length, 'change'), ...parts].join(', ');
};

/** Why a fact was not compared, in words. */
const reasonTexts: Readonly<Record<string, string>> = {
  'another version of the harness': 'another version of the harness notes other facts',
  'kept back by the service': 'the service refused valid orders for a reason of its own',
};

/** What of the runs, and what else, held facts back. */
const heldReasons = (comparison: Comparison, held: readonly Accounted[]): readonly string[] => {
  const { differences, before, after } = comparison;
  const ofRuns = new Map(
    differences.flatMap((each) => (each.held ?? []).map((own) => [own.name, differenceText(own)])),
  );
  const others = held.map(({ why }) => why).filter((why) => !why.split(', ').some((name) => ofRuns.has(name)));
  const words = [...new Set(others)].map((why) => (isRuling(why) ? rulings[why][1] : (reasonTexts[why] ?? why)));
  const lost = comparison.run.some(({ why }) => why === 'user') ? runText({ before, after }) : [];
  return shortList([...new Set([...ofRuns.values(), ...lost, ...words])]);
};

/** `nothing changed` stands only where all that could differ was compared. */
const nothingText = (comparison: Comparison): string => {
  const held = heldBackIn(accountOf(comparison, []));
  const promises = [...comparison.run, ...comparison.harness].length;
  const counts = texts(promises > 0 && plural(promises, 'requirement'), held.length > 0 && plural(held.length, 'fact'));
  if (counts.length === 0) return 'nothing changed';
  const why = heldReasons(comparison, held);
  return `no difference in what both runs tested; ${counts.join(' and ')} could not be compared${why.length > 0 ? `: ${why.join('; ')}` : ''}`;
};

const answerText = (comparison: Comparison, lines: readonly Line[]): string => {
  const promises = comparison.service.filter(({ requirement }) => isPromise(requirement));
  const count = (word: LineWord) => promises.filter((change) => wordOf(change) === word).length;
  const [broken, mended, waived] = [count('broken'), count('mended'), count('waived')];
  const causesIn = (word: LineWord, all: number): string => {
    const causes = lines.filter((each) => each.word === word).length;
    return causes < all ? ` (${plural(causes, 'cause')})` : '';
  };
  const changes = lines.filter(({ word }) => !['broken', 'mended', 'waived', 'accepted'].includes(word));
  const accepted = lines.filter(({ word }) => word === 'accepted').length;
  const still = stillBroken(comparison);
  const turned = texts(
    broken === 0 ? 'no promise broken' : `${plural(broken, 'promise')} broken${causesIn('broken', broken)}`,
    waived > 0 && `${waived} waived`,
    mended > 0 && `${mended} mended${causesIn('mended', mended)}`,
    still > 0 && `${still} still broken`,
  ).join(', ');
  const drift = changes.length > 0 && changesText(changes);
  const nothing = lines.length === 0 && factsGone(comparison).length === 0 && nothingText(comparison);
  return texts(
    turned,
    drift,
    accepted > 0 && plural(accepted, 'accepted change'),
    nothing,
    ...factsGone(comparison),
  ).join('; ');
};

const targetsText = ({ before, after }: Comparison): string =>
  before.target.label === after.target.label ? `. ${after.target.label}` : '';

/** `2.14 -> 2.15: 45 promises broken (3 causes), 1 mended; 4 changes, 1 of them breaks clients. sandbox.vendor.example`. */
const headlineOf = (comparison: Comparison, lines: readonly Line[]): string => {
  const why = tooLittle(comparison);
  const answer = why === undefined ? answerText(comparison, lines) : `no answer: ${why}`;
  return `${namesOf([comparison.before, comparison.after]).join(' -> ')}: ${answer}${targetsText(comparison)}`;
};

const keptAlike = ({ before, after }: Comparison): number => {
  const keptIn = ({ requirements }: ComparedRun) =>
    requirements.filter((each) => isPromise(each) && each.outcome === 'conforms');
  const kept = new Set(keptIn(before).map(({ id }) => id));
  return keptIn(after).filter(({ id }) => kept.has(id)).length;
};

/** Promises apart from other requirements, because the line counts promises before it. */
const countsOf = (all: readonly JudgedRequirement[]): string => {
  const promises = all.filter(isPromise).length;
  const others = all.length - promises;
  return texts(promises > 0 && plural(promises, 'promise'), others > 0 && plural(others, 'other requirement')).join(
    ' and ',
  );
};

const requirementsIn = (all: readonly { readonly requirement: JudgedRequirement }[]): readonly JudgedRequirement[] =>
  all.map(({ requirement }) => requirement);

/** Why requirements of two runs cannot be compared. */
const whyText = (comparison: Comparison): string[] => {
  const { run, harness } = comparison;
  const own = runText(comparison).join(', ');
  const words: Readonly<Record<Comparison['run'][number]['why'], string>> = {
    user: `your run: ${own || 'left out of one'}`,
    'nothing to judge': 'shown by no record in one of the runs',
    service: 'kept back by the service in one of the runs',
    'no answer': 'with no result in one of the runs',
  };
  return [
    ...[...groupBy(run, ({ why }) => why)].map(([why, all]) => `${countsOf(requirementsIn(all))} (${words[why]})`),
    ...(harness.length > 0
      ? [`${countsOf(requirementsIn(harness))} (the harness: ${harnessText(comparison).join(', ')})`]
      : []),
  ];
};

/** Said where both runs were timed, and one too seldom. */
const speedText = ({ timed }: Comparison): string | false =>
  Math.min(...timed) > 0 &&
  Math.min(...timed) < slower.runs &&
  `Speed: not compared, ${slower.runs} runs of each release are needed (${timed.join(' and ')} kept)`;

const restText = (comparison: Comparison, { facts: accounted }: Account): string => {
  const { unchanged, facts } = comparison;
  const sameCause = accounted.filter((each) => each.is === 'same cause').length;
  const held = heldBackIn({ facts: accounted });
  const [why, own] = [whyText(comparison), runText(comparison)];
  return texts(
    `as before: ${plural(keptAlike(comparison), 'promise')}, ${plural(unchanged, 'fact')}`,
    sameCause > 0 && `${plural(sameCause, 'more difference')} ${sameCause === 1 ? 'has' : 'have'} the same cause`,
    facts.unobserved.length > 0 && `${plural(facts.unobserved.length, 'fact')} did not show again`,
    why.length > 0 && `Not compared: ${why.join(', ')}`,
    held.length > 0 &&
      `${plural(held.length, 'differing fact')} could not be compared: ${heldReasons(comparison, held).join('; ')}`,
    speedText(comparison),
    own.length > 0 && !comparison.run.some(({ why: who }) => who === 'user') && `Your runs differ: ${own.join(', ')}`,
  ).join('. ');
};

const reasonEntries = (all: readonly { requirement: JudgedRequirement; reason: string }[]) =>
  [...groupBy(all, ({ reason }) => reason)].map(([reason, alike]) => ({
    title: `${alike.length} ${reason}`,
    details: alike.map(({ requirement }) => requirement.id),
  }));

export const nothingDiffers = 'nothing differs';

const listing = (
  title: string,
  how: readonly string[],
  all: Comparison['run'],
  facts: readonly FactChange[],
): Others => ({
  title,
  line: `${title}: ${
    texts(
      ...how,
      all.length > 0 && `${plural(all.length, 'requirement')} not compared`,
      facts.length > 0 && `${plural(facts.length, 'fact')} not compared`,
    ).join(', ') || nothingDiffers
  }`,
  entries: [
    ...reasonEntries(all),
    ...groupChanges(facts).map(({ endpoints, text }) => ({ title: `${placeText(endpoints)}: ${text}`, details: [] })),
  ],
});

/** Of each endpoint; a narrowed run sees little. */
const maxUnseen = 20;

/** By endpoint, because nobody changed anything. */
const unseenOf = (facts: readonly FactChange[]): readonly Others[] => {
  if (facts.length === 0) return [];
  const entries = [...groupBy(facts, ({ endpoint }) => endpoint)].map(([endpoint, own]) => ({
    title: `${endpoint}: ${plural(own.length, 'fact')}`,
    details: [
      ...own.slice(0, maxUnseen).map(subjectText),
      ...(own.length > maxUnseen ? [`and ${own.length - maxUnseen} more`] : []),
    ],
  }));
  return [{ title: 'Not seen again', line: `Not seen again: ${plural(facts.length, 'fact')}`, entries }];
};

export const comparisonView = (comparison: Comparison): ComparisonView => {
  const { run, harness, facts } = comparison;
  const lines = tooLittle(comparison) === undefined || comparison.compared > 0 ? linesOf(comparison) : [];
  const account = accountOf(comparison, lines);
  return {
    headline: headlineOf(comparison, lines),
    lines,
    rest: restText(comparison, account),
    account,
    others: [
      listing('Your run', runText(comparison), run, facts.run),
      listing('The harness', harnessText(comparison), harness, facts.harness),
      ...unseenOf(facts.unobserved),
    ],
  };
};
