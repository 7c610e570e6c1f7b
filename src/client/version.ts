import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('ramp-conformance/package.json') as {
  readonly version: string;
};

/** From the manifest of this package. A file of its own, so that help and version load no client. */
export const { version } = manifest;
