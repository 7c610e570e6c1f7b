import { endpointOf, type Firmness, isPromise, type OperationId, operationIds, operationOf } from '#contract';
import type { DriftClass } from '#facts';
import type { AnsweredBy, Outcome, UntestedBy } from '#run';
import { countIn } from './outcomes.ts';
import { firstOf, groupBy, plural, rowIn } from './text.ts';
import type { JudgedRequirement, Verdict } from './verdict.ts';

const kinds = [
  { noun: 'promise', firmnesses: ['stated', 'implied'], words: { conforms: 'kept', deviates: 'broken' } },
  { noun: 'example', firmnesses: ['shown'], words: { conforms: 'as shown', drifts: 'different' } },
  { noun: 'open question', firmnesses: ['silent'], words: { observed: 'observed' } },
] as const satisfies readonly {
  noun: string;
  firmnesses: readonly Firmness[];
  words: Partial<Record<Outcome, string>>;
}[];

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  conforms: 'kept',
  deviates: 'broken',
  drifts: 'different',
  observed: 'observed',
  waived: 'accepted',
  untested: 'not tested',
  'no-result': 'no result',
};

/** The verdict of a run in words, for tables. */
export const verdictWords: Readonly<Record<Verdict['verdict'], string>> = {
  conforms: 'conforms',
  'conforms-in-part': 'conforms in part',
  'conforms-with-waivers': 'conforms with accepted deviations',
  deviates: 'does not conform',
  inconclusive: 'inconclusive',
  refused: 'refused',
};

export const untestedWords: Readonly<Record<UntestedBy, string>> = {
  user: 'the settings leave this out',
  service: 'the service refused or blocked this',
  'nothing to judge': 'no answer had the record or case',
};

export const answererWords: Readonly<Record<AnsweredBy, string>> = {
  service: 'from the service',
  'business reason': 'from the service for a business reason',
  page: 'a page or a redirect',
  'no route': 'from a router that knows no such path',
  limit: 'from a limit',
  'lock-out': 'from a lock-out of the caller',
  block: 'from a parser or a firewall before the service, to an invalid request',
  gateway: 'from a gateway',
  disturbed: 'during a disturbance',
  nobody: 'missing',
};

const keepers: Readonly<Record<string, string>> = {
  RATE_LIMITED: 'a rate limit',
  UNAVAILABLE: 'maintenance',
  BLOCKED: 'a gateway or a firewall',
  GATEWAY: 'a gateway',
  LOCKED_OUT: 'a limit or a lock-out',
  DISTURBED: 'a disturbance',
  NO_OWN_ANSWER: 'others than the service',
  ORDERS_LOST: 'orders without an answer',
  TRANSPORT_TIMEOUT: 'time-outs',
  TRANSPORT_RESET: 'failing connections',
  BODY_TRUNCATED: 'failing connections',
  TLS: 'failing connections',
  DNS: 'failing connections',
  CONNECT: 'failing connections',
  BUDGET_SPENT: 'the limit of requests (RAMP_MAX_REQUESTS)',
  ORDERS_SPENT: 'the limit of accepted orders',
  DEADLINE: 'the time limit of the run (RAMP_DEADLINE_S)',
  INTERRUPTED: 'an interruption',
  NO_SECOND_LOOK: 'the limit of second looks',
  HARNESS_MISTAKE: 'a mistake of the harness',
  JUDGED_NOTHING: 'a mistake of the harness',
};

/** Words for who prevented the tests, by the code of the reason. */
export const keeperOf = (code: string): string | undefined => rowIn(keepers, code);

export const brokenPromise = 'Broken promise';

/** `2 broken promises`. */
export function brokenPromises(count: number): string {
  return plural(count, brokenPromise.toLowerCase());
}

/** The parts of the page for an auditor. Allure groups by them too. */
export const parts = {
  broken: `${brokenPromise}s`,
  waivers: 'Accepted deviations',
  untested: 'What was not tested',
  changes: 'Changes',
  money: 'Money operations',
  requirements: 'All requirements',
} as const;

/** Titles for the causes of an outcome, in their order on the page. */
export const causeTitles: Partial<Record<Outcome, string>> = {
  deviates: parts.broken,
  waived: parts.waivers,
  drifts: 'Differences from the examples, which break no promise',
};

/** The word before a claim of each level. */
export const promisedWords: Readonly<Record<Firmness, string>> = {
  stated: 'Promised',
  implied: 'Promised (implied)',
  shown: 'Shown as an example',
  silent: 'Left open',
};

/** How a requirement follows from the section of the document that is named before. */
export const restsOn: Readonly<Record<Firmness, string>> = {
  stated: 'this section states the promise',
  implied: 'the promise follows from this section',
  shown: 'this section shows it as an example, and does not promise it',
  silent: 'this section leaves it open',
};

export const driftWords: Readonly<Record<DriftClass, string>> = {
  breaks: 'change breaks clients',
  changed: 'changed',
  more: 'more',
  least: 'of little weight',
  unseen: 'not seen again',
};

/** The meaning of a class of changes for a client. */
export const driftMeanings: Readonly<Record<DriftClass, string>> = {
  breaks: 'breaks clients; fails the gate until it is accepted',
  changed: 'changes something that the document never promised',
  more: 'adds to what was there',
  least: 'changes details on which no client should rely, such as wording and order',
  unseen: 'was observed before, and not this time',
};

