import { z } from 'zod';
import { integer } from './formats.ts';

/** Envelope of the offramps: its `count` may be that of the page or of the whole listing. */
export const countedPage = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({
    data: z.array(item),
    count: integer(),
    page: integer(),
    limit: integer(),
    totalPages: integer(),
  });

/** Envelope of the conversions: its `total` is that of the whole listing. */
export const totalledPage = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({
    data: z.array(item),
    total: integer(),
    page: integer(),
    limit: integer(),
    totalPages: integer(),
  });
