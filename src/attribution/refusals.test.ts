import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import type { Changed, Reply, Setting } from '#evidence';
import { addsNothingTo, refusalText } from './alike.ts';
import { type RefusalCause, refusalsIn, unlistedShown } from './refusals.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

const setting = settingOf();

interface Sent {
  readonly operation?: OperationId;
  readonly changed?: Changed;
  readonly subaccountId?: string;
}

const deposit = (currency: string) => ({ currency, amount: 100, accountNumber: '0123456789' });

const offramp = (rail?: string, recipient = 'plain', currency = 'USD') => ({
  from: { chain: 'POLYGON', asset: 'USDC', amount: 100, sender_address: '0xdef' },
  to: { recipient_id: recipient, currency, ...(rail && { payment_rail: rail }) },
});

const answer = (status: number, body: unknown, sent: unknown, how: Sent = {}): Reply => {
  const { operation = 'deposit.simulate', changed, subaccountId = 'individual' } = how;
  const purpose = changed ? { changed } : { probe: 'valid' };
  return replyOf({ operation, status, body, sent, input: { subaccountId }, purpose });
};

const ofOfframp = (status: number, body: unknown, sent: unknown, changed?: Changed): Reply =>
  answer(status, body, sent, { operation: 'offramp.initiate', ...(changed && { changed }) });

const refusalsOf = (replies: readonly Reply[], order: Partial<Setting['order']> = {}) =>
  refusalsIn({
    replies,
    setting: { ...setting, order: { ...setting.order, ...order } },
    isValidRequest: ({ request }) => request.purpose.probe === 'valid',
  });

const causeIn = (reply: Reply, ...others: readonly Reply[]): RefusalCause | undefined =>
  refusalsOf([...others, reply]).causeOf(reply);

const kindOf = (reply: Reply, ...others: readonly Reply[]) => causeIn(reply, ...others)?.kind;

const ofCurrency = { changed: { kind: 'value', path: 'currency' } } as const;
const ofAmount = { changed: { kind: 'other', path: 'amount' } } as const;
const taken = answer(204, undefined, deposit('USD'));

const listed = ['NGN', 'BRL', 'USD', 'EUR', 'GHS', 'ZMW', 'TZS', 'USDC', 'USDT', 'MXN', 'COP', 'ARS'];
const list = listed.join(', ');

/** How frameworks refuse an unlisted value. */
const styles: Readonly<Record<string, (value: string, allowed: readonly string[]) => unknown>> = {
  'a sentence': (_, allowed) => ({ statusCode: 400, message: `currency must be one of: ${allowed.join(', ')}` }),
  pydantic: (input, allowed) => ({ detail: [{ input, msg: `Input should be '${allowed.join("', '")}'` }] }),
  Rails: (value, allowed) => ({ errors: { currency: [`${value} is not included in ${allowed.join('/')}`] } }),
  'a problem': (value, allowed) => ({
    detail: `"${value}" is none of [${allowed.join(' | ')}]`,
    instance: `/${value}`,
  }),
  'a code with details': (_, allowed) => ({ error: { code: 'ENUM', details: allowed } }),
  Portuguese: (value, allowed) => ({ message: `Moeda ${value} inválida: ${allowed.join(', ')}`, requestId: value }),
};

test.each(Object.entries(styles))(
  'a listed value refused as an unlisted one breaks its promise, in %s',
  (_, refusal) => {
    const unlistedOf = (allowed: readonly string[]) => answer(400, refusal('JPY', allowed), deposit('JPY'), ofCurrency);
    const unlisted = unlistedOf(listed);
    const refused = (allowed: readonly string[], status = 400) =>
      answer(status, refusal('ZMW', allowed), deposit('ZMW'));
    expect(causeIn(refused(listed), taken, unlisted)).toMatchObject({
      kind: 'broken',
      twin: unlisted,
      observed: '400: ZMW is refused as the unlisted JPY is',
    });
    const without = listed.filter((value) => value !== 'ZMW');
    expect(kindOf(refused(without), taken, unlistedOf(without))).toBe('broken');
    // None is broken with another list, under another status, or where the same is said of an amount.
    expect(kindOf(refused(['USD', 'EUR']), taken, unlisted)).toBe('kept back');
    expect(kindOf(refused(listed, 422), taken, unlisted)).toBe('kept back');
    const mistyped = answer(400, refusal('JPY', listed), deposit('USD'), ofAmount);
    expect(kindOf(refused(listed), taken, unlisted, mistyped)).toBe('kept back');
  },
);

