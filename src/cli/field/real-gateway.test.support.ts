import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type Program = 'nginx' | 'haproxy';

/** Whether Debian's package is there. */
export const isInstalled = (program: Program): boolean => spawnSync(program, ['-v']).status === 0;

/** Free a moment ago: these programs cannot ask the system for one. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
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
export const nginx =
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
export const haproxy =
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

export interface RealGateway {
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
export async function startRealGateway(
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
