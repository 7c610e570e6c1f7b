// A comparison in whole texts, which console, summary and page each escape for their own form.
import { isPromise, operationIds, orderIds } from '#contract';
import {
  cellTexts,
  changedText,
  type FactChange,
  isRuling,
  nameOf,
  type RunDifference,
  rulings,
  subjectText,
} from '#facts';
import { wasExecuted } from '../outcomes.ts';
import { capital, firstOf, groupBy, plural, texts } from '../text.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { type Account, type Accounted, accountOf, heldBackIn, placeOf, seenInOne } from './account.ts';
import { groupChanges, placeText } from './change-groups.ts';
import { isOpening, type Line, type LineWord, linesOf, sectionOf, wordOf } from './change-lines.ts';
import { brokenUntested, type Comparison, isUndecided, refusedWhole, tooLittle } from './compare-runs.ts';
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
  /** Its first words: `You may upgrade`. */
  readonly answer: string;
  /** What follows them: `1 promise broken`. */
  readonly counts: string;
  /** What a promise is. */
  readonly note: string;
  readonly lines: readonly Line[];
  readonly account: Account;
  /** What is as it was, and what was not compared: a sentence each. */
  readonly rest: readonly string[];
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

/** The releases in a sentence, else `the older run` and `the newer run`. */
const runNames = ({ before, after }: Pick<Comparison, 'before' | 'after'>): readonly [older: string, newer: string] => {
  const isNamed = before.release !== undefined && after.release !== undefined && before.release !== after.release;
  return isNamed ? [String(before.release), String(after.release)] : ['the older run', 'the newer run'];
};

/** `seed: before 1, now 2`; nothing where both are the same. */
const changeText = (name: string, old: string | number, now: string | number): string[] =>
  old === now ? [] : [`${name}: ${changedText(String(old), String(now))}`];

/** `the run of 2.15`, or `the newer run`. */
const isRelease = (which: string): string => (/^the \w+ run$/.test(which) ? which : `the run of ${which}`);

/** `RAMP_AMOUNT differs (before 10, now 11)`. */
export const differenceText = (
  { name, before, after }: Pick<RunDifference, 'name' | 'before' | 'after'>,
  [older, newer]: readonly [older: string, newer: string] = ['the older run', 'the newer run'],
): string => {
  if (name === 'profile') return `profile: ${changedText(String(before), String(after))}`;
  if (before === undefined || after === undefined) {
    const which = before === undefined ? newer : older;
    if (name === '--only') return `only ${which} has --only`;
    if (name === 'interrupted') return `${isRelease(which)} was interrupted`;
    if (name === 'without a result') return `tests of ${which} have no result`;
    return `${name} is set only in ${which}`;
  }
  const [old, now] = [before, after].map((value) => value.replaceAll(', ', ' '));
  return `${name} differs (${changedText(String(old), String(now))})`;
};

const maxReasons = 3;

/** The first, and how many more there are. */
const shortList = (all: readonly string[]): readonly string[] => [
  ...all.slice(0, maxReasons),
  ...(all.length > maxReasons ? [`${all.length - maxReasons} more settings differ`] : []),
];

/** How the runs themselves differ. */
const runText = ({ before, after }: Pick<Comparison, 'before' | 'after'>): string[] => {
  const names = runNames({ before, after });
  const sides = [
    [names[0], before],
    [names[1], after],
  ] as const;
  const isNarrowedAlike = before.narrowed === after.narrowed;
  return [
    ...changeText('profile', depthText(before), depthText(after)),
    ...changeText('gate', before.gate, after.gate),
    ...changeText('seed', before.seed, after.seed),
    ...shortList(differingSettings(before, after).map((each) => differenceText(each, names))),
    ...(isNarrowedAlike && before.narrowed ? ['--only in both'] : []),
    ...sides.flatMap(([name, run]) =>
      texts(
        run.narrowed && !isNarrowedAlike && `only ${name} has --only`,
        run.interrupted && `${isRelease(name)} was interrupted`,
      ),
    ),
  ];
};

const harnessText = ({ before, after }: Comparison): string[] => [
  ...changeText('harness', before.harness.version, after.harness.version),
  ...changeText('catalogue', catalogueOf(before), catalogueOf(after)),
];

