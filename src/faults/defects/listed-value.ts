import { depositCurrencies, onrampAssets, type RequirementId } from '#contract';
import type { PartialPolicies } from '#sandbox';
import { against, forEachValue, forEachWay, keptBack } from '../fault.ts';
import { isAsset, sent, timesBefore, type When } from '../requests.ts';
import { answering, type NewMembers, type Replacement, rewording, succeeding } from '../rewriting.ts';

type Allows = (value: unknown) => boolean;

interface List {
  readonly operation: 'deposit.simulate' | 'onramp.initiate';
  readonly member: 'currency' | 'to.asset';
  readonly listed: readonly string[];
  readonly accepts: RequirementId;
  readonly refuses: RequirementId;
  readonly names: 'deposit.simulate/names-the-listed-currencies' | 'onramp.initiate/names-the-listed-assets';
  readonly allowing: (allows: Allows) => PartialPolicies;
  readonly naming: (named: readonly string[]) => PartialPolicies;
}

export const lists: readonly List[] = [
  {
    operation: 'deposit.simulate',
    member: 'currency',
    listed: depositCurrencies,
    accepts: 'deposit.simulate/accepts-each-listed-currency',
    refuses: 'deposit.simulate/refuses-an-unlisted-currency',
    names: 'deposit.simulate/names-the-listed-currencies',
    allowing: (allows) => ({ deposit: { allows } }),
    naming: (named) => ({ deposit: { named } }),
  },
  {
    operation: 'onramp.initiate',
    member: 'to.asset',
    listed: onrampAssets,
    accepts: 'onramp.initiate/accepts-each-listed-asset',
    refuses: 'onramp.initiate/refuses-an-unlisted-asset',
    names: 'onramp.initiate/names-the-listed-assets',
    allowing: (allows) => ({ onramp: { allowsAsset: allows } }),
    naming: (named) => ({ onramp: { named } }),
  },
];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const carelessness = (listed: readonly string[]): Readonly<Record<string, Allows>> => ({
  'Any value is accepted.': () => true,
  'An empty value is accepted.': (value) => value === '',
  'Other real codes are accepted.': (value) => ['JPY', 'USD', 'EUR'].includes(text(value)),
  'A currency or a token that the service knows from elsewhere is accepted.': (value) =>
    ['GBP', 'SOL'].includes(text(value)),
  'Other real tokens are accepted.': (value) => ['BTC', 'EURC'].includes(text(value)),
  'Full-width letters are taken for their narrow counterparts.': (value) =>
    listed.includes(text(value).normalize('NFKC')),
  'A value that holds a listed one is accepted.': (value) => listed.some((it) => new RegExp(it).test(text(value))),
  'Values are looked up in an object with inherited members.': (value) => text(value) in {},
  'A number is accepted.': (value) => typeof value === 'number',
  'A boolean is accepted.': (value) => typeof value === 'boolean',
  'A listed value is accepted in an array.': (value) => Array.isArray(value) && listed.includes(String(value)),
  'A value that is too long to look up is accepted.': (value) => text(value).length > 255,
});

const tooMuch = ({ listed, refuses, allowing }: List) =>
  against(
    refuses,
    forEachWay(carelessness(listed), (also) => allowing((value) => listed.includes(text(value)) || also(value))),
  );

const notSupported = (one: string) => ({
  status: 422,
  body: {
    statusCode: 422,
    message: `${one} is not supported`,
    timestamp: new Date().toISOString(),
    error: 'Refused',
  },
});

const isFor =
  (one: string): When =>
  ({ body }) =>
    JSON.stringify(body ?? '').includes(`"${one}"`);

const tooLittle = ({ operation, listed, accepts, names, allowing, naming }: List) => {
  against(
    accepts,
    forEachValue(listed, (one) => [
      `${one} is refused as if it were not listed.`,
      allowing((value) => value !== one && listed.includes(text(value))),
    ]),
  );
  keptBack(
    accepts,
    'a region, a tier or a corridor may lack a currency, in the same words',
    forEachValue(listed, (one) => [
      `${one} is answered 422 as not supported.`,
      answering({ operation, when: isFor(one) }, () => notSupported(one)),
    ]),
  );
  against(
    names,
    forEachValue(listed, (one) => [
      `The refusal of a value does not name ${one}.`,
      naming(listed.filter((it) => it !== one)),
    ]),
  );
};

