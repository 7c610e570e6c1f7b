import type fc from 'fast-check';
import type { OrderMaterial } from '#contract';
import type { DepositOrder } from '#schemas';
import { examplesOf, withExamples } from './families.ts';
import { one } from './one.ts';
import { type Drawn, drawn, plain, type Sent } from './sent.ts';
import { withMemberTold } from './telling.ts';

export interface DepositMembers {
  readonly currency?: Drawn;
  readonly amount?: Drawn;
  readonly accountNumber?: Drawn;
}

/** Valid bodies of a deposit; each member given takes the place of the valid one. */
export const depositOrder = (
  material: OrderMaterial,
  members: DepositMembers = {},
): fc.Arbitrary<Sent<DepositOrder>> =>
  withMemberTold(
    withExamples(
      plain({
        currency: drawn(members.currency, material.depositCurrency),
        amount: drawn(members.amount, material.amount),
        accountNumber: drawn(members.accountNumber, material.depositAccountNumber),
      }),
      () =>
        examplesOf(members.currency).map((example) =>
          one(depositOrder(material, { ...members, currency: example as string })),
        ),
    ),
    'currency',
    members.currency,
  );
