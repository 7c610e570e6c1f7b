import { defaultLimits } from './request.ts';

/** A busy machine is slow, but not silent. Tests of silence set their own limits. */
Object.assign(defaultLimits, { connectMs: 60_000, headersMs: 60_000 });
