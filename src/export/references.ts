import type { RecordName } from './records.ts';

export type Json = Readonly<Record<string, unknown>>;

export const keySchemeName = 'apiKey';

/** The name of a record in the components. */
export const componentOf = (name: RecordName): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const addressOf = (name: RecordName): string => `#/components/schemas/${componentOf(name)}`;
