import { taxonomy } from './records.ts';
import { shapeOf } from './shape.test.support.ts';

const entry = {
  method: 'pix',
  name: 'Pix',
  integration: 'local',
  sub_method: null,
  method_name: 'Pix',
  network_name: 'Pix',
  channel_name: 'bank',
  network_description: 'Instant',
  required_fields: ['account_number'],
  optional_fields: ['note'],
  currency_configurations: [
    {
      currency: 'BRL',
      asset: 'BRL',
      fee: { amount: '0.5', type: 'fixed' },
      limits: {
        system_min: '1.00000000',
        system_max: '1000.00000000',
        tx_limit: '500.00000000',
        status: 'upgradeable',
      },
      status: { type: 'active', description: 'Available' },
      legal_operating_entity: { legal_operation_entity: 'Acme', country_code: 'BR' },
    },
  ],
  consumer_contacts_enabled: true,
  method_description: 'Instant transfer',
  icon_config: { path: '/icons/pix.svg', name: 'pix' },
  tags: [{ title: 'Fast', type: 'SUCCESS' }],
  network: 'PIX',
  protocol: 'PIX',
  security: { modes: [{ type: 'pin', name: 'PIN', from_amount: 0, to_amount: 100 }] },
  contract: 'v1',
  taxes: [{ name: 'iof' }],
  payment_rails: null,
};

const configuration = [0, 'currency_configurations', 0] as const;

shapeOf(
  'taxonomy',
  taxonomy,
  [entry],
  [
    [[...configuration, 'limits', 'system_min'], '1', 'places'],
    [[...configuration, 'limits', 'tx_limit'], 'none', 'decimal'],
    [[...configuration, 'fee', 'amount'], 0.5, 'type'],
    [[0, 'required_fields', 0], 1, 'type'],
    [[0, 'security', 'modes', 0, 'to_amount'], '100', 'type'],
    [[0, 'payment_rails'], undefined, 'omitted-nullable'],
    [[0, 'sub_method'], undefined, 'omitted-nullable'],
    [[0, 'network'], undefined, 'missing'],
    [[0, 'network'], null, 'null'],
  ],
);
