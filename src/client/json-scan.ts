import { Decimal } from 'decimal.js';
import { jsonIn } from '#evidence';

export type PathStep = string | number;

/** A trap in a JSON text, at the path of its value or member. */
export interface Trap {
  readonly code:
    | 'JSON_DEPTH'
    | 'JSON_SIZE'
    | 'JSON_DUP_KEY'
    | 'JSON_PROTO_KEY'
    | 'JSON_SURROGATE'
    | 'JSON_NUMBER'
    | 'JSON_DIGITS';
  readonly path: readonly PathStep[];
}

interface Scan {
  readonly traps: readonly Trap[];
  /** True if the text is too deep or too large for recursion, and must not be parsed. */
  readonly unsafe: boolean;
}

const maxDepth = 64;
const maxKeys = 500_000;
/** Limit over all arrays: a body of empty objects or small numbers has no names to count, and up to a million items. */
const maxItems = 500_000;
const maxTraps = 20;

interface Level {
  /** Earlier member names; undefined in an array. */
  readonly names: Set<string> | undefined;
  at: PathStep;
  /** True if the next string is a member's name. */
  naming: boolean;
}

const quote = 0x22;
const backslash = 0x5c;

const isOfNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65;

/** True if a double keeps the value of a JSON number. */
export function survivesReading(token: string): boolean {
  // A double keeps any fifteen digits. The sign and the point only leave fewer digits.
  if (token.length <= 15 && !/[eE]/.test(token)) return true;
  const read = Number(token);
  if (!Number.isFinite(read)) return false;
  // The number is too small for a double, but not for a decimal.
  if (read === 0) return !/^[^eE]*[1-9]/.test(token);
  const meant = new Decimal(token);
  return meant.eq(read) || meant.eq(read.toPrecision(Math.min(100, meant.precision())));
}

/** `undefined` for a malformed escape; the parser reports it. */
const unescaped = (raw: string): string | undefined => jsonIn(`"${raw}"`) as string | undefined;

const isProto = (name: string): boolean => name === '__proto__' || name === 'constructor' || name === 'prototype';

/** Reads the tokens once, without recursion and without building a value. The parser checks the syntax later. */
class Scanner {
  readonly traps: Trap[] = [];
  unsafe = false;
  readonly #text: string;
  readonly #escapes: boolean;
  readonly #levels: Level[] = [];
  #level: Level | undefined;
  #at = 0;
  #keys = 0;
  #items = 0;

  constructor(text: string) {
    this.#text = text;
    this.#escapes = text.includes('\\');
  }

  run(): void {
    const text = this.#text;
    while (this.#at < text.length && !this.unsafe) this.#token(text.charCodeAt(this.#at));
  }

  #token(code: number): void {
    const start = this.#at;
    this.#at += 1;
    if (code === quote) this.#string(start + 1);
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) this.#number(start);
    else if (code === 0x7b) this.#enter({ names: new Set(), at: '', naming: true });
    else if (code === 0x5b) this.#enter({ names: undefined, at: 0, naming: false });
    else if (code === 0x7d || code === 0x5d) this.#leave();
    else if (code === 0x2c) this.#next();
  }

  #enter(level: Level): void {
    if (this.#levels.length >= maxDepth) this.#refuse('JSON_DEPTH');
    this.#levels.push(level);
    this.#level = level;
  }

  #leave(): void {
    this.#levels.pop();
    this.#level = this.#levels[this.#levels.length - 1];
  }

  #next(): void {
    const level = this.#level;
    if (level === undefined) return;
    if (level.names) {
      level.naming = true;
      return;
    }
    level.at = Number(level.at) + 1;
    this.#items += 1;
    if (this.#items >= maxItems) this.#refuse('JSON_SIZE');
  }

  #string(start: number): void {
    const end = this.#endOfString(start);
    this.#at = end + 1;
    const naming = this.#level?.naming === true;
    if (!naming && !this.#escapes) return;
    const raw = this.#text.slice(start, end);
    const plain = !this.#escapes || !raw.includes('\\');
    if (naming) this.#name(plain ? raw : (unescaped(raw) ?? raw));
    if (!plain && /\\u[dD][89a-fA-F]/.test(raw) && /\p{Surrogate}/u.test(unescaped(raw) ?? ''))
      this.#trap('JSON_SURROGATE');
  }

  #endOfString(start: number): number {
    const text = this.#text;
    let end = text.indexOf('"', start);
    while (end !== -1 && this.#escapes) {
      let before = end;
      while (before > start && text.charCodeAt(before - 1) === backslash) before -= 1;
      if ((end - before) % 2 === 0) break;
      end = text.indexOf('"', end + 1);
    }
    return end === -1 ? text.length : end;
  }

  #name(name: string): void {
    const level = this.#level;
    if (!level?.names) return;
    level.at = name;
    level.naming = false;
    this.#keys += 1;
    if (this.#keys > maxKeys) this.#refuse('JSON_SIZE');
    if (level.names.has(name)) this.#trap('JSON_DUP_KEY');
    else level.names.add(name);
    if (isProto(name)) this.#trap('JSON_PROTO_KEY');
  }

  #number(start: number): void {
    let end = start + 1;
    while (isOfNumber(this.#text.charCodeAt(end))) end += 1;
    this.#at = end;
    const token = this.#text.slice(start, end);
    if (!survivesReading(token)) this.#trap(Number.isFinite(Number(token)) ? 'JSON_DIGITS' : 'JSON_NUMBER');
  }

  #trap(code: Trap['code']): void {
    if (this.traps.length < maxTraps) this.traps.push({ code, path: this.#levels.map(({ at }) => at) });
  }

  #refuse(code: 'JSON_DEPTH' | 'JSON_SIZE'): void {
    this.traps.push({ code, path: [] });
    this.unsafe = true;
  }
}

/** Finds what a parser hides: repeated names, numbers that change when read, lone surrogates, depth and size. */
export function scan(text: string): Scan {
  const scanner = new Scanner(text);
  scanner.run();
  return { traps: scanner.traps, unsafe: scanner.unsafe };
}
