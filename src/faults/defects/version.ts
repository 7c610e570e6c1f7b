import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { isUuid, sent } from '../requests.ts';
import { answering, succeeding } from '../rewriting.ts';

const v1 = 'lightning-offramp.initiate';
const v2 = 'offramp.initiate';
const defaults = defaultPolicies;

/** Accepts the other version's order: missing members are empty, and an empty recipient is the first one. */
const taking = (operation: typeof v1 | typeof v2): PartialPolicies => ({
  order: {
    problem: (value, member) =>
      member.operation === operation && value === undefined ? undefined : defaults.order.problem(value, member),
  },
  recipient: {
    find: (all, id, owner) => defaults.recipient.find(all, id, owner) ?? (id === '' ? all[0] : undefined),
  },
  offramp: { allowsAsset: (asset) => asset === '' || defaults.offramp.allowsAsset(asset) },
  rails: { judge: (terms) => (terms.currency === '' ? undefined : defaults.rails.judge(terms)) },
});

const inner = (body: unknown): unknown => (body as { readonly data: unknown }).data;

const envelopes = [
  ...against(['versions/keep-the-lightning-envelope', 'lightning-offramp.initiate/has-its-members'], {
    'Version 1 answers without its envelope.': succeeding(v1, ({ body }) => ({ body: inner(body) })),
    'Version 1 answers with a record of version 2.': succeeding(v1, {
      body: { id: 'x', type: 'offramp', client_offramp_reference: 'none' },
    }),
  }),
  ...against(['versions/keep-the-offramp-record', 'offramp.initiate/has-its-members'], {
    'Version 2 answers in the envelope of version 1.': succeeding(v2, ({ body }) => ({
      body: { success: true, data: body, message: 'Created' },
    })),
  }),
];

const orders = [
  ...against('versions/refuse-the-other-body-in-v1', {
    'Version 1 accepts an order of version 2.': taking(v1),
    'An order of version 2 breaks version 1.': answering(
      { operation: v1, when: (request) => sent(request, 'to') !== undefined },
      { status: 500 },
    ),
  }),
  ...against('versions/refuse-the-other-body-in-v2', {
    'Version 2 accepts an order of version 1.': taking(v2),
    'An order of version 1 breaks version 2.': answering(
      { operation: v2, when: (request) => sent(request, 'recipient_id') !== undefined },
      { status: 500 },
    ),
  }),
  ...against('versions/answer-a-bad-recipient-alike', {
    'Version 1 answers an unknown recipient 422.': answering({ operation: v1, status: 404 }, { status: 422 }),
    'Version 2 answers an unknown recipient 400.': answering({ operation: v2, status: 404 }, { status: 400 }),
    'Version 1 accepts an unknown recipient.': answering(
      { operation: v1, status: 404, when: ({ params }) => isUuid(params.subaccountId) },
      { status: 201 },
    ),
  }),
];

export const faults: readonly Fault[] = [...envelopes, ...orders];
