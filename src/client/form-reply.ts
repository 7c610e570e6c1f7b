import { answererOf, describeAnswer, productIn, productOfPage } from '#attribution';
import { type OperationId, operationOf } from '#contract';
import type { CallInput, Credential, Purpose, Reply, SentRequest, WireNote, WireProblem } from '#evidence';
import { writtenForms } from '#lib';
import { type Exchange, isError, isRedirect } from '#run';
import { type Answer, readHead } from './answer.ts';
import { type Body, type ContentType, decodeContent, isHtml, readBody, readContentType } from './body.ts';
import { withoutParts } from './key-parts.ts';
import { failedBefore, NoAnswer, ProtocolViolation, problemAt } from './no-answer.ts';
import {
  describeUnparsed,
  isSingleCase,
  mark,
  printPath,
  redactBody,
  redactHeaders,
  secretWord,
  shapeOf,
} from './redaction.ts';
import { type BuiltRequest, defaultLimits, pathOf, type RequestPlan, secretsIn } from './request.ts';

const knownForms = new Map<string, readonly string[]>();

/** Cached, because most requests use the same key. */
const formsOf = (secret: string): readonly string[] => {
  const forms = knownForms.get(secret) ?? writtenForms(secret);
  if (knownForms.size < 100) knownForms.set(secret, forms);
  return forms;
};

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  equals: '=',
  gt: '>',
  lt: '<',
  plus: '+',
  quot: '"',
  sol: '/',
};

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Decodes percent signs and entities once, as a browser does. */
const unescaped = (text: string): string =>
  text
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, digits?: string) =>
      character(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)),
    )
    .replace(/&([a-z]{2,6});/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole);

function echoFinder(secrets: readonly string[]): (text: string) => boolean {
  const forms = secrets.flatMap(formsOf);
  const holds = (text: string) => forms.some((form) => text.includes(form));
  return (text) => holds(text) || (/[%&]/.test(text) && holds(unescaped(text)));
}

/** Header names may have any letter case. */
const namesSecret = (name: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => name.includes(secret.toLowerCase()));

interface ReceivedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Pick<Body, 'value' | 'empty'>;
  /** Describes a body that is not JSON. */
  readonly unparsed: string | undefined;
}

const receivedReply = (
  { status, headers }: Pick<ReceivedReply, 'status' | 'headers'>,
  { value, empty, text }: Body,
  bytes: number,
): ReceivedReply => ({
  status,
  headers,
  body: { value, empty },
  unparsed: value === undefined && !empty ? describeUnparsed(text, bytes) : undefined,
});

export interface RawExchange {
  readonly plan: RequestPlan;
  readonly sent: BuiltRequest;
  readonly secrets: readonly string[];
  readonly startedAt: Date;
  readonly elapsedMs: number;
  readonly reply?: ReceivedReply;
  readonly failure?: string;
}

const maxBody = 16 * 1024;

/** Characters of an error's text that are stored for searches. */
const maxErrorText = 64 * 1024;

const capped = (text: string): string => (text.length <= maxBody ? text : `${text.slice(0, maxBody)}… (cut)`);

const formatJson = (value: unknown): string => capped(JSON.stringify(value, null, 2) ?? '');

function formatParameter(value: string, name: string): string {
  if (name === 'x-api-key') return secretWord;
  if ((name === 'page' || name === 'limit') && /^-?\d{1,6}$/.test(value)) return value;
  return name === 'currency' && isSingleCase(value) ? value : mark(value);
}

function formatSentBody(body: string, { operation }: RequestPlan, secrets: readonly string[]): string {
  try {
    return formatJson(redactBody(operation, 'request', JSON.parse(body), secrets));
  } catch {
    return mark(body);
  }
}

function describeRequest({ plan, sent, secrets }: RawExchange): Exchange['request'] {
  const places = plan.credential.in === 'other places' ? plan.credential.places : [];
  const named = Object.fromEntries(
    places.flatMap((place) => (place.in === 'header' ? [[place.name.toLowerCase(), secretWord]] : [])),
  );
  return {
    method: sent.method,
    path: pathOf(plan, formatParameter),
    headers: { ...redactHeaders(sent.headers), ...named },
    ...(sent.body !== undefined && { body: formatSentBody(sent.body, plan, secrets) }),
  };
}

function describeReply({ plan, secrets }: RawExchange, reply: ReceivedReply): NonNullable<Exchange['reply']> {
  const { body, status, unparsed } = reply;
  const headers = redactHeaders(reply.headers);
  if (body.empty) return { status, headers };
  return {
    status,
    headers,
    body: unparsed ?? formatJson(redactBody(plan.operation, 'reply', body.value, secrets)),
  };
}

