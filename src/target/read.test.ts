import { randomUUID } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutGit } from '../testing/git.test.support.ts';
import type { Environment } from './given.ts';
import { readSettings } from './read.ts';
import { attempt, folderWith, problemsOf } from './settings.test.support.ts';
import type { SettingSources } from './sources.ts';
import { renderExample, settingOf, type VariableName, variableNames } from './table.ts';

withoutGit();

const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';
const key = { RAMP_API_KEY: 'full-key-of-a-test' };
const at = (baseUrl: string) => ({ ...key, RAMP_BASE_URL: baseUrl });
const remote = at('https://ramp.example.com/api/');
const chosen = { options: { baseUrl: remote.RAMP_BASE_URL } };

/** With an `.env` in its folder, if it has a `file`. */
type Sources = Partial<SettingSources> & { readonly file?: string };

const given = (env: Environment, { file, ...more }: Sources): SettingSources => ({
  cwd: folderWith(file === undefined ? {} : { '.env': file }),
  env: { ...env },
  ...more,
});

const read = (env: Environment, more: Sources = {}) => readSettings(given(env, more));

const wrongIn = (env: Environment, more: Sources = {}) =>
  problemsOf(given(env, more)).map((problem) => problem.split(' ', 1)[0]);

const unread = (names: readonly VariableName[]): readonly VariableName[] => {
  const material = (env: Environment) => {
    const { roles, order } = read({ RAMP_LOCAL_RECIPIENT_CURRENCY: 'COP', ...env });
    return JSON.stringify({ roles, order });
  };
  const examples = [one, '7', 'KES', 'KES=7', 'someone@example.com'];
  return names.filter((name) => {
    const example = examples.find((text) => settingOf(name).schema.safeParse(text).success);
    return material({ [name]: example }) === material({});
  });
};

test('each variable of a role or an order reaches the run', () => {
  const meant = variableNames.filter((name) => /^(?:Roles|Orders)/.test(settingOf(name).group));
  expect(meant.length).toBeGreaterThan(25);
  expect(unread(meant)).toEqual([]);
  expect(unread(['RAMP_QUIET_ACCOUNT'])).toEqual(['RAMP_QUIET_ACCOUNT']);
});

describe('sources', () => {
  test('an option counts before the environment, it before the file, it before the default', () => {
    const file =
      'RAMP_BASE_URL=https://file.example.com\nRAMP_AMOUNT=3\nRAMP_API_KEY=key-of-the-file\nRAMP_CONCURRENCY=2\n';
    const settings = read(
      { RAMP_BASE_URL: 'https://environment.example.com', RAMP_AMOUNT: '2', RAMP_CONCURRENCY: ' ' },
      { file, options: { baseUrl: 'https://option.example.com' } },
    );
    expect(settings.service).toEqual({
      baseUrl: 'https://option.example.com',
      keys: { full: 'key-of-the-file' },
    });
    expect(settings.order.amount).toBe(2);
    expect(settings.budgets).toMatchObject({ concurrency: 2, timeoutMs: 20_000, maxRequests: 20_000 });
  });

  test('codes are read in capitals, which is how the document writes them', () => {
    const { order } = read({
      ...remote,
      RAMP_ONRAMP_CURRENCY: 'brl',
      RAMP_OFFRAMP_ASSET: 'usdc',
      RAMP_TAXONOMY_CURRENCIES: 'mxn, MXN, brl',
      RAMP_OFFRAMP_CHAIN: 'base-sepolia',
    });
    expect([order.onrampCurrency, order.offrampAsset, order.taxonomyCurrencies]).toEqual([
      'BRL',
      'USDC',
      ['MXN', 'BRL'],
    ]);
    expect(order.offrampChain).toBe('base-sepolia');
  });

  test('onramps of bitcoin go to an address or an invoice, by default to where the others go', () => {
    const to = (env: Environment) => read(env).order.lightningAddress;
    for (const address of ['payer@example.com', `lnbc1500n1p${'q0s3'.repeat(60)}`])
      expect(to({ RAMP_LIGHTNING_ADDRESS: address })).toBe(address);
    expect(to({ RAMP_ONRAMP_ADDRESS: 'tb1qaddress' })).toBe('tb1qaddress');
  });

  test('what Node.js would obey in a settings file reaches no environment', () => {
    const env: Environment = {};
    const before = { ...process.env };
    read(env, { file: 'NODE_OPTIONS=--import=data:text/javascript,process.exit(9)\nRAMP_AMOUNT=3\n' });
    expect([env, process.env]).toEqual([{}, before]);
  });

  test('the keys leave the environment', () => {
    const env: Environment = { ...remote, RAMP_RESTRICTED_API_KEY: 'restricted-key', HOME: '/' };
    readSettings({ env, cwd: folderWith() });
    expect(Object.keys(env)).toEqual(['RAMP_BASE_URL', 'HOME']);
  });

  test('without a base URL there is no service, and what is left unused is said', () => {
    const settings = read({ RAMP_AMOUNT: '7', RAMP_TIMEOUT_MS: '500' });
    expect(settings).toMatchObject({ money: true, quiet: true, budgets: { timeoutMs: 500 } });
    expect(settings.service).toBeUndefined();
    expect(settings.notes.join()).toContain('does not use RAMP_AMOUNT');
  });

  test('a settings file that was asked for must be there', () => {
    expect(() => read({}, { settingsFile: 'absent.env' })).toThrow(/absent\.env does not exist/);
  });
});

