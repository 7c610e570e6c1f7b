import { createHmac, randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type OperationId, operationIds, operationOf } from '#contract';
import { describe, fullError, isCode, isPlainTerm, type Member, membersOf } from '#schemas';
import type { PathStep } from './json-scan.ts';
import { defaultLimits } from './request.ts';

/** Replaces a key, a token or a cookie. */
export const secretWord = '[secret]';

/** A new key for each run: equal values have equal marks in one run, and cannot be compared between runs. */
const key = randomBytes(32);

const digest = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 4);

/** A cache, because ids and addresses repeat. */
const known = new Map<unknown, string>();
const maxKnown = 5_000;

/** Abstract form and identity of a value: `<uuid#3f9a>`, `<text(12)#9c1d>`. */
export function mark(value: unknown): string {
  if (typeof value === 'object' || value === undefined) return `<${describe(value)}>`;
  const marked = known.get(value) ?? `<${describe(value)}#${digest(String(value))}>`;
  if (known.size >= maxKnown) known.clear();
  known.set(value, marked);
  return marked;
}

/** Replaces an unknown member name, which may itself be data. */
export const markKey = (name: string): string => `<key#${digest(name)}>`;

/** A code of a currency, asset, network or rail, in one letter case. */
export const isSingleCase = (text: string): boolean =>
  isCode(text) && (text === text.toUpperCase() || text === text.toLowerCase());

const namesCode = (name: string): boolean => /(?:currency|asset|networks?|chain|rails?|protocol|method)$/i.test(name);

const stateWords: ReadonlySet<string> = new Set(
  (
    'accepted active approved available awaiting blocked canceled cancelled closed complete completed confirmed ' +
    'created declined disabled done enabled error expired failed for hold in inactive incomplete initiated invalid ' +
    'locked manual new not on open paid partial partially payment pending processed processing progress queued ' +
    'received refunded rejected required resubmission resubmit retry review sent settled started submitted success ' +
    'successful suspended under unverified upgradeable valid verified waiting'
  ).split(' '),
);

const isStatus = (text: string): boolean =>
  text.length <= 40 &&
  text
    .toLowerCase()
    .split(/[ _-]/)
    .every((word) => stateWords.has(word));

/** Such as `mobile_money`, `BANK_TRANSFER` or `pix`. */
const isPlainName = (text: string): boolean => isPlainTerm(text) || isSingleCase(text);

const reasons: ReadonlySet<string> = new Set([...Object.values(STATUS_CODES).map(String), 'Error']);

const isReason = (text: string): boolean => reasons.has(text);

const absent = new Set(operationIds.flatMap((id) => operationOf(id).absence?.of ?? []));

/** The document's kinds of messages, in its own words. */
const phrases = [
  'Invalid or missing API key',
  'You do not have permission to access this resource',
  ...[...absent].map((thing) => `${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found`),
];

function describeMessage(text: string): string {
  const lower = text.toLowerCase();
  const phrase = phrases.find((known) => lower.includes(known.toLowerCase()));
  return phrase === undefined ? `<message(${text.length})>` : `<message(${text.length}) ${phrase}>`;
}

/** Kind and length of a body that is not JSON, with the title of a proxy's page if the title is a reason phrase. */
export function describeUnparsed(text: string, bytes: number): string {
  const title = /<title>([^<]{1,80})/i.exec(text)?.[1] ?? '';
  const phrase = [...reasons].find((reason) => reason !== 'Error' && title.includes(reason));
  const kind = /^\s*</.test(text) ? 'markup' : 'not json';
  return `<${kind}(${bytes})${phrase === undefined ? '' : ` ${phrase}`}>`;
}

type Side = 'request' | 'reply';

type BodyShape = ReadonlyMap<string, Member>;

const byPath = (members: readonly Member[]): Map<string, Member> =>
  new Map(members.map((member) => [member.path, member]));

