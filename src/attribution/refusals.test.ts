import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import type { Changed, Reply, Setting } from '#evidence';
import { isSuccess } from '#run';
import { addsNothingTo, refusalText } from './alike.ts';
import { type RefusalCause, refusalsIn, unlistedShown } from './refusals.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

const setting = settingOf();

interface Sent {
  readonly operation?: OperationId;
  readonly changed?: Changed;
  readonly subaccountId?: string;
}

const deposit = (currency: string, amount = 100) => ({ currency, amount, accountNumber: '0123456789' });

const offramp = (rail?: string, recipient = 'plain') => ({
  from: { chain: 'POLYGON', asset: 'USDC', amount: 100, sender_address: '0xdef' },
  to: { recipient_id: recipient, currency: 'USD', ...(rail && { payment_rail: rail }) },
});

const answer = (
  status: number,
  body: unknown,
  sent: unknown,
  { operation = 'deposit.simulate', changed, subaccountId = 'individual' }: Sent = {},
): Reply =>
  replyOf({
    operation,
    status,
    body,
    sent,
    input: { subaccountId },
    purpose: changed ? { changed } : { probe: 'valid' },
  });

const causeIn = (reply: Reply, ...others: readonly Reply[]): RefusalCause | undefined =>
  refusalsIn({
    replies: [...others, reply],
    setting,
    isValidRequest: ({ request }) => request.purpose.probe === 'valid',
  }).causeOf(reply);

const ofCurrency = { kind: 'value', path: 'currency' } as const;
const ofAmount = { kind: 'other', path: 'amount' } as const;
const taken = answer(204, undefined, deposit('USD'));

const listed = ['NGN', 'BRL', 'USD', 'EUR', 'GHS', 'ZMW', 'TZS', 'USDC', 'USDT', 'MXN', 'COP', 'ARS'];
const list = listed.join(', ');

/** Refusals of many frameworks: of an unlisted value, and of an amount of another type. */
const styles: Readonly<Record<string, (value: string, allowed: readonly string[]) => unknown>> = {
  'a sentence': (_value, allowed) => ({
    statusCode: 400,
    message: `currency must be one of: ${allowed.join(', ')}`,
    error: 'Bad Request',
  }),
  'a list of messages': (_value, allowed) => ({
    message: [`currency must be one of the following values: ${allowed.join(', ')}`],
  }),
  pydantic: (value, allowed) => ({
    detail: [
      { loc: ['body', 'currency'], input: value, type: 'enum', msg: `Input should be '${allowed.join("', '")}'` },
    ],
  }),
  Rails: (value, allowed) => ({ errors: { currency: [`${value} is not included in ${allowed.join('/')}`] } }),
  'a problem': (value, allowed) => ({
    type: 'https://errors.example/value',
    title: 'Not allowed',
    detail: `"${value}" is none of [${allowed.join(' | ')}]`,
    status: 400,
    instance: `/orders/${value}`,
  }),
  'a code with details': (_value, allowed) => ({ error: { code: 'ENUM', details: allowed } }),
  Portuguese: (value, allowed) => ({
    message: `Moeda ${value} inválida. Permitidas: ${allowed.join(', ')}`,
    requestId: value,
  }),
};

describe.each(Object.entries(styles))(
  'a listed value that is refused as an unlisted one is, in %s',
  (_style, refusal) => {
    const unlisted = answer(400, refusal('JPY', listed), deposit('JPY'), { changed: ofCurrency });

    test('breaks its promise, and the finding shows both', () => {
      const refused = answer(400, refusal('ZMW', listed), deposit('ZMW'));
      expect(causeIn(refused, taken, unlisted)).toMatchObject({ kind: 'broken', twin: unlisted });
      expect(causeIn(refused, taken, unlisted)).toMatchObject({
        observed: '400: ZMW is refused as the unlisted JPY is',
      });
      const without = listed.filter((value) => value !== 'ZMW');
      const shorter = answer(400, refusal('JPY', without), deposit('JPY'), { changed: ofCurrency });
      expect(causeIn(answer(400, refusal('ZMW', without), deposit('ZMW')), taken, shorter)?.kind).toBe('broken');
    });

    test('breaks none with another list, under another status, or where the same is said of an amount', () => {
      const ofRegion = answer(400, refusal('ZMW', ['USD', 'EUR']), deposit('ZMW'));
      expect(causeIn(ofRegion, taken, unlisted)?.kind).toBe('kept back');
      const other = answer(422, refusal('ZMW', listed), deposit('ZMW'));
      expect(causeIn(other, taken, unlisted)?.kind).toBe('kept back');
      const mistyped = answer(400, refusal('JPY', listed), deposit('USD'), { changed: ofAmount });
      expect(causeIn(answer(400, refusal('ZMW', listed), deposit('ZMW')), taken, unlisted, mistyped)?.kind).toBe(
        'kept back',
      );
    });
  },
);

