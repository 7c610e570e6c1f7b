import { forMarkup } from '../escapes.ts';

/** Markup that is safe to place; everything else is escaped when it is placed. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Placed = Markup | string | number | readonly Markup[];

const place = (value: Placed): string => {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return forMarkup(String(value));
  return value.map(({ text }) => text).join('\n');
};

/** A template in which every value is escaped, except markup made by the same template. */
export const html = (strings: TemplateStringsArray, ...values: readonly Placed[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...values.map(place)));

export const nothing = new Markup('');
