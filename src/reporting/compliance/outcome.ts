import type { Outcome } from '#contract';
import { html, type Markup } from './html.ts';

const marks: Readonly<Record<Outcome, { readonly sign: string; readonly kind: string }>> = {
  conforms: { sign: '✓', kind: 'good' },
  deviates: { sign: '✗', kind: 'bad' },
  drifts: { sign: '≈', kind: 'mind' },
  observed: { sign: '•', kind: 'soft' },
  waived: { sign: '◇', kind: 'mind' },
  untested: { sign: '–', kind: 'soft' },
  unproven: { sign: '?', kind: 'bad' },
  broken: { sign: '!', kind: 'bad' },
};

/** An outcome as its word, with a sign that survives a printer without colour. */
export const outcomeMark = (outcome: Outcome): Markup => {
  const { sign, kind } = marks[outcome];
  return html`<span class="word ${kind}"><span aria-hidden="true">${sign}</span> ${outcome}</span>`;
};

export const outcomeMeanings: readonly (readonly [Outcome, string])[] = [
  ['conforms', 'the claim was tested and held'],
  ['deviates', 'the service does not do what the document states or implies'],
  ['drifts', 'the service differs from what the document only shows; fails only where the gate says so'],
  ['observed', 'the document leaves it open; recorded, never judged'],
  ['waived', 'a deviation that a named person has accepted until a date'],
  ['untested', 'nothing is known: left out by the user, blocked by the service, or with nothing to judge'],
  ['unproven', 'a test should have run and did not'],
  ['broken', 'no usable answer, or an error of the harness; not blamed on the service'],
];
