import { tmpdir } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { compareFacts, type FactChange, type Facts, factsOf, failsOnDrift } from '#baseline';
import type { OperationId, Profile, TestReport } from '#contract';
import { isRecord, type Reply, sentQuery } from '#evidence';
import { gatherAll, openSession, plannedChecks } from '#harness';
import { startSandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { createFacts } from '../../harness/facts.ts';
import { planFor } from '../run/plan.ts';
import '../../../suites/index.ts';

/** All that a run saw of the sandbox, so that another version of it is a change of these replies. */
const record = async (profile: Profile) => {
  const sandbox = await startSandbox();
  const env = { ...sandbox.settings, RAMP_QUIET_ACCOUNT: 'true', RAMP_TIMEOUT_MS: '60000' };
  const { target, close } = await openTarget(readSettings({ options: {}, cwd: tmpdir(), env }));
  const { ledger: _ledger, ...plan } = planFor(target, { profile, seed: 7, directory: '' });
  const { world } = openSession(plan, { prompt: true });
  await Promise.allSettled(gatherAll(plannedChecks(plan), world).values());
  await close();
  await sandbox.close();
  return { replies: world.replies, probed: target.facts, full: target.keys.full };
};

let recorded: Awaited<ReturnType<typeof record>>;

interface Version {
  /** The one operation whose replies are others; undefined where all are. */
  readonly of?: OperationId;
  readonly show: (reply: Reply) => Reply;
}

/** `of` leaves out what other operations show. */
const factsUnder = (version: Version, of?: OperationId): Facts => {
  const facts = createFacts();
  for (const reply of recorded.replies) {
    if (of !== undefined && reply.operation !== of) continue;
    const { credential, purpose } = reply.request;
    const hasFullKey = credential.in === 'header' && credential.value === recorded.full;
    if (!purpose.detour) facts.add(version.show(reply), !hasFullKey);
  }
  const report: TestReport = {
    requirement: 'conversion.read/answers-with-its-record',
    findings: [],
    observations: [],
    observedFacts: facts.take(() => true),
    exchanges: [],
    judgements: 1,
  };
  return factsOf([report], recorded.probed);
};

const asItIs = (reply: Reply): Reply => ({ ...reply, elapsedMs: 20 });

const unchanged: Version = { show: asItIs };

const changing = (of: OperationId, show: Version['show']): Version => ({
  of,
  show: (reply) => (reply.operation === of ? show(reply) : asItIs(reply)),
});

beforeAll(async () => {
  recorded = await record('gate');
});

type Change = (record: unknown) => void;

const recordsOf = (body: unknown): readonly Record<string, unknown>[] => {
  const data = isRecord(body) ? (body.data ?? body) : body;
  return [data].flat().filter(isRecord);
};

/** Changes each record in the successes of an operation. */
const inEach = (
  operation: OperationId,
  change: Change,
  when: (reply: Reply) => boolean = ({ status }) => status < 300,
): Version =>
  changing(operation, (reply) => {
    if (!when(reply)) return asItIs(reply);
    const copy = structuredClone(reply.body);
    for (const record of recordsOf(copy)) change(record);
    return { ...asItIs(reply), body: copy };
  });

const isAbsent = ({ status }: Reply) => status === 404;

/** A member by its dotted path, changed in every item of a list on the way. */
const at = (record: unknown, path: string, change: (holder: Record<string, unknown>, name: string) => void): void => {
  const [name = '', ...rest] = path.split('.');
  for (const each of [record].flat()) {
    if (!isRecord(each)) continue;
    const holder = each as Record<string, unknown>;
    if (rest.length === 0) change(holder, name);
    else at(holder[name], rest.join('.'), change);
  }
};

const set =
  (path: string, value: unknown): Change =>
  (record) =>
    at(record, path, (holder, name) => {
      holder[name] = typeof value === 'function' ? value(holder[name]) : value;
    });

const drop =
  (path: string): Change =>
  (record) =>
    at(record, path, (holder, name) => delete holder[name]);

const times = (factor: number) => (text: unknown) => (Number(text) * factor).toFixed(8);

/** Before the upgrade, where it takes away or renames what the reference does not have. */
const before = {
  hidden: inEach('onramp.initiate', set('zahlungsweg', 'x')),
  settling: inEach('withdrawal.read', set('settled_at', '2026-01-01T00:00:00.000Z')),
  hiddenInListing: inEach('conversion.list', set('wechselkursart', 'x')),
} as const;

const later = (minutes: number) => (text: unknown) =>
  new Date(Date.parse(String(text)) + minutes * 60_000).toISOString();

/** Changes the methods of one currency. */
const listedIn = (currency: string, change: (entries: unknown[]) => unknown): Version =>
  changing('taxonomy.list', (reply) => {
    const { body, request } = reply;
    if (request.input.currency !== currency || !Array.isArray(body)) return asItIs(reply);
    const copy = structuredClone(body);
    return { ...asItIs(reply), body: change(copy) ?? copy };
  });

const turned = changing('offramp.list', (reply) => {
  const { body } = reply;
  if (!isRecord(body) || !Array.isArray(body.data)) return asItIs(reply);
  return { ...asItIs(reply), body: { ...body, data: body.data.toReversed() } };
});

type Row = readonly [upgrade: string, to: Version, drift: FactChange['class'], line: string, from?: Version];

const capability = 'capabilities.currencies.USD';

const upgrades: readonly Row[] = [
  ['a method is gone', listedIn('BRL', (all) => all.slice(0, 1)), 'risky', 'methods: BRL: pix/key or ted -> pix/key'],
  [
    'a method is new',
    listedIn('BRL', (all) => [...all, { ...(all[0] as object), method: 'wire' }]),
    'additive',
    'methods: BRL: pix/key or ted -> pix/key or ted or wire/key',
  ],
  [
    'a field more is required',
    listedIn(
      'BRL',
      set('required_fields', (own: unknown) => [own, 'phone'].flat()),
    ),
    'risky',
    'required fields: BRL ted: account or branch -> account or branch or phone',
  ],
  [
    'a field is no longer required',
    listedIn('BRL', set('required_fields', [])),
    'additive',
    'required fields: BRL ted: account or branch -> none',
  ],
  [
    'a field with a hidden name is another',
    listedIn('MXN', set('required_fields', ['banco'])),
    'risky',
    'required fields: MXN card/debit: number -> hidden-',
  ],
  [
    'a greatest amount is lowered',
    inEach('taxonomy.list', set('currency_configurations.limits.tx_limit', times(0.5))),
    'risky',
    'limit: BRL ted USDC tx_limit: step 113 -> step 106 (lowered)',
  ],
  [
    'a greatest amount is raised',
    inEach('taxonomy.list', set('currency_configurations.limits.system_max', times(2))),
    'additive',
    'limit: BRL ted USDC system_max: step 130 -> step 137 (raised)',
  ],
  [
    'a least amount is raised',
    inEach('taxonomy.list', set('currency_configurations.limits.system_min', times(2))),
    'risky',
    'limit: BRL ted USDC system_min: step 24 -> step 31 (raised)',
  ],
  [
    'a limit falls away',
    inEach('taxonomy.list', set('currency_configurations.limits.tx_limit', '-1.00000000')),
    'additive',
    'limit: BRL ted USDC tx_limit: step 113 -> none (raised)',
  ],
  [
    'a fee of a method is raised',
    inEach('taxonomy.list', set('currency_configurations.fee.amount', times(3))),
    'risky',
    'fee: BRL ted USDC: step 4 -> step 16 (raised)',
  ],
  [
    'fees are of another type',
    inEach('taxonomy.list', set('currency_configurations.fee.type', 'percentage')),
    'risky',
    'fee types: BRL ted USDC: fixed -> percentage',
  ],
  [
    'a flag is taken',
    inEach('subaccount.read', set(`${capability}.canOnramp`, false)),
    'risky',
    'flags: USD, individual, approved: canDeposit or canOfframp or canOnramp or canWithdraw -> canDeposit or canOfframp or canWithdraw',
  ],
  [
    'a flag is given',
    inEach('subaccount.read', set('capabilities.currencies.AED.canOnramp', true)),
    'additive',
    'flags: AED, business, approved: none -> canOnramp',
  ],
  [
    'a rail is gone',
    inEach('subaccount.read', drop(`${capability}.rails.ach`)),
    'risky',
    'rails: USD, individual, approved: ach or swift or wire -> swift or wire',
  ],
  [
    'a rail is switched off',
    inEach('subaccount.read', set(`${capability}.rails.wire`, false)),
    'risky',
    'rails: USD, business, approved: ach or swift or wire -> ach or swift',
  ],
  [
    'a currency is gone',
    inEach('subaccount.read', drop('capabilities.currencies.NGN')),
    'risky',
    'currencies: all, individual, approved: AED or BRL or GHS or NGN or USD -> AED or BRL or GHS or USD',
  ],
  [
    'a network of an asset is gone',
    inEach('subaccount.read', set('capabilities.assets.USDC.networks', ['SOL'])),
    'risky',
    'networks: USDC, individual, approved: CELO or ETH or POLY or SOL -> SOL',
  ],
  ['a hidden member is gone', unchanged, 'risky', '$.hidden-', before.hidden],
  [
    'a hidden member is renamed',
    inEach('onramp.initiate', set('zahlungsart', 'x')),
    'risky',
    '$.hidden-',
    before.hidden,
  ],
  ['a hidden member of a listing is gone', unchanged, 'risky', '$.data[].hidden-', before.hiddenInListing],
  ['a hidden member is new', before.hidden, 'additive', '$.hidden-'],
  ['an undocumented member of a record of the settings is gone', unchanged, 'risky', '$.settled_at: ', before.settling],
  ['listings turn round', turned, 'reported', 'order: by creation: newest first -> oldest first'],
  [
    'an order expires sooner',
    inEach('onramp.initiate', set('from.payment_instructions.expires_at', later(-20))),
    'risky',
    'expiry: $.from.payment_instructions.expires_at: from 15 min -> from 1 min (lowered)',
  ],
  [
    'an order expires later',
    inEach('onramp.initiate', set('from.payment_instructions.expires_at', later(90))),
    'additive',
    'expiry: $.from.payment_instructions.expires_at: from 15 min -> from 1 h (raised)',
  ],
  [
    'ids are of another version',
    inEach(
      'conversion.list',
      set('id', (id: unknown) => String(id).replace(/^(.{14})./, '$17')),
    ),
    'reported',
    'uuid: $.data[].id: version 4 -> version 7',
  ],
  [
    'fees of orders are raised',
    inEach('onramp.initiate', set('to.net_amount', times(0.98))),
    'risky',
    'fee rate: plain: step -47 -> step -36 (raised)',
  ],
  [
    'messages are worded otherwise',
    inEach('conversion.read', set('message', 'The conversion could not be found.'), isAbsent),
    'reported',
    'wording: 404: ',
  ],
  [
    'reads are slower',
    changing('balances.read', (reply) => ({ ...reply, elapsedMs: 700 })),
    'reported',
    'speed: below 100 ms -> below 1 s (raised)',
  ],
  [
    'amounts have fewer places',
    inEach('conversion.list', set('amount', '1.00')),
    'risky',
    '$.data[].amount: decimal(12) req -> decimal(2) req',
  ],
];

const textOf = ({ fact, accepted: old, met }: FactChange): string => `${fact}: ${old} -> ${met}`;

for (const [upgrade, to, drift, line, from = unchanged] of upgrades)
  test(upgrade, () => {
    // Of the other operations both versions show the same replies.
    const of = to.of ?? from.of;
    const changes = compareFacts(factsUnder(from, of), factsUnder(to, of));
    const own = changes.find((change) => textOf(change).startsWith(line));
    expect(own?.class, changes.map(textOf).join('\n')).toBe(drift);
    expect(changes[0]?.class).toBe(drift);
    expect(failsOnDrift(changes)).toBe(drift === 'risky');
  });

/** A deterministic stream of numbers from 0 to 1. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
};

/** Another day with other data: amounts, instants, ids, places in a listing, speeds and texts in messages. */
const anotherDay = (seed: number): Version => {
  const random = numbersFrom(seed);
  const digit = () => Math.floor(random() * 16).toString(16);
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each)]));
    if (typeof value !== 'string') return value;
    if (/^[\da-f]{8}-/.test(value))
      return value.replace(/^[\da-f]{8}/, () => Array.from({ length: 8 }, digit).join(''));
    return value;
  };
  const shift = random() * 1e9;
  const show = (reply: Reply): Reply => {
    const body = moved(reply.body);
    for (const each of recordsOf(body)) {
      // What an item of a listing may have depends on its state.
      if (/list$/.test(reply.operation) && reply.status < 300 && random() < 0.5) each.zufall = 'x';
      for (const path of ['created_at', 'createdAt', 'from.payment_instructions.expires_at', 'expiresAt'])
        at(each, path, (holder, name) => {
          if (typeof holder[name] === 'string') holder[name] = new Date(Date.parse(holder[name]) - shift).toISOString();
        });
      at(each, 'currency_configurations.limits.tx_limit', (holder, name) => {
        holder[name] = times(0.98 + 0.04 * random())(holder[name]);
      });
      at(each, 'amount', (holder, name) => {
        if (typeof holder[name] === 'string') holder[name] = (random() * 1000).toFixed(12);
      });
      if (typeof each.message === 'string') each.message = `${each.message} (${Math.floor(random() * 1e6)})`;
    }
    return { ...reply, body, elapsedMs: 5 + random() * 60 };
  };
  return { show };
};

