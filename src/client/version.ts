import { existsSync, readFileSync } from 'node:fs';

/** Nearest manifest above this file: sources and build output lie at different depths. */
function readVersion(): string {
  for (let place = new URL('.', import.meta.url); ; place = new URL('..', place)) {
    const manifest = new URL('package.json', place);
    if (existsSync(manifest)) {
      const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
      if (name === 'ramp-conformance' && typeof version === 'string') return version;
    }
    if (place.pathname === '/' || place.href === new URL('..', place).href) return '0.0.0';
  }
}

/** Version of this package, as its manifest says. */
export const version = readVersion();
