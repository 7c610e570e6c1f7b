import { isStrangeCurrency, strangeSegment } from '#generators';
import { test } from '#harness';
import { recordsOf } from '../given/record.ts';
import { sentSegment } from '../given/sent.ts';

test('taxonomy.list/lists-the-currency-asked-for', async (t) => {
  t.expect(await recordsOf(t, 'taxonomy.list')).toHoldAsWhole({
    where: '',
    promised: 'a configuration in the currency asked for',
    holds: (entries, _sent, { currency }) => {
      const configurations = entries.items('').flatMap((entry) => entry.items('currency_configurations'));
      entries.unless(configurations.length === 0);
      return configurations.some((it) => it.text('currency').toLowerCase() === currency?.toLowerCase());
    },
  });
});

test('taxonomy.list/orders-its-limits', async (t) => {
  t.expect(await recordsOf(t, 'taxonomy.list')).toHold({
    where: 'currency_configurations',
    promised: 'system_min at most system_max, tx_limit between them',
    holds: (entry) =>
      entry.items('currency_configurations').every((configuration) => {
        const [least, most] = [
          configuration.amount('limits.system_min'),
          configuration.amount('limits.system_max'),
        ];
        const limit = configuration.amount('limits.tx_limit');
        return (
          least.lessThanOrEqualTo(most) && limit.greaterThanOrEqualTo(least) && limit.lessThanOrEqualTo(most)
        );
      }),
  });
});

test('taxonomy.list/orders-its-security-ranges', async (t) => {
  t.expect(await recordsOf(t, 'taxonomy.list')).toHold({
    where: 'security.modes',
    promised: 'from_amount at most to_amount',
    holds: (entry) =>
      entry
        .items('security.modes')
        .every((mode) => mode.amount('from_amount').lessThanOrEqualTo(mode.amount('to_amount'))),
  });
});

test('taxonomy.list/asks-for-a-field-once', async (t) => {
  t.expect(await recordsOf(t, 'taxonomy.list')).toHold({
    where: 'optional_fields',
    promised: 'no field that is required as well',
    holds: (entry) => {
      const required = entry.list('required_fields');
      return !entry.list('optional_fields').some((field) => required.includes(field));
    },
  });
});

test('taxonomy.list/lists-a-method-once', async (t) => {
  t.expect(await recordsOf(t, 'taxonomy.list')).toHoldAsWhole({
    where: '',
    promised: 'each method once',
    holds: (entries) => {
      const parts = ['method', 'sub_method', 'network', 'network_name', 'channel_name'];
      const methods = entries
        .items('')
        .map((entry) => JSON.stringify(parts.map((part) => entry.value(part))));
      return new Set(methods).size === methods.length;
    },
  });
});

test('taxonomy.list/survives-a-strange-currency', async (t) => {
  await t.forAll(strangeSegment(), async (currency, t) => {
    const reply = await t.api.listTaxonomy({ currency });
    if (isStrangeCurrency(sentSegment(reply, 'currency'))) t.expect(reply).toBeHandled();
  });
});

test('taxonomy.list/answer-for-an-unknown-currency', async (t) => {
  const { status } = await t.api.listTaxonomy({ currency: 'XTS' });
  t.observe('unknown currency', status, { operation: 'taxonomy.list' });
});

test('taxonomy.list/recased-currency', async (t) => {
  const [currency = 'BRL'] = t.order.taxonomyCurrencies;
  const { status } = await t.api.listTaxonomy({ currency: currency.toLowerCase() });
  t.observe('currency in lower case', status, { operation: 'taxonomy.list' });
});
