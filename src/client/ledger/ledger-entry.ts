import { z } from 'zod';
import { type OperationId, operationIds } from '#contract';

const word = z.string().regex(/^[\w.-]{1,64}$/);

const common = { run: word, order: word, at: z.string().regex(/^[\dT:.Z-]{0,40}$/) };

/** The parts of an order that the ledger keeps: no personal datum, and of texts only codes and the references made here. */
const described = {
  /** As JSON writes it; absent where the body holds no amount that could be moved. */
  amount: z
    .string()
    .regex(/^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?$/i)
    .optional(),
  /** Currency or asset of the amount. */
  unit: word.optional(),
  /** Of any version; by it a listing shows whether the order arrived. */
  reference: z.guid().optional(),
};

/** The line of an order before it leaves. */
export const intent = z.object({
  ...common,
  target: z.string().regex(/^[^\p{Cc}\p{Cf}]{1,300}$/u),
  operation: z.enum(operationIds as readonly [OperationId, ...OperationId[]]),
  ...described,
});

/** The line of what came of it, `by` a status of HTTP or the code of what came in place of an answer. */
export const settlement = z.object({
  ...common,
  /**
   * `unknown` where the service may have carried it out without saying so; `unsent` where nothing of it left. The last
   * two are found later, by its reference in a listing.
   */
  outcome: z.enum(['accepted', 'refused', 'unknown', 'unsent', 'listed', 'not listed']),
  by: z.union([z.number(), z.string()]).optional().catch(undefined),
});

export type DescribedOrder = z.infer<z.ZodObject<typeof described>>;
export type Intent = z.infer<typeof intent>;
export type Settlement = z.infer<typeof settlement>;
export type OrderOutcome = Settlement['outcome'];
