import { another, reasons, withStatus, withStatusFor } from './error-status.ts';
import { onRefusal } from './hook.ts';
import { initiations, listings } from './operation-groups.ts';
import { touching } from './touching.ts';

const notFound = [404];

export const absenceStatusVariations = touching({ replies: notFound }, [
  {
    id: 'absent-subaccount/listings-refuse-with-403',
    sentence: 'The listings of a subaccount that does not exist are forbidden.',
    operations: listings,
    policies: { error: { subaccountNotFound: withStatusFor(403, 'subaccountNotFound', listings) } },
  },
  {
    id: 'absent-subaccount/listings-refuse-with-400',
    sentence: 'The listings of a subaccount that does not exist are a bad request.',
    operations: listings,
    alone: another,
    policies: { error: { subaccountNotFound: withStatusFor(400, 'subaccountNotFound', listings) } },
  },
  {
    id: 'absent-subaccount/orders-refuse-with-403',
    sentence: 'Orders for a subaccount that does not exist are forbidden.',
    operations: initiations,
    alone: another,
    policies: { error: { subaccountNotFound: withStatusFor(403, 'subaccountNotFound', initiations) } },
  },
  {
    id: 'absent-record/refused-with-403-or-410',
    sentence: 'An absent offramp is answered 403, an absent conversion 410.',
    operations: ['offramp.read', 'conversion.read'],
    policies: {
      error: {
        offrampNotFound: withStatus(403, 'offrampNotFound'),
        conversionNotFound: withStatus(410, 'conversionNotFound'),
      },
    },
  },
  {
    id: 'absent-record/refused-without-a-body',
    sentence: 'An absent offramp or conversion is answered 404 with an empty body.',
    operations: ['offramp.read', 'conversion.read'],
    alone: another,
    policies: {
      error: { offrampNotFound: () => ({ status: 404 }), conversionNotFound: () => ({ status: 404 }) },
    },
  },
  {
    id: 'foreign-offramp/refused-with-403',
    sentence: 'An offramp of another subaccount is answered 403, where an absent one gets 404.',
    operations: ['offramp.read'],
    alone: another,
    reply: onRefusal((body, reply, { operation, params, world }) => {
      const asked = params.offrampId?.toLowerCase();
      const exists = world.store.offramps.some(({ record }) => record.id === asked);
      if (operation !== 'offramp.read' || reply.status !== 404 || !exists) return;
      reply.status = 403;
      Object.assign(body, { statusCode: 403, error: reasons[403] });
    }),
  },
  {
    id: 'unknown-currency/taxonomy-refuses-with-400',
    sentence: 'The taxonomy of a currency that is not served is a bad request.',
    operations: ['taxonomy.list'],
    policies: { error: { taxonomyNotFound: withStatus(400, 'taxonomyNotFound') } },
  },
  {
    id: 'unknown-currency/taxonomy-is-empty',
    sentence: 'The taxonomy of a currency that is not served is an empty list.',
    operations: ['taxonomy.list'],
    alone: another,
    policies: { taxonomy: { find: (all, currency) => all.get(currency) ?? [] } },
  },
]);
