import type { SeenRequest } from '#sandbox';
import { forget, isInitiation } from '../refusal.ts';
import { keyOf, timesBefore } from '../requests.ts';
import { type Hook, succeeded } from '../rewriting.ts';
import { alternatives, type Variation } from '../variation.ts';

const closing =
  (concerns: (request: SeenRequest) => boolean): Hook =>
  (reply, request) => {
    if (!concerns(request)) return;
    if (succeeded(reply)) forget(request);
    reply.destroy = true;
  };

/** The answer to one order of each kind is lost, after or before it arrived. */
const losing =
  (keeps: boolean): Hook =>
  (reply, request) => {
    const { operation } = request;
    if (!isInitiation(operation) || !succeeded(reply)) return;
    if (timesBefore(request, `accepted ${operation}`) !== 1) return;
    if (!keeps) forget(request);
    reply.destroy = true;
  };

/** What stands before a right service, or the way to it, closes connections. */
export const variations: readonly Variation[] = alternatives(
  'filter',
  {
    'A firewall closes the connection on what has no key.': closing((request) => keyOf(request) === ''),
    'The answer to an order of each kind is lost, and the order is kept.': losing(true),
    'The connection is closed on an order of each kind before it arrives.': losing(false),
  },
  { waits: true },
);
