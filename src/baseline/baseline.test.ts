import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ChosenClasses, type Facts, readFacts, type WrittenFacts } from '#facts';
import { Refused } from '#lib';
import type { Profile } from '#run';
import { driftFrom, failsOnDrift, planAcceptance, readBaseline } from './index.ts';

const root = mkdtempSync(join(tmpdir(), 'ramp-conformance-baseline-'));

const target = 'vendor.example';

const facts = readFacts({
  'conversion.read': { '$.id': 'uuid req', $: 'object' },
  service: { 'probed: first page': '1' },
});

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
    const changed = readFacts({ service: { 'probed: first page': '0' } });
    const done = accept('two', { facts: changed, reason: 'vendor 2.3' });
    expect(done.written).toEqual(['service.json']);
    expect(readBaseline(root, 'two')?.files.map(({ reason }) => reason)).toEqual([undefined, 'vendor 2.3']);
  });

  test('keeps the day and the release of each file, and one file of another release does not rename the baseline', () => {
    accept('dated', { accepted: '2026-11-20', release: '2.14' });
    expect(accept('dated', { accepted: '2026-11-22', release: '2.15' }).written).toEqual([]);
    const changed = readFacts({ service: { 'probed: first page': '0' } });
    expect(readBaseline(root, 'dated')).toMatchObject({ accepted: '2026-11-20', release: '2.14' });
    accept('dated', { facts: changed, accepted: '2026-11-24', release: '2.16' });
    expect(readBaseline(root, 'dated')).toMatchObject({ accepted: '2026-11-24', release: '2.14' });
    expect(readBaseline(root, 'dated')?.files.map((file) => file.release)).toContain('2.16');
    expect(readBaseline(root, 'one')).toMatchObject({ accepted: undefined, release: undefined });
  });

  test('is refused for another target, and nothing is written', () => {
    accept('three');
    expect(() => accept('three', { target: 'other.example', facts: readFacts({ service: { a: 'b' } }) })).toThrow(
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
    ['torn', (text) => text.slice(0, 60), 'conversion.read.json:4 is not valid JSON'],
    ['empty', () => '', 'conversion.read.json:1 is not valid JSON'],
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
    ['another order', (text) => text.replace('"$":', '"$.z":'), ':4 differs from the form'],
    [
      'another endpoint',
      (text) => text.replace('conversion.read', 'conversion.list'),
      'holds the facts of conversion.list',
    ],
    ['no endpoint', (text) => text.replace('conversion.read', 'conversion'), ':2 names no endpoint'],
    ['another target', (text) => text.replace(target, 'other.example'), 'the other files belong to'],
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
  const made = (form: string, profile: Profile, settings: Readonly<Record<string, string>>): Facts => {
    const given = Object.entries({ ...settings, profile }).map(([name, value]) => [`settings: ${name}`, value]);
    return readFacts({ 'conversion.read': { $: 'object', '$.id': form }, service: Object.fromEntries(given) });
  };
  const accepted = made('uuid', 'gate', { RAMP_AMOUNT: '100', RAMP_USD_RECIPIENT_ID: 'set' });
  const given = { RAMP_AMOUNT: '100', RAMP_USD_RECIPIENT_ID: 'set' };
  const fails = (old: Facts, observed: Facts, classes?: ChosenClasses): boolean =>
    failsOnDrift(driftFrom({ accepted: old, observed, classes }).changes);

  test.each<[string, Facts]>([
    ['with the same settings', made('number', 'gate', given)],
    ['with fewer', made('number', 'gate', { RAMP_AMOUNT: '100' })],
    ['with a smaller profile', made('number', 'smoke', given)],
    ['with more', made('number', 'gate', { ...given, RAMP_WITHDRAWAL_ID: 'set' })],
    ['with another amount', made('number', 'gate', { ...given, RAMP_AMOUNT: '5' })],
    ['with a larger profile', made('number', 'deep', given)],
  ])('fails %s, which moves no id', (_, facts) => expect(fails(accepted, facts)).toBe(true));

  test('a fact is held back for a setting that can move it, and counted', () => {
    const of = (amount: string, status: string, id: string) =>
      readFacts({
        'onramp.initiate': { $: 'object', '$.id': id, 'status: orders of onramp.initiate': status },
        service: { 'settings: RAMP_AMOUNT': amount },
      });
    const both = driftFrom({ accepted: of('10', '201', 'uuid req'), observed: of('11', '400', 'text req') });
    expect(both.changes.map(({ kind }) => kind)).toEqual(['format-changed', 'given-changed']);
    expect(both).toMatchObject({ held: 1, runs: [{ name: 'RAMP_AMOUNT', before: '10', after: '11' }] });
    expect(driftFrom({ accepted: of('10', '201', 'uuid req'), observed: of('10', '400', 'uuid req') }).held).toBe(0);
  });

  test('what a narrowed or interrupted run left out is held back', () => {
    const less = readFacts({ service: { 'settings: profile': 'gate' } });
    for (const how of [{ narrowed: true }, { interrupted: true }]) {
      const { changes, held } = driftFrom({ accepted, observed: less, ...how });
      expect(changes.map(({ kind }) => kind)).toEqual(['given-changed', 'given-changed']);
      expect(held).toBe(2);
    }
  });

  test('fails against a baseline that does not know its settings', () => {
    const old = readFacts({ 'conversion.read': { $: 'object', '$.id': 'uuid' }, service: {} });
    expect(fails(old, made('number', 'gate', given))).toBe(true);
  });

  test('an endpoint without its file fails, as a fact that vanished', () => {
    const file = { $: 'object', '$.id': 'uuid' };
    const whole = { 'conversion.read': file, 'balances.read': file, service: { 'settings: profile': 'gate' } };
    const { 'balances.read': _, ...less } = whole;
    const missing = (old: WrittenFacts, now: WrittenFacts) =>
      driftFrom({ accepted: readFacts(old), observed: readFacts(now) }).changes.filter(
        ({ kind }) => kind === 'file-missing',
      );
    expect(missing(less, whole).map(({ endpoint }) => endpoint)).toEqual(['balances.read']);
    expect(failsOnDrift(missing(less, whole))).toBe(true);
    expect(missing({ ...whole, 'balances.read': {} }, whole)).toHaveLength(1);
    expect(missing(whole, less)).toEqual([]);
    // A person accepted single endpoints.
    expect(missing({ 'conversion.read': file }, whole)).toEqual([]);
  });

  test('fails by what a user has raised, and by nothing that breaks no client', () => {
    const [old, now] = ['404', '400'].map((status) => readFacts({ 'offramp.read': { 'status: a case': status } }));
    const failsWith = (classes: ChosenClasses) => fails(old ?? {}, now ?? {}, classes);
    expect([failsWith({}), failsWith({ 'status-changed': 'breaks' })]).toEqual([false, true]);
  });
});
