import { defaultLimits } from './request.ts';

/** A busy machine is no service that keeps silent: what answers is waited for, and a test of silence says how long it waits. */
Object.assign(defaultLimits, { connectMs: 60_000, headersMs: 60_000 });
