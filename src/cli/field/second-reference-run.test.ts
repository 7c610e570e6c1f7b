import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationIds, operationOf, type RequirementId, requirements } from '#contract';
import type { Verdict } from '#reporting';
import { runInProcess } from '../testing/in-process.test.support.ts';
import { commandHere } from '../testing/terminal.test.support.ts';
import {
  secondReferenceFaults,
  servedRequests,
  startSecondReference,
} from './second-reference.test.support.ts';

const here = commandHere();

const seed = 42;

/** A service that shares no code with the sandbox, as a vendor's. */
const served = async <T>(
  fault: string | undefined,
  use: (settings: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  const service = await startSecondReference(fault === undefined ? {} : { fault });
  try {
    return await use(service.settings);
  } finally {
    await service.close();
  }
};

const withOutcome = ({ requirements }: Verdict, outcome: string): readonly string[] =>
  requirements.filter((requirement) => requirement.outcome === outcome).map(({ id }) => id);

const isServed = (id: (typeof operationIds)[number]): boolean => {
  const { method, path } = operationOf(id);
  return servedRequests.includes(`${method} ${path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`);
};
const servedIds = operationIds.filter(isServed);
const unserved = operationIds.filter((id) => !isServed(id));

/** What it can be held to; undefined, which is everything, where it serves every endpoint. */
const judgeable: readonly RequirementId[] | undefined =
  unserved.length === 0
    ? undefined
    : requirements.map(({ id }) => id).filter((id) => !unserved.some((it) => id.startsWith(`${it}/`)));

/** What each of its faults breaks: just this deviates, and nothing else. */
const broken: Readonly<Record<string, readonly RequirementId[]>> = {
  'named-over-ach': [
    'rails/named-refuses-ach',
    'rails/named-refuses-ach-in-any-order',
    'rails/named-takes-no-other-rail',
  ],
  'last-page-repeats': ['offramp.list/shows-an-item-once'],
  'lightning-without-kyc': ['lightning-offramp.initiate/refuses-without-approved-kyc'],
  'withdrawal-two-places': ['withdrawal.read/writes-its-amounts'],
  'conversions-restricted-401': [
    'conversion.list/refuses-a-restricted-key',
    'conversion.read/refuses-a-restricted-key',
  ],
  'key-in-query': servedIds.map((id) => `${id}/refuses-a-misplaced-key` as const),
  'onramp-reference-lost': [
    'onramp.initiate/echoes-the-reference',
    'onramp.initiate/holds-through-a-sequence',
  ],
  'deposit-unlisted-currency': [
    'deposit.simulate/holds-through-a-sequence',
    'deposit.simulate/refuses-an-unlisted-currency',
  ],
  'business-404-says-customer': ['business-kyc.read/refuses-an-absent-business'],
  'offramp-of-another': ['offramp.read/keeps-to-its-subaccount'],
  'address-unmasked': ['withdrawal.read/masks-the-address'],
  'conversion-seconds': ['conversion.list/writes-its-timestamps', 'conversion.read/writes-its-timestamps'],
  'onramp-400-omits-asset': ['onramp.initiate/names-the-listed-assets'],
  'initiation-moves-balance': [
    'balances.read/holds-through-a-sequence',
    'balances.read/stands-still-after-initiations',
    'offramp.initiate/leaves-balances-alone',
    'onramp.initiate/leaves-balances-alone',
  ],
  'conversions-total-of-page': ['conversion.list/counts-its-items'],
};

/** Those that a short run shows too. */
const shownBySmoke: ReadonlySet<string> = new Set([
  'address-unmasked',
  'business-404-says-customer',
  'conversion-seconds',
  'conversions-restricted-401',
  'lightning-without-kyc',
  'onramp-400-omits-asset',
  'withdrawal-two-places',
]);

/** An item that is repeated takes the place of another: which, and which walk misses it, depends on how many there are. */
const alike: ReadonlySet<string> = new Set([
  'offramp.initiate/can-be-listed',
  'offramp.list/holds-through-a-sequence',
  'offramp.list/loses-no-item',
]);

describe('a second reference, written from the document alone', () => {
  test('conforms: what it does otherwise is drift at most', async () => {
    const directory = join(here.folder, 'reports');
    const args = ['run', '--reports', directory, '--seed', String(seed)];
    for (const id of judgeable ?? []) args.push('--only', id);
    const { code, err } = await served(undefined, (settings) => here.run(args, settings));
    expect(err).toBe('');
    const verdict = JSON.parse(readFileSync(join(directory, 'verdict.json'), 'utf8')) as Verdict;
    expect(withOutcome(verdict, 'deviates')).toEqual([]);
    expect([...withOutcome(verdict, 'broken'), ...withOutcome(verdict, 'unproven')]).toEqual([]);
    const held = judgeable === undefined ? 'conforms' : 'conforms-in-part';
    expect([code, verdict.verdict, verdict.exitCode]).toEqual([0, held, 0]);
  });

  test('each of its routes is an endpoint of the document', () => {
    expect(servedIds).toHaveLength(servedRequests.length);
  });

  test('every fault of it is in the table', () => {
    expect(Object.keys(broken).sort()).toEqual(Object.keys(secondReferenceFaults).sort());
  });

  test.concurrent.each(Object.entries(broken))(
    '%s deviates where the document is broken, and nowhere else',
    async (fault, ids) => {
      const { verdict } = await served(fault, (settings) =>
        runInProcess(settings, {
          profile: shownBySmoke.has(fault) ? 'smoke' : 'gate',
          seed,
          prompt: true,
          ...(judgeable && { only: judgeable }),
        }),
      );
      const deviating = withOutcome(verdict, 'deviates');
      expect(deviating.filter((id) => !alike.has(id)).sort()).toEqual([...ids].sort());
      expect(withOutcome(verdict, 'broken')).toEqual([]);
      expect([verdict.verdict, verdict.exitCode]).toEqual(['deviates', 1]);
    },
  );
});
