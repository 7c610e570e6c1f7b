import { defaultLimits } from './request.ts';

/** A busy machine is no silent service: tests of silence set their own waits. */
Object.assign(defaultLimits, { connectMs: 60_000, headersMs: 60_000 });
