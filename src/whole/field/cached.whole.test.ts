import { describe, expect, test } from 'vitest';
import { type Answered, type Gateway, hurried, instead, json, runBehind, withOutcome } from './gateway.test.support.ts';

/** Keeps each read that was served by its URL, whoever asked, and adds no header. */
const cache = (): Gateway => {
  const kept = new Map<string, Answered>();
  return async (asked, forward) => {
    if (asked.method !== 'GET') return forward();
    const answer = kept.get(asked.path) ?? (await forward());
    if (answer.status === 200) kept.set(asked.path, answer);
    return answer;
  };
};

const full = 'x-api-key';

describe('a cache that keeps answers by their URL', () => {
  test('is one finding, which names it', async () => {
    const { verdict } = await runBehind(cache(), { ...hurried, profile: 'smoke' });
    const broken = verdict.requirements.filter(({ outcome }) => outcome === 'deviates');
    expect(broken.map(({ id }) => id)).toEqual(['balances.read/refuses-a-missing-key']);
    expect(broken[0]?.findings[0]?.observed).toBe('a cache by URL answers balances.read (200)');
    expect(withOutcome(verdict, 'no-result')).toEqual([]);
    expect(new Set(verdict.requirements.map(({ code }) => code))).toContain('CACHED');
  });

  test('is not named where the service itself serves any key', async () => {
    let right = '';
    const anyKey: Gateway = (asked, forward) => {
      right ||= asked.headers[full] ?? '';
      return forward(asked.method === 'GET' ? { ...asked, headers: { ...asked.headers, [full]: right } } : asked);
    };
    const { verdict } = await runBehind(anyKey, { ...hurried, profile: 'smoke' });
    expect(verdict.requirements.map(({ code }) => code)).not.toContain('CACHED');
    expect(withOutcome(verdict, 'deviates')).toContain('subaccount.read/refuses-a-missing-key');
  });

  test('is not named where the service refuses a query member that it does not know', async () => {
    const strict = instead(json(400, { error: 'Bad Request', message: 'unknown query' }), ({ path }) =>
      /[?&]_=/.test(path),
    )();
    const kept = cache();
    const both: Gateway = (asked, forward) => strict(asked, async () => kept(asked, forward));
    const { verdict } = await runBehind(both, { ...hurried, profile: 'smoke' });
    expect(verdict.requirements.map(({ code }) => code)).not.toContain('CACHED');
    expect(withOutcome(verdict, 'deviates')).toContain('subaccount.read/refuses-a-missing-key');
  });
});
