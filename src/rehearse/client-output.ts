// The lines of a client's output that show why a try failed.
import { sanitiseLines } from '#reporting';

/** Lines for each try, if there are many tries. */
const fewLines = 4;

const isTelling = (line: string): boolean => /\b(fail|error|exception|assert|expected|panic)|not ok|[✗✘✖×]/i.test(line);

export const outputLines = (output: string): readonly string[] => sanitiseLines(output).trimEnd().split('\n');

/** The first lines that name a failure; without any, the last lines. */
export function tellingLines(output: string): readonly string[] {
  const lines = outputLines(output).filter((line) => line.trim() !== '');
  const telling = lines.filter(isTelling).slice(0, fewLines);
  return telling.length > 0 ? telling : lines.slice(-fewLines);
}
