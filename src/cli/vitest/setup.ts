// Vitest loads this before each suite file, where it runs the suites by itself: from a terminal, a watch or an editor.
import { declareTests } from '#harness';
import { endTest } from './end.ts';
import { openOnce } from './session.ts';

declareTests({ open: openOnce, gathersFirst: true, end: endTest });
