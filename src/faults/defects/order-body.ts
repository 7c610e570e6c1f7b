import { type OrderId, operationOf, orderIds } from '#contract';
import { type Member, membersOf } from '#schemas';
import { isRecord } from '../places.ts';
import type { PlantedFault } from '../planted.ts';
import { against, each, under } from '../planting.ts';
import { isUuid, keyOf, sent, type When } from '../requests.ts';
import { answering, breaking, withoutBody } from '../rewriting.ts';

/** What an order must have, by dotted path. */
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

/** Reads to the end of the first object and no further. */
function firstObject(text: string): unknown {
  for (let end = text.indexOf('}'); end !== -1; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(0, end + 1));
    } catch {
      // An inner object has ended here, not the outer one.
    }
  }
  return JSON.parse(text);
}

/** How a lenient service reads texts that are no JSON object. */
const readings = {
  'array-unwrapped': (text: string): unknown => {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value[0] : value;
  },
  'text-parsed-twice': (text: string): unknown => {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? JSON.parse(value) : value;
  },
  'rest-ignored': firstObject,
  'end-mended': (text: string): unknown => JSON.parse(text.replace(/,\s*\}$/, '}')),
} as const;

/** The lightning offramp has no rule against texts that are nearly JSON, so some readings are free there. */
const readingsOf = (operation: OrderId): Partial<typeof readings> => {
  const { 'rest-ignored': _rest, 'end-mended': _end, ...firm } = readings;
  return operation === 'lightning-offramp.initiate' ? firm : readings;
};

const faultsOf = (operation: OrderId): readonly PlantedFault[] => {
  const noObject = { operation, when: isNoObject };
  return [
    ...against(`${operation}/survives-mistyped-members`, {
      ...each(membersOfOrder(operation), ({ path, type }) => [
        `${operation}/order/mistyped/${path}`,
        `A member of another type breaks the service: ${path}.`,
        breaking({ operation, when: isMistyped(path, type) }),
      ]),
      ...each(
        pathsOf(operation, ({ format }) => format === 'uuid'),
        (path) => [
          `${operation}/order/no-uuid/${path}`,
          `A text that is no UUID breaks the service: ${path}.`,
          breaking({ operation, when: isNoUuid(path) }),
        ],
      ),
      [`${operation}/order/no-object-fails`]: [
        'A body that is no JSON object breaks the service.',
        breaking(noObject),
      ],
      [`${operation}/order/without-any-member-fails`]: [
        'A JSON object without any member breaks the service.',
        breaking({ operation, when: ({ body }) => isEmpty(body) }),
      ],
      ...each(pathsOf(operation, isObject), (name) => [
        `${operation}/order/emptied/${name}`,
        `An object without any member breaks the service: ${name}.`,
        breaking({ operation, when: (request) => isEmpty(sent(request, name)) }),
      ]),
      ...each(pathsOf(operation, isObject), (name) => [
        `${operation}/order/null/${name}`,
        `An object that is null breaks the service: ${name}.`,
        breaking({ operation, when: (request) => sent(request, name) === null }),
      ]),
    }),
    ...against(`${operation}/refuses-what-is-no-json`, {
      [`${operation}/order/no-json-taken`]: [
        'A body that is no JSON object is accepted for later.',
        answering(noObject, withoutBody(202)),
      ],
      [`${operation}/order/no-json-fails`]: ['A body that is no JSON object gets 500.', breaking(noObject)],
      [`${operation}/order/no-json-is-a-wrong-key`]: [
        'A body that is no JSON object gets 401.',
        answering(noObject, { status: 401 }),
      ],
      ...under(`${operation}/order/read`, readingsOf(operation), (parse, name) => [
        `A body is read leniently: ${name}.`,
        { body: { parse } },
      ]),
    }),
  ];
};

/** Contents that many a database or encoder does not take, by a mark of each in the JSON of a body. */
const encodings = {
  'outside-the-basic-plane': ['Letters outside the basic plane', /[\u{10000}-\u{10ffff}]/u],
  nul: ['A NUL in a text', /\\u0000/],
  nested: ['Deep nesting', /\[{100}/],
} as const;

const encoded = (
  [
    ['deposit.simulate', 'deposit.simulate/refuses-an-unlisted-currency-in-any-order'],
    ['onramp.initiate', 'onramp.initiate/refuses-an-unlisted-asset-in-any-order'],
    ['offramp.initiate', 'rails/named-refuses-ach-in-any-order'],
  ] as const
).flatMap(([operation, requirement]) =>
  against(
    requirement,
    under(`${operation}/order/content`, encodings, ([what, mark]) => [
      `${what} breaks the service.`,
      breaking({ operation, when: ({ body }) => mark.test(JSON.stringify(body) ?? '') }),
    ]),
  ),
);

/** Bodies that break the service, or that it reads too leniently. */
export const orderBodyFaults: readonly PlantedFault[] = [...orderIds.flatMap(faultsOf), ...encoded];