const languages: readonly (readonly string[])[] = [
  [
    'Insufficient funds in USDC',
    'Minimum for # is 5,000',
    'At most 80.00',
    'Multiples of 10 only',
    'Closed until Monday 08:00',
    'Wait 5 seconds',
    'USD to # is not available in your region',
    '# needs tier 2',
    'Screening of the recipient',
  ],
  [
    'Saldo insuficiente',
    'El mínimo para # es 5.000',
    'Como máximo 80',
    'Solo múltiplos de 10',
    'Cerrado hasta el lunes',
    'Espere 5 segundos',
    '# no está disponible en su región',
    '# requiere nivel 2',
    'En revisión',
  ],
  [
    'Saldo insuficiente em #',
    'O valor mínimo é 5.000,00',
    'No máximo 80',
    'Somente múltiplos de 10',
    'Fechado até segunda',
    'Aguarde',
    '# indisponível na sua região',
    '# exige nível 2',
    'Em análise',
  ],
  [
    'Solde insuffisant',
    'Minimum 5 000 #',
    'Au plus 80',
    'Multiples de 10',
    'Fermé jusqu’à lundi',
    'Trop de demandes',
    'USD et EUR seulement dans votre région',
    'Niveau 2 requis',
    'Contrôle en cours',
  ],
  [
    'Guthaben reicht nicht',
    'Mindestens 5.000',
    'Höchstens 80,00',
    'Nur Vielfache von 10',
    'Geschlossen bis Montag',
    'Tageslimit erreicht',
    '# ist hier nicht verfügbar',
    'Stufe 2 nötig',
    'Wird geprüft',
  ],
  [
    '残高不足',
    '#は5000以上',
    '80以下',
    '10の倍数',
    '月曜日まで休業',
    '制限を超えています',
    '#はご利用の地域では使えません',
    'レベル2が必要',
    '審査中',
  ],
  [
    '余额不足',
    '最低5000',
    '最多80',
    '10的倍数',
    '周一前关闭',
    '次数过多',
    '您所在地区不支持#',
    '需要二级认证',
    '审核中',
  ],
  [
    'Недостаточно средств',
    'Минимум 5000',
    'Не более 80',
    'Кратно 10',
    'Закрыто',
    'Лимит исчерпан',
    '# недоступна в вашем регионе',
    'Нужен уровень 2',
    'Проверка',
  ],
  [
    'الرصيد غير كاف',
    'الحد الأدنى ٥٠٠٠',
    'الحد الأقصى ٨٠',
    'مضاعفات ١٠',
    'مغلق',
    'تجاوزت الحد',
    '# غير متاح في منطقتك',
    'المستوى ٢ مطلوب',
    'قيد المراجعة',
  ],
  [
    'Yetersiz bakiye',
    'En az 5.000',
    'En çok 80',
    '10 un katları',
    'Pazartesiye kadar kapalı',
    'Lütfen bekleyin',
    '# bölgenizde yok',
    'Seviye 2 gerekli',
    'İnceleniyor',
  ],
];

const shapes: readonly ((reason: string, at: number) => unknown)[] = [
  (message) => ({ message, error: 'Unprocessable Entity' }),
  (message) => ({ message: [message] }),
  (detail) => ({ type: 'about:blank', title: 'Refused', detail }),
  (message) => ({ errors: { amount: [message] } }),
  (message) => ({ errors: [{ field: 'currency', defaultMessage: message }] }),
  (message) => ({ detail: [{ loc: ['body', 'currency'], msg: message, type: 'value_error' }] }),
  (_message, at) => ({ error: { code: 4000 + at } }),
  (_message, at) => ({ code: `REFUSED_${at}` }),
  (msg) => ({ code: 9, message: msg, details: [] }),
  (message) => ({ error: { message, code: 'order_refused', param: 'currency' } }),
  (message) => ({ issues: [{ path: ['currency'], message, code: 'custom' }] }),
  (message) => [message],
  () => ({}),
  () => undefined,
  (message) => ({ timestamp: '2026-01-01T00:00:00.000Z', status: 422, error: message, path: '/v1' }),
  (message) => ({ fault: { faultstring: message } }),
  (message) => ({ message: `${message}; currency of the account: USD, EUR` }),
  (message) => ({ errorCode: 'E_7', errorMessage: message }),
  (message) => ({ success: false, reason: message }),
  (message) => ({ message: `${message}\nallowed for you: USD, BRL` }),
];

