import { z } from 'zod';
import { integer, text, timestamp } from './formats.ts';

/** The error body of the document's table; `path` is the one optional member. */
export const fullError = z.looseObject({
  statusCode: integer(),
  message: text(),
  timestamp: timestamp(),
  path: text().optional(),
  error: text(),
});

/** 401, 403 and 404 of the subaccount, deposit simulation and withdrawal endpoints carry only these two. */
export const shortError = z.looseObject({ error: text(), message: text() });

/** 404 of an initiation whose bank account is absent: there is no `error` to demand. */
export const bankAccountError = z.looseObject({
  statusCode: integer(),
  timestamp: timestamp(),
  message: text(),
});