/** Reasons of services in several scripts; `#` is the value of the order. */
const reasons = [
  'Insufficient funds in USDC',
  'Minimum for # is 5,000',
  'Closed until Monday 08:00',
  'USD to # is not available in your region',
  'USD et EUR seulement dans votre région',
  '#は5000以上',
  'الحد الأدنى ٥٠٠٠',
];

const shapes: readonly ((reason: string, at: number) => unknown)[] = [
  (message) => ({ message, error: 'Unprocessable Entity' }),
  (message) => ({ errors: [{ field: 'currency', defaultMessage: message }] }),
  (message) => ({ detail: [{ loc: ['body', 'currency'], msg: message, type: 'value_error' }] }),
  (_message, at) => ({ error: { code: 4000 + at } }),
  (message) => [message],
  () => undefined,
  (message) => ({ message: `${message}; currency of the account: USD, EUR` }),
  (message) => ({ message: `${message}\nallowed for you: USD, BRL` }),
];

test.each(Object.entries(shapes))('no right service is blamed for its own reasons, in shape %s', (_at, shape) => {
  const twins = [
    taken,
    ...Object.values(styles).map((refusal) => answer(400, refusal('JPY', listed), deposit('JPY'), ofCurrency)),
    answer(400, { message: 'amount must be a number' }, deposit('USD'), ofAmount),
  ];
  for (const [at, reason] of reasons.entries())
    for (const status of [400, 403, 409, 422]) {
      const refused = answer(status, shape(reason.replaceAll('#', 'ZMW'), at), deposit('ZMW'));
      expect(kindOf(refused, ...twins), reason).toBe('kept back');
    }
});

test.each([
  ['one listed value', (value: string) => `${value} may be paid in USD alone`],
  ['bounds of listed values', (value: string) => `${value} needs NGN 5, BRL 10 or USD 15`],
])('a refusal that names %s does not say that its own is unlisted', (_what, message) => {
  const unlisted = answer(400, { message: message('JPY') }, deposit('JPY'), ofCurrency);
  expect(kindOf(answer(400, { message: message('ZMW') }, deposit('ZMW')), taken, unlisted)).toBe('kept back');
});

test.each([405, 406, 411, 415])('%i is never a reason of its own', (status) => {
  expect(kindOf(answer(status, { message: 'Insufficient funds' }, deposit('ZMW')), taken)).toBe('broken');
});

test('a 503 in another shape than the one of the document is no refusal', () => {
  expect(causeIn(answer(503, { message: 'Closed' }, deposit('ZMW')), taken)).toBeUndefined();
});