const statuses = [400, 403, 409, 422, 503];

test('no right service is blamed, whatever the language, shape and status of its own reasons', () => {
  const own = shapes.flatMap((shape) => (languages[0] ?? []).map((reason, at) => shape(reason, at)));
  const worded = languages.flatMap((reasons) => reasons.map((message) => ({ message })));
  const blamed: unknown[] = [];
  for (const refusal of Object.values(styles)) {
    const twins = [
      answer(400, refusal('JPY', listed), deposit('JPY'), { changed: ofCurrency }),
      answer(400, { message: 'amount must be a number' }, deposit('USD'), { changed: ofAmount }),
    ];
    for (const body of [...own, ...worded])
      for (const status of statuses) {
        const named = JSON.parse(JSON.stringify(body ?? null).replaceAll('#', 'ZMW')) ?? undefined;
        const cause = causeIn(answer(status, named, deposit('ZMW')), taken, ...twins);
        // A 503 in another shape than the document's is a gateway's.
        const isOpen = cause?.kind === 'kept back' || (status === 503 && cause === undefined);
        if (!isOpen) blamed.push([status, named]);
      }
  }
  expect(blamed).toEqual([]);
});

test.each([405, 406, 411, 415])('%i is never a reason of its own', (status) => {
  expect(causeIn(answer(status, { message: 'Insufficient funds' }, deposit('ZMW')), taken)?.kind).toBe('broken');
});

describe('rails', () => {
  const operation = 'offramp.initiate';
  const on = { operation } as const;
  const refusal = (rail = '') => ({ message: `Named withdrawals take the rails ACH, RTP and SWIFT, not ${rail}` });

  test('a named WIRE that is refused as a named ACH is', () => {
    const base = answer(201, {}, offramp('SWIFT', 'named'), on);
    const twin = answer(400, refusal('ACH'), offramp('ACH', 'named'), {
      ...on,
      changed: { kind: 'rail', path: 'to.payment_rail' },
    });
    expect(causeIn(answer(400, refusal('WIRE'), offramp('WIRE', 'named'), on), base, twin)).toMatchObject({
      kind: 'broken',
      observed: '400: WIRE is refused as the rail ACH is',
    });
    const ofBank = { message: 'This bank is not reached by WIRE' };
    expect(causeIn(answer(400, ofBank, offramp('WIRE', 'named'), on), base, twin)?.kind).toBe('kept back');
  });

  test('the member that is refused as an invented one is, unless an order with it was accepted', () => {
    const unknown = (name: string) => ({ message: [`property to.${name} should not exist`] });
    const base = answer(201, {}, offramp(), on);
    const twin = answer(400, unknown('delivery_channel'), offramp(), {
      ...on,
      changed: { kind: 'invented', path: 'to.delivery_channel' },
    });
    const refused = answer(400, unknown('payment_rail'), offramp('WIRE'), on);
    expect(causeIn(refused, base, twin)?.kind).toBe('broken');
    expect(causeIn(refused, base, twin, answer(201, {}, offramp('ACH'), on))?.kind).toBe('kept back');
  });

  test('the order without a rail that is refused as one without a required member is', () => {
    const lacking = (name: string) => ({ errors: [{ path: name, message: `${name} is required` }] });
    const base = answer(201, {}, offramp('WIRE'), on);
    const twin = answer(400, lacking('currency'), offramp('WIRE'), {
      ...on,
      changed: { kind: 'omitted', path: 'to.currency' },
    });
    expect(causeIn(answer(400, lacking('payment_rail'), offramp(), on), base, twin)?.kind).toBe('broken');
    expect(causeIn(answer(400, { message: 'Choose how to pay' }, offramp(), on), base, twin)?.kind).toBe('kept back');
  });

  test('none is needed where orders over each are accepted, and those without are refused before and after', () => {
    const over = ['ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'].map((rail) => answer(201, {}, offramp(rail), on));
    const bare = () => answer(422, { message: 'No' }, offramp(), on);
    const [first, again] = [bare(), bare()];
    const last = answer(201, {}, offramp('ACH'), on);
    const causeOf = (replies: readonly Reply[]) =>
      refusalsIn({ replies, setting, isValidRequest: () => true }).causeOf(first)?.kind;
    expect(causeOf([first, ...over, again, last])).toBe('broken');
    expect(causeOf([first, ...over, again])).toBe('kept back');
    expect(causeOf([first, ...over.slice(0, 4), again, last])).toBe('kept back');
  });
});

