import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ObservedFact, Profile, TestReport } from '#contract';
import { Refused } from '#lib';
import {
  compareFacts,
  excusingSettings,
  type Facts,
  factsOf,
  failsOnDrift,
  kindNames,
  planAcceptance,
  readBaseline,
} from './index.ts';

const root = mkdtempSync(join(tmpdir(), 'ramp-conformance-baseline-'));

const target = 'vendor.example';

const reportOf = (observedFacts: readonly ObservedFact[]): TestReport => ({
  requirement: 'conversion.read/keeps-its-members' as TestReport['requirement'],
  findings: [],
  observations: [{ operation: 'conversion.read', situation: 'success', fact: '200' }],
  observedFacts,
  exchanges: [],
  judgements: 1,
});

const saw = (key: string, actual: string, times = 1): ObservedFact => ({
  operation: 'conversion.read',
  key,
  actual,
  times,
});

const probed = { firstPage: 1, greatestLimit: 50 };

test('facts add up over probes', () => {
  const one = reportOf([saw('$', 'object', 3), saw('$.id', 'uuid', 3), saw('$.note', 'text', 2)]);
  const two = reportOf([saw('$', 'object', 3), saw('$.id', 'uuid', 3), saw('$.tag', 'text', 6)]);
  expect(factsOf([one, two], probed)).toEqual({
    'conversion.read': {
      $: 'object',
      '$.id': 'uuid req',
      '$.note': 'text opt',
      '$.tag': 'text req',
      'observed: success': '200',
    },
    service: {
      'kinds of facts': expect.stringContaining('methods'),
      'probed: first page': '1',
      'probed: greatest limit': '50',
    },
  });
  expect(factsOf([], probed)).toEqual({});
});

test('too few records make no undocumented member a promise', () => {
  const { 'conversion.read': facts } = factsOf([reportOf([saw('$', 'object'), saw('$.tag', 'text')])], probed);
  expect(facts?.['$.tag']).toBe('text seen');
});

const factOf = (key: string, ...observedFacts: readonly ObservedFact[]): string | undefined =>
  factsOf([reportOf([saw('$', 'object', 3), ...observedFacts])], probed)['conversion.read']?.[key];

test('more than two numbers of places follow the amount', () => {
  const places = [2, 4, 8].map((count) => saw('$.tax', `decimal(${count})`));
  expect(factOf('$.tax', ...places.slice(1))).toBe('decimal(4) or decimal(8) opt');
  expect(factOf('$.tax', ...places)).toBe('decimal(varied) seen');
});

test('few records show a promise where the document makes it', () => {
  expect(factOf('$.id', saw('$.id', 'uuid', 3))).toBe('uuid req');
});

test('what a drawn case shows is no fact: another seed draws another', () => {
  const observations = [{ operation: 'conversion.read', situation: 'x', fact: '1', drawn: true }] as const;
  const { 'conversion.read': facts } = factsOf([{ ...reportOf([saw('$', 'object')]), observations }], probed);
  expect(facts).toEqual({ $: 'object' });
});

test('the speed of an endpoint is that of its middle reply', () => {
  expect(factOf('speed', saw('speed', '1000'), saw('speed', '20'), saw('speed', '130'))).toBe('130');
});

const drift = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  compareFacts({ 'offramp.read': before }, { 'offramp.read': after }).map((change) => change.class);

const around = { $: 'object' };