describe('rails', () => {
  test('a named WIRE that is refused as a named ACH is', () => {
    const refusal = (rail: string) => ({ message: `Named withdrawals take the rails ACH, RTP and SWIFT, not ${rail}` });
    const others = [
      ofOfframp(201, {}, offramp('SWIFT', 'named')),
      ofOfframp(400, refusal('ACH'), offramp('ACH', 'named'), { kind: 'rail', path: 'to.payment_rail' }),
    ];
    const refused = (body: object) => causeIn(ofOfframp(400, body, offramp('WIRE', 'named')), ...others);
    expect(refused(refusal('WIRE'))).toMatchObject({
      kind: 'broken',
      observed: '400: WIRE is refused as the rail ACH is',
    });
    expect(refused({ message: 'This bank is not reached by WIRE' })?.kind).toBe('kept back');
  });

  test('the member that is refused as an invented one is, unless an order with it was accepted', () => {
    const unknown = (name: string) => ({ message: [`property to.${name} should not exist`] });
    const others = [
      ofOfframp(201, {}, offramp()),
      ofOfframp(400, unknown('delivery_channel'), offramp(), { kind: 'invented', path: 'to.delivery_channel' }),
    ];
    const refused = ofOfframp(400, unknown('payment_rail'), offramp('WIRE'));
    expect(kindOf(refused, ...others)).toBe('broken');
    expect(kindOf(refused, ...others, ofOfframp(201, {}, offramp('ACH')))).toBe('kept back');
  });

  test('the order without a rail that is refused as one without a required member is', () => {
    const lacking = (name: string) => ({ errors: [{ path: name, message: `${name} is required` }] });
    const others = [
      ofOfframp(201, {}, offramp('WIRE')),
      ofOfframp(400, lacking('currency'), offramp('WIRE'), { kind: 'omitted', path: 'to.currency' }),
    ];
    expect(kindOf(ofOfframp(400, lacking('payment_rail'), offramp()), ...others)).toBe('broken');
    expect(kindOf(ofOfframp(400, { message: 'Choose how to pay' }, offramp()), ...others)).toBe('kept back');
  });

  test('none is needed where orders over each are accepted, and those without are refused before and after', () => {
    const refusedBare = () => ofOfframp(422, { message: 'No' }, offramp());
    const over = ['ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'].map((rail) => ofOfframp(201, {}, offramp(rail)));
    const [first, again] = [refusedBare(), refusedBare()];
    const last = ofOfframp(201, {}, offramp('ACH'));
    const causeAmong = (...others: readonly Reply[]) => refusalsOf([first, ...others]).causeOf(first)?.kind;
    expect(causeAmong(...over, again, last)).toBe('broken');
    expect(causeAmong(...over, again)).toBe('kept back');
    expect(causeAmong(...over.slice(0, 4), again, last)).toBe('kept back');
  });
});

describe('a refusal as for a recipient or an account that nobody has', () => {
  const absent = { message: 'Bank account not found' };
  const ofAccount = { changed: { kind: 'role', path: 'accountNumber' } } as const;
  const twin = answer(404, absent, { ...deposit('USD'), accountNumber: '9' }, ofAccount);
  const refused = answer(404, absent, deposit('USD'), { subaccountId: 'business' });

  const ofBusiness = { subaccountId: 'business' };
  const euros = answer(404, absent, deposit('EUR'), ofBusiness);
  const own = answer(204, undefined, deposit('USD'), ofBusiness);
  const mistyped = answer(404, absent, deposit('USD'), ofAmount);
  const toNobody = (status: number) =>
    ofOfframp(status, absent, offramp('WIRE', 'nobody'), { kind: 'role', path: 'to.recipient_id' });
  const shown = { empty: false, contentType: 'text/html' };
  const page = { ...answer(404, undefined, deposit('USD'), ofBusiness), ...shown };
  const ofFirewall = {
    ...answer(404, undefined, twin.request.input.body),
    ...shown,
    request: { ...twin.request, purpose: { ...twin.request.purpose, odd: 'an unusual request' } },
  } as const;

  const ofOrder = { kind: 'kept back', why: { code: 'ORDER_REFUSED' } };
  const ofRecipient = { kind: 'kept back', why: { code: 'RECIPIENT_REFUSED' } };
  const ofSetting = { ...ofRecipient, why: { see: ['RAMP_DEPOSIT_ACCOUNT_NUMBER'] } };

  test.each<[string, Reply, readonly Reply[], object]>([
    ['is left out where the other subaccount was granted the same', refused, [taken, twin], { kind: 'left out' }],
    ['is kept back where the other was granted something else', euros, [taken, twin], ofRecipient],
    ['is kept back where its own subaccount was granted it', refused, [taken, own, twin], ofOrder],
    ['names the setting where nobody was granted anything', refused, [twin], ofSetting],
    ['shows no absence where the same is said of an amount', refused, [twin, mistyped], ofOrder],
    [
      'is one of an offramp with the status of an absent one',
      ofOfframp(404, absent, offramp()),
      [toNobody(404)],
      ofRecipient,
    ],
    ['is none of an offramp with another status', ofOfframp(400, absent, offramp()), [toNobody(400)], ofOrder],
    ['shows no absence where a firewall answered for the absent one', page, [taken, ofFirewall], { why: ofOrder.why }],
  ])('%s', (_what, reply, others, cause) => {
    expect(causeIn(reply, ...others)).toMatchObject(cause);
  });

  test('hides no refusal of an account that nobody has', () => {
    expect(refusalsOf([taken, refused, twin]).sameAsValid(twin)).toBeUndefined();
  });
});

