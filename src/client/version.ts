import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('ramp-conformance/package.json') as {
  readonly version: string;
};

/** Of this package's manifest. In a file of its own: help and version load no client. */
export const { version } = manifest;