describe('a refusal as for a recipient or an account that nobody has', () => {
  const absent = { message: 'Bank account not found' };
  const twin = answer(
    404,
    absent,
    { ...deposit('USD'), accountNumber: '9' },
    { changed: { kind: 'role', path: 'accountNumber' } },
  );
  const refused = answer(404, absent, deposit('USD'), { subaccountId: 'business' });

  test('is left out where the other subaccount was granted the same', () => {
    expect(causeIn(refused, taken, twin)).toMatchObject({ kind: 'left out' });
    expect(causeIn(answer(404, absent, deposit('EUR'), { subaccountId: 'business' }), taken, twin)?.kind).toBe(
      'kept back',
    );
  });

  test('shows no absence where the same is said of an amount of another type', () => {
    const mistyped = answer(404, absent, deposit('USD'), { changed: ofAmount });
    const codesOf = (...replies: readonly Reply[]) => {
      const cause = causeIn(refused, ...replies);
      return cause !== undefined && 'why' in cause ? cause.why.code : undefined;
    };
    expect([codesOf(twin), codesOf(twin, mistyped)]).toEqual(['RECIPIENT_REFUSED', 'ORDER_REFUSED']);
  });

  test('hides no refusal of an account that nobody has', () => {
    const { sameAsValid } = refusalsIn({
      replies: [taken, refused, twin],
      setting,
      isValidRequest: ({ request }) => request.purpose.probe === 'valid',
    });
    expect(sameAsValid(twin)).toBeUndefined();
  });

  test('is kept back where its own subaccount was, and names the setting where nobody was', () => {
    const own = answer(204, undefined, deposit('USD'), { subaccountId: 'business' });
    expect(causeIn(refused, taken, own, twin)?.kind).toBe('kept back');
    expect(causeIn(refused, twin)).toMatchObject({
      kind: 'kept back',
      why: { code: 'RECIPIENT_REFUSED', see: ['RAMP_DEPOSIT_ACCOUNT_NUMBER'] },
    });
  });
});

describe('a subaccount that is refused every order in the same words', () => {
  const refusedAs = (message: string, sent = deposit('USD')) =>
    answer(422, { message }, sent, { subaccountId: 'business' });
  const [dollars, euros] = [refusedAs('Not for you'), refusedAs('Not for you', deposit('EUR'))];

  test('is left out, and named, where the other was granted the same', () => {
    expect(causeIn(dollars, taken, euros)).toMatchObject({ kind: 'left out', ofSubaccount: true });
    expect(JSON.stringify(causeIn(dollars, taken, euros))).toContain('RAMP_BUSINESS_SUBACCOUNT_ID');
    expect(causeIn(euros, taken, dollars)?.kind).toBe('kept back');
  });

  test('is not where it was granted another order, or refused in other words', () => {
    const own = answer(204, undefined, deposit('GHS'), { subaccountId: 'business' });
    expect(causeIn(dollars, taken, own)?.kind).toBe('kept back');
    expect(causeIn(dollars, taken, refusedAs('No EUR today', deposit('EUR')))?.kind).toBe('kept back');
  });

  test('hides no refusal of the other', () => {
    const unlisted = (subaccountId: string) =>
      answer(422, { message: 'Not for you' }, deposit('ZZZ'), { subaccountId, changed: ofCurrency });
    const [own, other] = [unlisted('business'), unlisted('individual')];
    const { sameAsValid } = refusalsIn({
      replies: [taken, dollars, own, other],
      setting,
      isValidRequest: ({ request }) => request.purpose.probe === 'valid',
    });
    expect([sameAsValid(own), sameAsValid(other)]).toEqual([dollars, undefined]);
  });
});

test('a reason that is kept back names the order, and what a user may do', () => {
  const reasonOf = (message: string) => JSON.stringify(causeIn(answer(422, { message }, deposit('ZMW')), taken));
  expect(reasonOf('No')).toContain('(deposit of the individual, ZMW, 422)');
  expect(reasonOf('At least 5.000')).toContain('if the refusal names a minimum amount, set RAMP_AMOUNTS=ZMW=5000');
  for (const named of ['account 260971234567', 'customer 4711234'])
    expect(reasonOf(`Not for ${named}`)).toContain('set RAMP_AMOUNTS=ZMW=<amount>');
  expect(reasonOf('At most 80.00')).not.toContain('RAMP_AMOUNTS');
});

