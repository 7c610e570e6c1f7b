import { expect, test } from 'vitest';
import type { AspectName } from '#run';
import { aspects, causeOf, cellTexts, groupOf, nameOf, sentenceOf } from './aspects.ts';
import { classOf } from './change-kinds.ts';
import { clientMust } from './client-must.ts';
import { compareFacts } from './compare-facts.ts';
import { examples, factsWith } from './examples.test.support.ts';
import { keyOf, readChange, readFacts, writeChange, writeFacts } from './written.ts';

const names = Object.keys(aspects) as AspectName[];

test.each(names)('%s is read, compared and written as it was', (aspect) => {
  const { endpoint, key, before, after, kind, isByHand } = examples[aspect];
  const [old, now] = [factsWith(endpoint, key, before), factsWith(endpoint, key, after)];
  expect(old[endpoint]?.get(key)).toMatchObject({ aspect });
  expect(writeFacts(old)[endpoint]?.[key]).toBe(before);
  const written = { class: classOf(kind), kind, endpoint, fact: key, accepted: before, met: after };
  expect(writeChange(readChange(written))).toEqual(written);
  const found = compareFacts(old, now).filter((change) => keyOf(change) === key);
  expect(found.map(writeChange)).toEqual(isByHand ? [] : [written]);
});

