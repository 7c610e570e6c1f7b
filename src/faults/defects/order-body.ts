import { type OrderId, operationOf, orderIds } from '#contract';
import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { type Member, membersOf } from '#schemas';
import { against, forEachValue, forEachWay } from '../fault.ts';
import { amountOf, isUuid, keyOf, sent, type When } from '../requests.ts';
import { answering, breaking, isRecord, type ReplyFilter, succeeding, withoutBody } from '../rewriting.ts';

const membersOfOrder = (operation: OrderId): readonly Member[] => {
  const { request } = operationOf(operation);
  return (request === undefined ? [] : membersOf(request))
    .filter(({ optional }) => !optional)
    .map((member) => ({ ...member, path: member.path.slice(2) }));
};

const pathsOf = (operation: OrderId, fits: (member: Member) => boolean): readonly string[] =>
  membersOfOrder(operation)
    .filter(fits)
    .map(({ path }) => path);

const isObject = ({ type }: Member): boolean => type === 'object';

const isNoUuid =
  (path: string): When =>
  (request) => {
    const id = sent(request, path);
    return typeof id === 'string' && !isUuid(id);
  };

const typeOf = (value: unknown): string =>
  isRecord(value) ? 'object' : Array.isArray(value) || value === null ? 'other' : typeof value;

const isMistyped =
  (path: string, type: string): When =>
  (request) => {
    const member = sent(request, path);
    return member !== undefined && typeOf(member) !== type;
  };

const isNoObject: When = (request) => !isRecord(request.body) && keyOf(request) !== '';

const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

function firstObject(text: string): unknown {
  for (let end = text.indexOf('}'); end !== -1; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(0, end + 1));
    } catch {
      // The end of an inner object is not the end of the body.
    }
  }
  return JSON.parse(text);
}

const readings = {
  'The first item of an array is taken for the order.': (text: string): unknown => {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value[0] : value;
  },
  'JSON in a text is taken for the order.': (text: string): unknown => {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? JSON.parse(value) : value;
  },
};

/** The lightning offramp has no rule about texts that are nearly JSON. */
const nearReadings = {
  'What follows the order in a body is ignored.': firstObject,
  'A comma at the end of an order is ignored.': (text: string): unknown => JSON.parse(text.replace(/,\s*\}$/, '}')),
};

/** Valid JSON that some parsers refuse, recognised by one mark each. */
const oddTexts = {
  'An amount that no double holds breaks the service.': /1e-400/,
  'A member that stands twice breaks the service.': /"(\w+)":("[^"]*").*"\1":\2/,
  'Half of a surrogate pair breaks the service.': /\\ud83d"/,
};

const readingsOf = (operation: OrderId): Readonly<Record<string, (text: string) => unknown>> =>
  operation === 'lightning-offramp.initiate' ? readings : { ...readings, ...nearReadings };

const faultsOf = (operation: OrderId): void => {
  const noObject = { operation, when: isNoObject };
  against(`${operation}/survives-mistyped-members`, {
    ...forEachValue(membersOfOrder(operation), ({ path, type }) => [
      `A member of another type breaks the service: ${path}.`,
      breaking({ operation, when: isMistyped(path, type) }),
    ]),
    ...forEachValue(
      pathsOf(operation, ({ format }) => format === 'uuid'),
      (path) => [`A text that is no UUID breaks the service: ${path}.`, breaking({ operation, when: isNoUuid(path) })],
    ),
    'A body that is no JSON object breaks the service.': breaking(noObject),
    'A JSON object without any member breaks the service.': breaking({
      operation,
      when: ({ body }) => isEmpty(body),
    }),
    ...forEachValue(pathsOf(operation, isObject), (name) => [
      `An object without any member breaks the service: ${name}.`,
      breaking({ operation, when: (request) => isEmpty(sent(request, name)) }),
    ]),
    ...forEachValue(membersOfOrder(operation), ({ path }) => [
      `A member that is null breaks the service: ${path}.`,
      breaking({ operation, when: (request) => sent(request, path) === null }),
    ]),
    ...forEachWay(oddTexts, (mark) => [
      { body: { parse: (text: string) => ({ ...JSON.parse(text), isOdd: mark.test(text) }) } },
      breaking({ operation, when: (request) => sent(request, 'isOdd') === true }),
    ]),
    'A content type that is not JSON breaks the service.': breaking({
      operation,
      when: ({ headers }) => headers['content-type'] === 'text/plain',
    }),
  });
  against(`${operation}/refuses-what-is-no-json`, {
    'A body that is no JSON object is accepted for later.': answering(noObject, withoutBody(202)),
    'A body that is no JSON object gets 500.': breaking(noObject),
    'A body that is no JSON object gets 401.': answering(noObject, { status: 401 }),
    ...forEachWay(readingsOf(operation), (parse) => ({ body: { parse } })),
  });
};

