import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLedger } from '#client';
import { readFileLines, readJson } from '#contract';
import { readRecording } from '#recording';
import { findLeaks, historyWith, readHistory, runsOf, sanitiseAll } from '#reporting';
import { parseWaivers } from '#waivers';
import { scan } from '../../client/http/json-scan.ts';
import { redactBody } from '../../client/redaction/redaction.ts';
import { browserEntry } from '../../recording/browser.test.support.ts';
import { harOf } from '../../recording/recorder.test.support.ts';
import { reportsWith, target, verdictOn } from '../../reporting/example.test.support.ts';
import { moneyIn, searchedLedger, unrecordedIn, unsettledAt } from '../orders/orders.ts';
import { parseConfig } from '../settings/config-file.ts';
import { newFolder } from '../testing/terminal.test.support.ts';

const many = <T>(size: number, make: (at: number) => T): T[] =>
  Array.from({ length: size }, (_, at) => make(at));

const search = (text: string, file = 'f') =>
  findLeaks([{ file, text, search: 'all' }], { secrets: ['key-of-a-test-0001'], numbers: ['1234567890'] });

const ledgerOf = (size: number, outcome?: string) => {
  const file = join(newFolder(), 'ledger.jsonl');
  const lines = many(size, (at) => {
    const common = { run: 'aaaabbbb', order: `0.${at}`, at: '2026-11-01T00:00:00.000Z' };
    const reference = `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`;
    const intent = {
      ...common,
      target: 'here',
      operation: 'offramp.initiate',
      amount: '1',
      unit: 'USDC',
      reference,
    };
    return [intent, ...(outcome === undefined ? [] : [{ ...common, outcome, by: 429 }])];
  });
  writeFileSync(
    file,
    lines
      .flat()
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  return { file, run: 'aaaabbbb', target: 'here', durable: false };
};

const waiver = (at: number, change: object = {}) => ({
  id: `W-${at}`,
  requirement: 'onramp.initiate/echoes-the-amount',
  finding: 'RULE_BROKEN',
  where: `$.from.amount${at}`,
  observed: 'decimal(*)',
  targets: ['vendor.example'],
  reason: 'The vendor answers in cents until its next release.',
  owner: 'Ana',
  approvedBy: 'Rui',
  approvedOn: '2026-11-01',
  expires: '2027-01-15',
  ...change,
});

const refusedOr = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

const waivers = (size: number, change?: object) => {
  const text = JSON.stringify({ format: 1, waivers: many(size, (at) => waiver(at, change)) }, null, 1);
  return () => refusedOr(() => parseWaivers(text, 'waivers.json', '2026-11-21'));
};

const historyOf = (size: number) => {
  const folder = newFolder();
  const run = verdictOn(reportsWith(), { plan: { target, seed: 1, profile: 'gate' } });
  const line = historyWith(readHistory('absent'), run, '').trim();
  writeFileSync(join(folder, 'history.jsonl'), `${line}\n`.repeat(size));
  return () => {
    const kept = readHistory(folder);
    historyWith(kept, run, '');
    return runsOf(kept);
  };
};

/** Work on an input of a size; what makes the input is not counted. */
const readers: Readonly<Record<string, readonly [size: number, work: (size: number) => () => unknown]>> = {
  'leak search: addresses on lines': [100, (size) => () => search('jane@mail.example.com\n'.repeat(size))],
  'leak search: addresses in JSON': [
    100,
    (size) => {
      const text = JSON.stringify(
        many(size, () => ({ a: 'jane@mail.example.com' })),
        null,
        1,
      );
      return () => search(text, 'verdict.json');
    },
  ],
  'leak search: nearly addresses': [500, (size) => () => search(`${'a.'.repeat(size)}@`.repeat(2))],
  'leak search: nearly tokens': [500, (size) => () => search(`eyJ${'a-'.repeat(size)}`)],
  'leak search: digits': [500, (size) => () => search('1234 '.repeat(size))],
  'leak search: dots after an at sign': [500, (size) => () => search(`a@${'a.'.repeat(size)}`)],
  waivers: [50, waivers],
  'waivers with one id': [50, (size) => waivers(size, { id: 'W' })],
  'waivers that overlap': [50, (size) => waivers(size, { where: '$.from.amount' })],
  recordings: [
    10,
    (size) => {
      const text = harOf(many(size, () => browserEntry({ answer: {} })));
      return () => readRecording([{ name: 'a.har', text }]);
    },
  ],
  'a URL of many versions': [
    200,
    (size) => {
      const text = harOf([
        browserEntry({ answer: {} }),
        browserEntry({ url: `https://a.example${'/v1'.repeat(size)}`, answer: {} }),
      ]);
      return () => readRecording([{ name: 'a.har', text }]);
    },
  ],
  'ledger, unsettled': [
    100,
    (size) => {
      const place = ledgerOf(size);
      return () => [
        readLedger(readFileLines(place.file)),
        unsettledAt(place),
        moneyIn(place),
        searchedLedger(place),
      ];
    },
  ],
  'ledger, all limited': [
    100,
    (size) => {
      const place = ledgerOf(size, 'refused');
      return () => [unsettledAt(place), moneyIn(place), unrecordedIn(place, 1)];
    },
  ],
  'kept runs': [4, historyOf],
  choices: [
    30,
    (size) => {
      const text = JSON.stringify(
        { targets: Object.fromEntries(many(size, (at) => [`t${at}`, { settings: {} }])) },
        null,
        1,
      );
      return () => refusedOr(() => parseConfig(text, 'ramp-conformance.json'));
    },
  ],
  'choices, all wrong': [
    30,
    (size) => {
      const text = JSON.stringify(
        { targets: Object.fromEntries(many(size, (at) => [`t${at}`, { x: at }])) },
        null,
        1,
      );
      return () => refusedOr(() => parseConfig(text, 'ramp-conformance.json'));
    },
  ],
  'broken JSON': [
    500,
    (size) => () => refusedOr(() => readJson(`[${'\n1,'.repeat(size)}`, (line) => new Error(String(line)))),
  ],
  redaction: [
    20,
    (size) => {
      const body = { data: many(size, (at) => ({ [`a${at}`]: 'jane', b: { c: 'x'.repeat(size) } })) };
      return () => redactBody('offramp.list', 'reply', body, []);
    },
  ],
  'scan of JSON': [500, (size) => () => scan(`{${many(size, (at) => `"a${at}":"\\u0061"`).join()}}`)],
  sanitising: [100, (size) => () => sanitiseAll(many(size, () => '\u001b[J ::error::\n'))],
};

/** Characters that a call of the engine goes over, which the profiler does not see. */
let characters = 0;

type Method = (this: string, ...args: never[]) => unknown;

const texts = String.prototype as unknown as Record<string, Method>;
const { exec } = RegExp.prototype;
const { parse, stringify } = JSON;
const usual = {
  ...Object.fromEntries(
    ['indexOf', 'includes', 'split', 'replaceAll', 'toLowerCase'].map((name) => [name, texts[name]]),
  ),
};
const indexOf = String.prototype.indexOf;

const searched = function (this: string, sought: string, from = 0): number {
  const found = indexOf.call(this, sought, from);
  characters += (found < 0 ? this.length : found) - from + 1;
  return found;
};

const gone = (method: Method | undefined): Method =>
  function (this: string, ...args) {
    characters += this.length;
    return method?.apply(this, args);
  };

/** Counts what the engine goes over, for as long as work is done. */
function counting<T>(work: () => T): T {
  Object.assign(texts, {
    indexOf: searched,
    includes: function (this: string, sought: string, from = 0) {
      return searched.call(this, sought, from) >= 0;
    },
    split: gone(usual.split),
    replaceAll: gone(usual.replaceAll),
    toLowerCase: gone(usual.toLowerCase),
  });
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    characters += (found ? found.index + found[0].length : String(text).length) - from + 1;
    return found;
  };
  JSON.parse = (text, reviver) => {
    characters += text.length;
    return parse(text, reviver);
  };
  JSON.stringify = ((...args: Parameters<typeof stringify>) => {
    const text = stringify(...args);
    characters += text?.length ?? 0;
    return text;
  }) as typeof stringify;
  try {
    return work();
  } finally {
    Object.assign(texts, usual);
    RegExp.prototype.exec = exec;
    Object.assign(JSON, { parse, stringify });
  }
}

const session = new Session();

// Each begin and each end of a measure would have the engine compile again all that is loaded.
beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

/** Steps of some work: how often each block of our code is entered, and the characters that the engine goes over. */
async function stepsOf(work: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  characters = 0;
  counting(work);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => /\/(?:src|schemas)\//.test(url) && !url.includes('growth.test'));
  const blocks = own.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
  return characters + blocks.reduce((sum, { count }) => sum + count, 0);
}

test.each(Object.entries(readers))(
  'row 94: the cost of %s grows with the input, not with its square',
  async (_, [size, work]) => {
    // The first time, what is made once is made.
    work(size)();
    const [few, many] = [await stepsOf(work(size)), await stepsOf(work(size * 8))];
    // Eight times as much costs 64 times as much where it is the square, and a half more than its share for its parts.
    expect(many / few).toBeLessThan(12);
  },
);
