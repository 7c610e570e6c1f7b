import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { depositCurrencies, requirements } from '#contract';
import { unprobedTarget } from '#target';
import { expectPublished } from '../../../schemas/published.test.support.ts';
import { report, untestedBy } from '../../reporting/example.test.support.ts';
import { newFolder, perform, readCall, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { runOptions } from '../options.ts';
import { verdictOf } from '../run/verdict-of.ts';
import { type Config, latestDayOf, readConfig } from './config.ts';
import { parseConfig } from './config-file.ts';
import { configSchema } from './config-schema.ts';
import { demandKnown } from './selection.ts';

const folderWith = (config: unknown, name = 'ramp-conformance.json'): string => {
  const cwd = newFolder();
  writeFileSync(join(cwd, name), JSON.stringify(config, null, 2));
  return cwd;
};

const callIn = (cwd: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  readCall(runOptions, recordedTerminal(args, { cwd, env }));

const staging = {
  settings: { RAMP_BASE_URL: 'https://staging.example.com', RAMP_AMOUNT: '7' },
  keys: { full: 'STAGING_API_KEY', restricted: 'STAGING_NARROW_KEY' },
};

test('the JSON Schema for editors is up to date (vitest -u writes it)', async () => {
  await expectPublished(join(import.meta.dirname, '../config.schema.json'), configSchema);
});

describe('release', () => {
  const releaseOf = (args: readonly string[], env: Record<string, string> = {}) =>
    readConfig(callIn(folderWith({ release: '2.13', targets: { staging } }), args, env)).release;

  test('the option counts before the variable, and that before the file', () => {
    const env = { RAMP_RELEASE: '2.14' };
    expect(releaseOf(['--release', '2.15'], env)).toBe('2.15');
    expect(releaseOf([], env)).toBe('2.14');
    expect(releaseOf([])).toBe('2.13');
    expect(releaseOf(['--target', 'staging'], { ...env, STAGING_API_KEY: 'key-of-staging' })).toBe('2.14');
  });

  test.each([
    [['--release', 'x'.repeat(61)], {}, /--release must have at most 60 characters/],
    [['--release', ' '], {}, /--release must not be empty/],
    [[], { RAMP_RELEASE: 'two\nlines' }, /RAMP_RELEASE cannot be used: it must be one line/],
    [['--release', 'build 20261127031500'], {}, /--release looks like .* a number of an account/],
  ])('%j %j is refused', (args, env, problem) => {
    expect(() => releaseOf(args, env)).toThrow(problem);
  });
});

test('the names of the certificate come from the file, those of a target first, and none that may be a number of an account', () => {
  const of = (tester: string) => {
    const targets = { staging: { ...staging, report: { tester } } };
    const cwd = folderWith({ report: { vendor: 'Example Payments', tester: 'Ann' }, targets });
    return readConfig(callIn(cwd, ['--target', 'staging'], { STAGING_API_KEY: 'key-of-staging' })).report;
  };
  expect(of('Bob')).toEqual({ vendor: 'Example Payments', tester: 'Bob' });
  expect(() => of('account 20261127031500')).toThrow(/report\.tester .* a number of an account/);
});

describe('precedence', () => {
  const config = {
    $schema: './node_modules/ramp-conformance/src/cli/config.schema.json',
    profile: 'smoke',
    gate: 'stated',
    seed: 42,
    require: ['6'],
    reports: 'out',
    budgets: { concurrency: 3, requestsPerSecond: 2.5, timeoutMs: 900, maxRequests: 50, deadlineS: 60 },
  };

  test('the file takes precedence over defaults', () => {
    const cwd = folderWith(config);
    const call = callIn(cwd);
    expect(readConfig(call)).toMatchObject({
      profile: 'smoke',
      gate: 'stated',
      seed: 42,
      directory: join(cwd, 'out'),
    });
    expect(readConfig(call).required?.size).toBeGreaterThan(5);
    expect(readConfig(call).settings).toMatchObject({
      budgets: { concurrency: 3, requestsPerSecond: 2.5, timeoutMs: 900, maxRequests: 50 },
      deadlineSeconds: 60,
    });
  });

  test('an option and the environment take precedence over the file', () => {
    const cwd = folderWith(config);
    writeFileSync(join(cwd, '.env'), 'RAMP_TIMEOUT_MS=700\n');
    const args = ['--profile', 'gate', '--gate=shown', '--seed', '7', '--reports', 'mine', '--require', '7'];
    const call = callIn(cwd, args, { RAMP_CONCURRENCY: '5' });
    const choices = readConfig(call);
    expect(choices).toMatchObject({ profile: 'gate', gate: 'shown', seed: 7, directory: join(cwd, 'mine') });
    expect([...(choices.required ?? [])]).not.toContain('onramp.initiate/has-its-members');
    expect(readConfig(call).settings.budgets).toMatchObject({
      concurrency: 5,
      timeoutMs: 700,
      maxRequests: 50,
    });
  });

  test('--config names another file, whose paths are seen from its folder', () => {
    const cwd = folderWith({ profile: 'deep' });
    mkdirSync(join(cwd, 'ci'));
    writeFileSync(join(cwd, 'ci/nightly.json'), '\ufeff{ "reports": "out" }');
    const call = callIn(cwd, ['--config', 'ci/nightly.json']);
    expect(readConfig(call)).toMatchObject({ profile: 'gate', directory: join(cwd, 'ci/out') });
    expect(() => callIn(cwd, ['--config', 'sk_live_4eC39HqLyjWDarjtT1'])).toThrow(
      /^the file of --config does not exist; name another file with --config$/,
    );
  });

  test('a file that a target names is seen from there too', () => {
    const cwd = folderWith({});
    mkdirSync(join(cwd, 'ci'));
    writeFileSync(join(cwd, 'ci/ca.pem'), 'none');
    const target = { ...staging, settings: { ...staging.settings, RAMP_CA_CERT: 'ca.pem' } };
    writeFileSync(join(cwd, 'ci/nightly.json'), JSON.stringify({ targets: { staging: target } }));
    const call = callIn(cwd, ['--config', 'ci/nightly.json', '--target', 'staging']);
    expect(() => readConfig(call)).toThrow('RAMP_CA_CERT names a file without a certificate in PEM');
  });

  test('without a file nothing changes', () => {
    const cwd = newFolder();
    expect(readConfig(callIn(cwd))).toMatchObject({ profile: 'gate', directory: join(cwd, 'reports') });
  });
});

test('what a service says to a refused order is shown to a person alone', () => {
  const config = (live: boolean) =>
    readConfig(readCall(runOptions, recordedTerminal(['--show-refusals'], { cwd: newFolder(), live })));
  expect(() => config(false)).toThrow(/--show-refusals needs a terminal on standard error/);
  expect(config(true).profile).toBe('gate');
});

test('more and less cannot be shown at once', () => {
  expect(() => demandKnown({ quiet: true, verbose: true })).toThrow(/--quiet and --verbose exclude each other/);
});

test('a day is today where it is 14 hours later than in UTC', () => {
  const days = ['2026-11-28T09:59:59Z', '2026-11-28T10:00:00Z'].map((text) => latestDayOf(new Date(text)));
  expect(days).toEqual(['2026-11-28', '2026-11-29']);
});

test('what git may track is said before any key leaves, even where quiet is asked for', () => {
  const cwd = newFolder();
  mkdirSync(join(cwd, '.git'));
  writeFileSync(join(cwd, '.env'), 'RAMP_AMOUNT=5\n');
  vi.stubEnv('PATH', newFolder());
  const call = callIn(cwd, ['--quiet']);
  readConfig(call);
  vi.unstubAllEnvs();
  expect((call.terminal as ReturnType<typeof recordedTerminal>).written.err).toContain('git is not installed');
});

describe('leaveOut', () => {
  const leaveOut = [{ what: 'lightning', reason: 'offered from next spring on', owner: 'A. Person' }];
  const entry = (what: string) => ({ ...leaveOut[0], what });

  test('is neither run nor required', () => {
    const cwd = folderWith({ leaveOut: [entry('lightning-offramp.initiate')] });
    const { selected, leftOut } = readConfig(callIn(cwd));
    expect(leftOut?.size).toBeGreaterThan(5);
    expect(selected?.size).toBe(requirements.length - (leftOut?.size ?? 0));
    const demanded = (what: string) => [...(readConfig(callIn(cwd, ['--require', what])).required ?? [])];
    for (const what of ['all', 'order']) {
      expect(demanded(what).length).toBeGreaterThan(5);
      expect(demanded(what).filter((id) => leftOut?.has(id))).toEqual([]);
    }
    for (const what of ['lightning-offramp.initiate', '10', 'lightning-offramp.initiate/echoes-the-amount'])
      expect(() => demanded(what)).toThrow(`${what} is required, but leaveOut`);
    const none = callIn(cwd, ['--only', 'lightning-offramp.initiate/']);
    expect(() => readConfig(none)).toThrow(/leaves out every selected requirement/);
    const wrong = callIn(folderWith({ leaveOut: [entry('lightnin-offramp.initiate')] }));
    expect(() => readConfig(wrong)).toThrow(/leaveOut .* is not an endpoint.*did you mean lightning-offramp/);
  });

  test('takes values of a requirement that says the same of each', () => {
    const what = 'deposit.simulate/accepts-each-listed-currency';
    const configOf = (more: object, args: readonly string[] = []) =>
      readConfig(callIn(folderWith({ leaveOut: [{ ...entry(what), ...more }] }), args));
    const { lessened, leftOut, selected, values } = configOf({ values: ['GHS', 'ZMW'] });
    expect(values).toEqual({ 'deposit.simulate': ['GHS', 'ZMW'] });
    expect(lessened?.get(what)).toBe('GHS, ZMW left out by A. Person: offered from next spring on');
    expect([leftOut?.size, selected]).toEqual([0, undefined]);
    expect(() => configOf({ values: ['GHS'] }, ['--require', what])).toThrow(/is required, but leaveOut/);
    const { required } = configOf({ values: ['GHS'] }, ['--require', 'deposit.simulate']);
    expect([required?.has(what), required?.size]).toEqual([false, expect.any(Number)]);
    expect(() => configOf({ values: ['GSH'] })).toThrow(/not a listed value of deposit.*did you mean .*GHS/);
    expect(() => configOf({ values: [...depositCurrencies] })).toThrow(/leave out the requirement itself/);
    expect(() => configOf({ what: 'deposit.simulate', values: ['GHS'] })).toThrow(
      /not a requirement that takes values/,
    );
  });

  /** The verdict of a run at a service with these choices, and with these reports alone. */
  const judged = (config: Config, reports: Parameters<typeof verdictOf>[2]['reports'] = []) => {
    const { settings, seed, profile } = config;
    const service = { baseUrl: 'http://127.0.0.1:1', keys: { full: 'key-of-a-test' } };
    const plan = { target: unprobedTarget(settings, service, true), seed, profile };
    return verdictOf(config, plan, { startedAt: new Date(0), reports, crashed: [], interrupted: false });
  };

  test.each([
    ['service', 'user', 'no path leads there; left out by A. Person: offered from next spring on'],
    ['nothing to judge', 'nothing to judge', 'no path leads there'],
  ] as const)('a rule across endpoints that stays untested by the %s', (by, untested, reason) => {
    const config = readConfig(callIn(folderWith({ leaveOut: [entry('10')] })));
    const requirement = 'versions/answer-a-bad-recipient-alike';
    const { requirements } = judged(config, [report(requirement, untestedBy(by, 'no path leads there'))]);
    expect(requirements.find(({ id }) => id === requirement)).toMatchObject({
      outcome: 'untested',
      untestedBy: untested,
      reason,
    });
  });

  test('stands in the verdict with its reason and owner, and narrows no run', () => {
    const config = readConfig(callIn(folderWith({ leaveOut: [entry('rails/')] })));
    const { narrowed, requirements } = judged(config);
    expect(narrowed).toBeUndefined();
    const reason = 'left out by A. Person: offered from next spring on';
    for (const each of requirements)
      expect(each).toMatchObject(
        each.id.startsWith('rails/') ? { outcome: 'untested', untestedBy: 'user', reason } : { outcome: 'no-result' },
      );
    expect(judged({ ...config, selected: new Set([...(config.selected ?? [])].slice(1)) }).narrowed).toBe(true);
  });
});

describe('targets', () => {
  const keys = { STAGING_API_KEY: 'key-of-staging', STAGING_NARROW_KEY: 'a-narrow-key' };

  test('a target brings its settings, keys and choices', () => {
    const targets = { staging: { ...staging, profile: 'smoke', budgets: { concurrency: 2 } } };
    const cwd = folderWith({ profile: 'deep', budgets: { concurrency: 9, timeoutMs: 400 }, targets });
    writeFileSync(join(cwd, '.env'), 'STAGING_NARROW_KEY=a-narrow-key\nRAMP_AMOUNT=3\n');
    const env = { STAGING_API_KEY: 'key-of-staging', RAMP_BASE_URL: 'https://other.example.com' };
    const call = callIn(cwd, ['--target', 'staging'], { ...env, RAMP_TIMEOUT_MS: '300' });
    const config = readConfig(call);
    const { settings } = config;
    expect(settings).toMatchObject({
      service: {
        baseUrl: 'https://staging.example.com',
        keys: { full: 'key-of-staging', restricted: 'a-narrow-key' },
      },
      order: { amount: 7 },
      budgets: { concurrency: 2, timeoutMs: 300 },
    });
    expect(settings.notes.join()).toMatch(
      /staging has its own settings; your other values of RAMP_BASE_URL, RAMP_AMOUNT/,
    );
    expect(call.terminal.env.STAGING_API_KEY).toBeUndefined();
    expect(config).toMatchObject({ profile: 'smoke', directory: join(cwd, 'reports/staging') });
  });

  test('its keys go to its address alone', () => {
    const cwd = folderWith({ targets: { staging } });
    const call = (args: string[], env: Record<string, string>) => () =>
      readConfig(callIn(cwd, ['--target', 'staging', ...args], env)).settings;
    expect(call(['--base-url', 'https://other.example.com'], keys)).toThrow(
      /--base-url and --target \w+ exclude each other/,
    );
    expect(call([], { RAMP_API_KEY: 'key-of-another' })).toThrow(/STAGING_API_KEY is not set, and the service/);
    expect(call([], { STAGING_API_KEY: 'two words' })).toThrow(/STAGING_API_KEY cannot be used/);
    expect(call([], { ...keys, RAMP_ENVIRONMENT: 'production' })()).toMatchObject({ readOnly: true });
  });

  test('a variable of its keys is no stranger in .env', () => {
    const target = { ...staging, keys: { full: 'RAMP_API_KEY_STAGING' } };
    const cwd = folderWith({ targets: { staging: target } });
    writeFileSync(join(cwd, 'keys.env'), 'RAMP_API_KEY_STAGING=key-of-staging\n');
    const call = callIn(cwd, ['--target', 'staging', '--settings', 'keys.env']);
    expect(readConfig(call).settings.service?.keys).toEqual({ full: 'key-of-staging' });
  });

  test('a name that is none is refused with those that are', () => {
    const cwd = folderWith({ targets: { staging, sandbox: { settings: {} } } });
    expect(() => callIn(cwd, ['--target', 'stagin'])).toThrow(/did you mean staging\?/);
    expect(() => callIn(cwd, ['--target', 'elsewhere'])).toThrow(/has staging, sandbox/);
    expect(() => callIn(newFolder(), ['--target', 'staging'])).toThrow(/ramp-conformance\.json names none/);
    expect(readConfig(callIn(cwd, ['--target', 'sandbox'])).settings.service).toBeUndefined();
  });
});

describe('refused, with line and member', () => {
  const secret = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
  const target = (more: object, name = 'x') => ({ targets: { [name]: more } });
  const keyed = (full: string) => ({ ...staging, keys: { full } });
  const left = (entry: object) => ({ leaveOut: [{ what: '6', reason: 'not there before spring', ...entry }] });
  test.each<[string, unknown, RegExp]>([
    ['torn', undefined, /ramp-conformance\.json:2 is not valid JSON/],
    ['no object', [], /:1 the file /],
    [
      'a slip in a target',
      target({ settings: { RAMP_AMONT: '2' } }),
      /targets\.x\.settings\.RAMP_AMONT .*did you mean RAMP_AMOUNT/,
    ],
    ['a slip in a list', left({ raeson: 'it is not offered', owner: 'Ann' }), /raeson .*did you mean reason\?/],
    ['a member that is none', { gates: 'stated' }, /:2 gates is no member of this file; did you mean gate\?/],
    ['a wrong word', { profile: 'full' }, /:2 profile must be one of smoke, gate, deep/],
    ['a wrong number', { budgets: { concurrency: 0 } }, /:3 budgets\.concurrency must be a whole number from 1/],
    ['a text for a number', { budgets: { maxRequests: '5' } }, /budgets\.maxRequests must be a whole number/],
    ['a text for an object', { budgets: 'x' }, /budgets is a text, and must be an object/],
    ['a wrong seed', { seed: 'x' }, /seed must be random or a whole number/],
    ['an empty list', { require: [] }, /require must have an entry/],
    ['no owner', left({}), /leaveOut\.0\.owner .*missing/],
    ['no reason', left({ reason: 'no', owner: 'x' }), /leaveOut\.0\.reason must give/],
    ['a target without a key', target({ settings: staging.settings }), /targets\.x\.keys is missing/],
    ['keys without a target', target({ settings: {}, keys: staging.keys }), /targets\.x\.keys has no effect/],
    [
      'a wrong setting',
      target({ ...staging, settings: { RAMP_AMOUNT: '-1' } }),
      /settings\.RAMP_AMOUNT must be a plain decimal/,
    ],
    [
      'the variable of another program',
      target(keyed('NPM_TOKEN'), 'staging'),
      /keys\.full must begin with RAMP_ or STAGING_/,
    ],
    [
      'the variable of another target',
      { targets: { staging: keyed('RAMP_VENDOR_API_KEY'), other: keyed('RAMP_VENDOR_API_KEY') } },
      /targets\.other\.keys\.full names the variable of the target staging too/,
    ],
    ['a name of a folder', target(staging, 'baselines'), /targets\.baselines is the name of a folder/],
    ['a member for a key', { apiKey: 'HUNTER2' }, /:2 apiKey has the name of a key: this file must not contain a key/],
    ['a variable for a key', { RAMP_API_KEY: 'HUNTER2' }, /RAMP_API_KEY has the name of a key/],
    [
      'a key among settings',
      target({ settings: { RAMP_API_KEY: 'HUNTER2' } }),
      /settings\.RAMP_API_KEY has the name of a key/,
    ],
    ['a key for a value', { baseline: secret }, /:2 baseline looks like a key/],
    ['a key in a list', { require: ['6', `Bearer ${secret}`] }, /require\.1 looks like a key/],
    ['a key for a variable', target(keyed(secret)), /keys\.full looks like a key/],
    ['a word for a variable', target(keyed('HUNTER2')), /never a key/],
    ['a key for a name', { [secret]: 1 }, /:2 a member is no member/],
  ])('%s', (_name, config, message) => {
    const text = config === undefined ? '{\n  "profile": ' : JSON.stringify(config, null, 2);
    expect(() => parseConfig(text, 'ramp-conformance.json')).toThrow(message);
    expect(() => parseConfig(text, 'ramp-conformance.json')).not.toThrow(/4eC39|HUNTER2/);
  });

  test('a key that is in force', () => {
    const cwd = folderWith({ baseline: 'plainwordsagain' });
    const env = { RAMP_BASE_URL: 'http://127.0.0.1:1', RAMP_API_KEY: 'plainwordsagain' };
    expect(() => readConfig(callIn(cwd, [], env)).settings).toThrow(/a key stands in the configuration file/);
  });

  test.each(['conformance-2026-11-23-nightly', 'lightning-offramp.initiate/speaks-of-the-invoice', 'vendor-2.3.1'])(
    'no key: %s',
    (name) => {
      expect(() => parseConfig(JSON.stringify({ require: [name], reports: name }), 'x.json')).not.toThrow();
    },
  );
});

test('waivers check reads the file that runs are given', async () => {
  const cwd = folderWith({ waivers: 'known/deviations.json' });
  mkdirSync(join(cwd, 'known'));
  writeFileSync(join(cwd, 'known/deviations.json'), '{ "format": 1, "waivers": [] }');
  const terminal = recordedTerminal([], { cwd });
  expect(await perform('waivers check', terminal)).toBe(0);
  expect(terminal.written.out).toContain('0 waivers are well formed');
});

test.each([
  { concurrency: 1, requestsPerSecond: 0.001, maxRequests: 1, timeoutMs: 100, deadlineS: 10 },
  { concurrency: 64, requestsPerSecond: 1000, maxRequests: 10_000_000, timeoutMs: 60_000, deadlineS: 86_400 },
])('budgets have the bounds of their variables: %j', (budgets) => {
  const { deadlineS, ...others } = budgets;
  expect(readConfig(callIn(folderWith({ budgets }))).settings).toMatchObject({
    budgets: others,
    deadlineSeconds: deadlineS,
  });
});
