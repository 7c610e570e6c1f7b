import { registerTests } from '#harness';
import './index.ts';

registerTests();
