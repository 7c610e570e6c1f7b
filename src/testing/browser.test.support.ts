import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const program = '/usr/bin/chromium';

/** Why pages cannot be opened here; undefined if they can. In CI a browser is required. */
export const noBrowser = existsSync(program) || process.env.CI === 'true' ? undefined : `${program} is not installed`;

const switches = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
];

/** Hosts that the browser itself contacts with any page; they are made unreachable. */
const home = ['google.com', 'googleapis.com', 'gstatic.com', 'gvt1.com'].map((host) => `MAP *.${host} ~NOTFOUND`);

export interface Opened {
  /** The page after its scripts have run. */
  readonly dom: string;
  /** The first line of each connection, to any host. */
  readonly connections: readonly string[];
}

/** Opens a page in a new browser, in which every host leads to our own server. */
export async function openInBrowser(url: string, more: readonly string[] = []): Promise<Opened> {
  const connections: string[] = [];
  const trap = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      connections.push(data.toString('latin1').split('\r\n', 1)[0] ?? '');
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((listening) => trap.listen(0, '127.0.0.1', listening));
  const { port } = trap.address() as AddressInfo;
  const profile = mkdtempSync(join(tmpdir(), 'ramp-conformance-browser-'));
  try {
    const args = [
      ...switches,
      `--user-data-dir=${profile}`,
      `--host-resolver-rules=${[...home, `MAP * 127.0.0.1:${port}`].join(', ')}`,
      '--virtual-time-budget=5000',
      ...more,
      '--dump-dom',
      url,
    ];
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 64 << 20 });
    return { dom: stdout, connections };
  } finally {
    trap.close();
  }
}
