import type { Entry } from './recorder.test.support.ts';

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

export const key = 'browser-key-8Tg4Rf6Yh';
export const subaccount = '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';
export const pathPrefix = '/ramp-api';
export const origin = 'https://sandbox.vendor.example';

export interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
  readonly content?: Entry['response']['content'];
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly further?: Readonly<Record<string, unknown>>;
}

let at = Date.parse('2026-01-01T12:00:00.000Z');

/** An entry in Chrome's form: HTTP/2, lower-case names, a decoded body, additional members. */
export const browserEntry = ({
  method = 'GET',
  path = '/v1/ramp/banking/balances',
  url = `${origin}${pathPrefix}${path}`,
  headers = { 'x-api-key': key },
  sent,
  status = 200,
  answer,
  content,
  answerHeaders = {},
  further = {},
}: Asked = {}): Entry => {
  const text = answer === undefined ? undefined : JSON.stringify(answer);
  at += 1_000;
  return {
    _initiator: { type: 'script' },
    _priority: 'High',
    _resourceType: 'fetch',
    startedDateTime: new Date(at).toISOString(),
    time: 41.7,
    request: {
      method,
      url,
      headers: pairs({ ':authority': new URL(url).host, ':method': method, ...headers }),
      ...(sent === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: pairs({
        'content-type': 'application/json; charset=utf-8',
        'content-encoding': 'br',
        'set-cookie': 'a=1; Path=/\nb=2; Path=/',
        date: new Date(at).toUTCString(),
        ...answerHeaders,
      }),
      content: content ?? { size: text?.length ?? 0, ...(text === undefined ? {} : { text }) },
      bodySize: -1,
    },
    ...further,
  };
};

export const balances = {
  id: '5b0c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5c',
  email: 'kanarie@mail.example',
  balances: { usd: 10, ngn: 5 },
  businessName: 'Kanarie Trading',
  status: 'created',
  createdAt: '2025-06-01T10:00:00.000Z',
};
