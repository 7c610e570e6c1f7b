import { sanitise } from './sanitise.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? found);

/** Text or attribute value of HTML. */
export const forHtml = (text: string): string => escapeMarkup(sanitise(text));

/** Text or attribute value of XML 1.0: what the standard forbids is gone once the text is sanitised. */
export const forXml = (text: string): string => escapeMarkup(sanitise(text));

/** A cell of a Markdown table: no markup, no link, no mention, no new cell. */
export const forMarkdown = (text: string): string =>
  sanitise(text)
    .replace(/[&<>"']/g, (found) => entities[found] ?? found)
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