describe('plain http beyond loopback', () => {
  const inside = { ...remote, RAMP_BASE_URL: 'http://sandbox:8080/api', RAMP_PLAIN_HTTP_HOST: 'sandbox' };

  test('goes to the one host that is named, and a line says so before any request', () => {
    expect(wrongIn({ ...remote, RAMP_BASE_URL: inside.RAMP_BASE_URL })).toEqual(['RAMP_BASE_URL']);
    expect(wrongIn({ ...inside, RAMP_PLAIN_HTTP_HOST: 'other' })).toEqual(['RAMP_BASE_URL']);
    const { service, doubts, money, budgets } = read(inside);
    expect(service?.baseUrl).toBe('http://sandbox:8080/api');
    expect(doubts?.join()).toMatch(/^The key goes to sandbox:8080\/api over plain http/);
    expect([money, budgets.requestsPerSecond]).toEqual(['RAMP_MONEY_HOST is not set', 10]);
    expect(read({ ...inside, RAMP_BASE_URL: 'http://localhost:8080' }).doubts).toEqual([]);
  });

  const own = 'Sandbox ramp_sandbox ramp.internal ramp.default.svc.cluster.local ramp.test 10.0.0.7 [fd00::7]';
  test.each(own.split(' '))('may go to %s', (host) => {
    const env = { ...inside, RAMP_BASE_URL: `http://${host}`, RAMP_PLAIN_HTTP_HOST: host };
    expect(wrongIn(env)).toEqual([]);
    expect(wrongIn({ ...env, RAMP_ENVIRONMENT: 'production' })).toEqual(['RAMP_PLAIN_HTTP_HOST']);
  });

  const names = 'ramp.example.com sandbox.dev sandbox. internal.example.com sandbox:8080 * a,b';
  const addresses = '8.8.8.8 172.32.0.1 [2606:4700::1111] 0.0.0.0 134744072';
  test.each([...names.split(' '), ...addresses.split(' ')])('never to %s', (host) => {
    const env = { ...inside, RAMP_BASE_URL: 'http://sandbox', RAMP_PLAIN_HTTP_HOST: host };
    expect(wrongIn(env)).toEqual(['RAMP_PLAIN_HTTP_HOST']);
  });
});

