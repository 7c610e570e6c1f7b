import { describe, expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { runInProcess } from '../testing/in-process.test.support.ts';
import {
  haproxy,
  isInstalled,
  nginx,
  type RealGateway,
  startRealGateway,
} from './real-gateway.test.support.ts';

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

/** What it stands for, and the exit codes that a run behind it may have; none of these services is at fault. */
const right: Readonly<Record<string, readonly [RealGateway, number]>> = {
  'nginx that speaks HTTP/1.0 to the service': [ofNginx(''), 0],
  'nginx that compresses, and limits bodies': [ofNginx(compressed), 0],
  'nginx with pages of its own for failures': [ofNginx(errorPages), 0],
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

// Debian's packages of both are needed; a machine without them has the gateways of field.test.ts.
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
