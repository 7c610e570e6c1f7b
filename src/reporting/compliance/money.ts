import type { MoneyOperations } from '../verdict.ts';
import { html, type Markup, nothing, type Section, table } from './markup.ts';

const sources: Readonly<Record<MoneyOperations['source'], string>> = {
  ledger: 'The ledger counts every order that was sent.',
  evidence:
    'The count comes from the exchanges kept as evidence, at most three for each requirement: it is a lower bound. Amounts are redacted there, so there are no totals.',
};

const totalsOf = (totals: Readonly<Record<string, string>> | undefined): string =>
  totals === undefined
    ? 'not kept'
    : Object.entries(totals)
        .map(([currency, total]) => `${total} ${currency}`)
        .join(', ');

const unknown = (made: NonNullable<MoneyOperations['unknown']>): Markup =>
  table({
    caption: 'Orders with an unknown outcome; none was sent again',
    heads: ['Operation', 'Sent at', 'Reference', 'Listing'],
    rows: made.map(({ operation, at, reference, listing }) => [operation, at, reference ?? 'none', listing]),
  });

const orders = (made: MoneyOperations): Markup => html`
<p>${sources[made.source]}</p>
${table({
  caption: 'Orders by operation',
  heads: ['Operation', 'Accepted', 'Refused', 'Outcome unknown', 'Currencies accepted', 'Totals accepted'],
  rows: made.operations.map((each) => [
    each.operation,
    each.accepted,
    each.refused,
    each.unanswered,
    each.currencies.join(', ') || 'none seen',
    totalsOf(each.totals),
  ]),
})}
${made.unknown ? unknown(made.unknown) : nothing}`;

export const money: Section = {
  id: 'money',
  title: 'Money operations',
  body: ({ verdict: { money: made } }) => {
    if (!made) return nothing;
    if (made.operations.length > 0) return orders(made);
    return made.source === 'ledger'
      ? html`<p>None: the run sent no order.</p>`
      : html`<p>The evidence shows no order.</p>`;
  },
};
