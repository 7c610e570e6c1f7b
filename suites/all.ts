// All suites as one module: a run gathers for all of them at once.
import './planned.ts';
import './index.ts';
