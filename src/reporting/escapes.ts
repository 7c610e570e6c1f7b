import { sanitise } from './sanitise.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text or attribute value of HTML, or of XML 1.0: what that forbids is gone once the text is sanitised. */
export const forMarkup = (text: string): string =>
  sanitise(text).replace(/[&<>"']/g, (found) => entities[found] ?? found);

/** A cell of a Markdown table: no markup, no link, no mention, no new cell. */
export const forMarkdown = (text: string): string =>
  forMarkup(text)
    .replace(/[\\`*_{}[\]()#!|~$]/g, '\\$&')
    .replace(/:\/\//g, '&#58;//')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, 3)}&#46;`)
    .replace(/@/g, '&#64;');

/** Signs by which spreadsheets know a formula, full-width forms included. */
const formula = /^[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/;

/** A quoted cell of CSV that no spreadsheet takes for a formula. */
export const forCsv = (text: string): string => {
  const clean = sanitise(text);
  return `"${(formula.test(clean) ? `'${clean}` : clean).replaceAll('"', '""')}"`;
};

/** Message of a GitHub workflow command. */
export const forCommand = (text: string): string =>
  sanitise(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Property of a GitHub workflow command. */
export const forCommandProperty = (text: string): string =>
  forCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
