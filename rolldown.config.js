// A command of some four hundred small modules spends more time on finding its files than on its work: they are put together, with
// the packages that they use, so that whoever installs the command installs nothing else.
import { defineConfig } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { allure } from './build/allure.js';
import { collectPackages } from './build/packages.js';
import { verdictTypes } from './build/verdict-types.js';

export default defineConfig({
  platform: 'node',
  // Only `prove --mutants` uses it, in a checkout.
  external: [/^rolldown\b/],
  plugins: [allure(), collectPackages(), viteImportGlobPlugin(), verdictTypes()],
  input: {
    main: 'dist/src/cli/entry.js',
    // `prove` serves in a thread.
    service: 'dist/src/prove/service.js',
    detached: 'dist/src/cli/sandbox/detached.js',
    // These measure the others, and stay out of the package.
    bench: 'dist/bench/bench.js',
    'bench-bare-loop': 'dist/bench/bare-loop.js',
  },
  output: { dir: 'dist/bundle' },
});