describe('names that are no settings', () => {
  test.each([
    [
      'RAMP_NAMED_RECIPENT_ID',
      /RAMP_NAMED_RECIPENT_ID is not a setting: take it out; did you mean RAMP_NAMED_RECIPIENT_ID/,
    ],
    ['RAMP_RESTRICTED_KEY', /did you mean RAMP_RESTRICTED_API_KEY/],
    ['ramp_business_subaccount_id', /did you mean RAMP_BUSINESS_SUBACCOUNT_ID/],
    ['RAMPBASE_URL', /did you mean RAMP_BASE_URL/],
    ['RAMP_COLOUR_OF_THE_TRUCK', /is not a setting: take it out/],
  ])('%s in a settings file is refused', (name, message) => {
    expect(() => read({}, { file: `${name}=x\n` })).toThrow(message);
    expect(wrongIn({}, { file: `${name}=hunter2\n` })).toEqual([name]);
  });

  test('a slip in the environment is refused, a name of another program is noted', () => {
    expect(wrongIn({ ...remote, RAMP_API_KEYS: 'x', RAMP_USD_RECIPIENTID: 'x' })).toEqual([
      'RAMP_API_KEYS',
      'RAMP_USD_RECIPIENTID',
    ]);
    const { notes } = read({ ...remote, RAMP_UP_SPEED: '3', RAMPAGE: 'x', RAMP_AMOUNTT: '' });
    expect(notes).toEqual(['RAMP_UP_SPEED is not a setting and is left alone; .env.example lists the settings']);
  });

  test('a file that was named must hold a setting', () => {
    const file = '# nothing yet\nDATABASE_URL=x\nRAMP_BASE_URL=\n';
    expect(() => read({}, { file, settingsFile: '.env' })).toThrow(/--settings .*without any setting/);
  });

  test.each([
    ['an example that nobody filled in', renderExample()],
    ['an empty file', ''],
    ['empty settings in the file of another program', 'DATABASE_URL=x\nRAMP_BASE_URL=\n'],
  ])('%s as .env is refused, unless the target stands elsewhere', (_what, file) => {
    expect(() => read({}, { file })).toThrow(
      /^\.env sets no RAMP_\* variable: fill in RAMP_BASE_URL.*, or remove .env .*sandbox$/,
    );
    expect(wrongIn({ RAMP_AMOUNT: '5' }, { file })).toEqual(['.env']);
    expect(wrongIn(remote, { file })).toEqual([]);
    expect(wrongIn(key, { file, ...chosen })).toEqual([]);
  });

  test('an .env that is of another program alone is left to it', () => {
    expect(read({}, { file: 'DATABASE_URL=x\n' }).service).toBeUndefined();
  });

  test('a mark before the first name is no part of it', () => {
    expect(read({}, { file: '\uFEFFRAMP_AMOUNT=5\n' }).order.amount).toBe(5);
  });
});

