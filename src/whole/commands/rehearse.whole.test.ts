import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { packageRoot } from '../../cli/own-package.ts';
import { type Ended, useBuilt } from '../../testing/built.test.support.ts';
import { newFolder } from '../../testing/terminal.test.support.ts';

const built = useBuilt();
const vitest = [process.execPath, join(packageRoot, 'node_modules/vitest/vitest.mjs'), 'run'];

const rehearse = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  built.run(['rehearse', ...args], { PATH: process.env.PATH ?? '', ...env }, cwd);

/** Ids of the variations that break a client. */
const breaksIn = ({ out }: Ended): readonly string[] =>
  JSON.parse(out).parts.flatMap(({ breaks }: { breaks: { freedoms: { id: string }[] }[] }) =>
    breaks.map(({ freedoms }) => freedoms.map(({ id }) => id).join(' with ')),
  );

const folderOf = (client: string): string => join(packageRoot, 'examples/clients', client);

const only = (...what: readonly string[]): readonly string[] => what.flatMap((one) => ['--only', one]);

/** A script that a client is made of. */
const script = (text: string): readonly string[] => ['--', process.execPath, '-e', text];

/** Reads the balances, and looks at nothing in them. */
const asking =
  'fetch(process.env.RAMP_BASE_URL + "/v1/ramp/banking/balances", { headers: { "x-api-key": process.env.RAMP_API_KEY } }).then((reply) => reply.text());';

const zodOnly = only('timestamps', 'subaccount', 'members/members-that-may-be-null-are-left-out');

test('names what the client with Zod relies on, and nothing of the mended one', async () => {
  const junit = join(newFolder(), 'junit.xml');
  const reporting = [...vitest, '--reporter=junit', `--outputFile=${junit}`];
  const first = await rehearse(folderOf('zod'), [...zodOnly, '--junit', junit, '--json', '--', ...reporting]);
  expect(first.code, first.err).toBe(1);
  expect(breaksIn(first)).toEqual([
    'members/members-that-may-be-null-are-left-out',
    'timestamps/utc-is-written-00-00-instead-of-z',
    'subaccount/first-name-last-name-and-phone-are-null',
  ]);
  const { conclusion, reliances } = JSON.parse(first.out);
  expect(conclusion).toMatch(/^Your client relies on 3 things that the document does not promise; at worst, it can /);
  const offsets = reliances.find(({ kind }: { kind: string }) => kind === 'timestamp-offset');
  expect(offsets.failedTests).toContain('client.test.ts > shows who the customer is');
  const mended = await rehearse(folderOf('zod'), [...zodOnly, '--json', '--', ...vitest], { CLIENT: 'mended' });
  expect(mended.code, mended.err).toBe(0);
  expect(breaksIn(mended)).toEqual([]);
});

test('names what the client with generated types relies on, under its own variables', {
  tags: ['release'],
}, async () => {
  const names = ['--env', 'SERVICE_URL=RAMP_BASE_URL', '--env', 'SERVICE_KEY=RAMP_API_KEY'];
  const rehearsed = await rehearse(folderOf('openapi'), [...names, ...only('taxonomy'), '--json', '--', ...vitest]);
  expect(rehearsed.code, rehearsed.err).toBe(1);
  expect(breaksIn(rehearsed)).toEqual([
    'taxonomy/fees-limits-and-ranges-are-zero',
    'taxonomy/a-method-is-configured-for-other-currencies-before-the-one-that-was-asked-for',
    'taxonomy/a-method-has-no-configurations',
    'taxonomy/a-currency-that-is-served-has-no-methods-at-present',
    'taxonomy/a-limit-of-1-means-that-there-is-none',
  ]);
});

