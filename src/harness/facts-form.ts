import { describe, isPlainTerm, type Member } from '#schemas';

const forms: Readonly<Record<string, string>> = { CC2: 'cc2', CC3: 'cc3' };

const isMasked = (text: string): boolean => /[*•…]{2,}|…|\.{3}/.test(text);

/** The letter case of a code is worth knowing: which one is open. */
const codeForm = (text: string, name: string): string | undefined => {
  if (!/(?:currency|asset|network|chain)$/i.test(name)) return undefined;
  if (/^[A-Z][A-Z0-9_]{1,15}$/.test(text)) return 'code-upper';
  return /^[a-z][a-z0-9_]{1,15}$/.test(text) ? 'code-lower' : undefined;
};

const namesCurrency = (member: Member | undefined, name: string): boolean =>
  member?.format === 'lower-case-code' || (member === undefined && /(currency|asset)$/i.test(name));

/** The form of a string by the first that fits; text has no form of its own. */
function formOf(text: string, member: Member | undefined, name: string): string {
  if (isMasked(text)) return 'masked';
  if (member?.format === 'text') return codeForm(text, name) ?? 'text';
  if (namesCurrency(member, name) && /^[a-z]{3,5}$/.test(text)) return 'currency-lower';
  const described = describe(text);
  if (described.startsWith('text(')) return 'text';
  return forms[described] ?? described;
}

/** The place of a string. */
interface At {
  readonly member: Member | undefined;
  readonly name: string;
  /** Whether it may be shown as it stands. */
  readonly isShown: () => boolean;
}

/** The fact about a string: a member of a set where it may be shown, otherwise its form. */
export function observedIn(text: string, { member, name, isShown }: At): string {
  const known = member?.known ?? [];
  if (known.length === 0) return formOf(text, member, name);
  return isShown() ? `enum:${text}` : 'another value';
}

/** A member name that the document does not know: kept where it is made of words of interfaces, and not like data. */
export const namedLike = (name: string): string | undefined => (isPlainTerm(name) ? name : undefined);
