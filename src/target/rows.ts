import type { z } from 'zod';
import type * as format from './formats.ts';

export interface SettingRow {
  readonly group: string;
  readonly meaning: string;
  /** The form of its text, behind "must be". */
  readonly mustBe: string;
  readonly schema: z.ZodType<unknown, string>;
  /** Text that is taken where the variable is unset. */
  readonly fallback?: string;
  /** The default in words, where it is no fixed text. */
  readonly otherwise?: string;
  readonly secret?: true;
  /** An option and a member of `ramp-conformance.json` of this name take precedence or come after. */
  readonly choice?: 'release';
  /** Name and form of the member among `budgets` in `ramp-conformance.json`. */
  readonly budget?: { readonly name: string; readonly member: z.ZodType<number> };
}

/** The facts of each row, by its schema. */
export const settings = new Map<z.ZodType, SettingRow>();

type More = Pick<SettingRow, 'otherwise' | 'secret' | 'choice' | 'budget'>;

export const rowsOf = (group: string) => ({
  optional: <Value>(meaning: string, { schema, mustBe }: format.TextFormat<Value>, more: More = {}) => {
    const row = schema.optional();
    settings.set(row, { group, meaning, schema, mustBe, ...more });
    return row;
  },
  usual: <Value>(meaning: string, { schema, mustBe }: format.TextFormat<Value>, fallback: string, more: More = {}) => {
    const row = schema.prefault(fallback);
    settings.set(row, { group, meaning, schema, mustBe, fallback, ...more });
    return row;
  },
});
