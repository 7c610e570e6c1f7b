// What was not compared between two runs: how much, why, and how to compare it.
import { isPromise, operationIds, orderIds } from '#contract';
import { isRuling, nameOf, rulings } from '#facts';
import { isVariable, type ReasonCode, reasonCodes } from '#run';
import { firstOf, groupBy, plural, rowIn, texts } from '../text.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { type Account, type Accounted, heldBackIn, keptBackFate, otherHarness, placeOf, seenInOne } from './account.ts';
import { type Comparison, lostEndpoint } from './compare-runs.ts';
import { promiseFates } from './promise-fates.ts';
import { differenceText, harnessText, runNames, runText, shortList } from './run-words.ts';

interface Obstacle {
  readonly why: string;
  readonly todo: string;
  /** The endpoint of this obstacle; a sentence joins all endpoints with the same obstacle. */
  readonly at?: string | undefined;
  /** The reason in words, with its endpoints. */
  readonly whyAt?: ((endpoints: readonly string[]) => string) | undefined;
}

export interface Uncompared {
  readonly promises: number;
  readonly details: number;
  readonly why: string;
  readonly todo: string;
  readonly isOfRefusal: boolean;
}

interface Side {
  /** `2.15`. */
  readonly which: string;
  /** What to run again: `2.15`, or `both releases`. */
  readonly again: string;
}

const refusals: ReadonlySet<string> = new Set<ReasonCode>([
  'ORDER_REFUSED',
  'RECIPIENT_REFUSED',
  'NONE_ACCEPTED',
  'REFUSED_ALIKE',
]);

const unreadable: ReadonlySet<string> = new Set<ReasonCode>([
  'NOT_SERVED',
  'UNREADABLE',
  'EMPTY_RECORDS',
  'UNFIT_RECORD',
  'NOT_SHOWN',
  'FIRST_PAGE_UNKNOWN',
]);

const passing: ReadonlySet<string> = new Set<ReasonCode>(['DISTURBED', 'FAILED_ONCE', 'MOVES_BY_ITSELF']);

const gatewayCodes: ReadonlySet<string> = new Set<ReasonCode>([
  'BLOCKED',
  'GATEWAY',
  'LOCKED_OUT',
  'NO_OWN_ANSWER',
  'CACHED',
]);

const listed = (endpoints: readonly string[], before: string): string =>
  endpoints.length === 0 ? '' : `${before}${firstOf(endpoints, 4)}`;

const refusedBy = ({ which, again }: Side, at?: string): Obstacle => ({
  why: 'refused',
  whyAt: (endpoints) => `${which} refused valid orders${listed(endpoints, ' of ')}`,
  at: orderIds.find((each) => each === at),
  todo: `Run ${again} again when the service accepts these orders.`,
});

const goneObstacle = (operation: string, { which }: Side): Obstacle => ({
  why: `${operation} is gone in ${which}`,
  todo: 'Nothing can be compared until the vendor serves this endpoint again.',
});

const obstacleOf = ({ id, reasons: [reason] = [] }: JudgedRequirement, side: Side): Obstacle => {
  const { code = '', operation = operationIds.find((each) => id.startsWith(`${each}/`)) } = reason ?? {};
  const { which, again } = side;
  if (refusals.has(code)) return refusedBy(side, operation);
  if (unreadable.has(code))
    return {
      why: 'unreadable',
      whyAt: (endpoints) => `answers${listed(endpoints, ' of ')} in ${which} lack what the tests need`,
      at: operation,
      todo: `Ask the vendor about these answers. Then run ${again} again.`,
    };
  if (code === 'NO_ROUTE' && operation !== undefined) return goneObstacle(operation, side);
  if (code === 'UNAVAILABLE' && operation !== undefined)
    return { why: `${operation} was not available in ${which}`, todo: `Run ${again} again when it is available.` };
  if (code === 'RATE_LIMITED')
    return {
      why: `the service limits the requests a second in ${which}`,
      todo: `Set RAMP_REQUESTS_PER_SECOND to a lower number and run ${again} again.`,
    };
  if (passing.has(code))
    return { why: `the answers of ${which} did not come again at a second look`, todo: `Run ${again} again.` };
  if (gatewayCodes.has(code))
    return {
      why: `a gateway or cache answered instead of the service in ${which}`,
      todo: `Ask its operator to let the tests through. Then run ${again} again.`,
    };
  return {
    why: `the service refused or blocked the test requests in ${which}`,
    todo: 'Run `compare` again with `--verbose` to see the reason of each test.',
  };
};

const settingsTodo = (
  { lacks = [], reasons: [reason] = [] }: JudgedRequirement,
  again: string,
  other: string,
): string => {
  const variables = lacks.filter(isVariable);
  if (variables.length > 0) return `Set ${variables.join(' and ')} and run ${again} again.`;
  if (lacks.includes('profile')) return `Run ${again} again with \`--profile gate\` or \`deep\`.`;
  if (reason?.code === 'NOT_SELECTED') return `Run ${again} again without \`--only\`.`;
  if (reason?.code === 'LEFT_OUT')
    return `Remove the tests from leaveOut in the configuration file and run ${again} again.`;
  return `Run ${again} again with ${other}.`;
};