/** How many promises were broken in both runs. */
const stillBroken = ({ before, after, service }: Comparison): number => {
  const turned = new Set(service.map(({ requirement }) => requirement.id));
  const brokenIn = ({ requirements }: ComparedRun) =>
    requirements.filter((each) => isPromise(each) && each.outcome === 'deviates').map(({ id }) => id);
  const earlier = new Set(brokenIn(before));
  return brokenIn(after).filter((id) => earlier.has(id) && !turned.has(id)).length;
};

const factsGone = ({ before, after }: Comparison): string[] =>
  before.passive || keepsFacts(before)
    ? []
    : [`no detail was compared: the history has no details of ${runNames({ before, after })[0]}`];

/** What the lines of each kind are called in the first line, of one and of several, in the words of their labels. */
const countWords: readonly (readonly [ReturnType<typeof sectionOf>, one: string, many: string])[] = [
  ['security', 'change opens data or access', 'changes open data or access'],
  ['breaks', 'change breaks clients', 'changes break clients'],
  ['money', 'change of fees or amounts', 'changes of fees or amounts'],
  ['changed', 'change to check', 'changes to check'],
  ['more', 'addition', 'additions'],
  ['least', 'minor change', 'minor changes'],
  ['accepted', 'accepted change', 'accepted changes'],
];

/** `1 change breaks clients, 3 changes to check, 2 additions`. */
export const changesText = (lines: readonly Line[]): string =>
  texts(
    ...countWords.map(([id, one, many]) => {
      const own = lines.filter((line) => sectionOf(line) === id && (id !== 'accepted' || line.changes.length > 0));
      return own.length > 0 && plural(own.length, one, many);
    }),
  ).join(', ');

/** The gravest of the lines decides what a reader does first. */
export const isGrave = (lines: readonly Line[]): boolean =>
  lines.some(({ word }) => word === 'broken' || word === 'breaks');

export const hasChanged = (lines: readonly Line[]): boolean => lines.some(({ word }) => word === 'changed');

/** Why a detail was not compared, in words. */
const reasonText = (why: string, comparison: Comparison, held: readonly Accounted[]): string => {
  const [older, newer] = runNames(comparison);
  const own = held.filter((each) => each.why === why);
  if (why === 'another version of the harness') return 'the runs have two versions of the harness';
  if (why === 'kept back by the service') return `the service refused valid orders in ${newer}`;
  if (why === seenInOne) return shownText(comparison, own);
  if (why === 'value-withheld') return `${older} or ${newer} did not show the value`;
  return isRuling(why) ? rulings[why][1] : why;
};

/** What of the runs, and what else, held facts back. */
const reasonsOf = (comparison: Comparison, held: readonly Accounted[]): readonly string[] => {
  const names = runNames(comparison);
  const ofRuns = new Map(
    comparison.differences.flatMap((each) => (each.held ?? []).map((own) => [own.name, differenceText(own, names)])),
  );
  const others = held.map(({ why }) => why).filter((why) => !why.split(', ').some((name) => ofRuns.has(name)));
  const words = [...new Set(others)].map((why) => reasonText(why, comparison, held));
  return shortList([...new Set([...(others.length < held.length ? ofRuns.values() : []), ...words])]);
};

/** What else differs between the runs, where it left requirements out. */
const lostReasons = ({ run, before, after }: Comparison): readonly string[] =>
  run.some(({ why }) => why === 'user') ? runText({ before, after }) : [];

/** How many only the older run showed, and how many only the newer one. */
const shownIn = ({ differences }: Comparison, held: readonly Accounted[]): readonly [lost: number, came: number] => {
  const places = new Map(differences.map((each) => [placeOf(each), each]));
  const lost = held.filter(({ of }) => places.get(of)?.after === undefined).length;
  return [lost, held.length - lost];
};

/** `only 2.14 showed these details`. */
const shownText = (comparison: Comparison, held: readonly Accounted[]): string => {
  const [older, newer] = runNames(comparison);
  const [lost, came] = shownIn(comparison, held);
  const what = held.length === 1 ? 'this detail' : 'these details';
  if (lost > 0 && came > 0) return `only ${older} showed ${lost} of them, and only ${newer} showed ${came}`;
  return `only ${lost > 0 ? older : newer} showed ${what}`;
};