test('of a recipient that no order was accepted for, the settings are named', () => {
  const { usdRecipient, localRecipient } = setting.roles;
  const to = (recipient_id: string | undefined, currency: string) => ({
    ...offramp('WIRE', 'named'),
    to: { recipient_id, currency },
  });
  const refused = answer(400, { message: 'No' }, to(localRecipient, 'GHS'), { operation: 'offramp.initiate' });
  const [dollars, local] = [usdRecipient, localRecipient].map((recipient) =>
    answer(201, {}, to(recipient, 'USD'), { operation: 'offramp.initiate' }),
  ) as [Reply, Reply];
  const reasonAfter = (...accepted: readonly Reply[]) => JSON.stringify(causeIn(refused, ...accepted));
  expect(reasonAfter(dollars)).toContain('; check RAMP_LOCAL_RECIPIENT_CURRENCY and RAMP_LOCAL_RECIPIENT_ID');
  expect(reasonAfter()).not.toContain('RAMP_');
  expect(reasonAfter(dollars, local)).not.toContain('RAMP_');
});

describe('a value that was made up for a setting is suspected where the refusal names it', () => {
  const reasonFor = (refused: Reply, order: Partial<Setting['order']>) => {
    const where = { ...setting, order: { ...setting.order, ...order } };
    const isValidRequest = () => true;
    return JSON.stringify(refusalsIn({ replies: [taken, refused], setting: where, isValidRequest }).causeOf(refused));
  };

  test('unless it is set', () => {
    const refused = answer(422, { message: 'No account 0123456789 in ZMW' }, deposit('ZMW'));
    const suspicion = 'RAMP_DEPOSIT_ACCOUNT_NUMBER is not set, and the refusal names';
    expect(reasonFor(refused, { guessed: ['depositAccountNumber'] })).toContain(suspicion);
    expect(reasonFor(refused, { guessed: ['onrampAddress'] })).not.toContain('is not set');
  });

  test('under the variable of these orders, where others have the same default', () => {
    const guessed = ['onrampChain', 'onrampAddress', 'lightningAddress', 'offrampChain'] as const;
    const onramp = (asset: string) => ({ to: { asset, destination_address: '0xabc' } });
    const reasonOf = (operation: OperationId, body: unknown) =>
      reasonFor(answer(422, { message: 'Neither POLYGON nor 0xabc is known' }, body, { operation }), {
        guessed,
        offrampChain: 'POLYGON',
        lightningAddress: '0xabc',
      });
    expect(reasonOf('offramp.initiate', offramp())).toContain('RAMP_OFFRAMP_CHAIN is not set');
    expect(reasonOf('onramp.initiate', onramp('USDT'))).toContain('RAMP_ONRAMP_ADDRESS is not set');
    expect(reasonOf('onramp.initiate', onramp('BTC_LIGHTNING'))).toContain('RAMP_LIGHTNING_ADDRESS is not set');
  });
});

test('the mirror: a refusal that must come shows nothing where a valid order is refused so', () => {
  const of = (message: string) => {
    const quota = answer(
      422,
      { message: 'Daily limit exceeded', timestamp: '2026-01-01T00:00:00.000Z' },
      deposit('USD'),
    );
    const negative = answer(422, { message, requestId: '7' }, deposit('JPY'), { changed: ofCurrency });
    const { sameAsValid } = refusalsIn({
      replies: [taken, quota, negative],
      setting,
      isValidRequest: ({ request }) => request.purpose.probe === 'valid',
    });
    return sameAsValid(negative) !== undefined;
  };
  expect([of('Daily limit exceeded'), of(`One of ${list}`)]).toEqual([true, false]);
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

test('a refusal that says one thing more has a reason of its own', () => {
  const [one, both] = [['Closed today'], ['Closed today', 'Not in your region']].map((message) =>
    answer(422, { message }, deposit('BRL')),
  ) as [Reply, Reply];
  expect([addsNothingTo(one, both), addsNothingTo(both, one)]).toEqual([true, false]);
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
  expect(isSuccess(taken)).toBe(true);
});

test('refusals that cannot be read say nothing, and so not the same', () => {
  const refusal = (code?: string): Reply => ({
    ...answer(404, undefined, deposit('USD')),
    empty: code === undefined,
    problems: code === undefined ? [] : [{ code, where: '$', expected: '', observed: '' }],
  });
  const isAlike = (code?: string) => addsNothingTo(refusal(code), refusal(code));
  expect(isAlike('CONTENT_CODING')).toBe(false);
  expect(isAlike('BODY_ENCODING')).toBe(false);
  // A router may answer with one page, or without a body.
  expect([isAlike('NOT_JSON'), isAlike()]).toEqual([true, true]);
});
