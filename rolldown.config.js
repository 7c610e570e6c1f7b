// A command of some four hundred small modules spends more time on finding its files than on its work: they are put together, with
// the packages that they use, so that whoever installs the command installs nothing else.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';
import { allure } from './build/allure.js';
import { collectPackages } from './build/packages.js';
import { verdictTypes } from './build/verdict-types.js';

/** `import text from './file?raw'`, as Vite has it. */
const rawText = {
  name: 'raw-text',
  resolveId: (id, importer) => (id.endsWith('?raw') ? join(dirname(importer), id) : null),
  load: (id) =>
    id.endsWith('?raw') ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))};` : null,
};

export default defineConfig({
  platform: 'node',
  // Of ours, only suites, defects and variations do something as they are loaded: a command loads of each room what it uses.
  treeshake: {
    moduleSideEffects: [
      { test: /^(?!.*node_modules).*\/(?:src(?!\/faults\/(?:defects|variations))|schemas)\//, sideEffects: false },
    ],
  },
  plugins: [rawText, allure(), collectPackages(), viteImportGlobPlugin(), verdictTypes()],
  input: {
    main: 'src/cli/entry.ts',
    detached: 'src/cli/sandbox/detached.ts',
    // These measure the others, and stay out of the package.
    bench: 'bench/bench.ts',
    'bench-bare-loop': 'bench/bare-loop.ts',
  },
  output: { dir: 'dist/bundle', cleanDir: true },
});
