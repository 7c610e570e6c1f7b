import { isOrder, isSuccess } from '#contract';
import { isRecord, type Reply, subaccountOf, Untested, type View, valueAt, viewOf } from '#evidence';
import { assetNetworks } from '#schemas';
import { finding, type Judge } from './judgement.ts';
import type { Rule } from './rule.ts';

/** A map, because a service may send the names of inherited members. */
const networksOf = new Map(Object.entries(assetNetworks));
const anyNetwork = new Set([...networksOf.values()].flat());

/** Networks of other assets alone; one that the document does not name at all drifts as a value. */
export const listsNetworksOfEachAsset: Rule = {
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

/** How an order shows that a capability of its currency is not as the record has it; undefined where it shows nothing of it. */
type Contradicts = (capability: View, order: Reply) => boolean | undefined;

const currencyIn = ({ request: { input } }: Reply): string =>
  String(['currency', 'from.currency', 'to.currency'].map((path) => valueAt(input.body, path)).find(Boolean));

const capabilityIn = (record: Reply, currency: string): unknown => {
  const currencies = valueAt(record.body, 'capabilities.currencies');
  return Object.entries(isRecord(currencies) ? currencies : {}).find(
    ([code]) => code.toUpperCase() === currency.toUpperCase(),
  )?.[1];
};

/** Holds the capabilities of each subaccount to the orders that it was granted. */
const heldToOrders =
  (expected: string, contradicts: Contradicts): Judge<readonly Reply[]> =>
  (given, { attribution }) => {
    const granted = attribution.judgeable(given).filter(isSuccess);
    const orders = granted.filter(({ operation }) => isOrder(operation));
    const compared = granted
      .filter(({ operation }) => operation === 'subaccount.read')
      .flatMap((record) => {
        const broken = orders
          .filter((order) => subaccountOf(order) === subaccountOf(record))
          .map((order) => contradicts(viewOf(capabilityIn(record, currencyIn(order))), order));
        return broken.some((it) => it !== undefined) ? [{ record, isBroken: broken.includes(true) }] : [];
      });
    if (compared.length === 0) throw new Untested('no order was accepted of which a capability speaks');
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

export const opensWhatTakesOrders = heldToOrders('some flag that is true', (capability) =>
  capability.is('status', 'approved') ? flags.every((flag) => capability.is(flag, false)) : undefined,
);

const lettersOf = (rail: unknown): string =>
  String(rail)
    .toLowerCase()
    .replace(/[^a-z]/g, '');

export const offersTheRailsThatTakeOrders = heldToOrders('an accepted rail is available', (capability, order) => {
  const rail = valueAt(order.request.input.body, 'to.payment_rail');
  const rails = capability.has('rails') ? capability.value('rails') : undefined;
  const shown = isRecord(rails) ? Object.entries(rails) : [];
  const held = rail === undefined ? undefined : shown.find(([name]) => lettersOf(name) === lettersOf(rail));
  return held && held[1] === false;
});
