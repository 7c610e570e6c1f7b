import { inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Reports that the tests of this file end with. */
    reported: readonly {
      readonly requirement: string;
      readonly findings: readonly unknown[];
      readonly untested?: { readonly reason: string };
    }[];
  }
}

for (const report of inject('reported'))
  test.concurrent(report.requirement, ({ task, skip }) => {
    Object.assign(task.meta, { conformance: report });
    if (report.untested !== undefined) skip(report.untested.reason);
    if (report.findings.length > 0) throw new Error('a stack trace and a message that no report should show');
  });
