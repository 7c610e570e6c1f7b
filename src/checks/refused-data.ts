// Judgements of refusals that show a customer's values, or letters of a key that the request did not send.

import { type Attribution, hasItsForm, memoByReply } from '#attribution';
import { type OperationId, operationIds, operationOf, parametersOf } from '#contract';
import { isRecord, keyIn, lacking, type Reply, subaccountOf, untested } from '#evidence';
import { isRefusal } from '#run';
import { membersOf, valuesAt } from '#schemas';
import { type CheckContext, type Found, finding, type Judge } from './judgement.ts';

const personal: ReadonlySet<string> = new Set([
  'accountId',
  'address',
  'destinationAddress',
  'email',
  'end_to_end_id',
  'firstName',
  'first_name',
  'id',
  'lastName',
  'last_name',
  'legal_name',
  'lightningInvoice',
  'lightningInvoiceId',
  'middle_name',
  'number',
  'phone',
  'recipient_id',
  'registration_number',
  'street_line_1',
  'street_line_2',
  'tax_number',
  'trade_name',
  'tx_hash',
  'vendorApplicantId',
  'vendor_share_kyc_token',
  'withdrawal_id',
]);

/** Characters; a shorter text may appear in any answer. */
const shortest = 8;

const nameOf = (path: string): string => path.replace(/^.*\./, '').replaceAll('[]', '');

const personalPaths = new Map(
  operationIds.map((operation): readonly [OperationId, readonly string[]] => {
    const { success } = operationOf(operation);
    const paths = success === null ? [] : membersOf(success).map(({ path }) => path);
    return [operation, paths.filter((path) => personal.has(nameOf(path)))];
  }),
);

const namesCustomer = ({ operation }: Reply): boolean => parametersOf(operation).includes('subaccountId');

const eachText = (value: unknown, take: (text: string) => void): void => {
  if (Array.isArray(value)) for (const held of value) eachText(held, take);
  else if (isRecord(value))
    for (const [name, held] of Object.entries(value)) {
      take(name);
      eachText(held, take);
    }
  else if (typeof value === 'string' || typeof value === 'number') take(String(value));
};

const textsIn = (value: unknown): readonly string[] => {
  const texts: string[] = [];
  eachText(value, (text) => texts.push(text.toLowerCase()));
  return texts;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const isLinkOrInstant = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\/|^\d{4}-\d\d-\d\d(?:t|$)/.test(text);

interface Owned {
  readonly member: string;
  readonly customer: string;
}

interface Known {
  /** Values by their text in lower case. */
  readonly values: ReadonlyMap<string, Owned>;
  /** Values without the form of an id; each needs a search of its own. */
  readonly others: readonly string[];
}

const idForm = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

const isId = (text: string): boolean => text.match(idForm)?.[0] === text;

const isPlainRequest = ({ request: { purpose } }: Reply): boolean =>
  !purpose.odd && !purpose.invalid && purpose.detour === undefined;

/** An address itself is no value; its members are. */
const isPlainValue = (value: unknown): boolean => typeof value !== 'object';

const valuesKnown = ({ successesOf }: Attribution, fullKey: string): Known => {
  const served = operationIds.flatMap((operation) =>
    successesOf(operation).filter(
      (reply) => keyIn(reply.request) === fullKey && hasItsForm(reply) && isPlainRequest(reply),
    ),
  );
  const seen = new Map<string, Owned | 'shared'>();
  for (const reply of served.filter(namesCustomer))
    for (const path of personalPaths.get(reply.operation) ?? [])
      for (const text of valuesAt(reply.body, path).filter(isPlainValue).flatMap(textsIn)) {
        if (text.length < shortest || isLinkOrInstant(text)) continue;
        const customer = subaccountOf(reply);
        const owner = seen.get(text) ?? { member: nameOf(path), customer };
        seen.set(text, owner !== 'shared' && owner.customer === customer ? owner : 'shared');
      }
  for (const { body, headers } of served.filter((reply) => !namesCustomer(reply)))
    eachText([body, headers], (text) => text.length >= shortest && seen.delete(text.toLowerCase()));
  const values = new Map([...seen].flatMap(([text, owner]) => (owner === 'shared' ? [] : [[text, owner] as const])));
  return { values, others: [...values.keys()].filter((text) => !isId(text)) };
};

const knownBy = memoByReply((attribution: Attribution) => {
  const byKey = new Map<string, Known>();
  return (fullKey: string): Known => {
    const known = byKey.get(fullKey) ?? valuesKnown(attribution, fullKey);
    byKey.set(fullKey, known);
    return known;
  };
});

/** Only letters and digits, because a request may write a value differently than the record. */
const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const sentText = ({ request: { path, sentBody = '', input, credential } }: Reply): string =>
  squeezed([decoded(path), sentBody, ...textsIn(input), 'value' in credential ? credential.value : ''].join('\n'));

const shownIn = memoByReply(
  ({ body, headers, errorText = '' }: Reply): readonly (readonly [where: string, texts: readonly string[]])[] => {
    const inBody = [...textsIn(body), errorText.toLowerCase()];
    const inHeaders = textsIn(headers);
    return [
      ['$', inBody],
      ['a header', [...inHeaders, ...inHeaders.map(decoded)]],
    ];
  },
);

const letter = /[\p{L}\p{N}]/u;

const standsIn = (text: string, value: string): boolean => {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + value.length] ?? ''];
    if (!letter.test(before) && !letter.test(after)) return true;
  }
  return false;
};

