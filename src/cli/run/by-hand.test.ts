import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RequirementId, requirements, type Target } from '#contract';
import { faults } from '#faults';
import { openSession, reportOf, type Session, stagesOf } from '#harness';
import { type Fault, type Sandbox, startSandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { catalogueSeed } from '../settings/seed.ts';
import { runChecks } from '../testing/run-checks.test.support.ts';

let sandbox: Sandbox;
let target: Target;
let session: Session;
let env: Readonly<Record<string, string>>;
let shell: ReturnType<typeof openShell>;

beforeAll(async () => {
  sandbox = await startSandbox();
  env = { ...sandbox.settings, RAMP_QUIET_ACCOUNT: 'true' };
  const opened = await openTarget(readSettings({ options: {}, cwd: tmpdir(), env: { ...env } }));
  target = opened.target;
  session = openSession({ target, seed: catalogueSeed(), profile: 'gate' });
  const stages = stagesOf(session.plan);
  for (const stage of [stages.requirements, stages.everyExchange])
    await Promise.all(stage.map((check) => reportOf(check, session)));
  await opened.close();
  const [offramp = ''] = target.roles.offramps;
  const [conversion = ''] = target.roles.conversions;
  env = { ...env, RAMP_OFFRAMP_ID: offramp, RAMP_CONVERSION_ID: conversion };
  shell = openShell();
}, 60_000);
afterAll(async () => {
  shell.close();
  await sandbox.close();
});

type Reply = Session['world']['replies'][number];

/** What `curl` is given by each line, without a request. */
const argumentsOf = (lines: readonly string[]): readonly (readonly string[])[] => {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\001\\0'; }\n${lines.join('\n')}\n`;
  const result = execFileSync('sh', ['-s'], {
    input: script,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return result
    .split('\u0001\0')
    .slice(0, -1)
    .map((each) => each.split('\0').slice(0, -1));
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
  const called = argumentsOf(
    withLine.map(({ curl, reply }) =>
      curl.replace(/^MADE_ID=.*; (?=curl )/, `MADE_ID=${reply.request.input.offrampId}; `),
    ),
  );
  expect(called).toHaveLength(withLine.length);
  for (const [at, { reply, curl, request }] of withLine.entries()) {
    const args = called[at] ?? [];
    const { method, path, sentBody, contentType } = reply.request;
    expect(after(args, '-X')).toEqual(method === 'GET' ? [] : [method]);
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

const faulted = requirements
  .map(({ id }) => ({ id, planted: faults.filter((fault) => fault.requirements.includes(id)) }))
  .filter(({ planted }) => planted.length > 0);

/** One shell for all lines, because to start another from a large process takes longer than all else of a line. */
const openShell = () => {
  const shell = spawn('sh', ['-s'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  shell.stdout.setEncoding('utf8');
  let last: Promise<unknown> = Promise.resolve();
  const print = async (line: string): Promise<string> => {
    shell.stdin.write(`(${line}\n)\nprintf '\\nended with %s\\n' $?\n`);
    for (let printed = ''; ; printed += (await once(shell.stdout, 'data')).join('')) {
      const [, output = '', code] = /^(.*)\nended with (\d+)\n$/s.exec(printed) ?? [];
      if (code === '0') return output;
      if (code !== undefined) throw new Error(`a line ended with ${code}`);
    }
  };
  return {
    /** What a line prints; rejects where it fails. */
    print: (line: string): Promise<string> => {
      const printed = last.then(() => print(line));
      last = printed.catch(() => undefined);
      return printed;
    },
    close: () => shell.stdin.end(),
  };
};

/**
 * Whether the line of a finding gets a status that the run saw; undefined where the fault does not show. What a run
 * asks before its tests was asked of the right service, once.
 */
const tryFault = async (id: RequirementId, always: Fault) => {
  const faulty = await startSandbox({ always });
  const { baseUrl } = faulty;
  try {
    const plan = {
      target: { ...target, baseUrl },
      seed: catalogueSeed(),
      profile: 'gate',
      only: [id],
    } as const;
    const reports = await runChecks(plan, undefined, { prompt: true });
    const [report] = reports.filter(({ findings }) => findings.length > 0);
    if (report === undefined) return undefined;
    const line = report.findings.find(({ curl }) => curl !== undefined)?.curl ?? 'false';
    const seen = report.exchanges.map(({ reply }) => reply?.status);
    const showsIt = async (): Promise<boolean> => {
      const answers = await shell.print(`RAMP_BASE_URL='${baseUrl}'; ${line}`);
      return [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].some(([, status]) => seen.includes(Number(status)));
    };
    // Where a service answers by turns, it is the turn of the defect the first or the second time.
    return (await showsIt()) || (await showsIt());
  } finally {
    await faulty.close();
  }
};

test.concurrent.each(faulted)('$id: the line of its finding shows it', async ({ id, planted }) => {
  for (const fault of planted) {
    const isShown = await tryFault(id, fault);
    if (isShown === undefined) continue;
    expect(isShown).toBe(true);
    return;
  }
  throw new Error('no fault of it shows at a service of somebody else');
});
