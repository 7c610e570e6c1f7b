import { get, type HandledRequest, parameter, type Route } from './call.ts';
import { seededConversions } from './conversion-seed.ts';
import { paged } from './pagination.ts';
import { isReply, type Reply } from './reply.ts';
import { subaccountOf } from './verification.ts';

function list(call: HandledRequest): Reply {
  const found = subaccountOf(call);
  if (isReply(found)) return found;
  const { conversion: rules, pagination } = call.policies;
  const items = rules.listing(seededConversions, found.id);
  return paged(call, items, ({ record }) => rules.listed(record), pagination.conversionEnvelope);
}

function read(call: HandledRequest): Reply {
  const rules = call.policies.conversion;
  const wanted = { subaccountId: parameter(call, 'subaccountId'), id: parameter(call, 'conversionId') };
  const found = rules.find(seededConversions, wanted);
  return found ? { status: 200, body: rules.retrieved(found) } : call.refuse('conversionNotFound');
}

export const conversionRoutes: readonly Route[] = [
  get('conversion.list', '/v1/ramp/:subaccountId/banking/conversions', list),
  get('conversion.read', '/v1/ramp/:subaccountId/banking/conversions/:conversionId', read),
];
