import type { Transport } from '#client';
import type { SentSetting } from '#evidence';
import { settingFor } from '../attribution/reply.test.support.ts';

type WireRequest = Parameters<Transport['send']>[0];

export interface Answered {
  readonly status: number;
  readonly body?: unknown;
}

export const transportTo = (
  answer: (request: WireRequest) => Answered | Promise<Answered>,
): Transport & { readonly asked: string[] } => {
  const asked: string[] = [];
  const counts = { sent: 0, retried: 0, rateLimited: 0 };
  return {
    asked,
    counts,
    origin: 'http://service.example',
    hold: ({ value }) => value,
    close: async () => {},
    pause: async () => {},
    send: async (request) => {
      asked.push(request.path);
      counts.sent += 1;
      const { status, body } = await answer(request);
      return {
        kind: 'answer',
        status,
        headers: { 'content-type': 'application/json' },
        problems: [],
        bytes: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
        forbiddenBody: false,
        notes: [],
        startedAt: new Date(),
        receivedAt: new Date(),
        sentMs: performance.now(),
        receivedMs: performance.now(),
        elapsedMs: 1,
      };
    },
  };
};

export const individual = '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';

export const setting: SentSetting = settingFor({
  individual,
  unverified: [],
  incompleteNamedRecipients: [],
  offramps: [],
  conversions: [],
});