const shownValues = (texts: readonly string[], { values, others }: Known): readonly string[] => {
  const all = texts.join('\n');
  const found = new Set(others.filter((value) => standsIn(all, value)));
  for (const text of texts) for (const id of text.match(idForm) ?? []) if (values.has(id)) found.add(id);
  return [...found];
};

const showing = (reply: Reply, known: Known, isRefusedTo: (owner: Owned) => boolean): readonly Found[] =>
  shownIn(reply).flatMap(([where, texts]) => {
    const shown = shownValues(texts, known).flatMap((value) => {
      const owner = known.values.get(value);
      return owner && isRefusedTo(owner) && !sentText(reply).includes(squeezed(value)) ? [owner.member] : [];
    });
    if (shown.length === 0) return [];
    const observed = [...new Set(shown)].toSorted().join(', ');
    return [finding({ reply, code: 'SEC_RECORD_SHOWN', where, expected: 'nothing of what is refused', observed })];
  });

const judgeRefusals =
  (isMeant: (reply: Reply, fullKey: string) => boolean, isRefusedTo: (reply: Reply, owner: Owned) => boolean) =>
  (given: readonly Reply[], { attribution, keys }: CheckContext) => {
    const refusals = given.filter((reply) => isRefusal(reply) && isMeant(reply, keys.full));
    const judged = attribution.judgeable(refusals);
    const known = knownBy(attribution)(keys.full);
    if (known.values.size === 0) throw untested('NO_RECORD', 'no read showed a value of one customer alone');
    return { findings: judged.flatMap((reply) => showing(reply, known, (owner) => isRefusedTo(reply, owner))), judged };
  };

const isOfKey = (reply: Reply, key: string): boolean => keyIn(reply.request) === key;

export const showsNothingRefused: Judge<readonly Reply[]> = judgeRefusals(
  (reply, fullKey) => !isOfKey(reply, fullKey),
  () => true,
);

export const hidesOtherData: Judge<readonly Reply[]> = judgeRefusals(
  (reply, fullKey) => isOfKey(reply, fullKey) && namesCustomer(reply),
  (reply, { customer }) => customer !== subaccountOf(reply),
);

const sharedBeginning = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
};

/** A prefix such as `sk_test_`. A service that knows only one form of key may mention it. */
const prefixOf = (key: string): string => /^(?:[a-z]+[_.-]){1,3}/i.exec(key)?.[0].slice(0, 16) ?? '';

const piecesOf = (key: string, others: readonly string[]): readonly string[] => {
  const beginning = Math.max(prefixOf(key).length, ...others.map((other) => sharedBeginning(key, other)));
  const first = Math.max(0, beginning - shortest + 1);
  return Array.from({ length: Math.max(0, key.length - shortest + 1 - first) }, (_, at) =>
    key.slice(first + at, first + at + shortest),
  );
};

const rawTextsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(rawTextsIn);
  if (isRecord(value)) return Object.entries(value).flatMap(([name, held]) => [name, ...rawTextsIn(held)]);
  return typeof value === 'string' ? [value] : [];
};

const sentKeyOf = ({ request: { credential } }: Reply): string => ('value' in credential ? credential.value : '');

export const tellsNoKey: Judge<readonly Reply[]> = (given, { attribution, keys }) => {
  const all = [keys.full, ...keys.others].filter(({ length }) => length >= shortest);
  if (all.length === 0)
    throw lacking('SETTING_UNFIT', `a key of fewer than ${shortest} letters cannot be recognised in an answer`);
  const pieces = all.flatMap((key) => {
    const others = [keys.full, ...keys.others].filter((other) => other !== key);
    return piecesOf(key, others).map((piece) => ({ key, piece }));
  });
  const judged = attribution.judgeable(given.filter(isRefusal));
  const findings = judged.flatMap((reply): readonly Found[] => {
    const { body, headers, errorText = '' } = reply;
    const sent = [sentKeyOf(reply), decoded(reply.request.path), reply.request.sentBody ?? ''].join('\n');
    return (
      [
        ['$', [...rawTextsIn(body), errorText].join('\n')],
        ['a header', rawTextsIn(headers).join('\n')],
      ] as const
    ).flatMap(([where, text]) => {
      const isTold = pieces.some(
        ({ key, piece }) => key !== sentKeyOf(reply) && text.includes(piece) && !sent.includes(piece),
      );
      const expected = 'no letters of a key that was not sent';
      const observed = `${shortest} letters or more of a valid key`;
      return isTold ? [finding({ reply, code: 'SEC_KEY_SHOWN', where, expected, observed })] : [];
    });
  });
  return { findings, judged };
};
