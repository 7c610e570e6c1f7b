import { against, common, forEachValue } from '../fault.ts';
import { isAsset } from '../requests.ts';
import { answering, changing, hourMs, rewording, shifted, times } from '../rewriting.ts';

const initiate = 'onramp.initiate';
const changed = changing(initiate);
const absentAccount = { operation: initiate, status: 404 } as const;

against('onramp.initiate/begins-pending', {
  'A created onramp has a status that the document does not show.': {
    creation: { firstStatus: () => 'awaiting_payment' },
  },
});
against('onramp.initiate/is-created-now', {
  'The time of creation lies an hour ahead.': {
    creation: { createdAt: shifted(hourMs) },
  },
  'The time of creation is the epoch.': { creation: { createdAt: () => '1970-01-01T00:00:00.000Z' } },
});
against('onramp.initiate/expires-after-its-creation', {
  'The instructions expire as they are made.': { onramp: { expiresAt: (createdAt) => createdAt } },
  'The instructions expired before they were made.': common({
    onramp: { expiresAt: shifted(-60_000) },
  }),
});
against('onramp.initiate/adds-up-its-fees', {
  'The total is zero.': changed('pricing.fees.total_fees', '0'),
});
against('onramp.initiate/converts-at-its-rate', {
  'The gross amount is not converted.': changed('to.gross_amount', '100.00'),
});
against('onramp.initiate/echoes-the-reference', {
  'The reference loses its hyphens.': changed('client_onramp_reference', (it) => it.replaceAll('-', '')),
});
against('onramp.initiate/keeps-its-reference-in-capitals', {
  'The reference comes back in lower case.': changed('client_onramp_reference', (it) => it.toLowerCase()),
});
against('onramp.initiate/echoes-the-amount', {
  'The amount comes back in cents.': common(changed('from.amount', times(100))),
  'The amount comes back with a cent more.': changed('from.amount', (it) => (Number(it) + 0.01).toFixed(2)),
  'The amount comes back less a fee.': changed('from.amount', times(0.99)),
});
against('onramp.initiate/echoes-the-currency', {
  'The currency comes back as dollars.': changed('from.currency', 'usd'),
  'The currency comes back as a country.': changed('from.currency', (it) => it.slice(0, 2)),
});
against('onramp.initiate/echoes-the-asset', {
  'The asset comes back as another.': common(changed('to.asset', (it) => (it === 'USDT' ? 'USDC' : 'USDT'))),
  'The asset comes back with its chain.': changed('to.asset', (it) => `${it}_ETH`),
});
against('onramp.initiate/echoes-the-address', {
  'The address comes back in capitals.': changed('to.address', (it) => it.toUpperCase()),
  'The address comes back empty.': changed('to.address', ''),
});
against('onramp.initiate/refuses-an-absent-bank-account', {
  'The service asks for a bank account where the asset is USDC, and for no other.': answering(
    { ...absentAccount, when: (request) => !isAsset('USDC')(request) },
    { status: 201 },
  ),
});
against(
  'onramp.initiate/dates-the-absent-bank-account',
  forEachValue(['statusCode', 'timestamp', 'message'], (member) => [
    `The refusal for want of a bank account has no ${member}.`,
    rewording(absentAccount, { [member]: undefined }),
  ]),
);
against('onramp.initiate/names-no-error-for-an-absent-bank-account', {
  'The 404 carries an error.': rewording(absentAccount, { error: 'Not Found' }),
  'The 404 carries an error of null.': rewording(absentAccount, { error: null }),
});
