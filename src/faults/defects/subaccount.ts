import { against, forEachValue } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import {
  answering,
  breaking,
  changing,
  isRecord,
  type NewValue,
  otherId,
  rewriting,
  succeeding,
} from '../rewriting.ts';

const read = 'subaccount.read';

against(['subaccount.read/returns-the-one-asked-for', 'http/answers-alike'], {
  'Any subaccount is answered with the first one.': { subaccount: { find: (all) => all[0] } },
  'Each read gets the record of the read before it.': succeeding(read, ({ body }, { world }) => {
    const before = world.memory.get('record') ?? body;
    world.memory.set('record', body);
    return { body: before };
  }),
});
against('subaccount.read/returns-the-one-asked-for', {
  'The id is an internal one.': changing(read)('id', otherId),
});
against('http/answers-alike', {
  'Every fifth read gets the record of another.': succeeding(read, ({ body }, request) => {
    const { memory } = request.world;
    const others = (memory.get('records') as unknown[] | undefined) ?? [];
    memory.set('records', [...others, body]);
    const other = others.find((it) => JSON.stringify(it) !== JSON.stringify(body));
    return timesBefore(request, read) % 5 === 4 && other !== undefined ? { body: other } : {};
  }),
});
against('http/refuses-alike', {
  'An absent subaccount is 404 and 400 in turns.': answering(
    { operation: read, status: 404, when: (request) => timesBefore(request, 'absent') % 2 === 1 },
    { status: 400 },
  ),
  'An absent subaccount breaks the service from the third read on.': breaking({
    operation: read,
    status: 404,
    when: (request) => timesBefore(request, 'absent') >= 2,
  }),
});

against('subaccount.read/shows-each-its-own-person', {
  'Every subaccount shows the first person, under the id that was asked for.': {
    subaccount: { find: ([first], id) => first && { ...first, id } },
  },
  'Every person has the verification record of the first.': { individualKyc: { find: ([first]) => first } },
  'Every business has the verification record of the first.': { businessKyc: { find: ([first]) => first } },
});

against('subaccount.read/has-its-members', {
  'Every second answer comes from a node that leaves out the type.': rewriting(read, '$.type', (value, { request }) =>
    timesBefore(request, 'reads') % 2 === 0 ? value : undefined,
  ),
});

const changed = (path: string, change: NewValue) => rewriting(read, `$.${path}`, change);

const capabilities = (status: string, change: (capability: object) => object) =>
  changed('capabilities.currencies{*}', (value) =>
    isRecord(value) && value.status === status ? change(value) : value,
  );

const profiled = (added: (first: Record<string, unknown>) => object) =>
  changed('kyc.profiles', (value) => {
    const profiles = Array.isArray(value) ? value : [];
    return isRecord(profiles[0]) ? [...profiles, added(profiles[0])] : value;
  });

against('subaccount.read/names-a-country-once', {
  'A country has two profiles.': profiled((first) => first),
  'A country has a profile in capitals and one in lower case.': profiled((first) => ({
    ...first,
    country: String(first.country).toLowerCase(),
  })),
  'A country keeps the profile of its former state.': profiled((first) => ({ ...first, status: 'pending' })),
});

const named = { status: 'locked', requiredKyc: 'More', requiredActions: [] };

const flags = ['canOnramp', 'canOfframp', 'canDeposit', 'canWithdraw'];

const renamed = (rename: (code: string) => string) =>
  changed('capabilities.currencies', (value) =>
    Object.fromEntries(Object.entries(value ?? {}).map(([code, held]) => [rename(code), held])),
  );

const networks = (asset: string, network: string) =>
  changed(`capabilities.assets.${asset}.networks`, (known) => (Array.isArray(known) ? [...known, network] : known));

against('subaccount.read/keys-currencies-by-upper-case-code', {
  'Currencies are keyed in lower case.': renamed((code) => code.toLowerCase()),
  'One currency is keyed in lower case.': renamed((code) => (code === 'BRL' ? 'brl' : code)),
  'Currencies are keyed by country.': renamed((code) => code.slice(0, 2)),
  'Currencies are keyed by number.': renamed((code) => String(code.charCodeAt(0) * 11)),
});

against('subaccount.read/locks-every-flag', {
  ...forEachValue(flags, (flag) => [
    `A locked capability has ${flag}.`,
    capabilities('locked', (it) => ({ ...it, [flag]: true })),
  ]),
  'An open capability is called locked.': capabilities('approved', (it) => ({ ...it, ...named })),
});
against(
  'subaccount.read/explains-a-locked-capability',
  forEachValue(['requiredKyc', 'requiredActions'], (name) => [
    `A locked capability has no ${name}.`,
    capabilities('locked', (it) => ({ ...it, [name]: undefined })),
  ]),
);
against('subaccount.read/says-what-unlocks-a-capability', {
  'A locked capability requires no action.': capabilities('locked', (it) => ({
    ...it,
    requiredActions: [],
  })),
  'A locked capability requires an empty text.': capabilities('locked', (it) => ({
    ...it,
    requiredKyc: '',
  })),
  'A locked capability requires a blank text.': capabilities('locked', (it) => ({
    ...it,
    requiredKyc: ' ',
  })),
});
against('subaccount.read/requires-an-action-while-locked', {
  'The locked capability of an approved subaccount requires no action.': changed(
    'capabilities.currencies.AED',
    (value) => (isRecord(value) ? { ...value, requiredActions: [] } : value),
  ),
});
against('subaccount.read/speaks-of-the-verification', {
  'A locked capability requires something else.': capabilities('locked', (it) => ({
    ...it,
    requiredKyc: 'Hello there, and thank you for your patience',
  })),
});
against('subaccount.read/lists-the-networks-of-each-asset', {
  'USDT is on lightning.': networks('USDT', 'LIGHTNING'),
  'EURC is on every network of USDC.': networks('EURC', 'POLY'),
  'BTC is on Ethereum.': networks('BTC', 'ETH'),
});
against('subaccount.read/opens-what-takes-orders', {
  'An approved capability can do nothing.': capabilities('approved', (it) => ({
    ...it,
    ...Object.fromEntries(flags.map((flag) => [flag, false])),
  })),
});
against(
  'subaccount.read/offers-the-rails-that-take-orders',
  forEachValue(['wire', 'ach', 'swift'], (rail) => [
    `A rail that takes orders is shown as unavailable: ${rail}.`,
    changed(`capabilities.currencies.USD.rails.${rail}`, false),
  ]),
);
against('subaccount.read/explains-only-locked-capabilities', {
  'An open capability requires a verification.': capabilities('approved', (it) => ({
    ...it,
    requiredKyc: 'Further verification is required',
  })),
  'An open capability requires actions.': capabilities('approved', (it) => ({
    ...it,
    requiredActions: [],
  })),
});
