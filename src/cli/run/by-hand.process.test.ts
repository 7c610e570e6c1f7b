import { execFile, execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Exchange, type RequirementId, requirements, type Target, type TestReport } from '#contract';
import { faultFinder, faults } from '#faults';
import { openSession, runChecks, type TargetSession } from '#harness';
import { type Sandbox, startSandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { catalogueSeed } from '../settings/seed.ts';
import { severalAtOnce } from '../testing/in-process.test.support.ts';

let sandbox: Sandbox;
let target: Target;
let session: TargetSession;
let reports: readonly TestReport[];
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: faultFinder });
  env = { ...sandbox.settings, RAMP_QUIET_ACCOUNT: 'true' };
  const opened = await openTarget(readSettings({ options: {}, cwd: tmpdir(), env: { ...env } }));
  target = opened.target;
  const plan = { target, seed: catalogueSeed(), profile: 'gate' } as const;
  session = openSession(plan);
  ({ reports } = await runChecks(plan, { session }));
  await opened.close();
  const [offramp = ''] = target.roles.offramps;
  const [conversion = ''] = target.roles.conversions;
  env = { ...env, RAMP_OFFRAMP_ID: offramp, RAMP_CONVERSION_ID: conversion };
});
afterAll(() => sandbox.close());

type Reply = TargetSession['world']['replies'][number];

const partsOf = (text: string, end: string): readonly string[] => text.split(end).slice(0, -1);