describe('a change is put in its class', () => {
  test.each<[string, string, string | undefined, string | undefined, string[]]>([
    ['a documented member gone', '$.id', 'uuid req', undefined, ['breaks']],
    ['an undocumented member gone', '$.note', 'text req', undefined, ['changed']],
    ['a member gone that was only seen', '$.note', 'text seen', undefined, ['unseen']],
    ['a member that comes and goes', '$.id', 'uuid req', 'uuid opt', ['breaks']],
    ['another type', '$.id', 'uuid req', 'number req', ['breaks']],
    ['another form', '$.id', 'uuid req', 'text req', ['breaks']],
    ['null where never null', '$.id', 'uuid req', 'null or uuid req', ['breaks']],
    ['something where always null', '$.id', 'null req', 'uuid req', []],
    ['a new value', '$.status', 'enum:paid req', 'enum:held|paid req', ['changed']],
    ['a value that did not come', '$.status', 'enum:failed|paid req', 'enum:paid req', []],
    ['zeros at the end', '$.from.amount', 'decimal(2)', 'decimal(8)', []],
    ['a mask that fell', '$.from.address', 'masked', 'text', ['changed']],
    ['more digits of a second', '$.created_at', 'datetime-ms-utc', 'datetime-us-utc', ['changed']],
    ['a new member', '$.note', undefined, 'text req', ['more']],
    ['a new currency', '$.map', 'map:BRL req', 'map:BRL|USD req', ['more']],
    ['another status', 'status: a case', '404', '400', ['changed']],
    ['a refusal accepted', 'status: a case', '400', '201', ['changed']],
    ['a refusal accepted at times', 'status: a case', '4xx', '2xx or 4xx', ['changed']],
    ['a refused key accepted', 'status: a case, with another key', '401', '200', ['breaks']],
    ['an acceptance refused', 'observed: a rail', 'accepted', 'refused', ['changed']],
    ['a default', 'observed: default page and limit', '1 and 10', '1 and 5', ['changed']],
    ['a case that was not tried', 'status: a case', '404', undefined, ['unseen']],
    ['a kind of message that did not come', '404 kind of message', 'bank or person', 'bank', []],
    ['another kind of message', '404 kind of message', 'bank', 'bank or person', ['changed']],
    ['a member now always there', '$.id', 'uuid opt', 'uuid req', []],
    ['more records', '$.note', 'text seen', 'text req', []],
  ])('%s', (_name, key, before, after, classes) => {
    const of = (fact: string | undefined) => ({ ...around, ...(fact === undefined ? {} : { [key]: fact }) });
    expect(drift(of(before), of(after))).toEqual(classes);
  });

  test('a member of a record of ours that was only seen, and is gone', () => {
    const [before, after] = [{ ...around, '$.note': 'text seen' }, around];
    const changes = compareFacts({ 'balances.read': before }, { 'balances.read': after });
    expect(changes).toMatchObject([{ class: 'changed', fact: '$.note' }]);
  });

  test('a user raises or lowers a kind', () => {
    const [before, after] = [{ 'status: a case': '404' }, { 'status: a case': '400' }];
    const classes = { 'status-changed': 'breaks' } as const;
    const changes = compareFacts({ 'offramp.read': before }, { 'offramp.read': after }, { classes });
    expect(changes).toMatchObject([{ class: 'breaks', kind: 'status-changed' }]);
    expect(failsOnDrift(changes)).toBe(true);
  });

  test('evidence that the run left out is no drift that fails', () => {
    const changes = compareFacts({ 'offramp.read': { ...around, '$.id': 'uuid req' } }, {}, { narrowed: true });
    expect(changes).toEqual([
      {
        class: 'unseen',
        kind: 'not-seen',
        endpoint: 'offramp.read',
        fact: '2 facts',
        accepted: 'observed',
        met: 'not looked at',
      },
    ]);
    expect(failsOnDrift(changes)).toBe(false);
  });
});

const facts: Facts = {
  'conversion.read': { '$.id': 'uuid req', $: 'object' },
  service: { 'probed: first page': '1' },
};

const accept = (name: string, change: object = {}) => {
  const { files, unchanged, write } = planAcceptance({ root, name, target, facts, ...change });
  write();
  return { written: files.map(({ file }) => file), unchanged };
};

