import { z } from 'zod';
import { amountNumber, anything, decimal, flag, openSet, text } from './formats.ts';

const currencyConfiguration = z.looseObject({
  currency: text(),
  asset: text(),
  fee: z.looseObject({ amount: decimal(), type: openSet(['fixed']) }),
  limits: z.looseObject({
    system_min: decimal(8),
    system_max: decimal(8),
    tx_limit: decimal(8),
    status: openSet(['upgradeable']),
  }),
  status: z.looseObject({ type: openSet(['active']), description: text() }),
  legal_operating_entity: z.looseObject({ legal_operation_entity: text(), country_code: text() }),
});

const securityMode = z.looseObject({
  type: text(),
  name: text(),
  from_amount: amountNumber(),
  to_amount: amountNumber(),
});

/** One payment method of a currency; null is for what the document calls nullable. */
export const taxonomyEntry = z.looseObject({
  method: text(),
  name: text(),
  integration: text(),
  sub_method: text().nullable(),
  method_name: text(),
  network_name: text(),
  channel_name: text(),
  network_description: text(),
  required_fields: z.array(text()),
  optional_fields: z.array(text()),
  currency_configurations: z.array(currencyConfiguration),
  consumer_contacts_enabled: flag(),
  method_description: text(),
  icon_config: z.looseObject({ path: text(), name: text() }),
  tags: z.array(z.looseObject({ title: text(), type: openSet(['SUCCESS']) })),
  network: text(),
  protocol: text(),
  security: z.looseObject({ modes: z.array(securityMode) }),
  contract: text(),
  taxes: z.array(anything()),
  payment_rails: anything(),
});

export const taxonomy = z.array(taxonomyEntry);
