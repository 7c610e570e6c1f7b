// Gateways from Debian packages in front of a service: the program, its configuration, and its other requirements.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listenHttp } from '../../testing/wire.test.support.ts';

export type Program = 'nginx' | 'haproxy' | 'apache2' | 'varnishd' | 'caddy';

export interface Places {
  readonly own: number;
  readonly service: number;
  /** A second service behind the gateway, for logins or health checks. */
  readonly helper: number;
  readonly folder: string;
}

export interface RealGateway {
  readonly program: Program;
  /** Files that the configuration names, each with its Debian package. */
  readonly needs?: Readonly<Record<string, string>>;
  readonly configuration: (places: Places) => string;
  readonly helper?: () => RequestListener;
}

interface Start {
  readonly version: readonly string[];
  readonly args: (file: string, places: Places) => readonly string[];
  readonly package: string;
}

const starts: Readonly<Record<Program, Start>> = {
  nginx: {
    version: ['-v'],
    args: (file, { folder }) => ['-c', file, '-p', folder, '-e', join(folder, 'error.log')],
    package: 'nginx',
  },
  haproxy: { version: ['-v'], args: (file) => ['-db', '-q', '-f', file], package: 'haproxy' },
  apache2: { version: ['-v'], args: (file, { folder }) => ['-X', '-d', folder, '-f', file], package: 'apache2' },
  varnishd: {
    version: ['-V'],
    args: (file, { own, folder }) => [
      '-F',
      '-j',
      'none',
      '-a',
      `127.0.0.1:${own}`,
      '-f',
      file,
      '-n',
      join(folder, 'vsm'),
    ],
    package: 'varnish',
  },
  caddy: {
    version: ['version'],
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    package: 'caddy',
  },
};

/** Folders in which Debian installs programs for administrators. */
const path = `${process.env.PATH}:/usr/sbin:/sbin`;

const found = new Map<Program, boolean>();

const isInstalled = (program: Program): boolean => {
  const known = found.get(program) ?? spawnSync(program, starts[program].version, { env: { PATH: path } }).status === 0;
  found.set(program, known);
  return known;
};

export const missingFor = ({ program, needs = {} }: RealGateway): readonly string[] => {
  const lacking = Object.entries(needs).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  return [...new Set([...(isInstalled(program) ? [] : [starts[program].package]), ...lacking])];
};

/** A port that was free a moment ago, because these programs cannot let the system choose one. */
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

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', resolve))
    : Promise.resolve();

export interface StartedGateway {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

export async function startRealGateway(serviceUrl: string, gateway: RealGateway): Promise<StartedGateway> {
  const { program, configuration, helper } = gateway;
  const folder = mkdtempSync(join(tmpdir(), `ramp-${program}-`));
  // Some of these programs change their user when root starts them.
  chmodSync(folder, 0o777);
  const beside = await listenHttp(helper?.() ?? ((_asked, answer) => answer.end()));
  const own = await freePort();
  const places = { own, service: Number(new URL(serviceUrl).port), helper: beside.port, folder };
  const file = join(folder, 'configuration');
  writeFileSync(file, configuration(places));
  const environment = { PATH: path, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, starts[program].args(file, places), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  const said: string[] = [];
  child.stdout.on('data', (chunk) => said.push(String(chunk)));
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  while (!(await answers(own))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start: ${said.join('')}`);
    await pause(20);
  }
  const close = async () => {
    child.kill();
    await ended(child);
    beside.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { baseUrl: `http://localhost:${own}`, close };
}