describe('a subaccount that is refused every order in the same words', () => {
  const refusedAs = (message: string, sent = deposit('USD')) =>
    answer(422, { message }, sent, { subaccountId: 'business' });
  const [dollars, euros] = [refusedAs('Not for you'), refusedAs('Not for you', deposit('EUR'))];

  test('is left out, and named, where the other was granted the same', () => {
    expect(causeIn(dollars, taken, euros)).toMatchObject({
      kind: 'left out',
      ofSubaccount: true,
      why: { see: ['RAMP_BUSINESS_SUBACCOUNT_ID'] },
    });
    expect(kindOf(euros, taken, dollars)).toBe('kept back');
  });

  test('is not where it was granted another order, or refused in other words', () => {
    const own = answer(204, undefined, deposit('GHS'), { subaccountId: 'business' });
    expect(kindOf(dollars, taken, own)).toBe('kept back');
    expect(kindOf(dollars, taken, refusedAs('No EUR today', deposit('EUR')))).toBe('kept back');
  });

  test('hides no refusal of the other', () => {
    const unlistedOf = (subaccountId: string) =>
      answer(422, { message: 'Not for you' }, deposit('ZZZ'), { subaccountId, ...ofCurrency });
    const [own, other] = [unlistedOf('business'), unlistedOf('individual')];
    const { sameAsValid } = refusalsOf([taken, dollars, own, other]);
    expect([sameAsValid(own), sameAsValid(other)]).toEqual([dollars, undefined]);
  });
});

describe('a reason that is kept back names the order, and what a user may do', () => {
  const reasonOf = (refused: Reply, others: readonly Reply[] = [taken], order: Partial<Setting['order']> = {}) =>
    JSON.stringify(refusalsOf([...others, refused], order).causeOf(refused));
  const refusedAs = (message: string) => answer(422, { message }, deposit('ZMW'));

  test.each([
    ['No', '(deposit of the individual, ZMW, 422)'],
    ['At least 5.000', 'if the refusal names a minimum amount, set RAMP_AMOUNTS=ZMW=5000'],
    ['Not for account 260971234567', 'set RAMP_AMOUNTS=ZMW=<amount>'],
    ['Not for customer 4711234', 'set RAMP_AMOUNTS=ZMW=<amount>'],
  ])('%s: %s', (message, reason) => {
    expect(reasonOf(refusedAs(message))).toContain(reason);
  });

  test('a maximum is no minimum', () => {
    expect(reasonOf(refusedAs('At most 80.00'))).not.toContain('RAMP_AMOUNTS');
  });

  test('the settings of a recipient that no order was accepted for', () => {
    const refused = ofOfframp(400, { message: 'No' }, offramp('WIRE', 'local', 'GHS'));
    const dollars = ofOfframp(201, {}, offramp());
    const local = ofOfframp(201, {}, offramp('WIRE', 'local'));
    const named = '; check RAMP_LOCAL_RECIPIENT_CURRENCY and RAMP_LOCAL_RECIPIENT_ID';
    expect(reasonOf(refused, [dollars])).toContain(named);
    for (const others of [[], [dollars, local]]) expect(reasonOf(refused, others)).not.toContain('RAMP_');
  });

  test('a value that was made up for a setting is suspected where the refusal names it, unless it is set', () => {
    const refused = refusedAs('No account 0123456789 in ZMW');
    expect(reasonOf(refused, [], { guessed: ['depositAccountNumber'] })).toContain(
      'RAMP_DEPOSIT_ACCOUNT_NUMBER is not set, and the refusal names',
    );
    expect(reasonOf(refused, [], { guessed: ['onrampAddress'] })).not.toContain('is not set');
  });

  const onramp = (asset: string) => ({ to: { asset, destination_address: '0xabc' } });

  test.each<[string, OperationId, object]>([
    ['RAMP_OFFRAMP_CHAIN', 'offramp.initiate', offramp()],
    ['RAMP_ONRAMP_ADDRESS', 'onramp.initiate', onramp('USDT')],
    ['RAMP_LIGHTNING_ADDRESS', 'onramp.initiate', onramp('BTC_LIGHTNING')],
  ])('%s is suspected, though others have the same default', (variable, operation, sent) => {
    const refused = answer(422, { message: 'Neither POLYGON nor 0xabc is known' }, sent, { operation });
    const guessed = ['onrampChain', 'onrampAddress', 'lightningAddress', 'offrampChain'] as const;
    const order = { guessed, offrampChain: 'POLYGON', lightningAddress: '0xabc' };
    expect(reasonOf(refused, [], order)).toContain(`${variable} is not set`);
  });
});

