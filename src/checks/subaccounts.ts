import { isOrder, type OperationId, operationOf } from '#contract';
import { isRecord, type Reply, subaccountOf, untested, type View, valueAt, viewOf } from '#evidence';
import { isSuccess } from '#run';
import { assetNetworks } from '#schemas';
import { type Found, finding, type Judge } from './judgement.ts';
import { hideCapabilities, type Rule } from './rule.ts';

/**
 * Members that differ between persons, names first. Only names tell persons apart, because a reseller may have given
 * its own address and number for all. Two persons may share a name, but not the instant of creation.
 */
const personal: Readonly<Partial<Record<OperationId, readonly [names: readonly string[], more: readonly string[]]>>> = {
  'subaccount.read': [
    ['firstName', 'lastName'],
    ['email', 'phone', 'createdAt'],
  ],
  'individual-kyc.read': [
    ['first_name', 'last_name'],
    ['birth_date', 'phone', 'created_at'],
  ],
  // One business may have two subaccounts; each has an applicant of its own.
  'business-kyc.read': [['vendorApplicantId'], ['legal_name', 'registration_number', 'tax_number', 'created_at']],
};

const personIn = ({ operation, body }: Reply): string | undefined => {
  const [names = [], more = []] = personal[operation] ?? [];
  const isText = (member: string | undefined) => typeof valueAt(body, member ?? '') === 'string';
  if (!names.some(isText) || !isText(more.at(-1))) return undefined;
  return JSON.stringify([operation, ...[...names, ...more].map((member) => valueAt(body, member))]);
};

const typeOfKyc = (operation: OperationId): string | undefined => {
  const { bare, subaccounts: [type] = ['individual'] } = operationOf(operation);
  return bare === undefined ? undefined : type;
};

/** A business may show the record of the individual who opened it and who has another subaccount. */
const isOfItsSubaccount = (replies: readonly Reply[]): ((reply: Reply) => boolean) => {
  const subaccounts = replies.filter(({ operation }) => operation === 'subaccount.read');
  const types = new Map(subaccounts.map((reply) => [subaccountOf(reply), valueAt(reply.body, 'type')]));
  return (reply) => [undefined, types.get(subaccountOf(reply))].includes(typeOfKyc(reply.operation));
};

export const keepsPersonsApart: Judge<readonly Reply[]> = (given, { attribution }) => {
  const isOwn = isOfItsSubaccount(given);
  const judged = attribution
    .judgeable(given)
    .filter((reply) => isSuccess(reply) && personIn(reply) !== undefined && isOwn(reply));
  const shownBy = (operation: OperationId) =>
    new Set(judged.filter((reply) => reply.operation === operation).map(subaccountOf));
  if (!judged.some(({ operation }) => shownBy(operation).size > 1))
    throw untested('NO_RECORD', 'fewer than two subaccounts showed names');
  const holder = new Map<string, string>();
  const findings = judged.flatMap((reply): readonly Found[] => {
    const [person = '', asked] = [personIn(reply), subaccountOf(reply)];
    const first = holder.get(person) ?? asked;
    holder.set(person, first);
    const expected = 'other names and contact data than another subaccount shows';
    return first === asked
      ? []
      : [finding({ reply, code: 'SAME_PERSON', where: '$', expected, observed: 'the same person' })];
  });
  return { findings, judged };
};

/** Leaves out subaccounts with records of both types, which another check judges. */
const typesByKyc = (replies: readonly Reply[]): ReadonlyMap<string, string | undefined> => {
  const types = new Map<string, string | undefined>();
  for (const reply of replies) {
    const [subaccount, type] = [subaccountOf(reply), typeOfKyc(reply.operation)];
    if (type === undefined || valueAt(reply.body, 'type') !== type) continue;
    types.set(subaccount, types.has(subaccount) && types.get(subaccount) !== type ? undefined : type);
  }
  return types;
};

