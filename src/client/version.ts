import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('ramp-conformance/package.json') as {
  readonly version: string;
};

/** Version of this package, as its manifest says; sources and bundle lie at different depths. */
export const { version } = manifest;
