// A command of some four hundred small modules spends more time on finding its files than on its work: what a run
// loads is put together, for the command itself and for the worker that runs the suites.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'rolldown';

/** Put in too, because it is a hundred files, with its licence; other packages are loaded as they are installed. */
const included = 'zod';

const isPackage = (id) => /^[a-z@]/.test(id) && id !== included && !id.startsWith(`${included}/`);

const home = dirname(createRequire(import.meta.url).resolve(`${included}/package.json`));
const licence = readFileSync(join(home, 'LICENSE'), 'utf8');

const programs = ['bench', 'bench-empty', 'bench-nothing', 'bench-reports', 'bench-wire'];

const options = { platform: 'node', external: isPackage };
const banner = `/*! Holds ${included}:\n${licence}*/`;

export default defineConfig([
  {
    ...options,
    input: {
      main: 'dist/src/cli/entry.js',
      // `prove` registers the checks in its own process, and serves in a thread.
      checks: 'dist/suites/index.js',
      service: 'dist/src/prove/service.js',
      detached: 'dist/src/cli/detached.js',
      ...Object.fromEntries(programs.map((program) => [program, `dist/src/cli/${program}.js`])),
    },
    output: { dir: 'dist/bundle', banner },
  },
  {
    ...options,
    input: 'dist/suites/all.js',
    output: { file: 'dist/bundle/suites.js', codeSplitting: false, banner },
  },
]);
