import { type SeenRequest, sandboxKeys, type WireReply } from '#sandbox';
import { against } from '../fault.ts';
import { keyOf } from '../requests.ts';
import { acting, type Hook, isRecord, type ReplyFilter, succeeded } from '../rewriting.ts';

type Records = ReadonlyMap<string, unknown>;

const shownRecords = 'records that were served';

const fromServed =
  (which: ReplyFilter, change: (reply: WireReply, served: Records, request: SeenRequest) => void): Hook =>
  (reply, request) => {
    const { memory } = request.world;
    const served = (memory.get(shownRecords) ?? new Map()) as Map<string, unknown>;
    memory.set(shownRecords, served);
    const isOfFullKey = keyOf(request) === sandboxKeys.full;
    if (succeeded(reply) && request.method === 'GET' && isOfFullKey)
      served.set(request.path, structuredClone(reply.body));
    acting({ status: 'refusal', ...which }, () => change(reply, served, request))(reply, request);
  };

const addTo = ({ body }: WireReply, members: Readonly<Record<string, unknown>>): void => {
  if (isRecord(body)) Object.assign(body, members);
};

const withRecord = (
  which: ReplyFilter,
  change: (reply: WireReply, record: Readonly<Record<string, unknown>>) => void,
): Hook =>
  fromServed(which, (reply, served, { path }) => {
    const record = served.get(path);
    if (isRecord(record)) change(reply, record);
  });

against('authentication/shows-nothing-refused', {
  'A 401 carries the record that it refuses as one more member.': withRecord({ status: 401 }, (reply, record) =>
    addTo(reply, { record }),
  ),
  'A 403 carries the record that it refuses beside its own members.': withRecord({ status: 403 }, (reply, record) =>
    addTo(reply, record),
  ),
  'A 401 names the e-mail address of the customer in its message.': withRecord(
    { operation: 'subaccount.read', status: 401 },
    (reply, { email }) => addTo(reply, { message: `Invalid API key for ${email}` }),
  ),
  'A 403 has the tax number of the business in a header.': withRecord(
    { operation: 'business-kyc.read', status: 403 },
    ({ headers }, { tax_number }) => {
      headers['x-context'] = `tenant=${encodeURIComponent(String(tax_number))}`;
    },
  ),
  'A 401 to a listing has the ids of its items.': withRecord(
    { operation: 'offramp.list', status: 401 },
    (reply, { data }) => addTo(reply, { ids: Array.isArray(data) ? data.map(({ id }) => id) : [] }),
  ),
  'A 403 to a key of another account has the name of the customer.': withRecord(
    {
      operation: 'individual-kyc.read',
      status: 403,
      when: (request) => keyOf(request) === sandboxKeys.other,
    },
    (reply, { address }) => addTo(reply, { message: `Forbidden: ${isRecord(address) && address.street_line_1}` }),
  ),
  'A 401 is a page with the record that it refuses.': withRecord(
    { operation: 'withdrawal.read', status: 401 },
    (reply, record) => {
      reply.headers['content-type'] = 'text/plain';
      reply.raw = `Unauthorized: ${JSON.stringify(record)}`;
    },
  ),
});

const { full, restricted } = sandboxKeys;

const beforeLast = (key: string): string => key.slice(-12, -2);

against('authentication/tells-no-key', {
  'A 401 names ten letters of the right key.': acting({ status: 401 }, (_request, reply) =>
    addTo(reply, { message: `Invalid API key, expected ...${beforeLast(full)}..` }),
  ),
  'A 401 of one endpoint has the end of the right key in a header.': acting(
    { operation: 'conversion.read', status: 401 },
    (_request, { headers }) => {
      headers['x-key-hint'] = full.slice(-8);
    },
  ),
  'A 404 names letters of the restricted key.': acting({ status: 404 }, (_request, reply) =>
    addTo(reply, { trace: `audit key ${beforeLast(restricted)}` }),
  ),
});

const ofAnother = (which: ReplyFilter, change: (reply: WireReply, record: Readonly<Record<string, unknown>>) => void) =>
  fromServed(which, (reply, served, { params }) => {
    const [, record] =
      [...served].find(([path]) => !path.includes(params.subaccountId ?? '') && /subaccount\//.test(path)) ?? [];
    if (isRecord(record)) change(reply, record);
  });

against('authentication/shows-nothing-of-another-subaccount', {
  'A 404 carries the record of another subaccount.': ofAnother({ status: 404 }, (reply, record) =>
    addTo(reply, { nearest: record }),
  ),
  'A 404 names the e-mail address of another subaccount.': ofAnother(
    { operation: 'withdrawal.read', status: 404 },
    (reply, { email }) => addTo(reply, { message: `Withdrawal not found, only for ${email}` }),
  ),
  'A refused order has the id of another subaccount in a header.': ofAnother(
    { operation: 'deposit.simulate', status: 404 },
    ({ headers }, { id }) => {
      headers['x-owner'] = String(id).toUpperCase();
    },
  ),
});