test('each aspect has its subject, a line, a row of a matrix, and what a client must do about a change', () => {
  const shown = names.map((aspect) => {
    const { endpoint, key, before: accepted, after: met, kind } = examples[aspect];
    const change = readChange({ class: classOf(kind), kind, endpoint, fact: key, accepted, met });
    const { of, status } = change;
    const values = [accepted, met].map((text) => factsWith(endpoint, key, text)[endpoint]?.get(key)?.value);
    const row = [groupOf(change, values), nameOf(change, endpoint), ...cellTexts(change, values)];
    const subject = [aspect, ...of, ...(status ? [status] : [])].join(' | ');
    return [subject, sentenceOf(change), row.join(' | '), clientMust(change)?.text ?? '-'].join('\n  ');
  });
  expect(shown.join('\n')).toMatchInlineSnapshot(`
    "member | $.status
      \`status\`: before never null, now null at times
      states | \`status\` | one of failed, paid | null or one of failed, paid
      Your client must accept null in \`status\`.
    expiry | $.from.payment_instructions.expires_at
      \`from.payment_instructions.expires_at\` comes sooner: before at least 1 h after creation, now 8 min
      speed | \`from.payment_instructions.expires_at\`, after creation | at least 1 h | 8 min
      Check that your client, or who pays, acts within 8 min, before \`from.payment_instructions.expires_at\`.
    delay | $.settlement.estimated_at | new records
      \`settlement.estimated_at\` of records just created comes later: before at least 1 h after creation, now 5 to 9 days
      speed | \`settlement.estimated_at\`, after creation (new records) | at least 1 h | 5 to 9 d
      Check that your client waits longer for \`settlement.estimated_at\`, 5 to 9 days after creation.
    delay by currency | $.settlement.estimated_at | BRL
      \`settlement.estimated_at\` of orders to BRL comes later: before 1 day after creation, now 3 days
      speed | \`settlement.estimated_at\`, after creation (orders to BRL) | 1 d from Mon | 3 d from Mon
      Check that your client waits longer for \`settlement.estimated_at\`, 3 days after creation.
    uuid | $.id
      \`id\`: before UUID version 4, now UUID version 7
      spelling and places | \`id\`, version of the UUID | version 4 | version 7
      -
    length | $.settlement.end_to_end_id
      \`settlement.end_to_end_id\`: before 27 characters, now 35
      spelling and places | \`settlement.end_to_end_id\`, number of characters | 27 | 35
      Check that your client can store 35 characters of \`settlement.end_to_end_id\`.
    link | $.documents[].file
      \`documents[].file\`: the link leads to another place (host, or first part of the path). This report hides the place, because links can hold secrets
      spelling and places | \`documents[].file\`, where the link leads | place A | place B
      Check that your client uses each link unchanged and builds no links. If you keep a list of allowed hosts, ask the vendor whether the host is new.
    codes | $.from.payment_instructions.protocol
      \`from.payment_instructions.protocol\`: the value changed (this report hides both values)
      states | \`from.payment_instructions.protocol\`, which code | code A | code B
      Ask the vendor which values \`from.payment_instructions.protocol\` can have now.
    state | $.vendorStatus
      \`vendorStatus\`: the value changed (this report hides both values)
      states | \`vendorStatus\`, which value | value A | value B
      Ask the vendor which values \`vendorStatus\` can have now.
    folded code | $.vendorStatus
      \`vendorStatus\`: the value changed (this report hides both values)
      states | \`vendorStatus\`, which value, in any letter case | value A | value B
      Ask the vendor which values \`vendorStatus\` can have now.
    echo | $.to.address
      \`to.address\` repeats the order: before always as sent, now in another letter case, in some answers
      spelling and places | \`to.address\`, compared with what was sent | as sent | as sent or in another letter case
      Check that your client does not expect \`to.address\` as your client sent this value.
    mask | $.destination_address
      \`destination_address\` shows another part: before the first 6 and the last 4 characters, now the first character
      spelling and places | \`destination_address\`, the part that shows | the first 6 and the last 4 characters | the first character
      Check that your client does not rely on the characters of \`destination_address\` that were visible before.
    places | $.to.gross_amount
      \`to.gross_amount\`: before at most 8 decimal places, now whole amounts, zeros aside
      spelling and places | \`to.gross_amount\`, decimal places | at most 8 decimal places | whole amounts, zeros aside
      Check that your client reads \`to.gross_amount\` with 0 decimal places.
    status | orders of onramp.initiate | of USDT, of a business
      an order of USDT by a business: before 201, now 400 for some of these requests
      accepted and refused | an order of USDT by a business | 201 | 201 or 400
      Check that your client can take a refusal (400) of an order of USDT by a business.
    status with another key | onramp.initiate with an invalid key
      a request with an invalid key is not refused any more: before 401, now 201
      accepted and refused | a request with an invalid key | 401 | 201
      Ask the vendor why the service now answers a request with an invalid key.
    observed | default page and limit
      a listing without \`page\` and \`limit\`: before page 1 with limit 10, now page 1 with limit 5
      limits and pages | a listing without \`page\` and \`limit\` | page 1 with limit 10 | page 1 with limit 5
      Check that your client sends \`page\` and \`limit\` in each request.
    header | cache-control | 404
      header \`Cache-Control\` of a 404: before \`no-store\`, now \`max-age=60\`
      members and headers | header \`Cache-Control\` of a 404 | no-store | max-age=60
      Check that your client accepts \`max-age=60\` in the header \`Cache-Control\`.
    message kind | 404
      the message of a 404: before \`bank account not found\`, now \`customer not found\`
      error kinds | what the message of a 404 names | bank account not found | customer not found
      Check that your client decides by the status 404, and not by the message.
    wording | 404
      the message of a 404 is worded differently
      error kinds | wording of a 404 | text A | text B
      -
    speed
      answers slower in the median of three runs: before 100 ms, now 300 ms
      speed | speed | 100 ms | 300 ms
      Check that your client waits longer than 300 ms for an answer.
    order | by creation
      order of the listing: before newest first, now oldest first
      limits and pages | order: by creation | newest first | oldest first
      Check that your client finds the records that it needs: page 1 now has the oldest ones.
    counts | $.count
      \`count\`: before the items of the listing, now the items of the page
      spelling and places | \`count\`, what it counts | the items of the listing | the items of the page
      Check that your client expects the items of the page for \`count\`.
    probed | greatest limit
      largest page size (\`limit\`) fell: before 50, now 20
      limits and pages | largest page size (\`limit\`) | 50 | 20
      Your client must ask for at most 20 items a page.
    methods | BRL
      new method whose name is withheld here for BRL
      capabilities | methods for BRL | pix/key, ted | (not shown), pix/key, ted
      -
    required fields | BRL | ted
      \`ted\` for BRL: new required field \`branch\`
      capabilities | required fields \`ted\` for BRL | account | account, branch
      Ask the vendor in which request to send \`branch\`. Then your client must send this if it uses \`ted\` for BRL.
    optional fields | BRL | ted
      \`ted\` for BRL: \`note\` is gone
      capabilities | optional fields \`ted\` for BRL | note | none
      -
    limit | BRL | hidden-6f5d | USDC | tx_limit
      largest order (\`tx_limit\`) by \`(not shown)\` for BRL/USDC fell: before 1000, now 500
      money | largest order (\`tx_limit\`) by \`(not shown)\` for BRL/USDC | 1000 | 500
      Check that your client orders at most 500 by \`(not shown)\` for BRL/USDC.
    fee | BRL | ted | USDC
      fee of \`ted\` for BRL/USDC rose: before 12, now 15 (\`fee.type\` says the unit)
      money | fee \`ted\` for BRL/USDC | 12 | 15
      Ask the vendor whether this fee is intended. Then check that your client expects a fee of 15 for \`ted\` for BRL/USDC.
    fee types | BRL | ted | USDC
      fee of \`ted\` for BRL/USDC: before \`fixed\`, now \`percentage\`
      money | fee types \`ted\` for BRL/USDC | fixed | percentage
      Ask the vendor: the fee is a percentage of which amount? Then check how your client computes the fee of \`ted\` for BRL/USDC.
    fee rate | of USDT, of a business
      the fees of an order of USDT by a business rose: before 1 % of the gross amount, now 2 %
      money | fee rate of USDT, of a business | 1 % | 2 %
      Ask the vendor whether this fee is intended. Then check that your client expects fees of 2 % of the gross amount.
    fee share | onramp_fee | BRL | paid
      \`pricing.fees.onramp_fee\` fell in BRL: before 2 % of what is paid, now 1 % (example of an order in BRL: of 10 BRL, before 0.20, now 0.10)
      money | fee share onramp_fee in BRL, of what is paid | 2 % (0.20 on 10) | 1 % (0.10 on 10)
      Ask the vendor whether this fee is intended. Then check that your client expects fees of 1 % of what is paid.
    withdrawal fee | $.fee_amount | USDC
      the fee of a withdrawal of USDC (\`fee_amount\`) is in another currency: before 1.5 USDC, now 8.15 BRL
      money | fee of a withdrawal of USDC | 1.5 USDC | 8.15 BRL
      Ask the vendor whether this fee is intended. Then check that your client expects a fee of 8.15 BRL for a withdrawal of USDC.
    rate | $.pricing.fx_rate
      \`pricing.fx_rate\`: before units paid per unit received, now units received per unit paid. Example for 100 paid and 20 received: before 5, now 0.2
      spelling and places | \`pricing.fx_rate\`, which way round | units paid per unit received | units received per unit paid
      Check that your client reads \`pricing.fx_rate\` as units received per unit paid.
    fee in | $.pricing.fees.total_fees_currency
      \`pricing.fees.total_fees_currency\` names another currency: before the currency that the customer pays, now a third currency
      spelling and places | \`pricing.fees.total_fees_currency\`, whose currency | the currency that the customer pays | a third currency
      Ask the vendor whether this currency is intended. Then check that your client reads it from \`pricing.fees.total_fees_currency\`.
    currencies | all | business | approved
      currency \`NGN\` (business with status \`approved\`) is gone
      capabilities | currencies (business with status \`approved\`) | BRL, NGN | BRL
      Ask the vendor whether this is on purpose: the tests saw only that the list lacks it. If so, your client must work without the currency \`NGN\` (business with status \`approved\`).
    assets | all | business | approved
      new asset \`EURC\` (business with status \`approved\`)
      capabilities | assets (business with status \`approved\`) | USDC | EURC, USDC
      -
    flags | BRL | business | approved
      flags \`canDeposit\`, \`canOnramp\` for BRL (business with status \`approved\`): before true, now false
      capabilities | flags for BRL (business with status \`approved\`) | canDeposit, canOnramp | none
      Ask the vendor whether this is on purpose: the tests saw only the flag. If so, your client must not offer deposits or onramps in BRL (business with status \`approved\`).
    rails | USD | business | approved
      payment rail \`ach\` for USD (business with status \`approved\`) is gone
      capabilities | payment rails for USD (business with status \`approved\`) | ach, wire | wire
      Ask the vendor whether this is on purpose: the tests saw only that the list lacks it. If so, your client must work without the payment rail \`ach\` for USD (business with status \`approved\`).
    networks | USDC | business | approved
      new network \`SOL\` for USDC (business with status \`approved\`)
      capabilities | networks for USDC (business with status \`approved\`) | ETH | ETH, SOL
      -
    held at times
      \`held at times\`: before zmw, now tzs or zmw
      money | held at times | zmw | tzs, zmw
      -
    zero balances
      balances of zero: before listed, now left out
      money | zero balances | shown | not seen
      Check that your client treats a missing balance as zero.
    times | $.data[].status | failed
      \`data[].status\`: before 3, now 5
      states | times: $.data[].status, failed | 3 | 5
      -
    settings | RAMP_AMOUNT
      settings: RAMP_AMOUNT: before 10, now 11
      spelling and places | settings: RAMP_AMOUNT | 10 | 11
      -
    kinds of facts
      this version of ramp-conformance records other facts: accept the baseline again to have them compared
      spelling and places | kinds of facts | methods or limit | methods or limit or fee
      -
    not looked at | 2
      \`2 facts\`: before observed, now not looked at
      spelling and places | 2 facts | observed | not looked at
      -
    unknown | latency
      \`latency\`: before below 1 s, now below 10 s
      spelling and places | latency | below 1 s | below 10 s
      -"
  `);
});

