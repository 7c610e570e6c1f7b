import type fc from 'fast-check';
import type { OrderMaterial } from '#contract';
import type { OnrampOrder } from '#schemas';
import { examplesOf, withExamples } from './families.ts';
import { one } from './one.ts';
import { blankReference, signed } from './reference.ts';
import { type Drawn, drawn, plain, type Sent } from './sent.ts';
import { withMemberTold } from './telling.ts';

export interface OnrampMembers {
  readonly amount?: Drawn;
  readonly currency?: Drawn;
  readonly asset?: Drawn;
  readonly chain?: Drawn;
  readonly destinationAddress?: Drawn;
  /** A new one where none is given. */
  readonly reference?: Drawn;
}

/** Valid bodies of an onramp; each member given takes the place of the valid one. */
export const onrampOrder = (
  material: OrderMaterial,
  members: OnrampMembers = {},
): fc.Arbitrary<Sent<OnrampOrder>> =>
  withMemberTold(
    withExamples(
      plain({
        from: plain({
          amount: drawn(members.amount, material.amount),
          currency: drawn(members.currency, material.onrampCurrency),
        }),
        to: plain({
          asset: drawn(members.asset, 'USDC'),
          chain: drawn(members.chain, material.onrampChain),
          destination_address: drawn(members.destinationAddress, material.onrampAddress),
        }),
        client_onramp_reference: drawn(members.reference, blankReference),
      }).map(signed),
      () =>
        examplesOf(members.asset).map((example) =>
          one(onrampOrder(material, { ...members, asset: example as string })),
        ),
    ),
    'to.asset',
    members.asset,
  );
