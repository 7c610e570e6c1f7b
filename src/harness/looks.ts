import type { TestReport } from '#contract';
import type { Condition } from './condition.ts';

/**
 * Looks briefly, and at all there is only where that finds nothing: a fault that shows at once costs few requests.
 * Without a fault neither look may find anything.
 */
export const inLooks = async (
  condition: Condition,
  look: (condition: Condition) => Promise<TestReport>,
): Promise<TestReport> => {
  const brief = await look({ ...condition, brief: true });
  return brief.findings.length > 0 ? brief : look(condition);
};