describe('accepting', () => {
  test('writes one fact a line with sorted keys, and the same run changes nothing', () => {
    expect(accept('one').written).toEqual(['conversion.read.json', 'service.json']);
    const text = readFileSync(join(root, 'one/conversion.read.json'), 'utf8');
    expect(text).toBe(
      '{\n  "endpoint": "conversion.read",\n  "facts": {\n    "$": "object",\n    "$.id": "uuid req"\n  },\n  "format": 2,\n  "target": "vendor.example"\n}\n',
    );
    expect(accept('one', { reason: 'again' })).toMatchObject({ written: [], unchanged: { length: 2 } });
    expect(readBaseline(root, 'one')?.facts['conversion.read']).toEqual(facts['conversion.read']);
    expect(readdirSync(join(root, 'one'))).toHaveLength(2);
  });

  test('facts of one endpoint, with a reason', () => {
    accept('two');
    const changed = { service: { 'probed: first page': '0' } };
    const done = accept('two', { facts: changed, reason: 'vendor 2.3' });
    expect(done.written).toEqual(['service.json']);
    expect(readBaseline(root, 'two')?.files.map(({ reason }) => reason)).toEqual([undefined, 'vendor 2.3']);
  });

  test('keeps the day and the release of each file, and the baseline is as young as its youngest', () => {
    accept('dated', { accepted: '2026-11-20', release: '2.14' });
    expect(accept('dated', { accepted: '2026-11-22', release: '2.15' }).written).toEqual([]);
    const changed = { service: { 'probed: first page': '0' } };
    expect(readBaseline(root, 'dated')).toMatchObject({ accepted: '2026-11-20', release: '2.14' });
    accept('dated', { facts: changed, accepted: '2026-11-24', release: '2.16' });
    expect(readBaseline(root, 'dated')).toMatchObject({ accepted: '2026-11-24', release: '2.16' });
    expect(readBaseline(root, 'one')).toMatchObject({ accepted: undefined, release: undefined });
  });

  test('is refused for another target, and nothing is written', () => {
    accept('three');
    expect(() => accept('three', { target: 'other.example', facts: { service: { a: 'b' } } })).toThrow(
      'is of vendor.example, the run was against other.example',
    );
    expect(readBaseline(root, 'three')?.facts).toEqual(readBaseline(root, 'one')?.facts);
  });

  test.each(['../up', 'a/b', '', '.hidden', 'x'.repeat(65)])('a name that leads elsewhere is refused: %j', (name) =>
    expect(() => accept(name)).toThrow(Refused),
  );
});

describe('a file that cannot be trusted is refused with its line', () => {
  const good = () => {
    accept('good');
    return readFileSync(join(root, 'good/conversion.read.json'), 'utf8');
  };
  test.each<[string, (text: string) => string, string]>([
    ['torn', (text) => text.slice(0, 60), 'conversion.read.json:4 is no JSON'],
    ['empty', () => '', 'conversion.read.json:1 is no JSON'],
    ['another format', (text) => text.replace('"format": 2', '"format": 1'), ':7 is of format 1'],
    ['a value that is no text', (text) => text.replace('"uuid req"', '7'), ':5 facts.$.id'],
    ['a day that is none', (text) => text.replace('{', '{\n  "accepted": "2026-02-30",'), ':2 accepted'],
    ['a release of two lines', (text) => text.replace('"target"', '"release": "a\\nb",\n  "target"'), ' release:'],
    ['a stranger', (text) => text.replace('"format"', '"by": "me",\n  "format"'), ':7 by: is no member'],
    [
      'a fact twice',
      (text) => text.replace('    "$.id"', '    "$.id": "text",\n    "$.id"'),
      ':6 names a member a second',
    ],
    ['another order', (text) => text.replace('"$":', '"$.z":'), ':4 is not as'],
    [
      'another endpoint',
      (text) => text.replace('conversion.read', 'conversion.list'),
      'holds the facts of conversion.list',
    ],
    ['no endpoint', (text) => text.replace('conversion.read', 'conversion'), ':2 there is no endpoint'],
    ['another target', (text) => text.replace(target, 'other.example'), 'the others of'],
    ['no JSON object', () => 'null\n', 'file'],
  ])('%s', (_name, spoil, message) => {
    const text = good();
    const folder = join(root, 'spoilt');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    writeFileSync(join(folder, 'conversion.read.json'), spoil(text));
    writeFileSync(join(folder, 'service.json'), readFileSync(join(root, 'good/service.json')));
    expect(() => readBaseline(root, 'spoilt')).toThrow(message);
    expect(() => accept('spoilt')).toThrow(Refused);
    expect(readFileSync(join(folder, 'conversion.read.json'), 'utf8')).toBe(spoil(text));
  });

  test('line ends of another system are none', () => {
    const text = good();
    writeFileSync(join(root, 'good/conversion.read.json'), text.replaceAll('\n', '\r\n'));
    expect(readBaseline(root, 'good')?.target).toBe(target);
  });
});