/** The type of a subaccount is the type of its only verification record. */
export const fitsItsKyc: Judge<readonly Reply[]> = (given, { attribution }) => {
  const served = attribution.judgeable(given).filter(isSuccess);
  const types = typesByKyc(served);
  const judged = served.filter(
    (reply) =>
      reply.operation === 'subaccount.read' &&
      types.get(subaccountOf(reply)) !== undefined &&
      valueAt(reply.body, 'type') !== undefined,
  );
  if (judged.length === 0) throw untested('NO_RECORD', 'no subaccount was read that has a verification record');
  const findings = judged
    .filter((reply) => valueAt(reply.body, 'type') !== types.get(subaccountOf(reply)))
    .map((reply) => {
      const expected = `${types.get(subaccountOf(reply))}, as its record`;
      return finding({ reply, code: 'RULE_BROKEN', where: '$.type', expected, observed: 'another type' });
    });
  return { findings, judged };
};

/** A map, because a service may send the names of inherited members. */
const networksOf = new Map(Object.entries(assetNetworks));
const anyNetwork = new Set([...networksOf.values()].flat());

/** Only networks of other assets break this rule. An unknown network is reported as a changed value. */
export const listsAssetNetworks: Rule = {
  path: 'capabilities.assets',
  promised: 'networks that the document names for the asset',
  test: (record) => {
    const listed = record.entries('capabilities.assets').flatMap(([asset]) => {
      const known = networksOf.get(asset);
      const networks = record.list(`capabilities.assets.${asset}.networks`).map(String);
      return known ? networks.map((network) => known.includes(network) || !anyNetwork.has(network)) : [];
    });
    record.except(listed.length === 0);
    return listed.every(Boolean);
  },
};

type Contradicts = (capability: View, order: Reply) => boolean | undefined;

const currencyIn = ({ request: { input } }: Reply): string =>
  String(['currency', 'from.currency', 'to.currency'].map((path) => valueAt(input.body, path)).find(Boolean));

const capabilityIn = (record: Reply, currency: string): unknown => {
  const currencies = valueAt(record.body, 'capabilities.currencies');
  return Object.entries(isRecord(currencies) ? currencies : {}).find(
    ([code]) => code.toUpperCase() === currency.toUpperCase(),
  )?.[1];
};

const againstOrders =
  (expected: string, contradicts: Contradicts): Judge<readonly Reply[]> =>
  (given, context) => {
    const granted = context.attribution.judgeable(given).filter(isSuccess);
    const orders = granted.filter(({ operation }) => isOrder(operation));
    const compared = granted
      .filter(({ operation }) => operation === 'subaccount.read')
      .flatMap((record) => {
        const broken = orders
          .filter((order) => subaccountOf(order) === subaccountOf(record))
          .map((order) => contradicts(viewOf(capabilityIn(record, currencyIn(order))), order));
        return broken.some((it) => it !== undefined) ? [{ record, isBroken: broken.includes(true) }] : [];
      });
    if (compared.length === 0) {
      const code = hideCapabilities(granted, context, ['capabilities.currencies']) ? 'EMPTY_RECORDS' : 'NO_SUCH_CASE';
      throw untested(code, 'no order was accepted of which a capability speaks');
    }
    return {
      findings: compared
        .filter(({ isBroken }) => isBroken)
        .map(({ record: reply }) => {
          const where = '$.capabilities.currencies';
          return finding({ reply, code: 'CAPABILITY_DENIED', where, expected, observed: 'denied' });
        }),
      judged: compared.map(({ record }) => record),
    };
  };

const flags = ['canOnramp', 'canOfframp', 'canDeposit', 'canWithdraw'];

export const opensAcceptedCurrencies = againstOrders('some flag that is true', (capability) =>
  capability.is('status', 'approved') ? flags.every((flag) => capability.is(flag, false)) : undefined,
);

const lettersOf = (rail: unknown): string =>
  String(rail)
    .toLowerCase()
    .replace(/[^a-z]/g, '');

export const offersAcceptedRails = againstOrders('an accepted rail is available', (capability, order) => {
  const rail = valueAt(order.request.input.body, 'to.payment_rail');
  const rails = capability.has('rails') ? capability.value('rails') : undefined;
  const shown = isRecord(rails) ? Object.entries(rails) : [];
  const held = rail === undefined ? undefined : shown.find(([name]) => lettersOf(name) === lettersOf(rail));
  return held && held[1] === false;
});