/** `5 details that only 2.14 showed`. */
const seenInOneText = (comparison: Comparison, held: readonly Accounted[]): string => {
  const [older, newer] = runNames(comparison);
  const [lost, came] = shownIn(comparison, held);
  const seen = 'could be seen only in';
  const which =
    lost > 0 && came > 0
      ? `: ${lost} ${seen} ${older}, and ${came} only in ${newer}`
      : ` that ${seen} ${lost === 0 ? newer : older}`;
  return `Not compared: ${plural(held.length, 'detail')}${which}. A change is possible.`;
};

/** A sentence a reason. */
const heldTexts = (comparison: Comparison, held: readonly Accounted[]): readonly string[] => {
  const names = comparison.differences.flatMap((each) => (each.held ?? []).map(({ name }) => name));
  const isOfRuns = ({ why }: Accounted): boolean => why.split(', ').some((name) => names.includes(name));
  return [...groupBy(held, (each) => (isOfRuns(each) ? '' : each.why)).values()].map((own) => {
    return own[0]?.why === seenInOne
      ? seenInOneText(comparison, own)
      : `Not compared: ${plural(own.length, 'detail')}${becauseText(reasonsOf(comparison, own))}.`;
  });
};

/** `, because RAMP_AMOUNT differs (before 10, now 11)`. */
const becauseText = (why: readonly string[]): string => (why.length === 0 ? '' : `, because ${why.join('; ')}`);

const nothingChanged = 'nothing changed';

/** `nothing changed` stands only where all that could differ was compared. */
const nothingText = (comparison: Comparison): string => {
  const held = heldBackIn(accountOf(comparison, []));
  const lost = requirementsIn([...comparison.run, ...comparison.harness]);
  const promises = lost.filter(isPromise).length;
  const details = lost.length - promises + held.length;
  const counts = texts(promises > 0 && plural(promises, 'promise'), details > 0 && plural(details, 'detail'));
  if (counts.length === 0) return nothingChanged;
  const why = shortList([...new Set([...reasonsOf(comparison, held), ...lostReasons(comparison)])]);
  return `no difference in what both runs showed; ${counts.join(' and ')} could not be compared${becauseText(why)}`;
};

/** May somebody upgrade, or go from one service to another? */
const adviceText = (comparison: Comparison, lines: readonly Line[], isWhole: boolean): string => {
  const { before, after } = comparison;
  const step = before.target.label === after.target.label ? 'upgrade' : 'switch';
  if (isGrave(lines) || isUndecided(comparison)) return `Do not ${step} yet`;
  if (lines.some((line) => sectionOf(line) === 'money')) return `Ask the vendor before you ${step}`;
  if (hasChanged(lines)) return `Check your client before you ${step}`;
  return isWhole ? `You may ${step}` : `You may ${step}, as far as both runs show`;
};

/** ` (1 opens data or access)` of the causes that broke a promise. */
const openingText = (lines: readonly Line[]): string => {
  const broken = lines.filter(({ word }) => word === 'broken');
  const opening = broken.filter(isOpening).length;
  if (opening === 0) return '';
  return broken.length === 1
    ? ' (opens data or access)'
    : ` (${plural(opening, 'cause opens', 'causes open')} data or access)`;
};

interface FirstLine {
  readonly answer: string;
  readonly counts: string;
}

