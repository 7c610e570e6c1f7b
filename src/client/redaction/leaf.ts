import { describe, type Member } from '#schemas';
import { describeMessage, isCode, isPlainName, isReason, isStatus, namesCode } from './codes.ts';
import { mark, secretWord } from './marks.ts';

/** The place of a value: the last name on its path, and its documented member. */
export interface Spot {
  readonly template: string;
  readonly name: string;
  readonly member: Member | undefined;
  /** Whether it is in the listing of payment methods, which is data of the service and of nobody else. */
  readonly impersonal: boolean;
}

const envelope: ReadonlySet<string> = new Set(['$.count', '$.total', '$.page', '$.limit', '$.totalPages']);

/** Names under which secrets travel, documented or not. */
const namesSecret = (name: string): boolean =>
  /token|secret|passw|authori[sz]ation|cookie|credential|api[-_]?key/i.test(name);

/** Members of that listing that hold names of methods and fields, and no free text. */
const namesMethod = (name: string): boolean => /method$|_fields$|^integration$|^network$|^type$/.test(name);

function describeNumber(value: number, { template }: Spot): unknown {
  const isStatusCode = template === '$.statusCode' && value >= 100 && value <= 599;
  const isCounter = envelope.has(template) && Math.abs(value) < 1e6;
  if (Number.isInteger(value) && (isStatusCode || isCounter)) return value;
  if (value === 0) return 0;
  return value < 0 ? '-num' : 'num';
}

/** Money keeps its form, its sign and whether it is nothing. */
function describeDecimal(text: string): string {
  const zero = /^-?0*(?:\.0*)?$/.test(text) ? '=0' : '';
  return `${text.startsWith('-') ? '-' : ''}${describe(text)}${zero}`;
}

const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

function isPublic(text: string, { name, member, impersonal }: Spot): boolean {
  if (member === undefined) return false;
  if (member.known?.includes(text)) return true;
  if (name === 'status') return isStatus(text);
  if ((namesCode(name) || member.format === 'lower-case-code') && isCode(text)) return true;
  return impersonal && namesMethod(name) && isPlainName(text);
}

/** A single value as it may be kept: public ones as they are, money in form, all else as a mark. */
export function redactLeaf(value: unknown, spot: Spot, secrets: readonly string[]): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (namesSecret(spot.name)) return secretWord;
  if (typeof value === 'number') return describeNumber(value, spot);
  if (typeof value !== 'string') return mark(value);
  if (secrets.some((secret) => value.includes(secret))) return secretWord;
  if (spot.template === '$.message') return describeMessage(value);
  if (spot.template === '$.error' && isReason(value)) return value;
  if (spot.member?.format === 'decimal' && isDecimal(value)) return describeDecimal(value);
  return isPublic(value, spot) ? value : mark(value);
}
