import { operationIds, type RequirementId } from '#contract';
import type { ProbedFacts, RoleIds } from '#run';
import type { Hook, OperationId, PartialPolicies, SeenRequest, WireReply } from '#sandbox';
import type { Format, Member } from '#schemas';
import { type Changes, marking, partsOf, slugOf } from './fault.ts';
import { isInitiation, isRecord, type NewValue, placesOf, rewrite, succeeded } from './rewriting.ts';

/** In the order of execution: values, their form, the text of the body, the transport. */
const phases = ['content', 'form', 'text', 'wire'] as const;

const headings = {
  balances: 'Resources: Balances record',
  'business-kyc': 'Resources: Business KYC record',
  clock: 'Resources: Conventions',
  conversion: 'Resources: Conversion',
  deposit: 'Endpoints: 5. Simulate deposit',
  documents: 'Resources: Conventions',
  filter: 'Errors',
  http: 'What the service does',
  identifiers: 'Resources: Conventions',
  'individual-kyc': 'Resources: Individual KYC record',
  json: 'Endpoints',
  keys: 'Authentication',
  late: 'Endpoints: 9. Get offramp',
  'lightning-offramp': 'Resources: Lightning offramp invoice',
  listings: 'Endpoints',
  members: 'Resources and their fields',
  messages: 'Errors',
  offramp: 'Resources: Offramp (version 2)',
  onramp: 'Resources: Onramp',
  orders: 'Endpoints',
  others: 'What the service does',
  pages: 'Limits',
  rails: 'Endpoints: 7. Rules for USD and named withdrawals',
  'rate-limit': 'Limits',
  refusals: 'Errors',
  subaccount: 'Resources: Subaccount',
  taxonomy: 'Resources: Taxonomy entry',
  texts: 'Resources and their fields',
  timestamps: 'Resources: Conventions',
  withdrawal: 'Resources: Withdrawal',
} as const;

type Subject = keyof typeof headings;

/** A variation that the document allows. No check may find anything under it. */
export interface Variation {
  readonly id: string;
  readonly sentence: string;
  readonly heading: string;
  /** Whether the document promises the variation, shows another behaviour, or is silent. */
  readonly basis: 'promised' | 'shown' | 'silent';
  /** Words of the document that a strict reader may quote against it. */
  readonly words?: string;
  /** True for a quota, missing funds or an outage: a correct client may fail, so it is tried only on request. */
  readonly isCircumstance?: true;
  /**
   * True if the service keeps an order and loses its answer: a correct client may fail, but must not send the order
   * again.
   */
  readonly losesAnswers?: true;
  /** True if it is compatible with others but hides them, so that a client is tried under it alone. */
  readonly hidesOthers?: true;
  /** True if another variation looks the same to a client, so that it is tried only by its id. */
  readonly isAlike?: true;
  readonly policies?: PartialPolicies;
  readonly reply?: Hook;
  /** When its hook runs; by default `content`. */
  readonly phase?: (typeof phases)[number];
  /** True if it is left out of the combination of all: another variation decides the same, or it hides most others. */
  readonly isAlternative?: true;
  /** True if a client must wait before it repeats a request. */
  readonly waits?: true;
  /** False if others use the account, so that the run must not assume a quiet account. */
  readonly quiet?: false;
  /** Probed facts that differ from those of the plain sandbox. */
  readonly facts?: Partial<ProbedFacts>;
  /** Exactly these promises become untested, so that a run ends with exit code 3. */
  readonly keepsBack?: readonly RequirementId[];
  readonly roles?: Partial<RoleIds>;
  /** True if the user set no currencies of the taxonomy. */
  readonly hasShownTaxonomy?: true;
}

type Traits = Partial<Omit<Variation, 'id' | 'sentence' | 'policies' | 'reply'>>;

/** The document promises the variation. */
export const promised = marking({ basis: 'promised' });

/** The document shows another behaviour, in an example or in values. */
export const shown = marking({ basis: 'shown' });

/** The document says so, but services that follow it less strictly were seen. */
export const saying = (words: string) => marking({ basis: 'shown', words });

/** The document mentions it under another heading than that of its subject. */
export const under = (heading: string) => marking({ heading });

export const circumstance = marking({ isCircumstance: true });

export const losingAnswers = marking({ losesAnswers: true });

/** A correct client may fail under it. Exactly these promises become untested because of the service. */
export const keepingBack = (...keepsBack: readonly RequirementId[]) => marking({ isCircumstance: true, keepsBack });

