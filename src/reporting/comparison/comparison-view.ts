// The texts of a comparison. Console, summary and page each escape them for their own form.
import { isPromise } from '#contract';
import { cellTexts, changedText, type FactChange, listText, movedIn, nameOf, subjectText } from '#facts';
import { capital, firstOf, groupBy, plural, texts } from '../text.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { type Account, accountOf, placeOf, seenInOne } from './account.ts';
import { groupChanges, placeText } from './change-groups.ts';
import { linesOf } from './change-lines.ts';
import {
  brokenUntested,
  type Comparison,
  doubtfulBreaks,
  isUndecided,
  refusedEndpoints,
  tooLittle,
} from './compare-runs.ts';
import { keepsFacts, slower } from './compared-run.ts';
import { promiseText } from './finding-text.ts';
import { isOpening, type Line, type LineWord, sectionOf } from './line-kinds.ts';
import { gapsOf, gapText, type Uncompared, untestedTexts } from './not-compared.ts';
import { comparedIn, type PromiseFates, promiseFates } from './promise-fates.ts';
import { harnessText, namesOf, onlyInBoth, runNames, runText, shortList } from './run-words.ts';

export interface Others {
  readonly title: string;
  readonly line: string;
  readonly entries: readonly { readonly title: string; readonly details: readonly string[] }[];
}

/** The texts of a comparison, the same for each report. */
export interface ComparisonView {
  readonly headline: string;
  /** The first words: `You may upgrade`. */
  readonly answer: string;
  /** The counts after the answer: `1 promise broken`. */
  readonly counts: string;
  /** Explains the word promise. */
  readonly note: string;
  readonly lines: readonly Line[];
  readonly account: Account;
  /** Sentences about what did not change, and what was not compared. */
  readonly rest: readonly string[];
  /** Differences that come from the runs or from the harness. */
  readonly others: readonly Others[];
}

const factsGone = ({ before, after }: Comparison): string[] =>
  before.passive || keepsFacts(before)
    ? []
    : [`no detail was compared: the history has no details of ${runNames({ before, after })[0]}`];

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

/** True if a line says that a promise or a client breaks. This decides what a reader does first. */
export const isGrave = (lines: readonly Line[]): boolean =>
  lines.some(({ word }) => word === 'broken' || word === 'breaks');

const nothingChanged = 'nothing changed';

/** `nothing changed` only if everything was compared. */
const nothingText = (gaps: readonly Uncompared[], { inNeither }: PromiseFates): string => {
  if (gaps.length === 0) return inNeither.length === 0 ? nothingChanged : `${nothingChanged} in what both runs tested`;
  const details = gaps.reduce((sum, gap) => sum + gap.details, 0);
  const why = shortList([...new Set(gaps.filter((gap) => gap.details > 0).map((gap) => gap.why))]);
  const lost = details === 0 ? '' : `; ${plural(details, 'detail')} could not be compared, because ${why.join('; ')}`;
  return `no difference in what both runs showed${lost}`;
};

/** `Ask the vendor and check your client`: who must act on the changes. */
export const whoActs = (lines: readonly Line[]): string | undefined => {
  const all = lines.filter(({ word }) => word === 'changed');
  const vendorLines = all.filter((line) => sectionOf(line) === 'money' || line.by === 'vendor');
  if (all.length === 0) return undefined;
  if (vendorLines.length === 0) return 'Check your client';
  return vendorLines.length === all.length ? 'Ask the vendor' : 'Ask the vendor and check your client';
};

/** Whether to upgrade, or to change from one service to another. */
const adviceText = (comparison: Comparison, lines: readonly Line[], isWhole: boolean): string => {
  const { before, after } = comparison;
  const step = before.target.label === after.target.label ? 'upgrade' : 'switch';
  if (isGrave(lines) || isUndecided(comparison)) return `Do not ${step} yet`;
  const who = whoActs(lines);
  if (who !== undefined) return `${who} before you ${step}`;
  return isWhole ? `You may ${step}` : `You may ${step}, as far as both runs show`;
};

/** ` (1 opens data or access)`, for the causes of broken promises. */
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