function readShape(operation: OperationId, side: Side): BodyShape {
  const { success, request } = operationOf(operation);
  if (side === 'request') return byPath(request ? membersOf(request) : []);
  // Error bodies belong to the same operation. For a member name that both have, the record decides.
  return byPath([...membersOf(fullError), ...(success ? membersOf(success) : [])]);
}

const shapes = new Map<string, BodyShape>();

export function shapeOf(operation: OperationId, side: Side): BodyShape {
  const name = `${side} ${operation}`;
  const shape = shapes.get(name) ?? readShape(operation, side);
  shapes.set(name, shape);
  return shape;
}

interface ShapePlace {
  /** The path as a template, as in the shape. */
  readonly template: string;
  readonly printed: string;
}

function stepInto(shape: BodyShape, template: string, step: PathStep): ShapePlace {
  if (typeof step === 'number') return { template: `${template}[]`, printed: `[${step}]` };
  if (shape.get(template)?.type === 'map') {
    const known = shape.get(template)?.known?.includes(step) || isSingleCase(step);
    return { template: `${template}{*}`, printed: known ? step : markKey(step) };
  }
  const child = `${template}.${step}`;
  return shape.has(child) ? { template: child, printed: step } : { template: `${template}.?`, printed: markKey(step) };
}

/** The path without names that the service invented. */
export function printPath(shape: BodyShape, path: readonly PathStep[]): string {
  let template = '$';
  let printed = '$';
  for (const step of path) {
    const place = stepInto(shape, template, step);
    template = place.template;
    printed += typeof step === 'number' ? place.printed : `.${place.printed}`;
  }
  return printed;
}

interface Spot {
  readonly template: string;
  readonly name: string;
  readonly member: Member | undefined;
  /** True for the listing of payment methods, which contains no personal data. */
  readonly impersonal: boolean;
}

const envelope: ReadonlySet<string> = new Set(['$.count', '$.total', '$.page', '$.limit', '$.totalPages']);

const isNameOfSecret = (name: string): boolean =>
  /token|secret|passw|authori[sz]ation|cookie|credential|api[-_]?key/i.test(name);

/** Members of the listing with names of methods and fields, not free text. */
const namesMethod = (name: string): boolean => /method$|_fields$|^integration$|^network$|^type$/.test(name);

function describeNumber(value: number, { template }: Spot): unknown {
  const isStatusCode = template === '$.statusCode' && value >= 100 && value <= 599;
  const isCounter = envelope.has(template) && Math.abs(value) < 1e6;
  if (Number.isInteger(value) && (isStatusCode || isCounter)) return value;
  if (value === 0) return 0;
  return value < 0 ? '-num' : 'num';
}

/** Keeps the form, the sign, and whether the amount is zero. */
function describeDecimal(text: string): string {
  const zero = /^-?0*(?:\.0*)?$/.test(text) ? '=0' : '';
  return `${describe(text)}${zero}`;
}

const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

function isPublic(text: string, { name, member, impersonal }: Spot): boolean {
  if (member === undefined) return false;
  if (member.known?.includes(text)) return true;
  if (name === 'status') return isStatus(text);
  if ((namesCode(name) || member.format === 'lower-case-code') && isSingleCase(text)) return true;
  return impersonal && namesMethod(name) && isPlainName(text);
}

/** Public values stay, amounts keep their form, and all other values become marks. */
function redactLeaf(value: unknown, spot: Spot, secrets: readonly string[]): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (isNameOfSecret(spot.name)) return secretWord;
  if (typeof value === 'number') return describeNumber(value, spot);
  if (typeof value !== 'string') return mark(value);
  if (secrets.some((secret) => value.includes(secret))) return secretWord;
  if (spot.template === '$.message') return describeMessage(value);
  if (spot.template === '$.error' && isReason(value)) return value;
  if (spot.member?.format === 'decimal' && isDecimal(value)) return describeDecimal(value);
  return isPublic(value, spot) ? value : mark(value);
}

