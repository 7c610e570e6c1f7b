import { describe, expect, test } from 'vitest';
import type { FactSubject, ObservedFact, TestReport } from '#run';
import { kinds } from './examples.test.support.ts';
import {
  compareFacts,
  differencesBetween,
  factsOf,
  keyOf,
  readFacts,
  type WrittenFacts,
  writeChange,
  writeFacts,
} from './index.ts';
import { fingerprint } from './sight.ts';

const reportOf = (observedFacts: readonly ObservedFact[]): TestReport => ({
  requirement: 'conversion.read/keeps-its-members' as TestReport['requirement'],
  findings: [],
  observations: [{ operation: 'conversion.read', situation: 'success', fact: '200' }],
  observedFacts,
  exchanges: [],
  judgements: 1,
});

const sawOf = (subject: FactSubject, form: string, times = 1): ObservedFact => ({
  operation: 'conversion.read',
  ...subject,
  form,
  times,
});

const saw = (path: string, form: string, times?: number): ObservedFact =>
  sawOf({ aspect: 'member', of: [path] }, form, times);

const writtenOf = (...args: Parameters<typeof factsOf>): WrittenFacts => writeFacts(factsOf(...args));

const changesOf = (before: WrittenFacts, after: WrittenFacts, how?: Parameters<typeof compareFacts>[2]) =>
  compareFacts(readFacts(before), readFacts(after), how).map(writeChange);

const probed = { firstPage: 1, greatestLimit: 50 };

test('facts add up over probes', () => {
  const one = reportOf([saw('$', 'object', 3), saw('$.id', 'uuid', 3), saw('$.note', 'text', 2)]);
  const two = reportOf([saw('$', 'object', 3), saw('$.id', 'uuid', 3), saw('$.tag', 'text', 6)]);
  expect(writtenOf([one, two], probed)).toEqual({
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
  const { 'conversion.read': facts } = writtenOf([reportOf([saw('$', 'object'), saw('$.tag', 'text')])], probed);
  expect(facts?.['$.tag']).toBe('text seen');
});

const factOf = (key: string, ...observedFacts: readonly ObservedFact[]): string | undefined =>
  writtenOf([reportOf([saw('$', 'object', 3), ...observedFacts])], probed)['conversion.read']?.[key];

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
  const { 'conversion.read': facts } = writtenOf([{ ...reportOf([saw('$', 'object')]), observations }], probed);
  expect(facts).toEqual({ $: 'object' });
});

test('the speed of an endpoint is that of its middle reply', () => {
  const speeds = ['1000', '20', '130'].map((ms) => sawOf({ aspect: 'speed', of: [] }, ms));
  expect(factOf('speed', ...speeds)).toBe('130');
});

const drift = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  changesOf({ 'offramp.read': before }, { 'offramp.read': after }).map((change) => change.class);

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
    ['a clock that is off by minutes', 'observed: clock', 'within a minute', 'off by minutes', []],
    ['a clock of another time zone', 'observed: clock', 'within a minute', 'off by more', ['changed']],
    ['a case that was not tried', 'status: a case', '404', undefined, ['unseen']],
    [
      'a kind of message that did not come',
      '404 kind of message',
      'bank account not found or customer not found',
      'bank account not found',
      [],
    ],
    [
      'another kind of message',
      '404 kind of message',
      'bank account not found',
      'bank account not found or customer not found',
      ['changed'],
    ],
    ['a message in other words', '404 kind of message', 'customer not found', 'another text', []],
    ['a kind of message of an earlier version', '404 kind of message', 'another kind', 'verification required', []],
    ['a member now always there', '$.id', 'uuid opt', 'uuid req', []],
    ['more records', '$.note', 'text seen', 'text req', []],
  ])('%s', (_name, key, before, after, classes) => {
    const of = (fact: string | undefined) => ({ ...around, ...(fact === undefined ? {} : { [key]: fact }) });
    expect(drift(of(before), of(after))).toEqual(classes);
  });

  test('a member of a record of ours that was only seen, and is gone', () => {
    const [before, after] = [{ ...around, '$.note': 'text seen' }, around];
    const changes = changesOf({ 'balances.read': before }, { 'balances.read': after });
    expect(changes).toMatchObject([{ class: 'changed', fact: '$.note' }]);
  });

  test('a user raises or lowers a kind', () => {
    const [before, after] = [{ 'status: a case': '404' }, { 'status: a case': '400' }];
    const classes = { 'status-changed': 'breaks' } as const;
    const changes = changesOf({ 'offramp.read': before }, { 'offramp.read': after }, { classes });
    expect(changes).toMatchObject([{ class: 'breaks', kind: 'status-changed' }]);
  });
});