const answerOf = (comparison: Comparison, lines: readonly Line[], gaps: readonly Uncompared[]): FirstLine => {
  const why = tooLittle(comparison);
  const untested = brokenUntested(comparison).length;
  const alone =
    untested > 0 &&
    `${plural(untested, 'promise')} broken that ${runNames(comparison)[0]} did not test in the same way`;
  if (why !== undefined) return { answer: 'No answer', counts: texts(why, alone).join('; ') };
  const fates = promiseFates(comparison);
  const { broken, fixed, accepted, stillBroken: still } = fates;
  const causesIn = (word: LineWord, all: number): string => {
    const causes = lines.filter((each) => each.word === word).length;
    return causes < all ? ` by ${plural(causes, 'cause')}` : '';
  };
  const lost = factsGone(comparison);
  const isSilent = lines.length === 0 && lost.length === 0 && !isUndecided(comparison);
  const nothing = isSilent ? nothingText(gaps, fates) : '';
  const counts = texts(
    broken === 0
      ? `no ${still + accepted > 0 ? 'other ' : ''}promise broken (${comparedText(fates)})`
      : `${plural(broken, 'promise')} broken${causesIn('broken', broken)}${openingText(lines)}`,
    accepted > 0 && `${plural(accepted, 'broken promise')} accepted`,
    fixed > 0 && `${fixed} fixed${causesIn('fixed', fixed)}`,
    still > 0 && `${still} still broken`,
    lostText(comparison, fates, gaps),
    alone,
    changesText(lines),
    doubtfulBreaks(comparison).length > 0 && 'a change that breaks clients is in doubt',
  ).join('; ');
  const isWhole = lost.length === 0 && gaps.length === 0 && fates.inNeither.length === 0;
  return { answer: adviceText(comparison, lines, isWhole), counts: texts(counts, nothing, ...lost).join('; ') };
};

/** `27 promises could not be tested in 2.15 (24 because 2.15 refuses all valid requests of onramp.initiate)`. */
const lostText = (
  comparison: Comparison,
  { notCompared }: PromiseFates,
  gaps: readonly Uncompared[],
): string | false => {
  const alone = new Set<string>(brokenUntested(comparison).map(({ id }) => id));
  const lost = notCompared.filter(({ requirement }) => !alone.has(requirement.id));
  if (lost.length === 0) return false;
  const [, newer] = runNames(comparison);
  const isOfNewer = lost.every(({ untestedIn, why }) => untestedIn === 'after' && why !== 'user');
  if (!isOfNewer) return `${plural(lost.length, 'promise')} could not be compared`;
  const endpoints = refusedEndpoints(comparison);
  const count = gaps.filter(({ isOfRefusal }) => isOfRefusal).reduce((sum, { promises }) => sum + promises, 0);
  const refuses = `${newer} refuses all valid requests of ${firstOf(endpoints, 2)}`;
  const isPart = count > 0 && count < lost.length;
  const why = isPart ? ` in ${newer} (${count} because ${refuses})` : ` (${refuses})`;
  return `${plural(lost.length, 'promise')} could not be tested${endpoints.length === 0 ? ` in ${newer}` : why}`;
};

const targetsText = ({ before, after }: Comparison): string =>
  before.target.label === after.target.label ? ` at ${after.target.label}` : '';

/** `2.14 -> 2.15 at sandbox.vendor.example: Do not upgrade yet. 45 promises broken by 3 causes; 1 change to check.` */
const headlineOf = (comparison: Comparison, { answer, counts }: FirstLine): string =>
  `${namesOf([comparison.before, comparison.after]).join(' -> ')}${targetsText(comparison)}: ${answer}. ${capital(counts)}.`;

/** `409 compared`, or `407 of 409 compared`. */
const comparedText = (fates: PromiseFates): string => {
  const compared = comparedIn(fates);
  return compared === fates.all ? `${compared} compared` : `${compared} of ${fates.all} compared`;
};

/** `Promises: 381 kept in both runs, 3 broken in 2.15, 25 not compared; 409 in all.` */
const promisesText = (comparison: Comparison): string => {
  const [older, newer] = runNames(comparison);
  const { all, kept, broken, fixed, accepted, stillBroken, notCompared, inNeither } = promiseFates(comparison);
  const parts = texts(
    broken > 0 && `${broken} broken in ${newer}`,
    accepted > 0 && `${accepted} broken in ${newer} and accepted`,
    stillBroken > 0 && `${stillBroken} broken in both`,
    fixed > 0 && `${fixed} broken in ${older} and fixed`,
    notCompared.length > 0 && `${notCompared.length} not compared`,
    inNeither.length > 0 && `${inNeither.length} not tested in either run`,
  );
  return parts.length === 0
    ? `Promises: all ${all} kept in both runs.`
    : `Promises: ${[`${kept} kept in both runs`, ...parts].join(', ')}; ${all} in all.`;
};

