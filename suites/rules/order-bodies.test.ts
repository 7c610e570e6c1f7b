import {
  answersWithout5xx,
  conformanceTest,
  hasFaultyBody,
  observesMissingMembers,
  refused,
  universalTest,
} from '#checks';
import { orderIds } from '#contract';
import {
  givenAccepted,
  incompleteOrders,
  mistypedOrders,
  oddlyWrittenOrders,
  ordersWithoutUuids,
  textsThatAreNoJson,
  unreadableTexts,
} from '#probes';

for (const operation of orderIds) {
  const oddTexts = oddlyWrittenOrders(operation);
  universalTest(
    `${operation}/survives-mistyped-members`,
    {
      needs: [
        mistypedOrders(operation),
        ...(operation === 'deposit.simulate' ? [] : [ordersWithoutUuids(operation)]),
        incompleteOrders(operation),
        textsThatAreNoJson(operation),
        oddTexts,
      ],
      of: (reply) =>
        reply.operation === operation && (hasFaultyBody(reply) || reply.request.purpose.probe === oddTexts.id),
    },
    answersWithout5xx,
  );

  const isLightning = operation === 'lightning-offramp.initiate';
  // Stated of this one alone, as both its members are required: a lenient reader may find them all the same.
  const texts = isLightning ? unreadableTexts : textsThatAreNoJson;
  conformanceTest(`${operation}/refuses-what-is-no-json`, givenAccepted(operation, texts(operation)), refused());

  if (!isLightning)
    conformanceTest(`${operation}/answer-to-a-missing-member`, incompleteOrders(operation), observesMissingMembers);
}