/** Content that many databases or encoders refuse, recognised by one mark each in the JSON of a body. */
const contents = {
  'Letters outside the basic plane break the service.': /[\u{10000}-\u{10ffff}]/u,
  'A NUL in a text breaks the service.': /\\u0000/,
  'Deep nesting breaks the service.': /\[{100}/,
};

for (const [operation, requirement] of [
  ['deposit.simulate', 'deposit.simulate/refuses-an-unlisted-currency-in-any-order'],
  ['onramp.initiate', 'onramp.initiate/refuses-an-unlisted-asset-in-any-order'],
  ['offramp.initiate', 'rails/named-refuses-ach-in-any-order'],
] as const) {
  against(
    requirement,
    forEachWay(contents, (mark) => breaking({ operation, when: ({ body }) => mark.test(JSON.stringify(body) ?? '') })),
  );
}

const orders = {
  'deposit.simulate': {
    requirement: 'deposit.simulate/refuses-an-unlisted-currency-in-any-order',
    account: 'accountNumber',
    reference: undefined,
  },
  'onramp.initiate': {
    requirement: 'onramp.initiate/refuses-an-unlisted-asset-in-any-order',
    account: 'to.destination_address',
    reference: 'client_onramp_reference',
  },
  'offramp.initiate': {
    requirement: 'rails/named-refuses-ach-in-any-order',
    account: 'from.sender_address',
    reference: 'client_offramp_reference',
  },
} as const;

type OddOperation = keyof typeof orders;

const oddFaultsOf = (operation: OddOperation): void => {
  const { requirement, account, reference } = orders[operation];
  const where = (when: When): ReplyFilter => ({ operation, when });
  against(requirement, {
    'An order of zero is accepted before anything else in it is checked.': answering(
      where((request) => amountOf(request) === 0),
      { status: 200, body: {} },
    ),
    'An order with an empty account or address breaks the service.': breaking(
      where((request) => sent(request, account) === ''),
    ),
    ...(reference && {
      'A reference that is no UUID breaks the service.': breaking(
        where((request) => sent(request, reference) === 'no-uuid'),
      ),
    }),
  });
};

for (const operation of orderIds) faultsOf(operation);

for (const operation of Object.keys(orders) as OddOperation[]) oddFaultsOf(operation);

const v1 = 'lightning-offramp.initiate';
const v2 = 'offramp.initiate';
const defaults = defaultPolicies;

/** A missing member is read as empty, and an empty recipient as the first one. */
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

against(['versions/keep-the-lightning-envelope', 'lightning-offramp.initiate/has-its-members'], {
  'Version 1 answers without its envelope.': succeeding(v1, ({ body }) => ({ body: inner(body) })),
  'Version 1 answers with a record of version 2.': succeeding(v1, {
    body: { id: 'x', type: 'offramp', client_offramp_reference: 'none' },
  }),
});
against(['versions/keep-the-offramp-record', 'offramp.initiate/has-its-members'], {
  'Version 2 answers in the envelope of version 1.': succeeding(v2, ({ body }) => ({
    body: { success: true, data: body, message: 'Created' },
  })),
});

against('versions/refuse-the-other-body-in-v1', {
  'Version 1 accepts an order of version 2.': taking(v1),
  'An order of version 2 breaks version 1.': answering(
    { operation: v1, when: (request) => sent(request, 'to') !== undefined },
    { status: 500 },
  ),
});
against('versions/refuse-the-other-body-in-v2', {
  'Version 2 accepts an order of version 1.': taking(v2),
  'An order of version 1 breaks version 2.': answering(
    { operation: v2, when: (request) => sent(request, 'recipient_id') !== undefined },
    { status: 500 },
  ),
});
against('versions/answer-a-bad-recipient-alike', {
  'Version 1 answers an unknown recipient 422.': answering({ operation: v1, status: 404 }, { status: 422 }),
  'Version 2 answers an unknown recipient 400.': answering({ operation: v2, status: 404 }, { status: 400 }),
  'Version 1 accepts an unknown recipient.': answering(
    { operation: v1, status: 404, when: ({ params }) => isUuid(params.subaccountId) },
    { status: 201 },
  ),
});
