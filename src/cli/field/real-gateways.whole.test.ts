import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { runInProcess } from '../testing/in-process.test.support.ts';
import { listenHttp } from '../testing/wire.test.support.ts';

type Program = 'nginx' | 'haproxy';

/** Debian's package is there. */
const isInstalled = (program: Program): boolean => spawnSync(program, ['-v']).status === 0;

/** Free a moment ago: these programs cannot ask the system for one. */
const freePort = async (): Promise<number> => {
  const { port, close } = await listenHttp(() => undefined);
  close();
  return port;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false))
      .on('close', () => socket.destroy());
    socket.on('connect', () => socket.destroy());
  });

interface Ports {
  readonly own: number;
  readonly service: number;
  readonly folder: string;
}

/** A server block of these directives, and further lines of `http`. */
const nginx =
  (directives: string, http = '') =>
  ({ own, service, folder }: Ports): string =>
    `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${http.replaceAll('FOLDER', folder)}
  server {
    listen 127.0.0.1:${own};
    ${directives.replaceAll('FOLDER', folder)}
    location / { proxy_pass http://127.0.0.1:${service}; }
  }
}
`;

/** A front of these lines, and a back of these. */
const haproxy =
  (front: string, back = '') =>
  ({ own, service }: Ports): string =>
    `
global
  maxconn 200
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:${own}
  ${front}
  default_backend back
backend back
  ${back}
  server service 127.0.0.1:${service}
`;

interface RealGateway {
  readonly program: Program;
  readonly configuration: (ports: Ports) => string;
}

const argumentsOf: Readonly<Record<Program, (file: string, folder: string) => readonly string[]>> = {
  nginx: (file, folder) => ['-c', file, '-p', folder, '-e', join(folder, 'error.log')],
  haproxy: (file) => ['-db', '-q', '-f', file],
};

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : Promise.resolve();

/** Starts the program before a service. */
async function startRealGateway(
  serviceUrl: string,
  { program, configuration }: RealGateway,
): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), `ramp-${program}-`));
  const own = await freePort();
  const file = join(folder, 'configuration');
  writeFileSync(file, configuration({ own, service: Number(new URL(serviceUrl).port), folder }));
  const child = spawn(program, argumentsOf[program](file, folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  while (!(await answers(own))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start: ${said.join('')}`);
    await pause(20);
  }
  const close = async () => {
    child.kill();
    await ended(child);
  };
  return { baseUrl: `http://127.0.0.1:${own}`, close };
}

const ofNginx = (directives: string, http?: string): RealGateway => ({
  program: 'nginx',
  configuration: nginx(directives, http),
});

const ofHaproxy = (front: string, back?: string): RealGateway => ({
  program: 'haproxy',
  configuration: haproxy(front, back),
});

const compressed =
  'gzip on; gzip_min_length 1; gzip_types application/json; gzip_proxied any; client_max_body_size 1k;';
const errorPages =
  'proxy_intercept_errors on; error_page 500 502 503 504 /50x.html; location = /50x.html { internal; return 500 "<html>sorry</html>"; }';
const cache = 'proxy_cache one; proxy_cache_valid 200 1m; add_header X-Cache $upstream_cache_status;';
const limited = 'limit_req zone=one burst=10 nodelay;';

/** Gateways, and the greatest exit code of a run behind each; none of these services is at fault. */
const right: Readonly<Record<string, readonly [RealGateway, number]>> = {
  'nginx that speaks HTTP/1.0 to the service': [ofNginx(''), 0],
  'nginx that compresses, and limits bodies': [ofNginx(compressed), 0],
  'nginx with other pages for failures': [ofNginx(errorPages), 0],
  'nginx that lets 50 a second pass, with a 503': [
    ofNginx(limited, 'limit_req_zone $binary_remote_addr zone=one:1m rate=50r/s;'),
    3,
  ],
  'HAProxy that closes connections, and compresses': [
    ofHaproxy('option httpclose\n  compression algo gzip\n  compression type application/json'),
    0,
  ],
  'HAProxy with two connections to the service': [
    ofHaproxy('', 'option http-server-close\n  default-server maxconn 2'),
    0,
  ],
};

const behind = async (gateway: RealGateway) => {
  const sandbox = await startSandbox();
  const { baseUrl, close } = await startRealGateway(sandbox.baseUrl, gateway);
  try {
    const settings = { ...sandbox.settings, RAMP_BASE_URL: baseUrl, RAMP_QUIET_ACCOUNT: 'true' };
    return (await runInProcess(settings)).verdict;
  } finally {
    await close();
    await sandbox.close();
  }
};

const deviating = ({ requirements }: Awaited<ReturnType<typeof behind>>) =>
  requirements.filter(({ outcome }) => outcome === 'deviates').map(({ id }) => id);

const isThere = (['nginx', 'haproxy'] as const).every(isInstalled);

// Debian's packages of both are needed; a machine without them has the gateways of field.whole.test.ts.
describe.skipIf(!isThere)('a right service behind a gateway from a package', () => {
  test.each(Object.entries(right))('%s is not blamed', async (_name, [gateway, most]) => {
    const verdict = await behind(gateway);
    expect(deviating(verdict)).toEqual([]);
    expect([0, most]).toContain(verdict.exitCode);
  });

  test('a cache that serves refused keys is shown with what it says of itself', async () => {
    const verdict = await behind(ofNginx(cache, 'proxy_cache_path FOLDER/cache keys_zone=one:1m;'));
    expect(deviating(verdict)).toContain('subaccount.read/refuses-a-missing-key');
    const shown = verdict.requirements.find(({ id }) => id === 'subaccount.read/refuses-a-missing-key');
    expect(shown?.findings[0]?.observed).toMatch(/x-cache/i);
  });
});