describe('problems', () => {
  const wrong: Readonly<Partial<Record<VariableName, readonly string[]>>> = {
    RAMP_BASE_URL: [
      'http://ramp.example.com',
      'ftp://127.0.0.1',
      'ramp.example.com',
      'https://me:secret@ramp.example.com',
      'https://ramp.example.com/?key=1',
      'https://ramp.example.com/#',
      // Hosts that only resemble loopback, over plain http.
      'http://localhost.example.com',
      'http://localhost.',
      'http://127.0.0.1.example.com',
      'http://127.0.0.1%2eexample.com',
      'http://example.com\\\\@127.0.0.1',
      'http://127.0.0.1@example.com',
      'http://0.0.0.0',
      'http://0',
      'http://[::]',
      'http://[::ffff:127.0.0.1]',
      'http://10.0.0.1',
      'http://loc\u0430lhost',
    ],
    RAMP_API_KEY: ['', 'two words', 'elevenchars'],
    RAMP_RESTRICTED_API_KEY: [remote.RAMP_API_KEY],
    RAMP_ENVIRONMENT: ['staging', 'Production'],
    RAMP_MONEY_HOST: [
      'example.com',
      'ramp.example.com:8443',
      'ramp.example.com/prod',
      'https://ramp.example.com',
      'ramp.example.com.',
      'me@ramp.example.com',
      '*.example.com',
      'ramp.ex\u0430mple.com',
      'ramp.example.com,evil.example',
    ],
    RAMP_QUIET_ACCOUNT: ['yes'],
    RAMP_INDIVIDUAL_SUBACCOUNT_ID: ['abc'],
    RAMP_WITHDRAWAL_ID: ['00000000-0000-0000-0000-000000000000'],
    RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: [`${one},x`, `${two},${two.toUpperCase()}`],
    RAMP_LIGHTNING_ADDRESS: ['two words'],
    RAMP_AMOUNT: ['-1', '1e3'],
    RAMP_AMOUNTS: ['NGN', 'NGN=', 'NGN=-1', 'NGN=1e9', 'NGN=5;COP=3', 'NGN=5,ngn=6', '=5', 'NGN=0', ','],
    RAMP_DEADLINE_S: ['5'],
    RAMP_TAXONOMY_CURRENCIES: ['BRL;MXN'],
    RAMP_CONCURRENCY: ['0'],
    RAMP_REQUESTS_PER_SECOND: ['0'],
    RAMP_MAX_REQUESTS: ['many'],
    RAMP_TIMEOUT_MS: ['2.5'],
  };

  test.each(Object.entries(wrong).flatMap(([name, texts]) => texts.map((text) => [name, text])))(
    '%s cannot be %j',
    (name = '', text = '') => {
      expect(wrongIn({ ...remote, [name]: text })).toEqual([name]);
    },
  );

  test.each<[string, Environment]>([
    ['RAMP_BASE_URL', { RAMP_API_KEY: 'a-key-for-nothing' }],
    ['RAMP_BASE_URL', { RAMP_RESTRICTED_API_KEY: 'a-key-for-nothing' }],
    ['RAMP_MONEY_HOST', { ...at('https://ramp.example.com:8443'), RAMP_MONEY_HOST: 'ramp.example.com' }],
    ['RAMP_MONEY_HOST', { RAMP_MONEY_HOST: 'ramp.example.com' }],
    ['RAMP_BUSINESS_SUBACCOUNT_ID', { RAMP_INDIVIDUAL_SUBACCOUNT_ID: one, RAMP_BUSINESS_SUBACCOUNT_ID: one }],
    ['RAMP_INCOMPLETE_NAMED_RECIPIENT_ID', { RAMP_USD_RECIPIENT_ID: two, RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: two }],
    ['RAMP_LOCAL_RECIPIENT_CURRENCY', { RAMP_LOCAL_RECIPIENT_ID: one }],
    ['RAMP_LOCAL_RECIPIENT_CURRENCY', { RAMP_LOCAL_RECIPIENT_ID: one, RAMP_LOCAL_RECIPIENT_CURRENCY: 'usd' }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ])('%s is what is wrong in %j', (variable, env) => {
    expect(wrongIn(env)).toEqual([variable]);
  });

  test('an empty --base-url is no wish for the sandbox', () => {
    expect(wrongIn({}, { options: { baseUrl: '' } })).toEqual(['--base-url']);
  });

  test.each<[string, Environment, string?]>([
    ['in the environment', { RAMP_BASE_URL: '' }],
    ['of blanks', { RAMP_BASE_URL: ' ' }],
    ['in .env', {}, 'RAMP_BASE_URL=\nRAMP_AMOUNT=5\n'],
  ])('an empty RAMP_BASE_URL %s is no wish for the sandbox', (_, env, file) => {
    expect(wrongIn(env, file === undefined ? {} : { file })).toEqual(['RAMP_BASE_URL']);
    expect(wrongIn({ ...key, ...env }, chosen)).toEqual([]);
  });

  test('a wrong address is named by the option that gave it', () => {
    expect(wrongIn(key, { options: { baseUrl: 'ftp://ramp.example.com' } })).toEqual(['--base-url']);
  });

  test('all are reported at once, none with a value', () => {
    const env = { RAMP_AMOUNT: 'hunter2', RAMP_TIMEOUT_MS: 'hunter2', RAMP_BASE_URL: 'hunter2' };
    expect(wrongIn(env)).toEqual(['RAMP_BASE_URL', 'RAMP_AMOUNT', 'RAMP_TIMEOUT_MS', 'RAMP_API_KEY']);
    expect(() => read(env)).not.toThrow(/hunter2/);
  });
});

describe('permissions', () => {
  const host = { RAMP_MONEY_HOST: 'ramp.example.com' };
  const production = { RAMP_ENVIRONMENT: 'production' };
  test.each<[string, Environment, boolean | string]>([
    ['remote', remote, 'RAMP_MONEY_HOST is not set'],
    ['its host named', { ...remote, RAMP_MONEY_HOST: 'RAMP.example.com:443' }, true],
    [
      'its host named in another script',
      { ...at('https://xn--bcher-kva.example'), RAMP_MONEY_HOST: 'B\u00dcCHER.example' },
      true,
    ],
    ['its port named', { ...at('https://ramp.example.com:8443'), RAMP_MONEY_HOST: 'ramp.example.com:8443' }, true],
    ['a path below it', { ...at('https://ramp.example.com/v'), RAMP_MONEY_HOST: 'ramp.example.com/v' }, true],
    ['its host without the path', { ...at('https://ramp.example.com/v'), ...host }, true],
    ['not loopback by name', at('https://localhost.example.com'), 'RAMP_MONEY_HOST is not set'],
    ['not loopback by number', at('https://0.0.0.0'), 'RAMP_MONEY_HOST is not set'],
    ['loopback', at('http://localhost:8080'), true],
    ['loopback, shortened', at('http://127.1:8080'), true],
    ['loopback in production', { ...at('http://[::1]'), ...production }, 'RAMP_ENVIRONMENT is production'],
    ['production', { ...remote, ...host, ...production }, 'RAMP_ENVIRONMENT is production'],
  ])('money: %s', (_, env, money) => {
    expect(read(env)).toMatchObject({ money, readOnly: env.RAMP_ENVIRONMENT === 'production' });
    const readOnly = { money: 'the run is read-only', readOnly: true };
    if (money === true) expect(read(env, { options: { readOnly: true } })).toMatchObject(readOnly);
  });

  test('a service of others is spared, loopback is not', () => {
    expect(read(remote)).toMatchObject({
      quiet: false,
      deadlineSeconds: 1_800,
      budgets: { requestsPerSecond: 10 },
    });
    const local = read({ ...remote, RAMP_BASE_URL: 'http://127.0.0.1:1' });
    expect(local.budgets.requestsPerSecond).toBeUndefined();
    expect(local.quiet).toBe(false);
  });

  test('amounts by code, and what belongs to the unverified subaccount', () => {
    const { order, roles } = read({
      ...remote,
      RAMP_AMOUNTS: 'ngn=5000, COP=20000.5,SAME_DAY_ACH=600',
      RAMP_UNVERIFIED_RECIPIENT_ID: one,
      RAMP_UNVERIFIED_ACCOUNT_NUMBER: '42',
    });
    expect(order.amounts).toEqual({ NGN: 5000, COP: 20000.5, SAME_DAY_ACH: 600 });
    expect(order.unverifiedAccountNumber).toBe('42');
    expect(roles.unverifiedRecipient).toBe(one);
    expect(read(remote).order.amounts).toBeUndefined();
  });

  test('roles: lightning falls back to dollars, several incomplete recipients are taken', () => {
    const { roles } = read({
      RAMP_USD_RECIPIENT_ID: one,
      RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: `${two}, ${two.replaceAll('2', '3')}`,
    });
    expect(roles).toMatchObject({
      usdRecipient: one,
      lightningRecipient: one,
      offramps: [],
      conversions: [],
    });
    expect(roles.incompleteNamedRecipients).toHaveLength(2);
    expect(roles.individual).toBeUndefined();
  });
});

describe('where a key goes', () => {
  const own = 'RAMP_BASE_URL=https://elsewhere.example\nRAMP_MONEY_HOST=elsewhere.example\nRAMP_AMOUNT=9000\n';
  const text = (sources: Sources, env: Environment = {}) => {
    const { settings, problems } = attempt(given(env, sources));
    return settings?.origins ?? problems.join('\n');
  };

  test('a key of the environment does not go where a `.env` of the folder says, nor moves money there', () => {
    const refused = text({ file: own }, key);
    expect(refused).toContain(
      'RAMP_API_KEY comes from the environment, but RAMP_BASE_URL, RAMP_MONEY_HOST, RAMP_AMOUNT from .env',
    );
    expect(refused).not.toContain(key.RAMP_API_KEY);
    expect(text({ file: own, ...chosen }, key)).toContain('but RAMP_MONEY_HOST, RAMP_AMOUNT from .env');
  });

  const address = { RAMP_BASE_URL: remote.RAMP_BASE_URL };
  test.each<[string, string, Environment]>([
    ['a key of `.env` does not go where the environment says', 'RAMP_API_KEY=full-key-of-a-test', address],
    ['a restricted key neither', 'RAMP_RESTRICTED_API_KEY=other-key-of-a-test', remote],
    ['the file of a key neither', 'RAMP_API_KEY_FILE=key', address],
  ])('%s', (_, file, env) => {
    expect(text({ file }, env)).toMatch(/_KEY(_FILE)? comes from \.env, but RAMP_BASE_URL from the environment/);
  });

  test.each<[string, Sources, Environment]>([
    ['.env', { file: `${own}RAMP_API_KEY=full-key-of-a-test` }, {}],
    ['the environment', {}, { ...remote, RAMP_MONEY_HOST: 'ramp.example.com' }],
    [
      'the environment, over all of `.env`',
      { file: `${own}RAMP_API_KEY=key-of-the-file` },
      { ...remote, RAMP_MONEY_HOST: 'ramp.example.com', RAMP_AMOUNT: '5' },
    ],
    ['--base-url, and the key from the environment', chosen, key],
  ])('one source may give both: %s', (_, sources, env) => {
    expect(text(sources, env)).toMatch(
      /^Key RAMP_API_KEY from .* goes to .*; RAMP_BASE_URL from .*, RAMP_MONEY_HOST .*, RAMP_ENVIRONMENT sandbox by default/,
    );
  });

  test('a `.env` of the folder has no more say beside a named target', () => {
    const target = { name: 'staging', texts: address, keys: { full: 'STAGING_API_KEY', headers: 'STAGING_TOKEN' } };
    const configured = { texts: {}, keyVariables: ['STAGING_API_KEY', 'STAGING_TOKEN'], target };
    const keyed = { STAGING_API_KEY: 'key-of-staging' };
    for (const name of ['RAMP_PROXY=http://elsewhere.example', 'RAMP_MAX_REQUESTS=900000', 'STAGING_TOKEN=X-Tenant=a'])
      expect(text({ file: name, configured }, keyed)).toMatch(
        /STAGING_API_KEY comes from the environment, but RAMP_\w+ from .env/,
      );
    const secret = join(folderWith({ token: 'a-secret-of-another-program' }), 'token');
    const refused = text({ file: `STAGING_API_KEY_FILE=${secret}`, configured });
    expect(refused).toContain('STAGING_API_KEY_FILE names a file outside the folder of .env');
    expect(text({ file: 'RAMP_RELEASE=2.15', configured }, keyed)).toContain(
      'Key STAGING_API_KEY from the environment goes to',
    );
  });

  test('a target without an address takes it from beside its key, and all else from its own settings', () => {
    const texts = { RAMP_INDIVIDUAL_SUBACCOUNT_ID: randomUUID(), RAMP_AMOUNT: '7' };
    const configured = { texts: {}, keyVariables: [], target: { name: 'vendor', texts, keys: {} } };
    const settings = { ...remote, RAMP_AMOUNT: '9', RAMP_BUSINESS_SUBACCOUNT_ID: randomUUID() };
    const { service, order, roles, notes } = read(settings, { configured });
    expect(`${service?.baseUrl}/`).toBe(remote.RAMP_BASE_URL);
    expect([order.amount, roles.business]).toEqual([7, undefined]);
    expect(notes.join()).toMatch(
      /target vendor has its own settings; your other values of RAMP_BUSINESS_SUBACCOUNT_ID, RAMP_AMOUNT/,
    );
    expect(read(key, { ...chosen, configured }).service).toBeDefined();
    expect(text({ file: `RAMP_BASE_URL=${remote.RAMP_BASE_URL}`, configured }, { RAMP_API_KEY: 'a-key' })).toContain(
      'RAMP_API_KEY comes from the environment, but RAMP_BASE_URL from .env',
    );
  });

  test('who calls goes no further than a key does', () => {
    const file = 'RAMP_BASE_URL=https://elsewhere.example\nRAMP_API_KEY=full-key-of-a-test\n';
    const identity = join(folderWith({ 'client.pem': 'a certificate of its user' }), 'client.pem');
    // In the environment it would stand beside an address of .env, as below.
    for (const name of ['RAMP_CLIENT_CERT', 'RAMP_CA_CERT'])
      expect(text({ file: `${file}${name}=${identity}` })).toContain(
        `${name} names a file outside the folder of .env: name the settings file with --settings, or copy the file`,
      );
    expect(text({ file }, { RAMP_CLIENT_CERT: identity })).toContain(
      'RAMP_CLIENT_CERT comes from the environment, but RAMP_BASE_URL from .env',
    );
  });

  test('a `.env` of the folder names no file of a key outside it', () => {
    const cwd = folderWith({ inside: 'key-of-a-test-inside' });
    const secret = join(folderWith({ token: 'a-secret-of-another-program' }), 'token');
    symlinkSync(secret, join(cwd, 'linked'));
    const refusalOf = (named: string, settingsFile?: string) => {
      const text = `RAMP_BASE_URL=https://elsewhere.example\nRAMP_API_KEY_FILE=${named}\n`;
      writeFileSync(join(cwd, settingsFile ?? '.env'), text);
      return attempt({ cwd, env: {}, ...(settingsFile && { settingsFile }) }).problems.join();
    };
    for (const named of [secret, 'linked', `../${basename(dirname(secret))}/token`])
      expect(refusalOf(named)).toContain('RAMP_API_KEY_FILE names a file outside the folder of .env');
    expect(refusalOf('inside')).toBe('');
    expect(refusalOf(secret, 'vendor.env')).toBe('');
  });

  test.each([
    ['an earlier line of the file', 'RAMP_ENVIRONMENT=production\nRAMP_ENVIRONMENT=sandbox', {}, {}],
    ['a quoted line', 'export RAMP_ENVIRONMENT = "Production"\nRAMP_ENVIRONMENT=sandbox', {}, {}],
    ['a target of that address', '', {}, { production: ['https://RAMP.example.com/v9'] }],
    ['a target of that host with its last dot', '', {}, { production: ['https://ramp.example.com./v9'] }],
    ['a target of that host at another port', '', {}, { production: ['https://ramp.example.com:8443'] }],
    [
      'a target, where the address has the dot',
      '',
      { RAMP_BASE_URL: 'https://ramp.example.com.:8443' },
      { production: ['https://ramp.example.com'] },
    ],
  ])('production counts where it is said by %s', (_, file, env, configured) => {
    const settings = read({ ...remote, ...env }, { file, configured: { texts: {}, keyVariables: [], ...configured } });
    expect(settings).toMatchObject({ environment: 'production', readOnly: true });
  });

  test.each([
    [
      'RAMP_ENV says production',
      '',
      { RAMP_ENV: 'production' },
      'RAMP_ENV is not a setting, but its value is production',
    ],
    ['RAMP_STAGE says prod', '', { RAMP_STAGE: 'prod' }, 'RAMP_STAGE is not a setting, but its value is production'],
    [
      'a merge has left both sides',
      '<<<<<<< HEAD\nRAMP_AMOUNT=5\n=======\nRAMP_AMOUNT=500\n>>>>>>> main\n',
      {},
      '.env:1 is the mark of a merge conflict',
    ],
    [
      'an open quote takes the line',
      'RAMP_RELEASE="2.15\nRAMP_ENVIRONMENT=production\n',
      {},
      'RAMP_RELEASE opens a quote',
    ],
    [
      'a quote that a later line closes takes the line',
      "NOTE='it\nRAMP_ENVIRONMENT=production\nend'\n",
      {},
      'NOTE opens a quote and does not close it in the same line',
    ],
  ])('settings are refused where %s', (_, file, env, problem) => {
    expect(text({ file }, { ...remote, ...env })).toContain(problem);
  });

  test('a file in another encoding is refused', () => {
    const cwd = folderWith({ '.env': Buffer.from('\ufeffRAMP_ENVIRONMENT=production\n', 'utf16le') });
    expect(() => readSettings({ cwd, env: { ...remote } })).toThrow('is no text in UTF-8');
  });

  test('a file that --settings names was chosen for the run', () => {
    const cwd = folderWith({ 'vendor.env': own });
    expect(readSettings({ cwd, env: { ...key }, settingsFile: 'vendor.env' }).origins?.split(/\n +/)).toEqual([
      'Key RAMP_API_KEY from the environment goes to elsewhere.example; RAMP_BASE_URL from vendor.env, RAMP_MONEY_HOST from vendor.env, RAMP_ENVIRONMENT sandbox by default, RAMP_AMOUNT from vendor.env',
      'orders send money to 0x5eed... (RAMP_ONRAMP_ADDRESS, by default), 000000... (RAMP_DEPOSIT_ACCOUNT_NUMBER, by default)',
    ]);
  });

  test.each<[string, Environment]>([
    ['RAMP_ENVIRONMENT=production', { ...remote, RAMP_ENVIRONMENT: 'sandbox' }],
    ['RAMP_ENVIRONMENT=sandbox', { ...remote, RAMP_ENVIRONMENT: 'production' }],
  ])('production wins, wherever it stands: %s', (file, env) => {
    const settings = read({ ...env, RAMP_MONEY_HOST: 'ramp.example.com' }, { file });
    expect(settings).toMatchObject({ environment: 'production', readOnly: true });
    const where = file.endsWith('production') ? '.env' : 'the environment';
    expect(settings.origins).toContain(`RAMP_ENVIRONMENT from ${where}`);
  });
});

test('a wrong setting is told with the file and line that set it', () => {
  const file =
    '\n# of the vendor\nRAMP_BASE_URL=https://ramp.example.com\n\n  export RAMP_API_KEYY=x\nRAMP_AMOUNT=3\nRAMP_AMOUNT=-4\n';
  expect(() => read({}, { file })).toThrow(
    /^\.env:5 RAMP_API_KEYY is not a setting: take it out; did you mean RAMP_API_KEY/m,
  );
  expect(() => read({}, { file })).toThrow(/^\.env:7 RAMP_AMOUNT cannot be used/m);
  expect(() => read({ RAMP_AMOUNT: '-5' }, { file })).toThrow(/^RAMP_AMOUNT cannot be used/m);
});

test('.env.example is what the table of settings renders', async () => {
  await expect(renderExample()).toMatchFileSnapshot('../../.env.example');
});