const nothingObstacle = ({ which, again }: Side): Obstacle => ({
  why: `no answer of ${which} had the record, field or case that the tests need`,
  todo: `First let the vendor fix the entries above. If tests are still not compared, run ${again} again with an account that has such records. \`compare --verbose\` names the tests.`,
});

const otherObstacle = ({ which, again }: Side): Obstacle => ({
  why: `${which} breaks another promise, so the tests found no case`,
  todo: `Run ${again} again when the vendor has fixed that promise.`,
});

const noResultObstacle = ({ reasons: [reason] = [] }: JudgedRequirement, { which, again }: Side): Obstacle => {
  if (reason?.code === 'NO_SECOND_LOOK')
    return {
      why: `the run of ${which} saw each of them broken once, and had no second look left to confirm that`,
      todo: `The entries above may have the same cause. Run ${again} again when they are fixed.`,
    };
  const row = reason && rowIn(reasonCodes, reason.code);
  const means = row === undefined ? '' : ` (${row.means.replace(/^[A-Z](?=[a-z ])/, lower).replace(/\.$/, '')})`;
  return { why: `the tests got no result in ${which}${means}`, todo: `Run ${again} again.` };
};

const lower = (text: string): string => text.toLowerCase();

/** If only a lost endpoint provides a record, the record is missing for the same reason. */
const lossOf = (
  comparison: Comparison,
  { requirement }: Comparison['run'][number],
  side: Side,
): Obstacle | undefined => {
  const { gone, refused } = lostEndpoint(comparison, requirement);
  if (gone !== undefined) return goneObstacle(gone, side);
  return refused === undefined ? undefined : refusedBy(side, refused);
};

const causeOf = (comparison: Comparison, uncompared: Comparison['run'][number]): Obstacle => {
  const { why, untestedIn, requirement } = uncompared;
  const [older, newer] = runNames(comparison);
  const own = runText(comparison).join(', ');
  const which = untestedIn === 'before' ? older : newer;
  const side = { which, again: which };
  const run = untestedIn === 'before' ? comparison.before : comparison.after;
  const kept = run.requirements.find(({ id }) => id === requirement.id) ?? requirement;
  const isLack = why === 'nothing to judge' || (why === 'service' && unreadable.has(kept.reasons?.[0]?.code ?? ''));
  const loss = isLack && untestedIn === 'after' ? lossOf(comparison, uncompared, side) : undefined;
  if (loss !== undefined) return loss;
  const isOfAnother = kept.reasons?.some(({ code }) => code === 'BROKEN_OTHERWISE' || code === 'ALL_ACCEPTED');
  if (isOfAnother) return otherObstacle(side);
  if (why === 'nothing to judge') return nothingObstacle(side);
  if (why === 'no answer' || kept.outcome === 'no-result') return noResultObstacle(kept, side);
  if (why === 'service') return obstacleOf(kept, side);
  if (own !== '') return { why: `your runs differ (${own})`, todo: 'Run both releases with the same settings.' };
  return untestedIn === undefined
    ? { why: 'the runs did not look in the same way', todo: 'Run both releases with the same settings.' }
    : {
        why: `your settings left the tests out in ${which}`,
        todo: settingsTodo(kept, which, `the settings of ${which === newer ? older : newer}`),
      };
};

const harnessCause = (comparison: Comparison): Obstacle => {
  const own = harnessText(comparison).join(', ').replaceAll(':', '');
  return {
    why: own === '' ? 'the runs have two versions of the harness' : `the harness differs (${own})`,
    todo: `Run ${runNames(comparison)[0]} again with the newer harness.`,
  };
};

const shownIn = ({ differences }: Comparison, held: readonly Accounted[]): readonly [lost: number, came: number] => {
  const places = new Map(differences.map((each) => [placeOf(each), each]));
  const lost = held.filter(({ of }) => places.get(of)?.after === undefined).length;
  return [lost, held.length - lost];
};

/** `only 2.14 showed these details (offramp.list)`. */
const shownCause = (comparison: Comparison, held: readonly Accounted[]): Obstacle => {
  const [older, newer] = runNames(comparison);
  const { differences } = comparison;
  const [lost, came] = shownIn(comparison, held);
  const endpoints = operationIds.filter((id) => held.some(({ of }) => of.startsWith(`${id} `)));
  const [only] = held.length === 1 ? differences.filter((each) => placeOf(each) === held[0]?.of) : [];
  const [them, is] = only === undefined ? ['them', 'they are'] : ['it', 'it is'];
  const state = came === 0 ? 'gone' : lost === 0 ? 'new' : 'gone or new';
  const named = only === undefined ? '`compare --verbose` names them. ' : '';
  const todo = `${named}The records of the other run may not have ${them}. If your client needs ${them}, ask the vendor whether ${is} ${state}.`;
  const at = listed(endpoints, ' (');
  const where = at && `${at})`;
  if (lost > 0 && came > 0)
    return { why: `only ${older} showed ${lost} of them, and only ${newer} showed ${came}${where}`, todo };
  const what = only === undefined ? 'these details' : `this detail: ${nameOf(only, only.endpoint)}`;
  return { why: `only ${lost > 0 ? older : newer} showed ${what}${where}`, todo };
};

