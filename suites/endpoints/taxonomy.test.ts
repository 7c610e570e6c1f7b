import {
  answersWithout5xx,
  conformanceTest,
  holds,
  holdsAsWhole,
  isAtMost,
  observesStatus,
  universalTest,
} from '#checks';
import { recasedTaxonomy, recordsOf, strangeTaxonomies, unknownTaxonomy } from '#probes';

const records = recordsOf('taxonomy.list');

universalTest(
  'taxonomy.list/lists-the-currency-asked-for',
  records,
  holdsAsWhole({
    path: '',
    promised: 'a configuration of each method in the currency asked for',
    test: (entries, _sent, { request }) => {
      const methods = entries.items('').map((entry) => entry.items('currency_configurations'));
      const configured = methods.filter((configurations) => configurations.length > 0);
      entries.except(configured.length === 0);
      return configured.every((configurations) =>
        configurations.some((it) => it.text('currency').toLowerCase() === String(request.input.currency).toLowerCase()),
      );
    },
  }),
);

universalTest(
  'taxonomy.list/configures-each-method',
  records,
  holds({
    path: 'currency_configurations',
    promised: 'a configuration',
    test: (entry) => entry.list('currency_configurations').length > 0,
  }),
);

universalTest(
  'taxonomy.list/orders-its-limits',
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

universalTest(
  'taxonomy.list/orders-its-security-ranges',
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

universalTest(
  'taxonomy.list/asks-for-a-field-once',
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

universalTest(
  'taxonomy.list/lists-a-method-once',
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

conformanceTest('taxonomy.list/survives-a-strange-currency', strangeTaxonomies, answersWithout5xx);
conformanceTest('taxonomy.list/answer-for-an-unknown-currency', unknownTaxonomy, observesStatus('unknown currency'));
conformanceTest('taxonomy.list/recased-currency', recasedTaxonomy, observesStatus('currency in lower case'));
