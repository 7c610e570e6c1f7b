import { hasItsForm, isUnexpected } from '#attribution';
import { type Input, isOrder, type OperationId, type Operations, operationIds, operationOf } from '#contract';
import { type CallInput, type Credential, keyIn, type Purpose, type Reply, type SentExchange } from '#evidence';
import { isSuccess } from '#run';
import type { Answer } from './answer.ts';
import { exchangeOf, formReply, type RawExchange } from './form-reply.ts';
import { CallRefused, NoAnswer, ProtocolViolation } from './no-answer.ts';
import { type LostOrders, placedAnew, sentAnew, textAnew } from './order-guard.ts';
import { buildRequest, type CallOptions, type RequestPlan, secretsIn } from './request.ts';
import type { Transport } from './transport.ts';

type Arguments<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions];

/** Operations by the name of their call, and a generic form for code that walks the table. */
export type Api = {
  readonly [Id in OperationId as Operations[Id]['call']]: (...args: Arguments<Id>) => Promise<Reply>;
} & {
  readonly call: <Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions) => Promise<Reply>;
  readonly as: (credential: Credential) => Api;
  readonly about: (purpose: Purpose) => Api;
  /**
   * Sends the request of a reply again, with the same bytes and key. A given mark is added as an unknown query member.
   */
  readonly again: (
    sent: SentExchange,
    how?: { readonly mark?: string | undefined; readonly isAlone?: boolean },
  ) => Promise<Reply>;
};

interface ApiOptions {
  readonly transport: Transport;
  readonly key: string;
  /** The reason for the requests, which each reply repeats. */
  readonly purpose?: Purpose;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lets other requests go first, because no test waits for these answers. */
  readonly yields?: boolean;
  readonly prepare?: (operation: OperationId, input: CallInput, purpose: Purpose) => CallInput;
  readonly onReply?: (reply: Reply) => void;
  readonly onAnswer?: (
    asked: Pick<RequestPlan, 'operation' | 'input' | 'credential'>,
    path: string,
    answer: Answer,
  ) => void;
  /** The earlier answer to the same read, used in its place. */
  readonly known?: (operation: OperationId, path: string, purpose: Purpose) => Reply | undefined;
  /** True if an answer to a read may be an accident. The read is then repeated, and only the second answer counts. */
  readonly doubts?: (reply: Reply) => boolean;
  readonly onFailure?: (error: unknown) => void;
  /** Shared by a run: an order without a clear answer is replaced once by another order. */
  readonly lostOrders?: LostOrders;
  /** Ends requests under way, and blocks further ones. */
  readonly signal?: AbortSignal;
  /** True if the caller checks the service itself, so that an unexpected answer needs no control request. */
  readonly isAlone?: boolean;
}

type Call = (id: OperationId, input?: CallInput, options?: CallOptions) => Promise<Reply>;

function addExchange(error: unknown, failed: Omit<RawExchange, 'failure'>): void {
  if (error instanceof NoAnswer || error instanceof ProtocolViolation)
    error.exchange = () => exchangeOf({ ...failed, failure: error.message });
}

const isReset = (error: unknown): boolean => error instanceof NoAnswer && error.code === 'TRANSPORT_RESET';

const withBody = (input: CallInput, body: unknown): CallInput => ('body' in input ? { ...input, body } : input);

/**
 * Sends an order. If its answer is lost or in doubt (a temporary refusal, or a page without a reason), sends one other
 * order of the same kind. If the other order is answered, a gateway refused the first.
 */
const sendAnew =
  (send: Call, { lostOrders }: ApiOptions, isFullKey: boolean): Call =>
  async (operation, input = {}, callOptions = {}) => {
    const again = (before?: Reply): Promise<Reply> => {
      const { rawBody } = callOptions;
      const raw = rawBody && { rawBody: textAnew(rawBody) };
      const other = { ...callOptions, before, lost: input.body, ...raw };
      return send(operation, withBody(input, placedAnew(input.body)), other);
    };
    const first = await send(operation, input, callOptions).catch((error) => {
      if (!lostOrders?.hasLost(error)) throw error;
      return again().catch((later) => {
        if (later instanceof NoAnswer) later.isRepeated = isReset(error) && isReset(later);
        throw later;
      });
    });
    if (!isFullKey || !lostOrders?.isInDoubt(first)) return first;
    try {
      const second = await again(first);
      lostOrders.compare(first, second);
      return second;
    } catch (error) {
      if (error instanceof CallRefused || (error instanceof NoAnswer && !error.isLost)) return first;
      throw error;
    }
  };

const askOnceMore =
  (send: Call, { doubts }: ApiOptions): Call =>
  async (operation, input, callOptions) => {
    const first = await send(operation, input, callOptions);
    const isInDoubt = operationOf(operation).method === 'GET' && doubts?.(first);
    return isInDoubt ? send(operation, input, callOptions).catch(() => first) : first;
  };

const requestOf = (
  { input, purpose, credential, options }: RequestPlan,
  sentBody: string | undefined,
): SentExchange['request'] => ({
  input,
  purpose,
  credential,
  manner: options,
  sentBody,
});

const isInvalid = ({ invalid, changed }: Purpose): boolean => invalid === true || changed !== undefined;

const isValid = ({ purpose, options: { detour } }: RequestPlan): boolean =>
  !isInvalid(purpose) && !purpose.odd && !purpose.detour && detour === undefined;

