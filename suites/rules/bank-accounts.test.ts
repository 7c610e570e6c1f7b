import { conformanceTest, type Judge, lacks, ofReadable, onlyReplies, refused } from '#checks';
import type { Reply } from '#evidence';
import { givenAccepted, ordersToNobody, ordersWithoutBankAccount } from '#probes';

// A bank account is absent where a subaccount has none, or where no recipient has the id.
const [onramp, offramp, lightning] = ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const;
const unbanked = ordersWithoutBankAccount(onramp);
const [toNobody, lightningToNobody] = [ordersToNobody(offramp), ordersToNobody(lightning)];

const absent = refused({ status: 404, message: 'bank account not found' });

conformanceTest('onramp.initiate/refuses-an-absent-bank-account', givenAccepted(onramp, unbanked), absent);
conformanceTest('offramp.initiate/refuses-an-unknown-recipient', givenAccepted(offramp, toNobody), absent);
conformanceTest(
  'lightning-offramp.initiate/refuses-an-unknown-recipient',
  givenAccepted(lightning, lightningToNobody),
  absent,
);

const where404 = (judge: Judge<readonly Reply[]>) =>
  onlyReplies(({ status }) => status === 404, 'an absent bank account is not answered with 404', judge);
const dated = where404(ofReadable(refused({ status: 404, body: 'bank account' })));
const withoutError = where404(lacks('error'));

conformanceTest('onramp.initiate/dates-the-absent-bank-account', unbanked, dated);
conformanceTest('offramp.initiate/dates-the-unknown-recipient', toNobody, dated);
conformanceTest('lightning-offramp.initiate/dates-the-unknown-recipient', lightningToNobody, dated);
conformanceTest('onramp.initiate/names-no-error-for-an-absent-bank-account', unbanked, withoutError);
conformanceTest('offramp.initiate/names-no-error-for-an-unknown-recipient', toNobody, withoutError);
