import { answersWithout5xx, holds, holdsAsWhole, isAtMost, observesStatus, rowsOf } from '#checks';
import { headingOf } from '#contract';
import { recasedTaxonomy, recordsOf, strangeTaxonomies, unknownTaxonomy } from '#probes';

const endpoint = headingOf('taxonomy.list');

const consistencyTest = rowsOf(endpoint, 'consistency');
const limitTest = rowsOf('Limits', 'money');
const rangeTest = rowsOf('Resources: Taxonomy entry', 'money');
const recordTest = rowsOf('Resources: Taxonomy entry', 'record');
const httpTest = rowsOf(endpoint, 'http');
const unknownTest = rowsOf('Errors', 'open');
const recasedTest = rowsOf(endpoint, 'open');

const records = recordsOf('taxonomy.list');

consistencyTest
  .stated(
    'taxonomy.list/lists-the-currency-asked-for',
    'Each payment method with currency configurations has a configuration in the requested currency.',
    { heeds: ['ids'] },
  )
  .over(
    records,
    holdsAsWhole({
      path: '',
      promised: 'a configuration of each method in the requested currency',
      test: (entries, _sent, { request }) => {
        const asked = String(request.input.currency).toLowerCase();
        const methods = entries.items('').map((entry) => entry.items('currency_configurations'));
        const configured = methods.filter((configurations) => configurations.length > 0);
        entries.except(configured.length === 0);
        return configured.every((configurations) =>
          configurations.some((it) => it.text('currency').toLowerCase() === asked),
        );
      },
    }),
  );

limitTest
  .shown(
    'taxonomy.list/orders-its-limits',
    'In each currency configuration, system_min is at most tx_limit, and tx_limit is at most system_max.',
  )
  .over(
    records,
    holds({
      path: 'currency_configurations',
      promised: 'system_min at most system_max, tx_limit between them',
      test: (entry) => {
        const configurations = entry.items('currency_configurations');
        entry.except(configurations.length === 0);
        return configurations.every((configuration) => {
          const limit = configuration.amount('limits.tx_limit');
          return (
            configuration.amount('limits.system_min').lessThanOrEqualTo(limit) &&
            limit.lessThanOrEqualTo(configuration.amount('limits.system_max'))
          );
        });
      },
    }),
  );

const range = isAtMost('from_amount', 'to_amount');

rangeTest
  .shown('taxonomy.list/orders-its-security-ranges', 'In each security mode, from_amount is at most to_amount.')
  .over(
    records,
    holds({
      path: 'security.modes',
      promised: 'from_amount at most to_amount',
      test: (entry, ...asked) => {
        const modes = entry.items('security.modes');
        entry.except(modes.length === 0);
        return modes.every((mode) => range.test(mode, ...asked));
      },
    }),
  );

recordTest.shown('taxonomy.list/asks-for-a-field-once', 'No field of a method is both required and optional.').over(
  records,
  holds({
    path: 'optional_fields',
    promised: 'no field that is required as well',
    test: (entry) => {
      const required = entry.list('required_fields');
      return !entry.list('optional_fields').some((field) => required.includes(field));
    },
  }),
);

recordTest.shown('taxonomy.list/configures-each-method', 'Each listed method has a configuration.').over(
  records,
  holds({
    path: 'currency_configurations',
    promised: 'a configuration',
    test: (entry) => entry.list('currency_configurations').length > 0,
  }),
);

recordTest
  .shown('taxonomy.list/lists-a-method-once', 'No two methods are the same in method, sub-method, network and channel.')
  .over(
    records,
    holdsAsWhole({
      path: '',
      promised: 'each method once',
      test: (entries) => {
        const parts = ['method', 'sub_method', 'network', 'network_name', 'channel_name'];
        const listed = entries.items('');
        entries.except(listed.length === 0);
        const methods = listed.map((entry) => JSON.stringify(parts.map((part) => entry.value(part))));
        return new Set(methods).size === methods.length;
      },
    }),
  );

httpTest
  .implied(
    'taxonomy.list/survives-a-strange-currency',
    'A currency in the path that is not a currency code gets no 5xx.',
    {
      asks: 'survival',
    },
  )
  .by(strangeTaxonomies, answersWithout5xx);

unknownTest
  .silent('taxonomy.list/answer-for-an-unknown-currency', 'Which answer does an unknown currency get?')
  .by(unknownTaxonomy, observesStatus('unknown currency'));

recasedTest
  .silent('taxonomy.list/recased-currency', 'Does the service accept a currency code in lower case?')
  .by(recasedTaxonomy, observesStatus('currency in lower case'));
