import { against } from '../fault.ts';
import { answering, breaking, isRecord, rewriting, succeeding } from '../rewriting.ts';

const list = 'taxonomy.list';

const limits = '$[].currency_configurations[].limits';
const modes = '$[].security.modes[]';

const changed = (path: string, change: (members: Record<string, unknown>) => Record<string, unknown>) =>
  rewriting(list, path, (value) => (isRecord(value) ? { ...value, ...change(value) } : value));

const configured = (currency: string) => rewriting(list, '$[].currency_configurations[].currency', currency);

against('taxonomy.list/orders-its-limits', {
  'Least and greatest amount are swapped.': changed(limits, ({ system_min, system_max }) => ({
    system_min: system_max,
    system_max: system_min,
  })),
  'The transaction limit is above the greatest amount.': changed(limits, () => ({
    tx_limit: '999999999.00000000',
  })),
  'The transaction limit is below the least amount.': changed(limits, () => ({ tx_limit: '0.00000001' })),
  'The greatest amount is zero.': changed(limits, () => ({ system_max: '0.00000000' })),
});
against('taxonomy.list/orders-its-security-ranges', {
  'A security range ends before it begins.': changed(modes, ({ from_amount, to_amount }) => ({
    from_amount: to_amount,
    to_amount: from_amount,
  })),
  'A security range ends below zero.': changed(modes, () => ({ to_amount: -1 })),
});

const repeating = (again: (method: Record<string, unknown>) => Record<string, unknown>) =>
  succeeding(list, ({ body }) => {
    const methods = body as readonly Record<string, unknown>[];
    const [first] = methods;
    return { body: first === undefined ? methods : [...methods, again(first)] };
  });

against('taxonomy.list/asks-for-a-field-once', {
  'All required fields are optional too.': rewriting(
    list,
    '$[].optional_fields',
    (_value, { holder }) => holder.required_fields,
  ),
  'One required field is optional too.': rewriting(list, '$[].optional_fields', (value, { holder }) => [
    ...(value as readonly unknown[]),
    (holder.required_fields as readonly unknown[])[0],
  ]),
});
against('taxonomy.list/lists-a-method-once', {
  'A method is listed twice.': repeating((it) => it),
  'A method is listed again under another name.': repeating((it) => ({
    ...it,
    name: `${it.name} (new)`,
    contract: 'v2',
  })),
});
against('taxonomy.list/configures-each-method', {
  'One method has no configuration.': succeeding(list, ({ body }) => {
    const [first, ...others] = body as readonly object[];
    return { body: first ? [{ ...first, currency_configurations: [] }, ...others] : body };
  }),
  'No method has a configuration.': rewriting(list, '$[].currency_configurations', []),
});
against('taxonomy.list/lists-the-currency-asked-for', {
  'The methods of one currency are listed for all.': { taxonomy: { find: (all) => all.get('MXN') } },
  'The last method is one of another currency.': succeeding(list, ({ body }, { params }) => {
    const methods = body as readonly unknown[];
    const last = JSON.stringify(methods.at(-1) ?? null).replaceAll(
      `"currency":"${params.currency}"`,
      '"currency":"JPY"',
    );
    return { body: methods.length === 0 ? methods : [...methods.slice(0, -1), JSON.parse(last)] };
  }),
  'All configurations are in dollars.': configured('USD'),
  'Configurations name a country for the currency.': configured('BR'),
});

const failingFor = (isStrange: (currency: string) => boolean) =>
  breaking({ operation: list, when: ({ params }) => isStrange(params.currency ?? '') });

const listed = ['MXN', 'BRL', 'COP', 'ARS'];

against('taxonomy.list/survives-a-strange-currency', {
  'A currency without methods breaks the service.': failingFor((currency) => !listed.includes(currency)),
  'A long currency breaks the service.': failingFor((currency) => currency.length > 64),
  'Letters of other scripts break the service.': failingFor((currency) => /[^\p{ASCII}]/u.test(currency)),
  'A name that every object has breaks the service.': failingFor((currency) => currency in {}),
  'A currency without methods breaks the service, which says nothing.': answering(
    { operation: list, when: ({ params }) => !listed.includes(params.currency ?? '') },
    { status: 500, body: undefined },
  ),
});