export interface Column {
  readonly head: string;
  readonly outcomes: readonly Outcome[];
  /** The kind of requirements in this column; all kinds if undefined. */
  readonly of?: 'promises' | 'examples';
  readonly style: 'red' | 'yellow' | 'green' | 'dim';
}

/** Each requirement counts in exactly one column. */
const columns: readonly Column[] = [
  { head: 'kept', of: 'promises', outcomes: ['conforms'], style: 'green' },
  { head: 'broken', of: 'promises', outcomes: ['deviates'], style: 'red' },
  { head: 'accepted', outcomes: ['waived'], style: 'yellow' },
  { head: 'not tested', outcomes: ['untested'], style: 'dim' },
  { head: 'no result', outcomes: ['no-result'], style: 'red' },
  { head: 'as shown', of: 'examples', outcomes: ['conforms'], style: 'dim' },
  { head: 'differ', of: 'examples', outcomes: ['drifts'], style: 'yellow' },
  { head: 'observed', outcomes: ['observed'], style: 'dim' },
];

const alwaysShown = ['kept', 'broken'];

export function countOf(requirements: readonly JudgedRequirement[], { of, outcomes }: Column): number {
  const own = requirements.filter((each) => of === undefined || isPromise(each) === (of === 'promises'));
  return countIn(own, ...outcomes);
}

/** The columns of a table of endpoints, without the empty ones. */
export function columnsIn(requirements: readonly JudgedRequirement[]): readonly Column[] {
  return columns.filter((column) => alwaysShown.includes(column.head) || countOf(requirements, column) > 0);
}

function byKind<One extends Pick<JudgedRequirement, 'firmness'>>(requirements: readonly One[]) {
  return kinds.flatMap(({ firmnesses, ...kind }) => {
    const own = requirements.filter(({ firmness }) => firmnesses.some((each) => each === firmness));
    return own.length === 0 ? [] : [{ ...kind, firmnesses, own, counted: plural(own.length, kind.noun) }];
  });
}

type Words = Partial<Record<Outcome, string>>;

const countedBy = (own: readonly JudgedRequirement[], words: Words) =>
  (Object.entries(words) as [Outcome, string][])
    .map(([outcome, word]) => ({ count: countIn(own, outcome), word }))
    .filter(({ count }) => count > 0);

/** `1 example as shown, 2 open questions observed`, for tested requirements. */
export function testedText(requirements: readonly JudgedRequirement[]): string {
  return byKind(requirements)
    .flatMap(({ own, noun, words }) => countedBy(own, words).map(({ count, word }) => `${plural(count, noun)} ${word}`))
    .join(', ');
}

/** How many of each kind: `69 promises, 15 examples, 7 open questions`. */
export function kindsText(requirements: readonly Pick<JudgedRequirement, 'firmness'>[]): string {
  return byKind(requirements)
    .map(({ counted }) => counted)
    .join(', ');
}

/** These outcomes have the same words for each kind. */
const { waived, untested } = outcomeWords;
const common: Words = { waived, untested, 'no-result': `with ${outcomeWords['no-result']}` };

/** Counts by kind and outcome, one text for each kind: `336 promises (stated, implied): 334 kept, 2 broken`. */
export function totalsOf({ requirements }: Pick<Verdict, 'requirements'>): string[] {
  return byKind(requirements).map(({ own, counted, firmnesses, words }) => {
    const ended = countedBy(own, { ...words, ...common }).map(({ count, word }) => `${count} ${word}`);
    return `${counted} (${firmnesses.join(', ')}): ${ended.join(', ')}`;
  });
}

export function titleOf(operation: OperationId | undefined): string {
  if (operation === undefined) return 'Across endpoints';
  const { number, method, path } = operationOf(operation);
  return `${number} ${method} ${path}`;
}

/** `6 Initiate onramp`, for readers who do not know the paths; undefined if the name is no endpoint. */
export function headingOf(name: string): string | undefined {
  const id = operationIds.find((each) => each === name);
  return id && `${operationOf(id).number} ${operationOf(id).heading}`;
}

/** `endpoint 7`, `endpoints 1, 5, 11`, or `all 14 endpoints`. */
export function endpointsText(endpoints: readonly number[]): string {
  if (endpoints.length === operationIds.length) return `all ${endpoints.length} endpoints`;
  return `${endpoints.length === 1 ? 'endpoint' : 'endpoints'} ${endpoints.join(', ')}`;
}

const maxEndpoints = 2;

/** `Endpoint 9 Get offramp`, or the first of several with the number of the others; empty if none is an endpoint. */
export function endpointTitles(operations: readonly string[]): string {
  const known = operationIds.filter((id) => operations.includes(id));
  if (known.length === 0) return '';
  if (known.length === operationIds.length) return `All ${known.length} endpoints`;
  const names = known.map((id) => (headingOf(id) ?? '').replace(/ \(version \d\)$/, ''));
  return `${known.length === 1 ? 'Endpoint' : 'Endpoints'} ${firstOf(names, maxEndpoints)}`;
}

/** Requirements by endpoint, in the order of the document's table; general requirements come last. */
export function byEndpoint(requirements: readonly JudgedRequirement[]) {
  const groups = groupBy(requirements, ({ id }) => endpointOf(id));
  return [...operationIds, undefined].flatMap((operation) => {
    const own = groups.get(operation);
    const [name, title] = [operation ?? 'across endpoints', titleOf(operation)];
    return own ? [{ title, heading: headingOf(name) ?? title, name, operation, requirements: own }] : [];
  });
}

export type EndpointGroup = ReturnType<typeof byEndpoint>[number];
