import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('ramp-conformance/package.json') as {
  readonly version: string;
};

/** Version of this package, as its manifest says. A file of its own: help and version load no client with it. */
export const { version } = manifest;
