import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('ramp-conformance/package.json') as { version: string };

/** Version of this package, as its manifest says; sources, build output and bundle lie at different depths. */
export { version };