test.each(['zod', 'openapi'])('the types of %s hold', (client) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(packageRoot, 'node_modules/typescript/bin/tsc'), '-p', folderOf(client)],
    { encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([0, '']);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('names what the client in Python relies on', { tags: ['release'] }, async () => {
  const rehearsed = await rehearse(folderOf('python'), [
    ...only('timestamps', 'offramp'),
    '--json',
    '--',
    'python3',
    '-B',
    '-m',
    'unittest',
  ]);
  expect(rehearsed.code, rehearsed.err).toBe(1);
  expect(breaksIn(rehearsed)).toContain('timestamps/utc-is-written-00-00-instead-of-z');
});

test('writes a page and JUnit of variations, and of the faults that nobody notices', async () => {
  const folder = newFolder();
  const idle = script(asking);
  const rehearsed = await rehearse(folder, ['--reports', 'kept', ...only('balances'), ...idle]);
  expect(rehearsed).toMatchObject({ code: 0 });
  expect(rehearsed.out).toContain('Your client passes under 4 variations that the document allows.');
  expect(readFileSync(join(folder, 'kept/rehearsal.html'), 'utf8')).toContain('The account holds no balances');
  expect(readFileSync(join(folder, 'kept/rehearsal.xml'), 'utf8')).toContain('tests="4" failures="0" errors="0"');
  expect(rehearsed.out).toContain('your tests ask 1 of 14 endpoints: 4');
  const faults = await rehearse(folder, ['--faults', '--min-noticed', '0.5', ...idle]);
  expect(faults).toMatchObject({ code: 1 });
  expect(faults.out).toMatch(/^ {2}\d+ not tried: your tests do not ask the endpoint: \w/m);
  expect(faults.out).toMatch(/unnoticed {2}A valid request is answered 500\./);
});

test('the end of what the client wrote is printed for what breaks it, and on the page without personal data', async () => {
  const picky = asking.replace(
    'reply.text()',
    'reply.json()).then(({ balances }) => { if (Object.keys(balances).length === 0) { console.error("Error: asked by jane.roe" + String.fromCharCode(64) + "corp.example.net"); throw new Error("no money"); } }',
  );
  const folder = newFolder();
  const called = ['--only', 'balances', '--reports', 'kept', ...script(picky)];
  const { code, out } = await rehearse(folder, called);
  expect(code).toBe(1);
  expect(out).toMatch(/once more: FAILED .*\n {2}found, high: The account holds no balances: the map is empty\. Fix: /);
  expect(out).toMatch(/\nYour client under balances\/\S+:\n(.*\n)*.*Error: no money/);
  const [page, junit] = ['rehearsal.html', 'rehearsal.xml'].map((file) =>
    readFileSync(join(folder, 'kept', file), 'utf8'),
  );
  expect(page).toMatch(/<br>Error: no money/);
  expect(page).not.toContain('@corp');
  expect(junit).not.toContain('no money');
});

const ordering = (afterFailure: string): string => `
const { RAMP_BASE_URL: url, RAMP_API_KEY: key, ...ids } = process.env;
const path = url + "/v2/ramp/" + ids.RAMP_INDIVIDUAL_SUBACCOUNT_ID.split(",")[0] + "/banking/offramp/initiate";
const body = JSON.stringify({
  from: { chain: "ETH", asset: "USDC", amount: 100, sender_address: ids.RAMP_OFFRAMP_SENDER_ADDRESS },
  to: { recipient_id: ids.RAMP_USD_RECIPIENT_ID, currency: "USD" },
  client_offramp_reference: crypto.randomUUID(),
});
const send = () =>
  fetch(path, { method: "POST", headers: { "x-api-key": key, "content-type": "application/json" }, body }).then((reply) => {
    if (!reply.ok) throw new Error("status " + reply.status);
  });
send().catch(() => { ${afterFailure} });`;

test('a client that sends a kept order again is told so, and none that gives up', async () => {
  const lost = only(
    'filter/the-answer-to-an-order-of-each-kind-is-lost-and-the-order-is-kept',
    'rate-limit/while-the-service-restarts-the-first-order-of-each-kind-is-kept-and-answered-503-in-the-documented-form',
  );
  const hasty = await rehearse(newFolder(), [...lost, ...script(ordering('return send()'))]);
  expect(hasty.code, hasty.err).toBe(1);
  expect(hasty.out).toContain('Your client relies on 1 thing that the document does not promise; 1 can lose or double');
  expect(hasty.out).toContain('   Seen      your client sent a kept order again\n');
  const careful = await rehearse(newFolder(), [...lost, ...script(ordering('process.exitCode = 1'))]);
  expect(careful.code, careful.out + careful.err).toBe(0);
  expect(careful.out).toContain('Your client passes under 2 variations that the document allows.');
});

test('what changes no reply that the tests got counts as neither passed nor unnoticed', async () => {
  // It turns the second subaccount away that is read.
  const one = only('rate-limit/a-read-of-a-subaccount-is-answered-429-at-first-without-retry-after');
  const reading = (role: string) => asking.replace('banking/balances"', `subaccount/" + process.env.${role}`);
  const [person, business] = [reading('RAMP_INDIVIDUAL_SUBACCOUNT_ID'), reading('RAMP_BUSINESS_SUBACCOUNT_ID')];
  const unmet = await rehearse(newFolder(), [...one, ...script(person)]);
  expect(unmet).toMatchObject({ code: 2 });
  expect(unmet.out).toContain('Nothing can be said: your tests got no reply that any of them changes.');
  expect(unmet.err + unmet.out).toMatch(/try 4 of .*: not met [\d.]+ s\n/);
  const met = await rehearse(newFolder(), [...one, ...script(person + business)]);
  expect(met.out).toContain('Your client passes under 1 variation that the document allows.');
  const ofReads = 'offramp/the-amount-comes-back-in-the-smallest-unit';
  const listing = asking.replace('/v1/ramp/', '/v2/ramp/no-uuid/').replace('balances', 'offramp/');
  const faults = await rehearse(newFolder(), ['--faults', '--json', ...only(ofReads), ...script(listing)]);
  expect(JSON.parse(faults.out).faults).toMatchObject({ tried: [], notMet: [ofReads], unnoticed: [] });
});

test.each([
  ['without a command', ['--'], /name the test command of your client after --/],
  ['without the dashes', ['npm', 'test'], /name the test command of your client after --/],
  ['with a command that is not there', ['--', 'no-such-command'], /the command after -- is not found/],
  [
    'that fails as shipped',
    script('console.log("no luck"); process.exit(7)'),
    /Your client fails on the sandbox as shipped/,
  ],
  [
    'that sends the sandbox nothing',
    script(''),
    /Your tests pass, and nothing can be said\. The sandbox got no request/,
  ],
  ['with an unknown variation', ['--only', 'nonsense', ...script('')], /--only must name a variation/],
  [
    'whose tests write no report',
    ['--junit', 'none.xml', ...only('balances'), ...script(asking)],
    /wrote no JUnit file at none\.xml/,
  ],
  [
    'whose jobs would write one report',
    ['--junit', 'a.xml', '--jobs', '2', ...script('')],
    /write \{job\} in its name/,
  ],
  ['whose reports would replace a file', ['--reports', process.execPath, ...script('')], /--reports cannot be used/],
  ['with an unknown setting', ['--env', 'A=RAMP_NONE', ...script('')], /--env .* is not a setting of the sandbox/],
])('nothing can be said of a call %s', async (_, args, why) => {
  const { code, out, err } = await rehearse(newFolder(), args);
  expect(code).toBe(2);
  expect(out + err).toMatch(why);
});

test('a client that fails now and then as shipped is called flaky', async () => {
  const flaky =
    'const f = "./times"; const n = fs.existsSync(f) ? +fs.readFileSync(f) : 0; fs.writeFileSync(f, String(n + 1)); process.exit(n === 1 ? 1 : 0)';
  const { code, out } = await rehearse(newFolder(), [...only('balances'), ...script(flaky)]);
  expect(code).toBe(2);
  expect(out).toContain('Your client is flaky: as shipped it failed 1 of 3 times');
});

const hanging =
  'fs.writeFileSync("pid", String(process.pid)); process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6)';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGKILL', null],
] as const)('nothing is left running after %s', async (signal, code) => {
  const folder = newFolder();
  const child = spawn(process.execPath, [built.main, 'rehearse', ...script(hanging)], { cwd: folder, stdio: 'ignore' });
  const file = join(folder, 'pid');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(25);
  const pid = Number(readFileSync(file, 'utf8'));
  child.kill(signal);
  const [ended] = await once(child, 'exit');
  expect(ended).toBe(code);
  while (isRunning(pid)) await sleep(25);
});

test('a client is shown no key of a target', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), 'RAMP_BASE_URL=https://vendor.example\nRAMP_API_KEY=a-real-key-of-a-target\n');
  const keeps = `${asking} fs.writeFileSync("seen", JSON.stringify(process.env))`;
  const env = {
    RAMP_BASE_URL: 'https://vendor.example',
    RAMP_API_KEY: 'a-real-key-of-a-target',
    RAMP_PROXY: 'http://proxy.example',
  };
  expect(await rehearse(folder, [...only('balances'), ...script(keeps)], env)).toMatchObject({ code: 0 });
  const seen = readFileSync(join(folder, 'seen'), 'utf8');
  expect(JSON.parse(seen).RAMP_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(seen).not.toMatch(/vendor\.example|a-real-key|proxy\.example/);
});