const answerOf = (comparison: Comparison, lines: readonly Line[]): FirstLine => {
  const why = tooLittle(comparison);
  const untested = brokenUntested(comparison).length;
  const alone =
    untested > 0 &&
    `${plural(untested, 'promise')} broken that ${runNames(comparison)[0]} did not test in the same way`;
  if (why !== undefined) return { answer: 'No answer', counts: texts(why, alone).join('; ') };
  const promises = comparison.service.filter(({ requirement }) => isPromise(requirement));
  const count = (word: LineWord) => promises.filter((change) => wordOf(change) === word).length;
  const [broken, fixed, accepted] = [count('broken'), count('fixed'), count('accepted')];
  const causesIn = (word: LineWord, all: number): string => {
    const causes = lines.filter((each) => each.word === word).length;
    return causes < all ? ` by ${plural(causes, 'cause')}` : '';
  };
  const still = stillBroken(comparison);
  const lost = factsGone(comparison);
  const isSilent = lines.length === 0 && lost.length === 0 && !isUndecided(comparison);
  const nothing = isSilent ? nothingText(comparison) : '';
  const counts = texts(
    broken === 0
      ? `no ${still + accepted > 0 ? 'other ' : ''}promise broken (${comparedText(comparison)})`
      : `${plural(broken, 'promise')} broken${causesIn('broken', broken)}${openingText(lines)}`,
    accepted > 0 && `${plural(accepted, 'broken promise')} accepted`,
    fixed > 0 && `${fixed} fixed${causesIn('fixed', fixed)}`,
    still > 0 && `${still} still broken`,
    untestedText(comparison, lines),
    alone,
    changesText(lines),
  ).join(', ');
  const isWhole = lost.length === 0 && (!isSilent || nothing === nothingChanged);
  return { answer: adviceText(comparison, lines, isWhole), counts: texts(counts, nothing, ...lost).join('; ') };
};

/** `27 promises could not be tested, because 2.15 refuses all valid orders of onramp.initiate`. */
const untestedText = (comparison: Comparison, lines: readonly Line[]): string | false => {
  const lost = comparison.run.filter(
    ({ untestedIn, why, requirement }) => untestedIn === 'after' && why !== 'user' && isPromise(requirement),
  ).length;
  if (lost === 0) return false;
  const [, newer] = runNames(comparison);
  const refused = lines.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'answer-refused'));
  const endpoints = [...new Set([...refused.map(({ endpoint }) => endpoint), ...refusedWhole(comparison)])];
  const why =
    endpoints.length === 0 ? ` in ${newer}` : ` (${newer} refuses all valid requests of ${firstOf(endpoints, 2)})`;
  return `${plural(lost, 'promise')} could not be tested${why}`;
};

const targetsText = ({ before, after }: Comparison): string =>
  before.target.label === after.target.label ? ` at ${after.target.label}` : '';

/** `2.14 -> 2.15 at sandbox.vendor.example: Do not upgrade yet. 45 promises broken by 3 causes, 1 change to check.` */
const headlineOf = (comparison: Comparison, { answer, counts }: FirstLine): string =>
  `${namesOf([comparison.before, comparison.after]).join(' -> ')}${targetsText(comparison)}: ${answer}. ${capital(counts)}.`;

const promisesIn = (all: readonly JudgedRequirement[]): readonly string[] =>
  all.filter((each) => isPromise(each) && wasExecuted(each)).map(({ id }) => id);

/** Promises that both runs tested by the same rules. */
const comparedPromises = ({ before, after, run, harness }: Comparison): number => {
  const old = new Set(promisesIn(before.requirements));
  const left = new Set<string>([...run, ...harness].map(({ requirement }) => requirement.id));
  return promisesIn(after.requirements).filter((id) => old.has(id) && !left.has(id)).length;
};

/** `409 compared`, or `407 of 409 compared`: of the promises that either run tested. */
const comparedText = (comparison: Comparison): string => {
  const { before, after } = comparison;
  const compared = comparedPromises(comparison);
  const all = new Set([...promisesIn(before.requirements), ...promisesIn(after.requirements)]).size;
  return compared === all ? `${all} compared` : `${compared} of ${all} compared`;
};

const keptAlike = ({ before, after }: Comparison): number => {
  const keptIn = ({ requirements }: ComparedRun) =>
    requirements.filter((each) => isPromise(each) && each.outcome === 'conforms');
  const kept = new Set(keptIn(before).map(({ id }) => id));
  return keptIn(after).filter(({ id }) => kept.has(id)).length;
};

/** Promises apart from what no promise is about. */
const countsOf = (all: readonly JudgedRequirement[]): string => {
  const promises = all.filter(isPromise).length;
  const others = all.length - promises;
  return texts(promises > 0 && plural(promises, 'promise'), others > 0 && plural(others, 'detail')).join(' and ');
};

const requirementsIn = (all: readonly { readonly requirement: JudgedRequirement }[]): readonly JudgedRequirement[] =>
  all.map(({ requirement }) => requirement);

/** Most claims that one sentence quotes. */
const maxClaims = 3;