test('ten runs against an unchanged service whose data move show no drift', () => {
  const seeds = Array.from({ length: 10 }, (_, index) => 1 + index * 7_919);
  const first = factsUnder(anotherDay(999));
  for (const seed of seeds) {
    const changes = compareFacts(first, factsUnder(anotherDay(seed)));
    expect(changes.map((change) => `${change.class} ${change.endpoint} ${textOf(change)}`)).toEqual([]);
  }
});

test('a page past the end that a longer listing has is no new fact', () => {
  const pastTheEnd = (reply: Reply) => Number(sentQuery(reply, 'page')) > 1;
  const absent = (reply: Reply): Reply =>
    pastTheEnd(reply) ? Object.assign(Object.create(reply), { status: 404, elapsedMs: 20 }) : asItIs(reply);
  const [old, now] = [unchanged, changing('conversion.list', absent)].map((version) =>
    factsUnder(version, 'conversion.list'),
  );
  const changes = compareFacts(old ?? {}, now ?? {});
  expect(changes.filter(({ fact }) => fact.startsWith('status: '))).toEqual([]);
});

test('a baseline of an earlier version says in one line what it does not know, and nothing fails', () => {
  const now = factsUnder(before.hidden);
  const earlier = Object.fromEntries(
    Object.entries(now).map(([endpoint, facts]) => [
      endpoint,
      {
        ...Object.fromEntries(
          Object.entries(facts).filter(([key]) => /^(?:\d{3} )?(?:\$|header|kind of)|^(?:status|probed): /.test(key)),
        ),
        ...(endpoint === 'service' ? {} : { latency: 'below 1 s' }),
      },
    ]),
  );
  const changes = compareFacts(earlier, now);
  expect(changes.map(({ class: drift, endpoint, fact }) => [drift, endpoint, fact])).toEqual([
    ['reported', 'service', 'kinds of facts'],
  ]);
  expect(failsOnDrift(changes)).toBe(false);
});

test('facts hold no value, name or message', () => {
  const text = JSON.stringify(factsUnder(inEach('onramp.initiate', set('Mariasilva', 'x'))));
  expect(text).not.toMatch(/50000|250000|mariasilva/i);
});