/** Counts promises separately from the other requirements. */
const countsOf = (all: readonly JudgedRequirement[]): string => {
  const promises = all.filter(isPromise).length;
  const others = all.length - promises;
  return texts(promises > 0 && plural(promises, 'promise'), others > 0 && plural(others, 'detail')).join(' and ');
};

const requirementsIn = (all: readonly { readonly requirement: JudgedRequirement }[]): readonly JudgedRequirement[] =>
  all.map(({ requirement }) => requirement);

const maxClaims = 3;

const brokenText = (comparison: Comparison): string | false => {
  const claims = [...new Set(brokenUntested(comparison).map(promiseText))];
  if (claims.length === 0) return false;
  const more = claims.length > maxClaims ? ` And ${claims.length - maxClaims} more.` : '';
  const [older, newer] = runNames(comparison);
  return `Broken in ${newer}, and not tested in the same way in ${older}. ${claims.slice(0, maxClaims).join(' ')}${more} Test the older release in the same way to see whether the newer release broke ${claims.length === 1 ? 'this promise' : 'these promises'}.`;
};

/** Two versions of the harness may see the same service differently. */
const doubtText = (comparison: Comparison): string | false => {
  const [first, ...more] = groupChanges(doubtfulBreaks(comparison));
  const [older] = runNames(comparison);
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return (
    first !== undefined &&
    `In doubt: ${placeText(first.endpoints)}: ${first.text}${others}. Another version of ramp-conformance tested ${older}. Test ${older} again with this version to see whether the release changed.`
  );
};

/** Set if both releases were timed, and one of them too seldom. */
const speedText = ({ timed, before, after }: Comparison): string | false => {
  if (Math.min(...timed) === 0) return false;
  if (before.target.label === after.target.label && before.release === after.release)
    return after.release === undefined
      ? `Speed is not compared. To compare speed, set RAMP_RELEASE and run each release ${slower.runs} times.`
      : `Speed is not compared, because both runs are of release ${after.release}.`;
  if (Math.min(...timed) >= slower.runs) return false;
  const runs = namesOf([before, after]).map((name, at) => `${plural(timed[at] ?? 0, 'run')} of ${name}`);
  return `Speed is not compared. To compare speed, run each release ${slower.runs} times. So far there ${timed[0] === 1 ? 'is' : 'are'} ${runs.join(' and ')}.`;
};