describe('a form that is no longer as it was accepted', () => {
  const made = (form: string, profile: Profile, settings: Readonly<Record<string, string>>) =>
    factsOf([reportOf([saw('$', 'object'), saw('$.id', form)])], probed, { ...settings, profile });
  const accepted = made('uuid', 'gate', { RAMP_AMOUNT: '100', RAMP_USD_RECIPIENT_ID: 'set' });
  const given = { RAMP_AMOUNT: '100', RAMP_USD_RECIPIENT_ID: 'set' };

  test.each<[string, Facts, boolean]>([
    ['with the same settings', made('number', 'gate', given), true],
    ['with fewer', made('number', 'gate', { RAMP_AMOUNT: '100' }), true],
    ['with a smaller profile', made('number', 'smoke', given), true],
    ['with more', made('number', 'gate', { ...given, RAMP_WITHDRAWAL_ID: 'set' }), false],
    ['with another amount', made('number', 'gate', { ...given, RAMP_AMOUNT: '5' }), false],
    ['with a larger profile', made('number', 'deep', given), false],
  ])('%s', (_, facts, fails) => {
    const changes = compareFacts(accepted, facts);
    expect(failsOnDrift(changes)).toBe(fails);
    expect(excusingSettings(changes).length > 0).toBe(!fails);
  });

  test('fails against a baseline that does not know its settings', () => {
    const old = factsOf([reportOf([saw('$', 'object'), saw('$.id', 'uuid')])], probed);
    expect(failsOnDrift(compareFacts(old, made('number', 'gate', given)))).toBe(true);
  });
});

test('what was assumed of a service is no fact of it', () => {
  const facts = factsOf([reportOf([saw('$', 'object')])], { ...probed, assumed: ['greatestLimit'] });
  expect(facts.service).toMatchObject({ 'probed: first page': '1' });
  expect(facts.service).not.toHaveProperty('probed: greatest limit');
});

test('fees of all orders rise with one that rose, by the same step', () => {
  const of = (...rates: readonly string[]): Facts => ({
    service: { 'kinds of facts': kindNames },
    'onramp.initiate': Object.fromEntries(rates.map((rate, at) => [`fee rate: in ${'ABCD'[at]}`, rate])),
  });
  const raised = compareFacts(of('0.0151', '0.037', '0.02', '1'), of('0.0301', '0.0519', '0.0204', '1'));
  expect(raised.map(({ kind, fact }) => `${kind} ${fact}`)).toEqual([
    'fee-raised fee rate: in A',
    'fee-raised fee rate: in B',
  ]);
  expect(compareFacts(of('0.037'), of('0.0519'))).toEqual([]);
  const shares = (...all: readonly string[]): Facts => ({
    service: { 'kinds of facts': kindNames },
    'onramp.initiate': Object.fromEntries(all.map((share, at) => [`fee share: onramp_fee in ${'AB'[at]}`, share])),
  });
  expect(compareFacts(shares('0.01', '0.01'), shares('0.012', '0.012055'))).toHaveLength(2);
});

test('the fee of a service is what most of its orders show', () => {
  const shares = ['0.01', '0.01', '0.009804'].map((share) =>
    saw('fee share: onramp_fee in BRL, of what is paid', share),
  );
  expect(factOf('fee share: onramp_fee in BRL, of what is paid', ...shares)).toBe('0.01');
});

test('a balance that an accepted deposit may have made is no change, and another one is', () => {
  const of = (keys: string): Facts => ({
    'deposit.simulate': {
      'status: orders of deposit.simulate, of ZMW': '201',
      'status: orders of deposit.simulate, of EUR': '422',
    },
    'balances.read': { $: 'object', '$.balances': `map:${keys} req` },
  });
  expect(compareFacts(of('brl'), of('brl|zmw'))).toEqual([]);
  expect(compareFacts(of('brl'), of('brl|eur|zmw'))).toMatchObject([
    { kind: 'capability-new', met: 'map:brl|eur req' },
  ]);
});
