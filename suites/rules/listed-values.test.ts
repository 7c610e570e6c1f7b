import {
  acceptsListedValues,
  both,
  conformanceTest,
  observesStatus,
  on,
  onlyReplies,
  refused,
  refusesAValue,
} from '#checks';
import { listedIn } from '#contract';
import {
  all,
  givenAccepted,
  joined,
  oddOrders,
  orderRepliesOf,
  recasedValues,
  unlistedOrders,
  valuesThatAreNoText,
} from '#probes';

for (const { operation, ...ids } of [
  {
    operation: 'deposit.simulate',
    accepts: 'deposit.simulate/accepts-each-listed-currency',
    refuses: 'deposit.simulate/refuses-an-unlisted-currency',
    refusesInAnyOrder: 'deposit.simulate/refuses-an-unlisted-currency-in-any-order',
    names: 'deposit.simulate/names-the-listed-currencies',
    recased: 'deposit.simulate/recased-currency',
  },
  {
    operation: 'onramp.initiate',
    accepts: 'onramp.initiate/accepts-each-listed-asset',
    refuses: 'onramp.initiate/refuses-an-unlisted-asset',
    refusesInAnyOrder: 'onramp.initiate/refuses-an-unlisted-asset-in-any-order',
    names: 'onramp.initiate/names-the-listed-assets',
    recased: 'onramp.initiate/recased-asset',
  },
] as const) {
  const { path = '', values = [] } = listedIn(operation) ?? {};
  const unlisted = unlistedOrders(operation);

  // Cents may be refused for what they are.
  conformanceTest(
    ids.accepts,
    orderRepliesOf(operation, (kind) => kind === 'plain' || /^of [A-Z_]+$/.test(kind)),
    acceptsListedValues(path),
  );
  conformanceTest(
    ids.refuses,
    all(givenAccepted(operation, unlisted), joined(unlisted, valuesThatAreNoText(operation))),
    both(
      on(([drawn]) => drawn, refused({ status: 400, error: 'Bad Request', body: 'full' })),
      // The document does not say which status refuses a non-string.
      on(([, every]) => every, refused()),
    ),
  );
  conformanceTest(ids.refusesInAnyOrder, givenAccepted(operation, oddOrders(operation)), refused());
  for (const [names, which] of [
    [ids.names, 'some'],
    [`${ids.names}-for-an-empty-one`, 'empty'],
  ] as const)
    conformanceTest(
      names,
      givenAccepted(operation, unlisted),
      onlyReplies(
        refusesAValue(path, which),
        'no unlisted value was answered with 400',
        refused({ status: 400, naming: values }),
      ),
    );
  conformanceTest(ids.recased, recasedValues(operation), observesStatus());
}