const senderWith = (options: ApiOptions, credential: Credential): Call => {
  const { transport, key, headers = {}, purpose = { probe: 'none' }, yields = false, signal } = options;
  const secrets = secretsIn(credential, key);
  const isFullKey = keyIn({ credential }) === key;
  const { origin } = transport;
  const hold: Transport['hold'] = (body) => transport.hold(body);
  return async (operation, asked = {}, callOptions = {}) => {
    const input = options.prepare?.(operation, asked, purpose) ?? asked;
    const plan: RequestPlan = { operation, input, options: callOptions, credential, headers, purpose };
    const sent = buildRequest(plan);
    const earlier = isFullKey && sent.method === 'GET' ? options.known?.(operation, sent.path, purpose) : undefined;
    if (earlier) {
      options.onReply?.(earlier);
      return earlier;
    }
    const request = { operation, ...sent, yields, isFullKey, isInvalid: isInvalid(purpose), signal };
    const once = async (): Promise<Reply> => {
      const startedAt = new Date();
      const start = performance.now();
      try {
        const answer = await transport.send(request);
        options.onAnswer?.(plan, sent.path, answer);
        const reply = formReply({ plan, sent, secrets, answer, origin, hold });
        if (reply.problems.some(({ code }) => code === 'JSON_SIZE'))
          throw new NoAnswer(operation, 'JSON_SIZE', 'the answer has more members than the limit of 500000');
        options.onReply?.(reply);
        return reply;
      } catch (error) {
        const end = performance.now();
        const elapsedMs = Math.round(end - start);
        options.onFailure?.(error);
        if (error instanceof NoAnswer) {
          error.mayBeFiltered = sent.mayBeFiltered;
          error.hasOneOf = (keys) => keys.includes(keyIn({ credential }) ?? '');
        }
        if (error instanceof NoAnswer || error instanceof ProtocolViolation)
          error.sent = () => ({ operation, request: requestOf(plan, sent.body), sentMs: start, receivedMs: end });
        addExchange(error, { plan, sent, secrets, startedAt, elapsedMs });
        throw error;
      }
    };
    const reply = await once();
    const isRead = operationOf(operation).method === 'GET';
    const isValidRead = isRead && isFullKey && isValid(plan);
    if (isValidRead && isSuccess(reply) && hasItsForm(reply)) {
      transport.noteServed?.(request, reply);
      return reply;
    }
    const isGone = isValidRead && transport.wasServed?.(sent.path) === true;
    if (options.isAlone || (!isGone && !isUnexpected(reply, isFullKey))) return reply;
    const { watch } = transport;
    const isDisturbed = (await watch?.doubt()) || watch?.isDisturbed(reply.sentMs, reply.receivedMs);
    // A wrong key is repeated at the end of the run, because each wrong key may lock the caller out.
    return isDisturbed && isFullKey && (isRead || request.isInvalid) ? once() : reply;
  };
};

const callWith = (options: ApiOptions, credential: Credential): Call => {
  const isFullKey = keyIn({ credential }) === options.key;
  return askOnceMore(sendAnew(senderWith(options, credential), options, isFullKey), options);
};

const sendAgain =
  ({ prepare: _prepare, known: _known, ...options }: ApiOptions) =>
  (
    earlier: SentExchange,
    { mark, isAlone = false }: { readonly mark?: string | undefined; readonly isAlone?: boolean } = {},
  ): Promise<Reply> => {
    const { input, purpose, credential, manner, sentBody } = earlier.request;
    const send = senderWith({ ...options, purpose, isAlone }, credential);
    const isUnanswered = !('status' in earlier);
    const rawBody =
      isUnanswered && isOrder(earlier.operation) && !isInvalid(purpose) ? sentBody && sentAnew(sentBody) : sentBody;
    const marked = mark === undefined ? input : { ...input, query: { ...input.query, _: mark } };
    return send(earlier.operation, marked, {
      ...manner,
      ...(!isUnanswered && { before: earlier as Reply }),
      ...(rawBody !== undefined && { rawBody }),
    });
  };

const named = operationIds.map((id) => ({ id, name: operationOf(id).call }));

const apiWith = (options: ApiOptions, credential: Credential): Api => {
  const call = callWith(options, credential);
  const api: Record<string, unknown> = {
    call,
    as: (other: Credential) => apiWith(options, other),
    about: (purpose: Purpose) => apiWith({ ...options, purpose }, credential),
    again: sendAgain(options),
  };
  for (const { id, name } of named)
    api[name] = (input?: CallInput, callOptions?: CallOptions) => call(id, input, callOptions);
  // TypeScript cannot infer the methods' types from this loop; they follow from the table.
  return api as Api;
};

/** Registers a served read from before the run, so that a control is possible from the first request on. */
export const noteServedBefore = (
  { transport, key, headers = {} }: Pick<ApiOptions, 'transport' | 'key' | 'headers'>,
  reply: Reply,
): void => {
  const { operation, request } = reply;
  if (operationOf(operation).method !== 'GET' || !isSuccess(reply) || !hasItsForm(reply)) return;
  const credential = { in: 'header', value: key } as const;
  const { input, purpose } = request;
  transport.noteServed?.(
    { operation, ...buildRequest({ operation, input, options: {}, credential, headers, purpose }) },
    reply,
  );
};

/** Cheap enough for one in each test, because the transport has all shared state. */
export const createApi = (options: ApiOptions): Api => apiWith(options, { in: 'header', value: options.key });
