// A command of some four hundred small modules spends more time on finding its files than on its work: what a run
// loads is put together, for the command itself and for the worker that runs the suites. The packages that they use
// are put in too, so that whoever installs the command installs Vitest and nothing else.
import { defineConfig } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { allure } from './build/allure.js';
import { collectPackages } from './build/packages.js';
import { verdictTypes } from './build/verdict-types.js';

/** Installed with the package; `rolldown` is there in a checkout alone. */
const installed = ['vitest', 'rolldown'];

const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`));

/** Programs that measure the others; they stay out of the package. */
const benches = ['empty', 'nothing', 'bare-loop'];

const packages = collectPackages();
const options = {
  platform: 'node',
  external: isInstalled,
  plugins: [allure(), packages, viteImportGlobPlugin()],
};

export default defineConfig([
  {
    ...options,
    plugins: [...options.plugins, verdictTypes()],
    input: {
      main: 'dist/src/cli/entry.js',
      // `prove` registers the checks in its own process, and serves in a thread.
      checks: 'dist/suites/index.js',
      service: 'dist/src/prove/service.js',
      detached: 'dist/src/cli/sandbox/detached.js',
      bench: 'dist/bench/bench.js',
      ...Object.fromEntries(benches.map((name) => [`bench-${name}`, `dist/bench/${name}.js`])),
    },
    output: { dir: 'dist/bundle' },
  },
  {
    ...options,
    input: 'dist/suites/all.js',
    output: { dir: 'dist/bundle', entryFileNames: 'suites.js', codeSplitting: false },
  },
]);
