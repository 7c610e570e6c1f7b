// What Stryker runs for each mutant of the sandbox: a gate on it. Only a verdict that blames the mutant kills it; a mutant
// that breaks the run, or leaves it inconclusive, survives.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';

const reports = `reports/mutant-${process.pid}`;
const args = ['dist/bundle/main.js', 'run', '--quiet', '--reports', reports];
// Nothing may aim the gate at another service.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RAMP_')));
const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
const isBlamed = status === 1 && existsSync(`${reports}/verdict.json`);
rmSync(reports, { recursive: true, force: true });
// The first run has no mutant, and must pass.
const isMutant = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
process.exitCode = isMutant ? Number(isBlamed) : (status ?? 1);
