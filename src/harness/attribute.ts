import { type Attribution, attribute } from '#attribution';
import type { AnyCheck } from '#checks';
import { isOfValidRequest } from '#probes';
import type { Evidence } from './outcome.ts';

/** Attributes all that was gathered until now, for one check. */
export const attributionFor = ({ requirement }: AnyCheck, { replies, setting }: Evidence): Attribution =>
  attribute({ replies, setting, isOfValidRequest }, requirement);
