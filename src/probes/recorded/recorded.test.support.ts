import { type OperationId, operationOf } from '#contract';
import type { Credential, Reply } from '#evidence';
import { replyOf } from '../../attribution/reply.test.support.ts';

export const one = '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';
export const another = '7f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';
export const nobody = '8f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';

const key: Credential = { in: 'header', value: 'a key that is let in' };

interface Asked {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly credential?: Credential;
  readonly status?: number;
  readonly sent?: unknown;
  readonly body?: unknown;
  /** Seconds after the first exchange. */
  readonly at?: number;
  readonly probe?: string;
}

const start = Date.parse('2026-01-01T12:00:00.000Z');

export const recorded = (operation: OperationId, asked: Asked = {}): Reply => {
  const { ids, query, credential = key, status = 200, sent, body = {}, at = 0, probe = 'a recording' } = asked;
  const input: Readonly<Record<string, string>> = { subaccountId: one, ...ids };
  const { method, path } = operationOf(operation);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => input[name] ?? 'BRL');
  const reply = replyOf({ operation, status, sent, body, purpose: { probe, recorded: true } });
  return {
    ...reply,
    receivedAt: new Date(start + at * 1_000),
    receivedMs: start + at * 1_000,
    request: {
      ...reply.request,
      input: { ...input, ...(query ? { query } : {}), ...(sent === undefined ? {} : { body: sent }) },
      method,
      path: query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`,
      credential,
    },
  };
};
