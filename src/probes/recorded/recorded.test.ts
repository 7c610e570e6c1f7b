import { describe, expect, test } from 'vitest';
import { type Reply, Untested } from '#evidence';
import { listedBack, readBack } from '../listings/created-offramps.ts';
import { offrampsAndItems } from '../listings/further-reads.ts';
import { walks } from '../listings/listing.ts';
import { surveys } from '../listings/listing-survey.ts';
import { orders } from '../orders/orders.ts';
import { repliesOf } from '../reads/reads.ts';
import type { Recorded } from '../source.ts';
import { type Probe, probesOf } from '../source.ts';
import { another, one, recorded } from './recorded.test.support.ts';

const selected = <T>(probe: Probe<T>, ...replies: Recorded['replies']): T => {
  if (probe.select === undefined) throw new Error(`${probe.id} selects nothing`);
  return probe.select({ replies });
};

const reasonOf = (probe: Probe<unknown>, ...replies: Recorded['replies']): string => {
  try {
    selected(probe, ...replies);
  } catch (error) {
    if (error instanceof Untested && error.why.by === 'user') return error.message;
    throw error;
  }
  return 'something was selected';
};

const subaccountReads = repliesOf('subaccount.read') as Probe<Recorded['replies']>;

test('a probe selects what is recognised as its own, and says what is not there', () => {
  const own = recorded('subaccount.read', { probe: 'reads of subaccount.read' });
  expect(selected(subaccountReads, own, recorded('subaccount.read'))).toEqual([own]);
  expect(reasonOf(subaccountReads, recorded('subaccount.read'))).toBe(
    'the recording does not show reads of subaccount.read',
  );
});

test('around recorded orders no balances are known', () => {
  const probe = 'orders of onramp.initiate';
  const { placed, balances } = selected(orders('onramp.initiate'), recorded('onramp.initiate', { probe }));
  expect(placed).toHaveLength(1);
  expect(balances).toBeInstanceOf(Untested);
});

interface Listed {
  readonly at?: number;
  readonly owner?: string;
  readonly totalPages?: number;
}

const page = (
  query: Readonly<Record<string, string>>,
  ids: readonly string[],
  { at = 0, owner = one, totalPages = 2 }: Listed = {},
) =>
  recorded('offramp.list', {
    at,
    query,
    ids: { subaccountId: owner },
    probe: 'reads of offramp.list',
    body: { data: ids.map((id) => ({ id })), page: Math.max(1, Number(query.page)), limit: 2, totalPages },
  });

describe('pages of a listing', () => {
  const survey = surveys('offramp.list');
  const numbered = (number: number, ids: readonly string[], at = 0) =>
    page({ page: String(number), limit: '2' }, ids, { at });

  test('first pages and later ones by number and limit', () => {
    const { limited, large, isWhole } = selected(survey, numbered(1, ['a', 'b']), numbered(2, ['c']));
    expect(limited.map(({ asked, page: of }) => [asked, of?.number])).toEqual([[2, 1]]);
    expect(large.map(({ number }) => number)).toEqual([2]);
    expect(isWhole).toBe(false);
  });

  test('a page before the first or past the end says nothing', () => {
    const { limited, large } = selected(survey, numbered(0, ['a']), numbered(1, ['a']), numbered(9, ['c']));
    expect(limited).toHaveLength(1);
    expect(large).toEqual([]);
    expect(reasonOf(survey, page({}, ['a']))).toContain('by number and limit');
  });

  test('a listing that changed meanwhile is not steady, nor one that was read once', () => {
    expect(selected(survey, numbered(1, ['a', 'b'])).isSteady).toBe(false);
    expect(selected(survey, numbered(1, ['a', 'b']), numbered(1, ['a', 'b'], 9)).isSteady).toBe(true);
    expect(selected(survey, numbered(1, ['a']), numbered(1, ['b', 'a'], 9)).isSteady).toBe(false);
  });

  test('each subaccount has its own', () => {
    const owners = selected(walks('offramp.list'), page({}, ['a']), page({}, ['b'], { owner: another }));
    expect(owners.map(({ owner, pages }) => [owner, pages.length])).toEqual([
      [one, 1],
      [another, 1],
    ]);
  });
});

describe('what a listing shows and a read does not find', () => {
  const shown = probesOf(offrampsAndItems).at(-1) as Probe<{ readonly reads: Recorded['replies'] }>;
  const listed = page({}, ['a']);
  const read = (at: number, asked: object = {}) =>
    recorded('offramp.read', { at, status: 404, ids: { offrampId: 'a' }, ...asked });
  const lost = (reply: Reply) => selected(shown, listed, reply).reads;

  test('is lost when it must have been there, for the same caller', () => {
    const late = read(20);
    expect(lost(late)).toEqual([late]);
    const others = { ids: { subaccountId: another, offrampId: 'a' } };
    const key = { credential: { in: 'header', value: 'of another tenant' } };
    for (const reply of [read(5), read(20, others), read(20, key), read(20, { status: 200 })])
      expect(lost(reply)).toEqual([]);
  });

  test('is not lost where the recording does not show the key', () => {
    const hidden = { credential: { in: 'header', value: '' } } as const;
    const ofHidden = { ...listed, request: { ...listed.request, ...hidden } };
    expect(selected(shown, ofHidden, read(20, hidden)).reads).toEqual([]);
  });
});

describe('created offramps', () => {
  const created = recorded('offramp.initiate', { probe: 'orders of offramp.initiate', body: { id: 'a' } });
  const read = (at: number, status = 200) =>
    recorded('offramp.read', { at, status, ids: { offrampId: 'a' }, body: { id: 'a' } });

  test('are read later, and missing only when they must have been there', () => {
    const later = read(5);
    expect(selected(readBack, created, read(1, 404), later)).toEqual([[later, created.body]]);
    expect(reasonOf(readBack, created, read(1, 404))).toContain('created offramps, read');
    expect(reasonOf(readBack, read(-5), created)).toContain('created offramps, read');
    const late = read(20, 404);
    expect(selected(readBack, created, late)).toEqual([[late, created.body]]);
    const ofAnother = recorded('offramp.read', {
      at: 20,
      status: 404,
      ids: { offrampId: 'a' },
      credential: { in: 'header', value: 'of another tenant' },
    });
    expect(reasonOf(readBack, created, ofAnother)).toContain('created offramps, read');
  });

  test('stand in a listing of one page', () => {
    const whole = page({}, ['b'], { at: 20, totalPages: 1 });
    expect(selected(listedBack, created, whole)).toMatchObject({ created: [created], due: [created] });
    expect(reasonOf(listedBack, created, page({}, ['b'], { at: 20 }))).toContain('listed');
    expect(reasonOf(listedBack, created, page({}, ['b'], { at: 5, totalPages: 1 }))).toContain('listed');
  });
});
