/** Tools for text, files and JSON that know nothing of ramps. */

export * from './files.ts';
export { type JsonText, line, membersAt, readBounded, readJson, structureProblem } from './json.ts';
export * from './text.ts';
