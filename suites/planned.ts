import { declarePlannedTests } from '#harness';

declarePlannedTests();
