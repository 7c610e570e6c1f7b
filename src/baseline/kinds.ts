import { spanSteps, speedSteps } from '#lib';

/** In the order of weight. */
export const driftClasses = ['breaking', 'risky', 'additive', 'reported', 'evidence lost'] as const;
export type DriftClass = (typeof driftClasses)[number];

/** The heaviest of several; undefined for none. */
export const heaviest = (classes: readonly (DriftClass | undefined)[]): DriftClass | undefined =>
  driftClasses.find((each) => classes.includes(each));

export const without = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.filter((each) => !others.includes(each));

/** The class of a change in a fact of several parts, and in words what became of it. */
interface Change {
  readonly class: DriftClass;
  readonly how?: string;
}

type Compare = (old: readonly string[], now: readonly string[], key: string) => Change | undefined;

/** Stands for an empty set. */
const nothing = 'none';

const ofSet =
  ({ gained, gone }: { readonly gained: DriftClass; readonly gone?: DriftClass }): Compare =>
  (before, after) => {
    const [old, now] = [without(before, [nothing]), without(after, [nothing])];
    const drift = heaviest([
      without(now, old).length > 0 ? gained : undefined,
      without(old, now).length > 0 ? gone : undefined,
    ]);
    return drift && { class: drift };
  };

/** Names that somebody relies on. */
const names = ofSet({ gained: 'additive', gone: 'risky' });

const reported = ofSet({ gained: 'reported' });

interface Direction {
  readonly raised: DriftClass;
  readonly lowered: DriftClass;
}

interface Scale {
  readonly read: (text: string) => number;
  /** Steps that a value may move by itself. */
  readonly slack: number;
  readonly direction: (key: string) => Direction;
}

const onScale =
  ({ read, slack, direction }: Scale): Compare =>
  (old, now, key) => {
    const [before, after] = [old.map(read), now.map(read)];
    const { raised, lowered } = direction(key);
    if (Math.min(...after) > Math.max(...before) + slack) return { class: raised, how: 'raised' };
    return Math.max(...after) < Math.min(...before) - slack ? { class: lowered, how: 'lowered' } : undefined;
  };

/** `zero` is below every step, and `none`, which a negative limit stands for, above. */
const stepOf = (text: string): number => {
  if (text === 'zero') return Number.NEGATIVE_INFINITY;
  return text === 'none' ? Number.POSITIVE_INFINITY : Number(text.replace('step ', ''));
};

const costlier: Direction = { raised: 'risky', lowered: 'additive' };
const cheaper: Direction = { raised: 'additive', lowered: 'risky' };
const numbers = (direction: Scale['direction']) => onScale({ read: stepOf, slack: 1, direction });
const costs = numbers(() => costlier);

/** Facts that stand for more than a form or a status, by the word that their keys begin with. */
const kinds: Readonly<Record<string, Compare>> = {
  methods: names,
  'required fields': ofSet({ gained: 'risky', gone: 'additive' }),
  'optional fields': ofSet({ gained: 'additive', gone: 'reported' }),
  limit: numbers((key) => (key.endsWith('_min') ? costlier : cheaper)),
  fee: costs,
  'fee types': ofSet({ gained: 'risky', gone: 'reported' }),
  'fee rate': costs,
  currencies: names,
  assets: names,
  flags: names,
  rails: names,
  networks: names,
  order: reported,
  expiry: onScale({ read: (text) => spanSteps.indexOf(text), slack: 0, direction: () => cheaper }),
  uuid: reported,
  wording: reported,
  speed: onScale({
    read: (text) => speedSteps.indexOf(text),
    slack: 1,
    direction: () => ({ raised: 'reported', lowered: 'reported' }),
  }),
};

const hiddenMembers = 'hidden members';

/** The kinds that the facts of this version have, and those of earlier ones had not. */
export const kindNames = [...Object.keys(kinds), hiddenMembers].join(', ');

/** The fact that says which kinds there are. */
export const kindsFact = 'kinds of facts';

/** Earlier facts have the speed of most replies under this name. */
export const earlierSpeed = 'latency';

/** Recognises a member whose name is hidden. */
export const isHidden = (key: string): boolean => /\.hidden-[\da-f]{4}$/.test(key);

export const kindOf = (key: string): string | undefined => {
  if (isHidden(key)) return hiddenMembers;
  const [name = ''] = key.split(':', 1);
  return Object.hasOwn(kinds, name) ? name : undefined;
};

/** Recognises a fact that says more than a form or a status, and is compared in a separate way. */
export const isOfKind = (key: string): boolean => !isHidden(key) && kindOf(key) !== undefined;

/** The change in such a fact. One that comes or goes as a whole means something where it names what people rely on. */
export const classifyKind = (key: string, before?: string, after?: string): Change | undefined => {
  const compare = kinds[kindOf(key) ?? ''];
  if (before !== undefined && after !== undefined) return compare?.(before.split(' or '), after.split(' or '), key);
  if (compare !== names) return undefined;
  return { class: before === undefined ? 'additive' : 'evidence lost' };
};