/** Names what is broken in the newer run alone, where the older one did not look. */
const brokenText = (comparison: Comparison): string | false => {
  const claims = [...new Set(brokenUntested(comparison).map(({ claim }) => `"${claim}"`))];
  if (claims.length === 0) return false;
  const more = claims.length > maxClaims ? ` And ${claims.length - maxClaims} more.` : '';
  const [older, newer] = runNames(comparison);
  return `Broken in ${newer}, and not tested in the same way in ${older}: ${claims.slice(0, maxClaims).join(' ')}${more} Test the older release in the same way to see whether the upgrade broke ${claims.length === 1 ? 'this promise' : 'these promises'}.`;
};

const refusedText = (comparison: Comparison): string | false => {
  const endpoints = refusedWhole(comparison);
  const [older, newer] = runNames(comparison);
  return (
    endpoints.length > 0 &&
    `${newer} refuses all valid orders of ${endpoints.join(', ')}. The reason can be a used-up limit of your account, or the release. Stay on ${older} until the vendor answers.`
  );
};

const refusals: ReadonlySet<string> = new Set(['ORDER_REFUSED', 'RECIPIENT_REFUSED', 'NONE_ACCEPTED', 'REFUSED_ALIKE']);

const unreadable: ReadonlySet<string> = new Set([
  'NOT_SERVED',
  'UNREADABLE',
  'EMPTY_RECORDS',
  'UNFIT_RECORD',
  'NOT_SHOWN',
  'FIRST_PAGE_UNKNOWN',
]);

/** `2.15 refused valid orders of onramp.initiate`: what the service did, so that tests could not go on. */
const obstacleText = ({ id, reasons: [reason] = [] }: JudgedRequirement, which: string): string => {
  const { code = '', operation = operationIds.find((each) => id.startsWith(`${each}/`)) } = reason ?? {};
  if (refusals.has(code)) {
    const isOfOrders = orderIds.some((each) => each === operation);
    return `${which} refused valid orders${isOfOrders ? ` of ${operation}` : ''}`;
  }
  if (code === 'UNAVAILABLE' && operation !== undefined) return `${operation} was not available in ${which}`;
  if (unreadable.has(code))
    return `${operation === undefined ? 'answers' : `the answers of ${operation}`} in ${which} lack what the tests need`;
  return `the service refused or blocked the test requests in ${which}`;
};

/** Why requirements of two runs cannot be compared. */
const whyText = (comparison: Comparison): string[] => {
  const { run, harness } = comparison;
  const own = runText(comparison).join(', ');
  const names = runNames(comparison);
  const reasonFor = ({ why, untestedIn, requirement }: Comparison['run'][number]): string => {
    const which = names[untestedIn === 'before' ? 0 : 1];
    const side = untestedIn === 'before' ? comparison.before : comparison.after;
    const kept = side.requirements.find(({ id }) => id === requirement.id) ?? requirement;
    const words: Readonly<Record<Comparison['run'][number]['why'], string>> = {
      user: own === '' ? `your settings left the tests out in ${which}.` : `your runs differ (${own}).`,
      'nothing to judge': `no answer of ${which} had the record, field or case that the tests need.`,
      service: `${obstacleText(kept, String(which))}.`,
      'no answer': `the tests got no result in ${which}. Run again.`,
    };
    return words[why];
  };
  const notCompared = (all: readonly { readonly requirement: JudgedRequirement }[], why: string): string =>
    `Not compared: ${countsOf(requirementsIn(all))}, because ${why}`;
  return [
    ...[...groupBy(run, reasonFor)].map(([why, all]) => notCompared(all, why)),
    ...(harness.length > 0
      ? [notCompared(harness, `the harness differs (${harnessText(comparison).join(', ').replaceAll(':', '')}).`)]
      : []),
  ];
};

/** Said where both runs were timed, and one too seldom. */
const speedText = ({ timed, before, after }: Comparison): string | false =>
  Math.min(...timed) > 0 &&
  Math.min(...timed) < slower.runs &&
  `Speed is not compared. To compare speed, run each release ${slower.runs} times. So far there ${timed[0] === 1 ? 'is' : 'are'} ${namesOf(
    [before, after],
  )
    .map((name, at) => `${plural(timed[at] ?? 0, 'run')} of ${name}`)
    .join(' and ')}.`;

