import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationIds, type RequirementId } from '#contract';
import type { Verdict } from '#reporting';
import { runInProcess } from '../testing/in-process.test.support.ts';
import { commandHere } from '../testing/terminal.test.support.ts';
import { startVendor } from '../testing/vendor.test.support.ts';
import { type Asked, type Gateway, startGateway, through } from './gateway.test.support.ts';

const here = commandHere();

const seed = 42;

type Settings = Readonly<Record<string, string>>;

/** The sample vendor behind a gateway: a second reference, written from the document alone. */
const served = async <T>(
  gateway: (settings: Settings) => Gateway,
  use: (settings: Settings) => Promise<T>,
  defects = false,
): Promise<T> => {
  const vendor = await startVendor({ defects });
  const { baseUrl, close } = await startGateway(
    vendor.settings.RAMP_BASE_URL ?? '',
    gateway(vendor.settings),
  );
  try {
    return await use({ ...vendor.settings, RAMP_BASE_URL: baseUrl });
  } finally {
    close();
    vendor.close();
  }
};

const withOutcome = ({ requirements }: Verdict, outcome: string): readonly string[] =>
  requirements.filter((requirement) => requirement.outcome === outcome).map(({ id }) => id);

const plain = (): Gateway => (_asked, forward) => forward();

/** Replaces texts in the answers to these paths. */
const edited =
  (path: RegExp, ...edits: readonly (readonly [RegExp, string])[]) =>
  (): Gateway =>
  async (asked, forward) => {
    const answer = await forward();
    if (!path.test(asked.path)) return answer;
    return {
      ...answer,
      body: edits.reduce((text, [pattern, by]) => text.replace(pattern, by), String(answer.body)),
    };
  };

/** Forwards another request where one is at this path. */
const readAs =
  (path: RegExp, change: (asked: Asked, settings: Settings) => Partial<Asked>) =>
  (settings: Settings): Gateway =>
  (asked, forward) =>
    forward(path.test(asked.path) ? { ...asked, ...change(asked, settings) } : asked);

