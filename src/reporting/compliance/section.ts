import type { FileText } from '../files.ts';
import type { ProofSummary } from '../proof-file.ts';
import type { Verdict } from '../verdict.ts';
import { html, type Markup } from './html.ts';

/** A file of the run with the digest of its content. */
export interface Digest {
  readonly file: string;
  readonly sha256: string;
  readonly note?: string;
}

/** The content of the page. */
export interface Content {
  readonly verdict: Verdict;
  readonly digests: readonly Digest[];
  readonly proof?: ProofSummary | undefined;
  readonly inventory?: FileText | undefined;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: (content: Content) => Markup;
}

/** The place of a requirement in the page. */
export const anchorOf = (requirement: string): string =>
  `requirement-${requirement.replace(/[^a-z0-9.-]+/gi, '-')}`;

export const list = (items: readonly (Markup | string)[]): Markup =>
  html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** Pairs of a term and its value. */
export const facts = (pairs: readonly (readonly [string, Markup | string | number])[]): Markup =>
  html`<dl>${pairs.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`;
