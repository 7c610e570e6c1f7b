// Every file of suites stands here once. Checks of balances come before anything is deposited; refused keys come
// last, because a service may lock out who sends them.

import './flows/balances.ts';
import './flows/sequences.ts';
import './flows/created-offramps.ts';
import './endpoints/onramp.ts';
import './endpoints/offramp.ts';
import './endpoints/lightning-offramp.ts';
import './endpoints/deposit.ts';
import './rules/listed-values.ts';
import './rules/bank-accounts.ts';
import './rules/orders.ts';
import './rules/priced-orders.ts';
import './rules/sense.ts';
import './endpoints/subaccount.ts';
import './endpoints/individual-kyc.ts';
import './endpoints/business-kyc.ts';
import './endpoints/balances.ts';
import './endpoints/offramp-read.ts';
import './endpoints/withdrawal.ts';
import './endpoints/conversion.ts';
import './endpoints/taxonomy.ts';
import './rules/kyc.ts';
import './rules/listed-records.ts';
import './rules/records.ts';
import './rules/conventions.ts';
import './rules/pagination.ts';
import './rules/rails.ts';
import './rules/versions.ts';
import './rules/order-bodies.ts';
import './flows/refused-orders.ts';
import './rules/http.ts';
import './rules/service.ts';
import './rules/errors.ts';
import './rules/ids.ts';
import './rules/authentication.ts';