test('what a text showed at a member that changed has the same cause', () => {
  const of = (id: Record<string, string>) => readFacts({ service: kinds, 'balances.read': { $: 'object', ...id } });
  const [before, after] = [
    of({ '$.id': 'uuid req', 'uuid: $.id': 'version 4' }),
    of({ '$.id': 'text req', 'length: $.id': '28' }),
  ];
  const ruled = differencesBetween(before, after).flatMap(({ aspect, ruling }) => (ruling ? [[aspect, ruling]] : []));
  expect(ruled).toEqual([
    ['length', 'reported-by-its-place'],
    ['uuid', 'reported-by-its-place'],
  ]);
});

test('an answer of a busy moment is no fact, and one that comes again is', () => {
  const busy = (times: number) => [
    { ...sawOf({ aspect: 'member', of: ['$.message'], status: '503' }, 'text', times) },
    sawOf({ aspect: 'status', of: ['orders of onramp.initiate'] }, '201', 5),
    sawOf({ aspect: 'status', of: ['orders of onramp.initiate'] }, '503', times),
  ];
  const [once, twice] = [1, 2].map((times) => writtenOf([reportOf(busy(times))], probed)['conversion.read']);
  expect(once).toMatchObject({ 'status: orders of onramp.initiate': '201' });
  expect(Object.keys(once ?? {}).join()).not.toContain('503');
  expect(twice).toMatchObject({ 'status: orders of onramp.initiate': '201 or 503', '503 $.message': 'text req' });
});

test('what was assumed of a service is no fact of it', () => {
  const facts = writtenOf([reportOf([saw('$', 'object')])], { ...probed, assumed: ['greatestLimit'] });
  expect(facts.service).toMatchObject({ 'probed: first page': '1' });
  expect(facts.service).not.toHaveProperty('probed: greatest limit');
});

test('fees of all orders rise with one that rose, by the same step', () => {
  const of = (...rates: readonly string[]): WrittenFacts => ({
    service: kinds,
    'onramp.initiate': Object.fromEntries(rates.map((rate, at) => [`fee rate: in ${'ABCD'[at]}`, rate])),
  });
  const raised = changesOf(of('0.0151', '0.037', '0.02', '1'), of('0.0301', '0.0519', '0.0204', '1'));
  expect(raised.map(({ kind, fact }) => `${kind} ${fact}`)).toEqual([
    'fee-raised fee rate: in A',
    'fee-raised fee rate: in B',
  ]);
  expect(changesOf(of('0.037'), of('0.0519'))).toEqual([]);
  const shares = (...all: readonly string[]): WrittenFacts => ({
    service: kinds,
    'onramp.initiate': Object.fromEntries(all.map((share, at) => [`fee share: onramp_fee in ${'AB'[at]}`, share])),
  });
  expect(changesOf(shares('0.01', '0.01'), shares('0.012', '0.012055'))).toHaveLength(2);
});

test.each([
  ['a net that is rounded to cents is no change', '0.0011 (0.01100000 of 10)', '0.002 (0.02 of 10)', 0],
  ['a fee of cents that rose is one', '0.05 (0.50 of 10)', '0.095 (0.95 of 10)', 1],
  ['a share without its amounts, of an earlier version, is compared', '0.05', '0.095 (0.95 of 10)', 1],
])('%s', (_name, before, after, count) => {
  const of = (rate: string): WrittenFacts => ({
    service: kinds,
    'onramp.initiate': { 'fee rate: plain': rate },
  });
  expect(changesOf(of(before), of(after))).toHaveLength(count);
});

test('the fee of a service is what most of its orders show', () => {
  const of = { aspect: 'fee share', of: ['onramp_fee', 'BRL', 'paid'] } as const;
  const shares = ['0.01', '0.01', '0.009804'].map((share) => sawOf(of, share));
  expect(factOf(keyOf(of), ...shares)).toBe('0.01');
});

test('a balance that an accepted deposit may have made is no change, and another one is', () => {
  const of = (keys: string): WrittenFacts => ({
    'deposit.simulate': {
      'status: orders of deposit.simulate, of ZMW': '201',
      'status: orders of deposit.simulate, of EUR': '422',
    },
    'balances.read': { $: 'object', '$.balances': `map:${keys} req` },
  });
  expect(changesOf(of('brl'), of('brl|zmw'))).toEqual([]);
  expect(changesOf(of('brl'), of('brl|eur|zmw'))).toMatchObject([{ kind: 'capability-new', met: 'map:brl|eur req' }]);
});

test('a method whose name an earlier run withheld is the one that is shown now', () => {
  const of = (name: string): WrittenFacts => ({
    service: kinds,
    'taxonomy.list': { $: 'array', 'methods: ARS': name, [`fee: ARS ${name} USDC`]: '1.5' },
  });
  const hiddenName = `hidden-${fingerprint('$[].method', 'debin')}`;
  expect(changesOf(of(hiddenName), of('debin'))).toEqual([]);
  expect(changesOf(of(hiddenName), of('cvu')).length).toBeGreaterThan(0);
});