const wrongBodies: Readonly<Record<string, NewMembers>> = {
  'The refusal of a value has no statusCode.': { statusCode: undefined },
};

const message = 'This value is not allowed';

const wrongRefusals = ({ operation, member, refuses, names }: List) => {
  const which = { operation, status: 400 };
  const isCode: When = (request) => /^[A-Z]{2,5}$/.test(text(sent(request, member)));
  against(refuses, {
    ...forEachValue([422, 500], (status) => [`An unlisted value gets ${status}.`, answering(which, { status })]),
    ...forEachWay(wrongBodies, (members) => rewording(which, members)),
  });
  against(`${names}-for-an-empty-one`, {
    'An empty value is refused as missing.': rewording(
      { ...which, when: (request) => sent(request, member) === '' },
      { message: `${member} should not be empty` },
    ),
  });
  against(names, {
    'The refusal of a value names no allowed one.': rewording(which, { message }),
    'The first refusal of a value names the allowed ones, and no later one does.': rewording(which, (_body, request) =>
      timesBefore(request, 'refused') > 0 ? { message } : {},
    ),
    'The refusal of a value that is no code names no allowed one.': rewording(
      { ...which, when: (request) => !isCode(request) },
      { message },
    ),
    'The refusal of a value names the allowed ones outside its message.': rewording(which, (body) => ({
      allowed: body.message,
      message,
    })),
  });
};

/** The refusal looks like a reason of the service's own. */
const everyValue = (listed: readonly string[]): Readonly<Record<string, Replacement>> => ({
  'Every listed value is refused with the list of them.': {
    status: 422,
    body: { message: [`must be one of: ${listed.join(', ')}`] },
  },
  'Every listed value is refused as invalid, as a problem.': {
    status: 400,
    body: { title: 'Invalid asset', detail: 'The currency is not supported', status: 400 },
  },
});

const refusingAll = ({ operation, listed, accepts }: List) => {
  keptBack(
    accepts,
    'no order is accepted with which a known refusal could be made',
    forEachWay(everyValue(listed), (answer) => succeeding(operation, answer)),
  );
  against(accepts, {
    'Every order fails for want of funds.': succeeding(operation, {
      status: 500,
      body: { statusCode: 500, message: 'Insufficient funds', error: 'Internal Server Error' },
    }),
  });
};

keptBack('onramp.initiate/accepts-each-listed-asset', 'a list of fewer values may be that of a region', {
  'USDT is refused, and the others are named as allowed.': answering(
    { operation: 'onramp.initiate', when: isAsset('USDT') },
    { status: 409, body: { error: { code: 'ASSET', details: ['USDC', 'BTC_LIGHTNING'] } } },
  ),
});

against('rails/dollars-may-name-a-rail', {
  'A rail is refused as a member that should not exist.': answering(
    {
      operation: 'offramp.initiate',
      when: (request) => sent(request, 'to.payment_rail') !== undefined,
    },
    { status: 422, body: { message: ['property to.payment_rail should not exist'] } },
  ),
});

against('offramp.initiate/answers-with-its-record', {
  'A valid order is refused for its media type.': succeeding('offramp.initiate', {
    status: 415,
    body: { statusCode: 415, message: 'Unsupported Media Type', error: 'Unsupported Media Type' },
  }),
});

keptBack('offramp.initiate/answers-with-its-record', 'some frameworks hide all reasons', {
  'A valid order is a bad request, without a word why.': succeeding('offramp.initiate', {
    status: 400,
    body: { statusCode: 400, message: 'Bad Request', error: 'Bad Request' },
  }),
});

for (const list of lists) {
  tooMuch(list);
  tooLittle(list);
  wrongRefusals(list);
  refusingAll(list);
}
