import type { MoneyOperations } from '../verdict.ts';
import { html, type Markup } from './html.ts';
import type { Section } from './section.ts';
import { table } from './table.ts';

const sources: Readonly<Record<MoneyOperations['source'], string>> = {
  ledger: 'Every order that was sent is counted here.',
  evidence:
    'Counted in the exchanges kept as evidence, at most three a requirement: a lower bound of what was sent. Amounts are redacted there, so there are no totals.',
};

const totalsOf = (totals: Readonly<Record<string, string>> | undefined): string =>
  totals === undefined
    ? 'not kept'
    : Object.entries(totals)
        .map(([currency, total]) => `${total} ${currency}`)
        .join(', ');

const unknown = (made: NonNullable<MoneyOperations['unknown']>): Markup =>
  table({
    caption: 'Orders whose outcome is not known; none was sent again',
    heads: ['Operation', 'Sent at', 'Reference', 'Listing'],
    groups: [
      {
        rows: made.map(({ operation, at, reference, listing }) => [
          operation,
          at,
          reference ?? 'none',
          listing,
        ]),
      },
    ],
  });

const orders = (made: MoneyOperations): Markup => html`
<p>${sources[made.source]}</p>
${table({
  caption: 'Orders by operation',
  heads: ['Operation', 'Accepted', 'Refused', 'Outcome not known', 'Currencies accepted', 'Totals accepted'],
  groups: [
    {
      rows: made.operations.map((each) => [
        each.operation,
        each.accepted,
        each.refused,
        each.unanswered,
        each.currencies.join(', ') || 'none seen',
        totalsOf(each.totals),
      ]),
    },
  ],
})}
${made.unknown ? unknown(made.unknown) : ''}`;

export const money: Section = {
  id: 'money',
  title: 'Money operations made',
  body: ({ verdict: { money: made } }) => {
    if (!made) return html`<p>No count was kept.</p>`;
    if (made.operations.length > 0) return orders(made);
    return made.source === 'ledger'
      ? html`<p>There were none.</p>`
      : html`<p>There are none in the evidence that was kept.</p>`;
  },
};