export const alike = marking({ isAlike: true });

export const hiding = marking({ hidesOthers: true });

const registered: Variation[] = [];

export const registeredVariations = (): readonly Variation[] => registered;

export function variants(subject: Subject, variations: Changes, traits: Traits = {}): void {
  const heading = headings[subject];
  for (const [sentence, variation] of Object.entries(variations))
    registered.push({
      id: `${subject}/${slugOf(sentence)}`,
      sentence,
      heading,
      basis: 'silent',
      ...traits,
      ...partsOf(variation),
    });
}

export const alternatives = (subject: Subject, variations: Changes, traits: Traits = {}): void =>
  variants(subject, variations, { ...traits, isAlternative: true });

/** Each hook gets the reply of the previous hook. */
export const chained =
  (hooks: readonly Hook[]): Hook =>
  (first, request) =>
    hooks.reduce<WireReply>((reply, hook) => hook(reply, request) ?? reply, first);

function merged(all: readonly Variation[]): PartialPolicies {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { id, policies = {} } of all) {
    for (const [name, group] of Object.entries(policies)) {
      groups[name] ??= {};
      const kept = groups[name];
      for (const [policy, decision] of Object.entries(group)) {
        if (policy in kept)
          throw new Error(
            `variation ${id}: another one has the policy ${name}.${policy} as well; one must be an alternative`,
          );
        kept[policy] = decision;
      }
    }
  }
  return groups as PartialPolicies;
}

const turnOf = ({ phase = 'content' }: Variation): number => phases.indexOf(phase);

/** All variations together, without the alternatives. */
export const together = (all: readonly Variation[]): Variation => {
  const compatible = all
    .filter(({ isAlternative }) => !isAlternative)
    .toSorted((one, other) => turnOf(one) - turnOf(other));
  return {
    id: 'all-compatible',
    sentence: 'All variations that exclude no other are taken at once.',
    heading: headings.members,
    basis: 'silent',
    isAlternative: true,
    ...(compatible.some(({ waits }) => waits) ? { waits: true } : {}),
    policies: merged(compatible),
    reply: chained(compatible.flatMap(({ reply }) => reply ?? [])),
    facts: Object.assign({}, ...compatible.map(({ facts }) => facts)),
    roles: Object.assign({}, ...compatible.map(({ roles }) => roles)),
  };
};

export const initiations = operationIds.filter((id): id is Extract<OperationId, `${string}.initiate`> =>
  isInitiation(id),
);

export const offramps = ['offramp.initiate', 'offramp.list', 'offramp.read'] as const;

export const onSuccess = (
  operations: OperationId | readonly OperationId[],
  change: (body: unknown, request: SeenRequest) => void,
): Hook => {
  const wanted = new Set([operations].flat());
  return (reply, request) => {
    const { operation } = request;
    if (operation === undefined || !wanted.has(operation)) return;
    if (succeeded(reply) && reply.body !== undefined) change(reply.body, request);
  };
};

/** By path: `$.data[].id`, `$.balances{*}` or `$.pricing.fees.onramp_fee`. */
type NewValues = Readonly<Record<string, NewValue>>;

export const onMembers = (operations: OperationId | readonly OperationId[], changes: NewValues): Hook =>
  onSuccess(operations, (body, request) => {
    for (const [path, change] of Object.entries(changes)) rewrite(body, path, change, request);
  });

export const atEach = (paths: readonly string[], change: NewValue): NewValues =>
  Object.fromEntries(paths.map((path) => [path, change]));

export const onPlaces = (fits: (member: Member) => boolean, change: NewValue): Hook =>
  chained(operationIds.map((operation) => onMembers(operation, atEach(placesOf(operation, fits), change))));

export const onFormat = (format: Format, change: (text: string) => string): Hook =>
  onPlaces(
    (member) => member.format === format && member.type === 'string',
    (value) => (typeof value === 'string' ? change(value) : value),
  );

export const onRefusal =
  (change: (body: Record<string, unknown>, reply: WireReply, request: SeenRequest) => void): Hook =>
  (reply, request) => {
    if (reply.status >= 400 && isRecord(reply.body)) change(reply.body, reply, request);
  };

/** Adds decimal places to a decimal, and returns any other text unchanged. */
export const inPlaces = (places: number) => (value: unknown) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(places, '0')}`;
};