/** Freedoms that the document leaves and neither the sandbox nor the vendor takes. */
const free = edited(
  /./,
  [/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})Z"/g, '"$1417+00:00"'],
  [/^\{"/, '{"trace":"e1","'],
  [/\{"(type|method|amount|currency)":/g, '{"further":{"level":2},"$1":'],
  [/"(gross_amount|targetAmount|totalFees|rate|exchangeRate|usd)":(\d+)(?=[,}])/g, '"$1":$2.00'],
  [/"status":"approved"(?=,"(?:rejection|created_))/, '"status":"verified"'],
  [/"documents":\[\{"purpose":"PROOF/, '"documents":[{"pages":1,"purpose":"PROOF'],
);

const conversions = /\/conversions/;
const onramps = /\/onramp\/initiate/;

const isListed = ({ method, path }: Asked): boolean => method === 'GET' && /\/offramp\/?(\?|$)/.test(path);

/** The last page begins with an item of the page before it. */
const repeats = (): Gateway => async (asked, forward) => {
  const answer = await forward();
  if (!isListed(asked) || answer.status !== 200) return answer;
  const page = JSON.parse(String(answer.body));
  if (page.page === 1 || page.page !== page.totalPages) return answer;
  const url = new URL(asked.path, 'http://vendor.invalid');
  url.searchParams.set('page', String(page.page - 1));
  const before = await forward({ ...asked, path: url.pathname + url.search });
  page.data[0] = JSON.parse(String(before.body)).data.at(-1);
  return { ...answer, body: JSON.stringify(page) };
};

/** Initiating an onramp or an offramp takes its amount from the balance in usd. */
const movesBalance = (): Gateway => {
  let moved = 0;
  return async (asked, forward) => {
    const answer = await forward();
    if (asked.path.startsWith('/v2/') && asked.method === 'POST' && answer.status === 201)
      moved += JSON.parse(String(asked.body)).from.amount;
    if (!asked.path.endsWith('/balances')) return answer;
    const body = String(answer.body).replace(/"usd":([\d.]+)/, (_, usd) => `"usd":${Number(usd) - moved}`);
    return { ...answer, body };
  };
};

/** Counts the items of the page where the whole listing is due. */
const countsPage = (): Gateway => async (asked, forward) => {
  const answer = await forward();
  if (!conversions.test(asked.path)) return answer;
  const body = String(answer.body);
  return { ...answer, body: body.replace(/"total":\d+/, `"total":${body.split('"id":').length - 1}`) };
};

const keyFromQuery = ({ path, headers }: Asked): Partial<Asked> => {
  const { searchParams } = new URL(path, 'http://vendor.invalid');
  const asked = searchParams.get('x-api-key') ?? searchParams.get('api_key');
  const key = headers['x-api-key'] ?? asked;
  return key === null ? {} : { headers: { ...headers, 'x-api-key': key } };
};

const replaced = (body: Buffer, pattern: RegExp, by: string) => ({
  body: Buffer.from(String(body).replace(pattern, by)),
});

type Fault = readonly [gateway: (settings: Settings) => Gateway, broken: readonly RequirementId[]];
type Faults = Readonly<Record<string, Fault>>;

/** Each breaks one promise: just this deviates, and nothing else. */
const faults: Faults = {
  'a named withdrawal over ACH is accepted': [
    readAs(/\/v2\/.*offramp\/initiate/, ({ body }, { RAMP_NAMED_RECIPIENT_ID: named = '' }) =>
      String(body).includes(named) ? replaced(body, /"payment_rail":"ACH"/, '"payment_rail":"WIRE"') : {},
    ),
    ['rails/named-refuses-ach', 'rails/named-refuses-ach-in-any-order', 'rails/named-takes-no-other-rail'],
  ],
  'the last page repeats an item': [repeats, ['offramp.list/shows-an-item-once']],
  'the amount of a withdrawal has two places': [
    edited(/\/withdrawals\//, [/("amount":"\d+\.\d\d)\d{6}"/, '$1"']),
    ['withdrawal.read/writes-its-amounts'],
  ],
  'a key without permission gets 401 on the conversions': [
    readAs(conversions, ({ headers }, { RAMP_RESTRICTED_API_KEY: restricted }) =>
      headers['x-api-key'] === restricted ? { headers: { ...headers, 'x-api-key': 'nobody' } } : {},
    ),
    ['conversion.list/refuses-a-restricted-key', 'conversion.read/refuses-a-restricted-key'],
  ],
  'the key is accepted from the query': [
    readAs(/\?/, keyFromQuery),
    operationIds.map((id) => `${id}/refuses-a-misplaced-key` as const),
  ],
  'an onramp carries another reference': [
    edited(onramps, [/(?<="client_onramp_reference":")[^"]+/, 'of another order']),
    ['onramp.initiate/echoes-the-reference', 'onramp.initiate/holds-through-a-sequence'],
  ],
  'a deposit is simulated in any currency': [
    readAs(/\/deposits\//, ({ body }) => replaced(body, /"currency":"[A-Z]{3,4}"/, '"currency":"USD"')),
    ['deposit.simulate/holds-through-a-sequence', 'deposit.simulate/refuses-an-unlisted-currency'],
  ],
  'the 404 of an absent business speaks of a customer': [
    edited(/\/businesses\//, [/Business not found/, 'Customer not found']),
    ['business-kyc.read/refuses-an-absent-business'],
  ],
  'the masked address is the full one': [
    edited(/\/withdrawals\//, [/("destinationAddress":"(\w+)","destination_address":")[^"]+/, '$1$2']),
    ['withdrawal.read/masks-the-address'],
  ],
  'the timestamps of conversions have no milliseconds': [
    edited(conversions, [/("createdAt":"[^"]{19})\.\d+/g, '$1']),
    ['conversion.list/writes-its-timestamps', 'conversion.read/writes-its-timestamps'],
  ],
  'the refusal of an asset does not name all': [
    edited(onramps, [/, BTC_LIGHTNING/, '']),
    ['onramp.initiate/names-the-listed-assets'],
  ],
  'initiating moves a balance': [
    movesBalance,
    [
      'balances.read/holds-through-a-sequence',
      'balances.read/stands-still-after-initiations',
      'offramp.initiate/leaves-balances-alone',
      'onramp.initiate/leaves-balances-alone',
    ],
  ],
  'the total of the conversions is that of the page': [countsPage, ['conversion.list/counts-its-items']],
};

/** Faults that a short run shows too, those that move what others look at, and the others: each group is of different promises. */
const shownBySmoke = /two places|gets 401|speaks of|masked|milliseconds|name all/;
const moving = /repeats an item|moves a balance/;

type Group = readonly [profile: 'smoke' | 'gate', applies: (name: string) => boolean, defects: boolean];

const groups: readonly Group[] = [
  ['smoke', (name) => shownBySmoke.test(name), false],
  ['gate', (name) => moving.test(name), false],
  ['gate', (name) => !shownBySmoke.test(name) && !moving.test(name), true],
];

/** An item that is repeated takes the place of another: which walk misses it depends on how many there are. */
const alike: ReadonlySet<string> = new Set([
  'offramp.initiate/can-be-listed',
  'offramp.list/holds-through-a-sequence',
  'offramp.list/loses-no-item',
]);

/** The two defects of the sample vendor, in promises of which no other fault here is. */
const ownDefects: readonly RequirementId[] = [
  'lightning-offramp.initiate/refuses-a-business-without-approved-kyc',
  'lightning-offramp.initiate/refuses-without-approved-kyc',
  'offramp.read/keeps-to-its-subaccount',
];

describe('a second reference, written from the document alone', () => {
  const expectConforming = (verdict: Verdict, name: string): void => {
    for (const outcome of ['deviates', 'broken', 'unproven'])
      expect(withOutcome(verdict, outcome), `${name}, ${outcome}`).toEqual([]);
    expect([verdict.verdict, verdict.exitCode]).toEqual(['conforms', 0]);
  };

  test('conforms as it is, without drift, and its reports are small', async () => {
    const directory = join(here.folder, 'reports');
    const args = ['run', '--reports', directory, '--seed', String(seed)];
    const { run } = commandHere({ allure: 'page' });
    const { code, err, out } = await served(plain, (settings) => run(args, settings));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [, megabytes] = /\n {2}reports: .+ \(([\d.]+) MB in /.exec(out) ?? [];
    expect(Number(megabytes), 'of the reports, without the kept runs').toBeLessThanOrEqual(5);
    const verdict = JSON.parse(readFileSync(join(directory, 'verdict.json'), 'utf8')) as Verdict;
    expectConforming(verdict, 'as it is');
    expect(withOutcome(verdict, 'drifts')).toEqual([]);
  });

  test('conforms with further freedoms: a difference is drift at most', async () => {
    const { verdict } = await served(free, (settings) => runInProcess(settings, { profile: 'gate', seed }));
    expectConforming(verdict, 'with further freedoms');
    expect(withOutcome(verdict, 'drifts')).not.toEqual([]);
  });

  test.each(
    groups.map(([profile, applies, defects]) => {
      const group = Object.entries(faults).filter(([name]) => applies(name));
      const names = group.map(([name]) => name);
      if (defects) names.push('its two defects');
      return [names.join(', '), profile, group.map(([, fault]) => fault), defects] as const;
    }),
  )('%s: that deviates, and nothing else', async (_, profile, group, defects) => {
    const all = (settings: Settings) => through(...group.map(([gateway]) => gateway(settings)));
    const broken = [...group.flatMap(([, requirements]) => requirements), ...(defects ? ownDefects : [])];
    const { verdict } = await served(
      all,
      (settings) => runInProcess(settings, { profile, seed, prompt: true }),
      defects,
    );
    expect(withOutcome(verdict, 'broken')).toEqual([]);
    expect([verdict.verdict, verdict.exitCode]).toEqual(['deviates', 1]);
    const deviating = withOutcome(verdict, 'deviates').filter((id) => !alike.has(id));
    expect(deviating.toSorted()).toEqual(broken.toSorted());
  });
});
