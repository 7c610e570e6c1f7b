import { headingOf } from '../endpoints.ts';
import type { MoneyOperations, Verdict } from '../verdict.ts';
import { html, type Markup, nothing, type Section, table } from './markup.ts';

const sources: Readonly<Record<MoneyOperations['source'], string>> = {
  ledger: 'The ledger counts every order that was sent.',
  evidence:
    'The count comes from the exchanges kept as evidence, at most three for each requirement: it is a lower bound. Amounts are redacted there, so there are no totals.',
};

/** Amounts by currency, or the currencies alone where no amounts are kept. */
const acceptedText = ({ totals, currencies }: MoneyOperations['operations'][number]): string =>
  totals === undefined
    ? currencies.join(', ')
    : Object.entries(totals)
        .map(([unit, total]) => `${total} ${unit === 'unnamed' ? '(the order names no currency)' : unit}`)
        .join(', ');

const refusedText = ({ answers = [] }: Verdict): string => {
  const own = answers.find(({ by }) => by === 'business reason')?.exchanges ?? 0;
  return `Most of the refused orders were sent to be refused: each has a mistake, a wrong key or a record that may not be used.${own === 0 ? '' : ` The service gave a business reason for ${own}, such as funds, a limit, its hours or another order; nobody can judge these from outside, so that they are not held against it.`}`;
};

const unknown = (made: NonNullable<MoneyOperations['unknown']>): Markup =>
  table({
    caption: 'Orders with an unknown outcome; none was sent again',
    heads: ['Endpoint', 'Sent at', 'Reference', 'Listing'],
    rows: made.map(({ operation, at, reference, listing }) => [
      headingOf(operation) ?? operation,
      at,
      reference ?? 'none',
      listing,
    ]),
  });

const orders = (made: MoneyOperations, verdict: Verdict): Markup => html`
<p>${sources[made.source]} ${refusedText(verdict)}</p>
${table({
  caption: 'Orders that the run sent',
  heads: ['Endpoint', 'Accepted', 'Refused', 'Outcome unknown', 'Accepted in all'],
  widths: [30, 10, 10, 10, 40],
  rows: made.operations.map((each) => [
    headingOf(each.operation) ?? each.operation,
    each.accepted,
    each.refused,
    each.unanswered,
    acceptedText(each),
  ]),
})}
${made.unknown ? unknown(made.unknown) : nothing}`;

export const money: Section = {
  id: 'money',
  title: 'Money operations',
  body: ({ verdict }) => {
    const { money: made } = verdict;
    if (!made) return nothing;
    if (made.operations.length > 0) return orders(made, verdict);
    return made.source === 'ledger'
      ? html`<p>None: the run sent no order.</p>`
      : html`<p>The evidence shows no order.</p>`;
  },
};