test('a text of a refusal counts as part of its message', () => {
  const of = (text: string) => readFacts({ 'offramp.read': { '401 mask: $.message': text } });
  const changes = compareFacts(of('…, 18 first, 8 last'), of('…, 4 first, 8 last'));
  expect(changes.map((change) => [change.kind, nameOf(change, change.endpoint), sentenceOf(change)])).toEqual([
    ['wording-changed', '`message` in the body of a 401', 'the message of a 401 is worded differently'],
  ]);
});

test.each([
  ['one fee of several methods', 'fee-raised', ['fee: BRL ted USDC', 'fee: MXN spei USDC'], '12', '15', 1],
  ['one value of several members', 'value-new', ['$.status', '$.state'], 'enum:a req', 'enum:a|b req', 1],
  ['one header of several statuses', 'header-new', ['header etag', '404 header etag'], 'none', 'present', 1],
  ['two headers', 'header-new', ['header etag', 'header allow'], 'none', 'present', 2],
  ['one member wherever it stands', 'member-gone', ['$.data[].note', '$.data.note'], 'text req', '(none)', 1],
  ['two fees of an order', 'fee-raised', ['fee share: a in BRL', 'fee share: b in BRL'], '0.01', '0.02', 2],
] as const)('%s', (_name, kind, facts, accepted, met, causes) => {
  const changes = facts.map((fact) =>
    readChange({ class: 'changed', kind, endpoint: 'onramp.initiate', fact, accepted, met }),
  );
  expect(new Set(changes.map(causeOf)).size).toBe(causes);
});