const restOf = (
  comparison: Comparison,
  { facts: accounted }: Account,
  { entries, gaps }: { readonly entries: number; readonly gaps: readonly Uncompared[] },
): readonly string[] => {
  const { unchanged } = comparison;
  const sameCause = accounted.filter((each) => each.is === 'same cause').length;
  const own = runText(comparison).filter((each) => each !== onlyInBoth);
  return texts(
    brokenText(comparison),
    doubtText(comparison),
    promisesText(comparison),
    unchanged > 0 && `The same in both runs: ${plural(unchanged, 'detail')}.`,
    sameCause > 0 &&
      `Not counted above: ${plural(sameCause, 'more detail')} that changed for the same ${entries > 1 ? 'reasons' : 'reason'}. No extra action is needed.`,
    ...gaps.map(gapText),
    ...untestedTexts(comparison),
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

/** Most details of an endpoint that the newer run did not see; a narrowed run misses many. */
const maxUnseen = 20;

/** Grouped by endpoint, because these details have no cause. */
const unseenOf = (comparison: Comparison, { facts }: Account): readonly Others[] => {
  const held = new Set(facts.filter(({ why }) => why === seenInOne).map(({ of }) => of));
  const all = comparison.differences.filter((each) => held.has(placeOf(each)));
  return runNames(comparison).flatMap((name, at): readonly Others[] => {
    const own = all.filter(({ after }) => (after === undefined) === (at === 0));
    if (own.length === 0) return [];
    const title = `Shown only by ${name}`;
    const entries = [...groupBy(own, ({ endpoint }) => endpoint)].map(([endpoint, each]) => ({
      title: `${endpoint}: ${plural(each.length, 'detail')}`,
      details: [
        ...each.slice(0, maxUnseen).map(subjectText),
        ...(each.length > maxUnseen ? [`and ${each.length - maxUnseen} more: --json names all`] : []),
      ],
    }));
    return [{ title, line: `${title}: ${plural(own.length, 'detail')}`, entries }];
  });
};

/** True for a cell such as `value A`: such a letter only tells hidden values apart in a matrix. */
export const isLettered = (cell: string): boolean => /^(?:code|place|text|value) [A-Z]$/.test(cell);

/** ``the values of `ted` are gone``, for values that no report shows. */
const hiddenStep = (difference: Comparison['differences'][number], line: Line | undefined): string => {
  if (movedIn(difference).came.length > 0) return 'the values changed (this report hides them)';
  const methods = (line?.changes ?? [])
    .filter(({ aspect }) => aspect === 'methods')
    .flatMap((each) => movedIn(each).went);
  const whose =
    methods.length === 0 ? 'some values' : `the values of ${listText(methods.map((each) => `\`${each}\``))}`;
  return `${whose} are gone (this report hides them)`;
};

/** `offramp.read: a valid request: before 201, now 200`. */
const differenceWords = (difference: Comparison['differences'][number] | undefined, line: Line | undefined): string => {
  if (difference === undefined) return '';
  const { endpoint, before, after } = difference;
  const cells = cellTexts(difference, [before, after]);
  const [was = '', is = ''] = cells;
  const step = cells.every(isLettered) ? hiddenStep(difference, line) : changedText(was, is);
  return `${endpoint}: ${nameOf(difference, endpoint)}: ${step}`;
};

const followersOf = (
  lines: readonly Line[],
  { facts }: Account,
  differences: Comparison['differences'],
): readonly Others[] => {
  // The account has one entry for each difference.
  const followers = facts
    .map((each, at) => ({ ...each, text: differenceWords(differences[at], lines[each.line ?? -1]) }))
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

/** Terms of the document that a reader of the screen may not know. */
const terms: readonly (readonly [RegExp, string])[] = [
  [/named withdrawal/i, 'A named withdrawal is an offramp to a business recipient with all four identifying fields.'],
  [/plain recipient/i, 'A plain recipient has no such identifying fields.'],
];

const noteOf = ({ after }: Comparison, lines: readonly Line[]): string => {
  const shown = lines.flatMap(({ text, also, must = '' }) => [text, must, ...(also?.names ?? [])]).join(' ');
  const [named, plain] = terms.map(([term, meaning]) => term.test(shown) && meaning);
  return texts(
    `A promise is a rule of the interface document, version ${after.document.version}.`,
    'A detail is anything else that the answers show, such as a field, a status, a header or a fee.',
    named || (plain && terms[0]?.[1]),
    plain,
  ).join(' ');
};

export const comparisonView = (comparison: Comparison): ComparisonView => {
  const { run, harness, facts } = comparison;
  const lines = tooLittle(comparison) === undefined || comparison.compared > 0 ? linesOf(comparison) : [];
  const account = accountOf(comparison, lines);
  const gaps = gapsOf(comparison, account);
  // Tests that the service prevented are no difference of the runs.
  const serviceGaps = run.filter(({ why }) => why === 'service' || why === 'nothing to judge');
  const runGaps = run.filter((each) => !serviceGaps.includes(each));
  const answered = answerOf(comparison, lines, gaps);
  return {
    headline: headlineOf(comparison, answered),
    answer: answered.answer,
    counts: capital(answered.counts),
    note: noteOf(comparison, lines),
    lines,
    rest: restOf(comparison, account, { entries: lines.length, gaps }),
    account,
    others: [
      ...followersOf(lines, account, comparison.differences),
      listing('Your run', runText(comparison), runGaps, facts.run),
      ...(serviceGaps.length > 0 ? [listing('The service', [], serviceGaps, [])] : []),
      listing('The harness', harnessText(comparison), harness, facts.harness),
      ...unseenOf(comparison, account),
    ],
  };
};
