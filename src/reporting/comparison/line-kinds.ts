// The kinds of lines in a comparison, by the section of the report.
import { type ChangeAdvice, type ChangeKind, clientNote, type FactChange } from '#facts';
import type { JudgedFinding } from '../verdict.ts';
import { parts } from '../words.ts';
import type { Also } from './change-groups.ts';

/** The kinds of lines about the service, the most severe first. */
export const lineWords = ['broken', 'breaks', 'refused', 'changed', 'more', 'least', 'accepted', 'fixed'] as const;

export type LineWord = (typeof lineWords)[number];

/** Lines that open data or access, and lines about money, have sections of their own. */
type SectionId = LineWord | 'security' | 'money';

interface LineKind {
  readonly id: SectionId;
  readonly label: string;
  readonly title: string;
  readonly todo: string;
  readonly isUrgent?: true;
}

/** In the order of each screen and page. */
export const sections: readonly LineKind[] = [
  {
    id: 'security',
    label: 'SECURITY',
    title: 'Security: changes that open data or access',
    todo: 'Ask the vendor to fix this.',
    isUrgent: true,
  },
  {
    id: 'broken',
    label: 'PROMISE BROKEN',
    title: parts.broken,
    todo: 'Ask the vendor to fix this. To accept the risk, write a waiver: `ramp-conformance waivers draft` makes a draft.',
    isUrgent: true,
  },
  {
    id: 'breaks',
    label: 'BREAKS CLIENTS',
    title: 'Changes that break clients',
    todo: 'Your client must change first. Else stay on the older release.',
    isUrgent: true,
  },
  {
    id: 'refused',
    label: 'ORDERS REFUSED',
    title: 'Valid orders that are all refused',
    todo: 'Stay on the older release until the vendor answers.',
    isUrgent: true,
  },
  {
    id: 'money',
    label: 'MONEY',
    title: 'Changes of fees and amounts',
    todo: 'Ask the vendor whether this change is intended.',
    isUrgent: true,
  },
  {
    id: 'changed',
    label: 'CHECK',
    title: 'Changes to check',
    todo: 'Check whether your client relies on the old behaviour. The document does not promise it, so the vendor may change it.',
    isUrgent: true,
  },
  { id: 'more', label: 'ADDED', title: 'Added', todo: 'Your client needs no change.' },
  {
    id: 'least',
    label: 'MINOR',
    title: 'Minor changes',
    todo: 'Your client needs no change.',
  },
  {
    id: 'accepted',
    label: 'ACCEPTED',
    title: parts.waivers,
    todo: 'You need do nothing until the waiver ends. A change that your baseline has does not end.',
  },
  { id: 'fixed', label: 'FIXED', title: 'Fixed', todo: 'If you have waivers for these promises, delete them.' },
];

const opening: ReadonlySet<ChangeKind> = new Set(['cache-opened', 'key-accepted']);

/** Changes of fees that customers pay. A limit moves no money. */
const feeKinds: ReadonlySet<ChangeKind> = new Set(['fee-raised', 'fee-lowered', 'fee-type-changed']);

/** A detail that the newer run did not see has the least weight. */
export const lineWordOf = (drift: FactChange['class']): LineWord => (drift === 'unseen' ? 'least' : drift);

/** The section for changes of this class and these kinds. */
export const sectionIn = (word: LineWord, kinds: readonly ChangeKind[]): SectionId => {
  if (word === 'breaks' && kinds.some((kind) => opening.has(kind))) return 'security';
  return word === 'changed' && kinds.some((kind) => feeKinds.has(kind)) ? 'money' : word;
};

/** True if an amount of an order, or a fee, breaks a rule. */
export const isOfAmount = ({ code, where }: NamedFinding): boolean =>
  code === 'RULE_BROKEN' && /(?:amount|fees?|_fee|total\w*)$/i.test(where);

export const sectionOf = ({ word, changes, findings }: Pick<Line, 'word' | 'changes' | 'findings'>): SectionId =>
  word === 'changed' && findings.some(isOfAmount)
    ? 'money'
    : sectionIn(
        word,
        changes.map(({ kind }) => kind),
      );

/** The advice of the section, for a line without its own advice. */
export const todoOf = (line: Line): string | undefined => {
  const { word, must, changes } = line;
  const [first] = changes;
  if (must !== undefined) return undefined;
  if (first !== undefined && (word === 'more' || word === 'least')) return clientNote(first.kind);
  return sections.find(({ id }) => id === sectionOf(line))?.todo;
};

export const labelOf = (id: SectionId): string => sections.find((each) => each.id === id)?.label ?? '';

/** A finding with the claim that it breaks. */
export interface NamedFinding extends JudgedFinding {
  readonly claim: string;
  readonly requirement: string;
  readonly isMended: boolean;
}

/** One cause: the change of the service, and all places at which it shows. */
export interface Line {
  readonly word: LineWord;
  readonly endpoints: readonly string[];
  readonly text: string;
  readonly also?: Also | undefined;
  /** Ids of the promises and examples that turned. */
  readonly requirements: readonly string[];
  /** Texts about the claims, the requests and the answers; for a fact, before and after. */
  readonly details: readonly string[];
  readonly findings: readonly NamedFinding[];
  readonly changes: readonly FactChange[];
  /** What a reader should do, for a line that breaks or changes something. */
  readonly must?: string | undefined;
  /** Who acts first on this advice. */
  readonly by?: ChangeAdvice['by'] | undefined;
}

/** True if a request is answered that was refused for its key. */
export const isAccess = ({ where, expected, observed, isMended }: NamedFinding): boolean =>
  !isMended && where === 'status' && /^40[13]$/.test(expected) && /^2\d\d$/.test(observed);

/** True if the body shows data that must be masked. */
export const isUnmasked = ({ expected, isMended }: NamedFinding): boolean => !isMended && expected.startsWith('hides ');

/** Opened access and shown customer data come before all other lines. */
export const isOpening = ({ word, findings, changes }: Line): boolean =>
  (word === 'broken' && findings.some((each) => isAccess(each) || isUnmasked(each))) ||
  (word === 'breaks' && changes.some(({ kind }) => opening.has(kind)));

export const line = (of: Pick<Line, 'word' | 'endpoints' | 'text'> & Partial<Line>): Line => ({
  requirements: [],
  details: [],
  findings: [],
  changes: [],
  ...of,
});