test.each([
  ['Daily limit exceeded', true],
  [`One of ${list}`, false],
])('the mirror: a refusal that must come shows nothing where a valid order is refused so: %s', (message, isSame) => {
  const quota = answer(422, { message: 'Daily limit exceeded', timestamp: '2026-01-01T00:00:00.000Z' }, deposit('USD'));
  const negative = answer(422, { message, requestId: '7' }, deposit('JPY'), ofCurrency);
  expect(refusalsOf([taken, quota, negative]).sameAsValid(negative)).toBe(isSame ? quota : undefined);
});

test.each([
  [{ message: `One of ${list}` }, true, false],
  [{ message: 'JPY is unknown' }, true, false],
  [{ message: 'At least 5000' }, false, true],
  [{ errors: { amount: ['too small'] } }, false, true],
  [{ message: 'This value is not allowed' }, false, false],
])('an unlisted value may be refused for the amount: %j', (body, namesValueOrList, mayBeForAmount) => {
  expect(unlistedShown(answer(400, body, deposit('JPY')))).toEqual({ namesValueOrList, mayBeForAmount });
});

test('two refusals that differ in a listed value are alike where it is masked, and there alone', () => {
  const one = answer(422, { message: 'BRL is closed' }, deposit('BRL'));
  const other = answer(422, { message: 'MXN is closed' }, deposit('USD'));
  const asked = [[], listed, []].map((values) => addsNothingTo(one, other, values));
  expect(asked).toEqual([false, true, false]);
});

test.each<[string, one: readonly string[], other: readonly string[], isAlike: boolean]>([
  ['numbers of any script', ['الحد الأدنى ٥٠٠٠'], ['الحد الأدنى ٦٠٠٠'], true],
  ['quotation marks', ['No «wire» today'], ['No wire today'], true],
  ['one thing less', ['Closed today'], ['Closed today', 'Not in your region'], true],
  ['one thing more', ['Closed today', 'Not in your region'], ['Closed today'], false],
])('a refusal with %s adds nothing to another: %j', (_what, one, other, isAlike) => {
  const refusal = (message: readonly string[]) => answer(422, { message }, deposit('BRL'));
  expect(addsNothingTo(refusal(one), refusal(other))).toBe(isAlike);
});

test('the reason is read wherever an error body has it', () => {
  const body = {
    statusCode: 422,
    timestamp: '2026-01-01T00:00:00.000Z',
    path: '/v2/ramp/7',
    requestId: '99',
    error: 'Unprocessable Entity',
    title: 'Below minimum',
    details: [{ min: 5000, code: 12 }],
  };
  expect(refusalText(answer(422, body, deposit('USD')))).toBe('Below minimum ; min ; 5000');
});

test.each([
  ['CONTENT_CODING', false],
  ['BODY_ENCODING', false],
  // A router may answer with one page, or without a body.
  ['NOT_JSON', true],
  [undefined, true],
])('refusals that cannot be read say the same where that is of a router: %s', (code, isAlike) => {
  const refusal = (): Reply => ({
    ...answer(404, undefined, deposit('USD')),
    empty: code === undefined,
    problems: code === undefined ? [] : [{ code, where: '$', expected: '', observed: '' }],
  });
  expect(addsNothingTo(refusal(), refusal())).toBe(isAlike);
});
