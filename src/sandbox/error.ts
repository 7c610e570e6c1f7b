import type { Reply } from './operation.ts';

interface ErrorContext {
  /** Undefined if the document has no such path. */
  readonly operation: string | undefined;
  /** Without the query, because a caller may have put a key there by mistake. */
  readonly path: string;
  readonly at: Date;
  /** The exact mistake or the allowed values; empty if the situation has neither. */
  readonly detail: string;
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
};

type Wording = string | ((context: ErrorContext) => string);

function worded(message: Wording, context: ErrorContext): string {
  return typeof message === 'string' ? message : message(context);
}

const full =
  (status: number, message: Wording, error = reasons[status] ?? 'Error') =>
  (context: ErrorContext): Reply => ({
    status,
    body: {
      statusCode: status,
      message: worded(message, context),
      timestamp: context.at.toISOString(),
      path: context.path,
      error,
    },
  });

const short =
  (status: number, message: string) =>
  (_context: ErrorContext): Reply => ({ status, body: { error: reasons[status] ?? 'Error', message } });

const brief: readonly (string | undefined)[] = ['subaccount.read', 'deposit.simulate', 'withdrawal.read'];

const byEndpoint =
  (status: 401 | 403 | 404, message: string) =>
  (context: ErrorContext): Reply =>
    (brief.includes(context.operation) ? short : full)(status, message)(context);

/** The body of the initiations' missing bank account, which has no `error`. */
const nameless =
  (status: number, message: string) =>
  ({ at }: ErrorContext): Reply => ({
    status,
    body: { statusCode: status, timestamp: at.toISOString(), message },
  });

const detail = (context: ErrorContext): string => context.detail;

export const error = {
  unauthorized: byEndpoint(401, 'Invalid or missing API key'),
  forbidden: byEndpoint(403, 'You do not have permission to access this resource'),
  subaccountNotFound: byEndpoint(404, 'Subaccount not found'),
  customerNotFound: full(404, 'Customer not found', 'Error'),
  businessNotFound: full(404, 'Business not found', 'Error'),
  withdrawalNotFound: short(404, 'Withdrawal not found'),
  offrampNotFound: full(404, 'Offramp not found'),
  conversionNotFound: full(404, 'Conversion not found'),
  bankAccountNotFound: nameless(404, 'Bank account not found'),
  notFound: full(404, detail),
  routeNotFound: full(404, 'No such path or method'),
  depositCurrencyNotAllowed: full(400, (context) => `currency must be one of: ${context.detail}`),
  onrampAssetNotAllowed: full(400, (context) => `to.asset must be one of: ${context.detail}`),
  kycNotApproved: full(422, 'The KYC of the subaccount is not approved'),
  railRefused: full(400, detail),
  invalidOrder: full(400, detail),
  invalidPage: full(400, detail),
  malformedJson: full(400, 'The body is not valid JSON'),
  unsupportedMediaType: full(415, 'The body must be sent as application/json'),
  bodyTooLarge: full(413, 'The body is too large'),
  badRequest: full(400, detail),
};

export type ErrorName = keyof typeof error;

export type Refuse = (situation: ErrorName, detail?: string) => Reply;
