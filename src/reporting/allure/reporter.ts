import type { Reporter, TestCase } from 'vitest/node';
import type { TestReport } from '#contract';
import type { Written } from '../files.ts';
import type { Verdict } from '../verdict.ts';
import { type AllureResults, emptyDirectory, writeAllureResults } from './results.ts';

export interface AllureReporterOptions extends Pick<AllureResults, 'resultsDir' | 'executor' | 'proof'> {
  /** Asked once, when all tests have ended, with what they reported; undefined when there was nothing to test. */
  readonly verdict: (reports: readonly TestReport[]) => Verdict | undefined;
}

/** The report of a test, with the milliseconds that it took; none where the test is not of a requirement. */
const reportedBy = (test: TestCase) => {
  const { conformance: report } = test.meta() as { conformance?: TestReport };
  return report ? [{ report, durationMs: test.diagnostic()?.duration ?? 0 }] : [];
};

/** A reporter of Vitest that writes Allure's results: of requirements as they were judged, not of tests as they ended. */
export const allureReporter = ({ verdict: judge, ...options }: AllureReporterOptions) => {
  let written: Written | undefined;
  return {
    /** The texts of the files that it wrote; undefined until it has written all. */
    get written(): Written | undefined {
      return written;
    },
    /** No results of an earlier run lie there, however this one ends. */
    onInit: () => emptyDirectory(options.resultsDir),
    onTestRunEnd: (modules) => {
      const tests = modules.flatMap(({ children }) => [...children.allTests()]).flatMap(reportedBy);
      const reports = tests.map(({ report }) => report);
      const verdict = judge(reports);
      if (verdict === undefined) return;
      const durations = new Map(tests.map(({ report, durationMs }) => [report.requirement, durationMs]));
      written = writeAllureResults({ ...options, verdict, reports, durations });
    },
  } satisfies Reporter & { written: Written | undefined };
};