const differenceCause = ({ differences, ...comparison }: Comparison): Obstacle => {
  const names = runNames(comparison);
  const held = differences.flatMap((each) => each.held ?? []);
  const words = new Map(held.map((own) => [own.name, differenceText(own, names)]));
  const [one] = held;
  const isOne = words.size === 1 && one !== undefined;
  const which = one?.before === undefined ? names[1] : names[0];
  const todos: Readonly<Record<string, string>> = {
    '--only': `Run ${which} again without \`--only\`.`,
    interrupted: `Run ${which} again to its end.`,
    'without a result': `Run ${which} again.`,
  };
  return {
    why: shortList([...words.values()]).join('; '),
    todo: (isOne && todos[one.name]) || 'Run both releases with the same settings.',
  };
};

const heldCauses = (
  comparison: Comparison,
  held: readonly Accounted[],
): readonly (readonly [Accounted, Obstacle])[] => {
  const names = comparison.differences.flatMap((each) => (each.held ?? []).map(({ name }) => name));
  const isOfRuns = ({ why }: Accounted): boolean => why.split(', ').some((name) => names.includes(name));
  const [older, newer] = runNames(comparison);
  const ofOne = shownCause(
    comparison,
    held.filter(({ why }) => why === seenInOne),
  );
  return held.map((each): readonly [Accounted, Obstacle] => {
    const { why, of } = each;
    if (isOfRuns(each)) return [each, differenceCause(comparison)];
    if (why === seenInOne) return [each, ofOne];
    if (why === keptBackFate) return [each, refusedBy({ which: newer, again: newer }, of.split(' ')[0])];
    if (why === otherHarness || why === 'earlier-form') return [each, harnessCause(comparison)];
    if (why === 'value-withheld')
      return [
        each,
        {
          why: `${older} or ${newer} did not show the value`,
          todo: 'Nothing can be compared: the tool hides values that can be personal.',
        },
      ];
    return [each, { why: isRuling(why) ? rulings[why][1] : why, todo: 'Nothing can be done.' }];
  });
};

interface Held {
  readonly cause: Obstacle;
  readonly isOfPromise: boolean;
}

const gapsIn = (all: readonly Held[]): readonly Uncompared[] =>
  [...groupBy(all, ({ cause: { why, todo } }) => JSON.stringify([why, todo])).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { why, todo, whyAt } = first.cause;
    const at = [...new Set(own.flatMap(({ cause }) => cause.at ?? []))];
    const promises = own.filter(({ isOfPromise }) => isOfPromise).length;
    return [
      {
        promises,
        details: own.length - promises,
        why: whyAt?.(operationIds.filter((id) => at.includes(id))) ?? why,
        todo,
        isOfRefusal: why === 'refused',
      },
    ];
  });

/** Counts each promise and each detail that was not compared once. */
export const gapsOf = (comparison: Comparison, { facts }: Pick<Account, 'facts'>): readonly Uncompared[] => {
  const { run, harness } = comparison;
  const isOfPromise = ({ requirement }: Comparison['run'][number]): boolean => isPromise(requirement);
  return gapsIn([
    ...run.map((each) => ({ cause: causeOf(comparison, each), isOfPromise: isOfPromise(each) })),
    ...harness.map((each) => ({ cause: harnessCause(comparison), isOfPromise: isOfPromise(each) })),
    ...heldCauses(comparison, heldBackIn({ facts })).map(([, cause]) => ({ cause, isOfPromise: false })),
  ]);
};

const gapCounts = ({ promises, details }: Pick<Uncompared, 'promises' | 'details'>): string =>
  texts(promises > 0 && plural(promises, 'promise'), details > 0 && plural(details, 'detail')).join(' and ');

/** `Not compared: 3 promises, because … Run 2.15 again.` */
export const gapText = (gap: Uncompared): string => `Not compared: ${gapCounts(gap)}, because ${gap.why}. ${gap.todo}`;

const both: Side = { which: 'either run', again: 'both releases' };

const untestedCause = (requirement: JudgedRequirement | undefined): Obstacle => {
  if (requirement === undefined)
    return {
      why: 'both runs come from a harness version without these tests',
      todo: 'Run both releases again with this version.',
    };
  const { untestedBy } = requirement;
  if (untestedBy === 'nothing to judge') return nothingObstacle(both);
  if (untestedBy === 'service') return obstacleOf(requirement, both);
  if (untestedBy === 'user')
    return {
      why: 'your settings leave the tests out',
      todo: settingsTodo(requirement, both.again, 'more settings; `doctor` names them'),
    };
  return noResultObstacle(requirement, both);
};

/** Promises that neither run tested. */
export const untestedTexts = (comparison: Comparison): readonly string[] =>
  gapsIn(promiseFates(comparison).inNeither.map((each) => ({ cause: untestedCause(each), isOfPromise: true }))).map(
    (gap) => `Not tested in either run: ${gapCounts(gap)}, because ${gap.why}. ${gap.todo}`,
  );
