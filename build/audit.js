// Holds what a user runs, installed or in the bundle, against the advisories that the registry knows of the lock file:
// npm audit --package-lock-only --json | node build/audit.js ramp-conformance.cdx.json
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const { components } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const packages = `${components.length} packages of the lock file`;

/** Undefined where npm says why the registry did not answer, or nothing that can be read. */
const advisories = (answer) => {
  try {
    return JSON.parse(answer).vulnerabilities;
  } catch {
    return undefined;
  }
};

const known = advisories(await text(process.stdin));
const held = new Set(components.map(({ name }) => name));
const found = Object.values(known ?? {}).filter(({ name }) => held.has(name));

for (const { name, severity, range } of found) console.log(`${name} ${range}: ${severity}`);
if (known === undefined) console.log(`${packages} are unaudited: the registry did not answer`);
else console.log(`${packages} are audited: ${found.length} with an advisory`);
process.exitCode = found.length > 0 ? 1 : 0;