/** Redacts on demand, because marks take time and most exchanges are never read. */
export function exchangeOf(raw: RawExchange): Exchange {
  const { plan, startedAt, elapsedMs, failure, reply } = raw;
  return {
    operation: plan.operation,
    startedAt: startedAt.toISOString(),
    elapsedMs,
    request: describeRequest(raw),
    ...(reply && { reply: describeReply(raw, reply) }),
    ...(failure !== undefined && { failure }),
  };
}

interface Received {
  readonly plan: RequestPlan;
  readonly sent: BuiltRequest;
  readonly secrets: readonly string[];
  readonly answer: Answer;
  readonly origin: string;
  /** Stores the value of a body and counts its memory; absent if the size of a file limits the memory. */
  readonly hold?: (body: Body) => unknown;
}

const empty: Body = { value: undefined, text: '', empty: true, problems: [] };

function bodyOf({ plan: { operation }, answer }: Received, type: ContentType): Body {
  const { headers } = answer;
  if (answer.forbiddenBody) {
    const problem = problemAt('$', 'PROTO_204_BODY', 'no body with 204', 'a body');
    return { ...empty, problems: [problem] };
  }
  const decoded = decodeContent(answer.bytes, headers['content-encoding'], defaultLimits.bodyBytes);
  if (decoded.kind === 'decoded') {
    const shape = shapeOf(operation, 'reply');
    const body = readBody(decoded.bytes, type, (path) => printPath(shape, path));
    if (decoded.problem === undefined) return body;
    const value = decoded.unreadable ? undefined : body.value;
    // If the rest cannot be read, the coding is the reason.
    return { ...body, value, problems: [decoded.problem, ...(value === undefined ? [] : body.problems)] };
  }
  if (decoded.kind === 'violation') throw new ProtocolViolation(operation, decoded.problem);
  throw new NoAnswer(operation, decoded.code, decoded.message);
}

/** @throws NoAnswer for a page that replaces the service's answer. For invalid requests the judge decides. */
const demandNoPage = ({ plan: { operation, purpose }, answer }: Received, { value, text }: Body): void => {
  const { status, headers } = answer;
  if (value !== undefined || !isHtml(text)) return;
  const answerer = answererOf({ status, headers, body: value, markup: true, odd: false, text });
  const shown = { status, headers, product: productOfPage(text) };
  if (answerer === 'gateway') throw failedBefore(operation, shown);
  if (answerer === 'block' && purpose.odd === undefined) {
    const why = `a firewall (${describeAnswer(shown)}) answered instead of the service; ask its owner to let this caller through`;
    const failure = new NoAnswer(operation, 'BLOCKED', why);
    failure.product = productIn(shown);
    throw failure;
  }
};

function redirectOf({ answer, origin }: Received): WireProblem[] {
  if (!isRedirect(answer)) return [];
  const location = answer.headers.location;
  const target = location === undefined || !URL.canParse(location, origin) ? undefined : new URL(location, origin);
  const observed =
    target === undefined ? 'no usable target' : target.origin === origin ? 'the same origin' : 'another origin';
  return [problemAt('status', 'PROTO_REDIRECT', 'an answer', `${answer.status} to ${observed}`)];
}

function echoOf({ answer, secrets }: Received, body: Body): WireProblem[] {
  const holds = echoFinder(secrets);
  // Escapes can hide the key in the text.
  const inBody = holds(body.text) || (body.text.includes('\\') && holds(JSON.stringify(body.value) ?? ''));
  let inHeader = (answer.extraHeaders ?? []).some((text) => holds(text) || namesSecret(text, secrets));
  for (const name in answer.headers) inHeader ||= holds(answer.headers[name] ?? '') || namesSecret(name, secrets);
  const echo = (where: string) => problemAt(where, 'SEC_KEY_ECHO', 'no key of the caller', 'the key');
  return [...(inBody ? [echo('$')] : []), ...(inHeader ? [echo('a header')] : [])];
}

const errorTextOf = ({ extraHeaders = [] }: Answer, { text }: Body): string =>
  [text, ...extraHeaders].join('\n').slice(0, maxErrorText);

/** A class, so that the engine optimises for one kind of reply. Rarely used parts are made on demand. */
class FormedReply implements Reply {
  readonly operation: OperationId;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  readonly body: unknown;
  readonly empty: boolean;
  readonly problems: readonly WireProblem[];
  readonly notes: readonly WireNote[];
  readonly request: SentRequest;
  readonly elapsedMs: number;
  readonly receivedAt: Date;
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly echoesKey: boolean;
  readonly errorText: string | undefined;
  readonly before: Reply | undefined;
  readonly product: string | undefined;
  readonly #raw: RawExchange;
  #exchange: Exchange | undefined;