/** Collects the arguments that each line gives to `curl`, without a request. */
const callsOf = (lines: readonly string[]): readonly (readonly (readonly string[])[])[] => {
  const ended = lines.map((line) => `${line}\nprintf '\\002\\0'\n`);
  const script = `curl() { printf '%s\\0' "$@"; printf '\\001\\0'; }\n${ended.join('')}`;
  const result = execFileSync('sh', ['-s'], {
    input: script,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return partsOf(result, '\u0002\0').map((line) =>
    partsOf(line, '\u0001\0').map((call) => partsOf(call, '\0')),
  );
};

const after = (args: readonly string[], option: string): readonly string[] =>
  args.filter((_, at) => args[at - 1] === option);

const credentialHeaders = ({ request: { credential } }: Reply): readonly string[] => {
  if (credential.in === 'none') return [];
  const { value } = credential;
  if (credential.in === 'header') return [value === '' ? 'x-api-key;' : `x-api-key: ${value}`];
  return credential.places.flatMap(({ in: part, name, scheme }) => {
    if (part === 'query') return [];
    if (part === 'cookie') return [`cookie: ${name}=${value}`];
    if (scheme === undefined) return [`${name}: ${value}`];
    return [`${name}: ${scheme} ${scheme === 'Basic' ? Buffer.from(`${value}:`).toString('base64') : value}`];
  });
};

/** Each time a reference is another one, and a record that the run has made stands for any. */
const alike = (text: string, { request: { input } }: Reply): string => {
  const made = ['offrampId', 'conversionId', 'withdrawalId'].flatMap((name) => input[name] ?? []);
  const any = [env.RAMP_OFFRAMP_ID, env.RAMP_CONVERSION_ID, env.RAMP_WITHDRAWAL_ID];
  return [...made, ...any]
    .reduce<string>(
      (result, id) => (typeof id === 'string' ? result.replaceAll(id, '<a record>') : result),
      text,
    )
    .replace(/("client_\w+_reference":")[0-9a-f-]{36}"/, '$1<a reference>"');
};

test('every request of a gate is made again by its line, and no line holds a key or an id', () => {
  const result = session.world.replies.map((reply) => ({ reply, hand: session.byHand(reply) }));
  const withLine = result.flatMap(({ reply, hand }) => (hand ? [{ reply, ...hand }] : []));
  const without = result
    .filter(({ hand }) => hand === undefined)
    .map(({ reply }) => `${reply.operation} ${reply.request.purpose.probe}: ${reply.request.purpose.case}`);
  expect(without).toEqual([]);
  // What an earlier answer gives is given by the test.
  const called = callsOf(
    withLine.map(({ curl, reply }) =>
      curl.replace(/^MADE_ID=.* && (?=curl )/, `MADE_ID=${reply.request.input.offrampId}; `),
    ),
  ).flat();
  expect(called).toHaveLength(withLine.length);
  for (const [at, { reply, curl, request }] of withLine.entries()) {
    const args = called[at] ?? [];
    const { method, path, sentBody, contentType } = reply.request;
    expect(after(args, '-X')).toEqual(method === 'POST' ? [method] : []);
    expect(args.includes('-I')).toBe(method === 'HEAD');
    expect(alike(args.at(-1) ?? '', reply)).toBe(alike(`${env.RAMP_BASE_URL}${path}`, reply));
    expect(after(args, '--data-raw').map((body) => alike(body, reply))).toEqual(
      sentBody === undefined ? [] : [alike(sentBody, reply)],
    );
    const typed =
      sentBody === undefined ? [] : [`content-type:${contentType === undefined ? '' : ` ${contentType}`}`];
    expect(after(args, '-H')).toEqual([...credentialHeaders(reply), 'accept: application/json', ...typed]);
    const secret = Object.entries(env).filter(([name]) => /KEY|ID$|ADDRESS|NUMBER/.test(name));
    const text = JSON.stringify({ curl, request });
    for (const [name, value] of secret) expect(text, name).not.toContain(value);
  }
});

test('a line reaches a service that asks for more than a key as the run did', () => {
  const network = {
    headers: { 'X-Tenant': 'acme', 'X-Gateway-Token': 'token-of-a-gateway' },
    proxy: 'http://user:password-of-a-proxy@127.0.0.1:3128',
    certificate: { cert: 'PEM', key: 'PEM', passphrase: 'passphrase-of-a-key' },
  };
  const behind = openSession({ target: { ...target, network }, seed: 1, profile: 'gate' });
  const reply = session.world.replies.find(({ operation }) => operation === 'subaccount.read');
  const { curl = '' } = (reply && behind.byHand(reply)) ?? {};
  expect(curl).not.toMatch(/acme|token-of|password-of|passphrase-of|PEM/);
  env = {
    ...env,
    RAMP_HEADERS: 'X-Tenant=acme, X-Gateway-Token=token-of-a-gateway',
    RAMP_PROXY: network.proxy,
    RAMP_CLIENT_CERT: 'client.pem',
    RAMP_CLIENT_KEY_PASSPHRASE: network.certificate.passphrase,
  };
  const [[args = []] = []] = callsOf([curl.replace('curl ', 'cat; curl ')]);
  expect(args[0]).toMatch(/^X-Tenant: acme\nX-Gateway-Token: token-of-a-gateway\n/);
  for (const [option, value] of [
    ['--proxy', network.proxy],
    ['--cert', 'client.pem'],
    ['--key', 'client.pem'],
    ['--pass', network.certificate.passphrase],
  ] as const)
    expect(after(args, option)).toEqual([value]);
});

/** Two lines differ in kind by these: the operation, the credential, the query, the body, and the status that it is to show. */
const kindOf = ({ operation, request: { path, headers, body }, reply }: Exchange): string =>
  JSON.stringify([
    operation,
    Object.entries(headers).map(([name, value]) => (name === 'content-type' ? value : name)),
    path.includes('?'),
    body === undefined,
    reply?.status,
  ]);

/** Requirements that a fault breaks, of which each looks at a request of another kind. */
const oneOfEachKind = () => {
  const known = new Set<string>();
  return requirements.flatMap(({ id }) => {
    const planted = faults.filter((fault) => fault.requirements.includes(id));
    const [exchange] = reports.find(({ requirement }) => requirement === id)?.exchanges ?? [];
    if (planted.length === 0 || exchange === undefined || known.has(kindOf(exchange))) return [];
    known.add(kindOf(exchange));
    return [{ id, planted }];
  });
};

/** The first finding of a run under a fault. */
interface Shown {
  readonly id: RequirementId;
  readonly line: string;
  /** Statuses that the run saw. */
  readonly statuses: readonly (number | undefined)[];
  /** The fault, and a separate world in the service. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Undefined where the fault does not show. */
const findUnder = async (id: RequirementId, fault: string): Promise<Shown | undefined> => {
  const headers = { 'x-ramp-fault': fault, 'x-ramp-world': id };
  const plan = { target, seed: catalogueSeed(), profile: 'gate', only: [id] } as const;
  const { reports } = await runChecks(plan, { session: openSession(plan, { prompt: true, headers }) });
  const [report] = reports.filter(({ findings }) => findings.length > 0);
  if (report === undefined) return undefined;
  return {
    id,
    line: report.findings.find(({ curl }) => curl !== undefined)?.curl ?? 'false',
    statuses: report.exchanges.map(({ reply }) => reply?.status),
    headers: Object.entries(headers),
  };
};

const findFirst = async ({ id, planted }: ReturnType<typeof oneOfEachKind>[number]): Promise<Shown> => {
  for (const fault of planted) {
    const shown = await findUnder(id, fault.id);
    if (shown) return shown;
  }
  throw new Error(`no fault of ${id} shows at a service of another company`);
};

const headerArguments = ({ headers }: Shown): readonly string[] =>
  headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);

const execute = promisify(execFile);

/**
 * Sends each line twice and collects the prints: where a service answers by turns, it is the turn of the defect the first or the
 * second time. One curl sends all, because to start one takes as long as thirty requests.
 */
const sendTogether = async (findings: readonly Shown[]): Promise<readonly string[]> => {
  const calls = callsOf(findings.map(({ line }) => line));
  const requests = findings.flatMap((shown, at) =>
    [...(calls[at] ?? []), ...(calls[at] ?? [])].map((args) => [
      ...args,
      ...headerArguments(shown),
      ...['-w', `\u0001${at} %{exitcode}\u0002`],
    ]),
  );
  const { stdout } = await execute(
    'curl',
    requests.flatMap((args, at) => (at === 0 ? args : ['--next', ...args])),
    { maxBuffer: 1e8, env: { PATH: process.env.PATH } },
  );
  const answers = findings.map(() => '');
  for (const printed of partsOf(stdout, '\u0002')) {
    const [text = '', end = ''] = printed.split('\u0001');
    const [at, code] = end.split(' ');
    expect(code, text).toBe('0');
    answers[Number(at)] += text;
  }
  return answers;
};

/** First with other programs than curl. */
const makesARecord = ({ line }: Shown): boolean => line.includes('MADE_ID=');

/** Sends a line twice that first makes a record. */
const sendAlone = async (shown: Shown): Promise<string> => {
  const headers = headerArguments(shown).map((each) => `'${each}'`);
  const script = `curl() { command curl "$@" ${headers.join(' ')}; }\n{ ${shown.line}; } && { ${shown.line}; }`;
  const { stdout } = await execute('sh', ['-c', script], { env: { PATH: process.env.PATH, ...env } });
  return stdout;
};

let found: readonly Shown[];
const findAll = async () => {
  found ??= await severalAtOnce(oneOfEachKind(), findFirst);
  return found;
};

test('a line of each kind shows its finding', async () => {
  const found = await findAll();
  const alone = found.filter(makesARecord);
  const together = found.filter((shown) => !makesARecord(shown));
  const answers = [...(await severalAtOnce(alone, sendAlone)), ...(await sendTogether(together))];
  const hidden = [...alone, ...together].filter(({ statuses }, at) => {
    const got = [...(answers[at] ?? '').matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    return !got.some((status) => statuses.includes(status));
  });
  expect(hidden).toEqual([]);
});

/** Runs lines in a shell in which `curl` only says that it was called; each ends with what it printed and its exit code. */
const tried = (lines: readonly string[]): readonly string[] => {
  const script = lines.map((line) => `( ${line} ) 2>&1; printf ' exit %d\\001' $?\n`).join('');
  const printed = execFileSync('sh', ['-s'], {
    input: `curl() { echo called; }\n${script}`,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return partsOf(printed, '\u0001');
};

test('a line without one of its variables ends in an error that names it, and sends nothing', async () => {
  const cases = (await findAll()).flatMap(({ line }) => {
    const variables = new Set([...line.matchAll(/\bRAMP_[A-Z_]+/g)].map(([name]) => name));
    expect(variables).toContain('RAMP_BASE_URL');
    return [...variables].map((variable) => ({ variable, line }));
  });
  expect(cases.length).toBeGreaterThan(100);
  const ends = tried(cases.map(({ variable, line }) => `unset ${variable}; ${line}`));
  for (const [at, { variable, line }] of cases.entries())
    expect(ends[at], line).toMatch(new RegExp(`^(?!.*called).*${variable}: (?:the|a) .* exit [1-9]`, 's'));
});

test('a line whose order made no record asks for none', async () => {
  const made = (await findAll()).filter(makesARecord);
  expect(made.length).toBeGreaterThan(0);
  for (const end of tried(made.map(({ line }) => line)))
    expect(end).toMatch(/^[^\n]*MADE_ID: the order made no record\s+exit [1-9]/);
});