const restOf = (comparison: Comparison, { facts: accounted }: Account, entries: number): readonly string[] => {
  const { unchanged } = comparison;
  const sameCause = accounted.filter((each) => each.is === 'same cause').length;
  const held = heldBackIn({ facts: accounted });
  const [why, own] = [whyText(comparison), runText(comparison)];
  return texts(
    brokenText(comparison),
    refusedText(comparison),
    `The same in both runs: ${plural(keptAlike(comparison), 'kept promise')}${unchanged === 0 ? '' : ` and ${plural(unchanged, 'detail')}`}.`,
    sameCause > 0 &&
      `Not counted above: ${plural(sameCause, 'more detail')} that changed for the same ${entries > 1 ? 'reasons' : 'reason'}. No extra action is needed.`,
    ...why,
    ...heldTexts(comparison, held),
    speedText(comparison),
    own.length > 0 && !comparison.run.some(({ why: who }) => who === 'user') && `Your runs differ: ${own.join('; ')}.`,
  );
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
      all.length > 0 && `${countsOf(requirementsIn(all))} not compared`,
      facts.length > 0 && `${plural(facts.length, 'detail')} not compared`,
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
const unseenOf = ({ facts: { unobserved: facts }, ...runs }: Comparison): readonly Others[] => {
  if (facts.length === 0) return [];
  const title = `Shown only by ${runNames(runs)[0]}`;
  const entries = [...groupBy(facts, ({ endpoint }) => endpoint)].map(([endpoint, own]) => ({
    title: `${endpoint}: ${plural(own.length, 'detail')}`,
    details: [
      ...own.slice(0, maxUnseen).map(subjectText),
      ...(own.length > maxUnseen ? [`and ${own.length - maxUnseen} more`] : []),
    ],
  }));
  return [{ title, line: `${title}: ${plural(facts.length, 'detail')}`, entries }];
};

/** `offramp.read: a valid request: before 201, now 200`. */
const differenceWords = (difference: Comparison['differences'][number] | undefined): string => {
  if (difference === undefined) return '';
  const { endpoint, before, after } = difference;
  const [was = '', is = ''] = cellTexts(difference, [before, after]);
  return `${endpoint}: ${nameOf(difference, endpoint)}: ${changedText(was, is)}`;
};

/** Differences that a line tells already, by that line. */
const followersOf = (
  lines: readonly Line[],
  { facts }: Account,
  differences: Comparison['differences'],
): readonly Others[] => {
  // The account has one entry a difference.
  const followers = facts
    .map((each, at) => ({ ...each, text: differenceWords(differences[at]) }))
    .filter(({ is }) => is === 'same cause');
  if (followers.length === 0) return [];
  const entries = [...groupBy(followers, ({ line = -1 }) => line)].map(([at, own]) => {
    const place = lines[at] === undefined ? 'Of no line' : placeText(lines[at].endpoints);
    return {
      title: `${place}: ${plural(own.length, 'detail')}`,
      details: [
        ...own.slice(0, maxUnseen).map(({ text }) => text),
        ...(own.length > maxUnseen ? [`and ${own.length - maxUnseen} more: --json names all`] : []),
      ],
    };
  });
  const title = 'Details that changed for the same reason';
  return [{ title, line: `${title}: ${followers.length}`, entries }];
};

export const comparisonView = (comparison: Comparison): ComparisonView => {
  const { run, harness, facts } = comparison;
  const lines = tooLittle(comparison) === undefined || comparison.compared > 0 ? linesOf(comparison) : [];
  const account = accountOf(comparison, lines);
  const answered = answerOf(comparison, lines);
  return {
    headline: headlineOf(comparison, answered),
    answer: answered.answer,
    counts: capital(answered.counts),
    note: `A promise is a rule of the interface document, version ${comparison.after.document.version}. A detail is anything else that the answers show, such as a field, a status, a header or a fee.`,
    lines,
    rest: restOf(comparison, account, lines.length),
    account,
    others: [
      ...followersOf(lines, account, comparison.differences),
      listing('Your run', runText(comparison), run, facts.run),
      listing('The harness', harnessText(comparison), harness, facts.harness),
      ...unseenOf(comparison),
    ],
  };
};