  constructor(received: Received, { essence }: ContentType, body: Body) {
    const { plan, sent, secrets } = received;
    const { status, headers, startedAt, elapsedMs, receivedAt, sentMs, receivedMs, bytes, notes, problems } =
      received.answer;
    const echoes = echoOf(received, body);
    this.operation = plan.operation;
    this.status = status;
    this.headers = withoutParts(headers, secrets);
    this.contentType = essence;
    this.body = body.value;
    this.empty = body.empty;
    this.problems = [...redirectOf(received), ...problems, ...body.problems, ...echoes];
    this.notes = notes;
    this.request = {
      input: plan.input,
      method: sent.method,
      path: sent.path,
      sentBody: sent.body,
      contentType: sent.headers['content-type'],
      credential: plan.credential,
      purpose: plan.purpose,
      manner: plan.options,
      lost: plan.options.lost,
    };
    this.elapsedMs = elapsedMs;
    this.receivedAt = receivedAt;
    this.sentMs = sentMs;
    this.receivedMs = receivedMs;
    this.echoesKey = echoes.length > 0;
    this.errorText = isError(received.answer) ? errorTextOf(received.answer, body) : undefined;
    this.before = pageBefore(received) ?? plan.options.before;
    this.product = body.value === undefined && !body.empty ? productOfPage(body.text) : undefined;
    const reply = receivedReply({ status, headers }, body, bytes.length);
    this.#raw = { plan, sent, secrets, startedAt, elapsedMs, reply };
  }

  get exchange(): Exchange {
    this.#exchange ??= exchangeOf(this.#raw);
    return this.#exchange;
  }

  get serverDate(): Date | undefined {
    const instant = Date.parse(this.headers.date ?? '');
    return Number.isNaN(instant) ? undefined : new Date(instant);
  }
}

const formedFrom = (received: Received, demand?: (received: Received, body: Body) => void): Reply => {
  const type = readContentType(received.answer.headers['content-type']);
  const body = bodyOf(received, type);
  demand?.(received, body);
  const value = received.hold === undefined ? body.value : received.hold(body);
  return new FormedReply(received, type, { ...body, value });
};

/** An unreadable page is ignored; the later answer still counts. */
const pageBefore = (received: Received): Reply | undefined => {
  const { before } = received.answer;
  try {
    return before && formedFrom({ ...received, answer: before });
  } catch {
    return undefined;
  }
};

/** @throws If no reply can be formed from the answer. */
export const formReply = (received: Received): Reply => formedFrom(received, demandNoPage);

export interface RecordedExchange {
  readonly operation: OperationId;
  readonly input: CallInput;
  /** Below the base URL, as sent. */
  readonly path: string;
  /** Headers of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly credential: Credential;
  readonly status: number;
  readonly answerHeaders: readonly (readonly [name: string, value: string])[];
  readonly bytes: Buffer;
  readonly notes?: readonly WireNote[];
  readonly startedAt: Date;
  readonly elapsedMs: number;
  /** Milliseconds in the clock of `performance`, if this process sent the request. */
  readonly sentMs?: number;
}

/** A reply from a recording; undefined if the body cannot be read. */
export const replyFrom = (recorded: RecordedExchange, origin: string, purpose: Purpose): Reply | undefined => {
  const { operation, input, path, headers, body, credential, status, answerHeaders, bytes } = recorded;
  const { startedAt, elapsedMs, sentMs = startedAt.getTime() } = recorded;
  const { method } = operationOf(operation);
  // The length that a header announces was not checked for a recording; only undici does this.
  const lengthened = answerHeaders.map(([name, value]) => [
    name,
    name.toLowerCase() === 'content-length' ? String(bytes.length) : value,
  ]);
  const head = readHead(lengthened.flatMap((pair) => pair.map((text) => Buffer.from(text))));
  try {
    return formReply({
      plan: { operation, input, options: {}, credential, headers: {}, purpose },
      sent: { method, path, headers, body: method === 'GET' ? undefined : body, mayBeFiltered: false },
      secrets: secretsIn(credential),
      answer: {
        kind: 'answer',
        status,
        ...head,
        bytes,
        forbiddenBody: status === 204 && bytes.length > 0,
        notes: recorded.notes ?? [],
        startedAt,
        receivedAt: new Date(startedAt.getTime() + elapsedMs),
        sentMs,
        receivedMs: sentMs + elapsedMs,
        elapsedMs,
      },
      origin,
    });
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ProtocolViolation) return undefined;
    throw error;
  }
};
