/** Tools for text, files and JSON without knowledge of ramps. */

export { steadyDate } from './clock.ts';
export * from './files.ts';
export {
  conflictIn,
  formProblem,
  type JsonText,
  line,
  membersAt,
  readJson,
  readJsonFile,
  repeatedIn,
  structureProblem,
} from './json.ts';
export * from './text.ts';