const maxDepth = 64;
const maxItems = 200;

interface Walk {
  readonly shape: BodyShape;
  readonly impersonal: boolean;
  readonly secrets: readonly string[];
}

function redactObject(value: object, template: string, walk: Walk, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, child] of Object.entries(value).slice(0, maxItems)) {
    const place = stepInto(walk.shape, template, name);
    copy[place.printed] = redactValue(child, place.template, name, walk, depth + 1);
  }
  return copy;
}

function redactValue(value: unknown, template: string, name: string, walk: Walk, depth = 0): unknown {
  if (depth > maxDepth) return '<too deep>';
  if (Array.isArray(value))
    return value.slice(0, maxItems).map((item) => redactValue(item, `${template}[]`, name, walk, depth + 1));
  if (typeof value === 'object' && value !== null) return redactObject(value, template, walk, depth);
  const { shape, impersonal, secrets } = walk;
  return redactLeaf(value, { template, name, member: shape.get(template), impersonal }, secrets);
}

/** A number that our own headers can contain, printed anew. Account and telephone numbers are longer. */
const numberUpTo = (max: number) => (value: string) =>
  /^\d{1,7}$/.test(value) && Number(value) <= max ? String(Number(value)) : undefined;

/** Printed anew, so that only a real instant passes. */
const instant = (value: string): string | undefined => {
  const time = Date.parse(value);
  const written = Number.isNaN(time) ? undefined : new Date(time).toUTCString();
  return written === value ? written : undefined;
};

const fitting = (form: RegExp) => (value: string) => (form.test(value) ? value : undefined);

const keptHeaders: Readonly<Record<string, (value: string) => string | undefined>> = {
  accept: fitting(/^application\/json$/),
  'accept-encoding': fitting(/^identity$/),
  'content-type': fitting(/^(?:application|text)\/(?:problem\+)?(?:json|html|plain|xml)(?:; ?charset="?utf-?8"?)?$/i),
  'content-length': numberUpTo(defaultLimits.bodyBytes),
  'content-encoding': fitting(/^(?:gzip|br|deflate|identity)$/),
  'retry-after': (value) => numberUpTo(86_400)(value) ?? instant(value),
  date: instant,
  'user-agent': fitting(/^ramp-conformance\/[\w.-]{1,32}$/),
  location: fitting(/^$/),
};

/** Headers with credentials. The record shows that they were sent, but not their values. */
const secretHeaders: ReadonlySet<string> = new Set(['x-api-key', 'authorization', 'cookie', 'set-cookie']);

/** Headers by lower-case name; headers that are not listed are dropped. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [spelled, value] of Object.entries(headers)) {
    const name = spelled.toLowerCase();
    const form = keptHeaders[name];
    if (secretHeaders.has(name)) kept[name] = secretWord;
    else if (Object.hasOwn(keptHeaders, name) && form) kept[name] = form(value) ?? mark(value);
  }
  return kept;
}

/**
 * Redacts a payload, denied by default: of a value that the document does not name as public, only the form and a mark
 * of identity stay. `secrets` are literal values that must never appear in any member.
 */
export const redactBody = (
  operation: OperationId,
  side: Side,
  value: unknown,
  secrets: readonly string[] = [],
): unknown =>
  redactValue(value, '$', '', {
    shape: shapeOf(operation, side),
    impersonal: !operationOf(operation).personal,
    secrets,
  });

/** Decides for each place of a payload what may be shown. */
export interface ShownPlaces {
  text(text: string, template: string, name: string): boolean;
  key(template: string, name: string): boolean;
}

export function shownIn(operation: OperationId, side: Side): ShownPlaces {
  const shape = shapeOf(operation, side);
  const impersonal = !operationOf(operation).personal;
  return {
    text: (text, template, name) =>
      redactLeaf(text, { template, name, member: shape.get(template), impersonal }, []) === text,
    key: (template, name) => stepInto(shape, template, name).printed === name,
  };
}
