import { expect, test } from 'vitest';
import type { AspectName } from '#run';
import { type ChangeKind, changeKindIds, changeKinds, classOf } from './change-kinds.ts';
import { clientMust } from './client-must.ts';
import { examples } from './examples.test.support.ts';
import { readChange } from './written.ts';

const asks: readonly string[] = ['breaks', 'changed'];

const ofNoClient: readonly ChangeKind[] = ['file-missing'];

test('each kind of change that breaks or changes says what a client must do, and no other', () => {
  const subject = { endpoint: 'onramp.initiate', fact: '$.a', accepted: 'a', met: 'b' };
  const told = changeKindIds.filter((kind) => clientMust(readChange({ ...subject, class: classOf(kind), kind })));
  expect(told).toEqual(
    changeKindIds.filter((kind) => asks.includes(changeKinds[kind][0]) && !ofNoClient.includes(kind)),
  );
});

test('a client is told in the words of the change', () => {
  const all = (Object.keys(examples) as AspectName[]).flatMap((aspect) => {
    const { endpoint, key: fact, before: accepted, after: met, kind } = examples[aspect];
    return clientMust(readChange({ class: classOf(kind), kind, endpoint, fact, accepted, met }))?.text ?? [];
  });
  expect(all).toMatchInlineSnapshot(`
    [
      "Your client must accept null in \`status\`.",
      "Check that your client accepts \`max-age=60\` in the header \`Cache-Control\`.",
      "Check that your client decides by the status 404, and not by the message.",
      "Check that your client can take a refusal (400) of an order of USDT by a business.",
      "Ask the vendor why the service now answers a request with an invalid key.",
      "Check that your client sends \`page\` and \`limit\` in each request.",
      "Check that your client waits longer than 300 ms for an answer.",
      "Ask the vendor in which request to send \`branch\`. Then your client must send this if it uses \`ted\` for BRL.",
      "Check that your client orders at most 500 by \`(not shown)\` for BRL/USDC.",
      "Ask the vendor whether this fee is intended. Then check that your client expects a fee of 15 for \`ted\` for BRL/USDC.",
      "Ask the vendor: the fee is a percentage of which amount? Then check how your client computes the fee of \`ted\` for BRL/USDC.",
      "Ask the vendor whether this fee is intended. Then check that your client expects fees of 2 % of the gross amount.",
      "Ask the vendor whether this fee is intended. Then check that your client expects fees of 1 % of what is paid.",
      "Ask the vendor whether this is on purpose: the tests saw only that the list lacks it. If so, your client must work without the currency \`NGN\` (business with status \`approved\`).",
      "Your client must not offer deposits or onramps in BRL (business with status \`approved\`).",
      "Ask the vendor whether this is on purpose: the tests saw only that the list lacks it. If so, your client must work without the payment rail \`ach\` for USD (business with status \`approved\`).",
      "Check that your client finds the records that it needs: page 1 now has the oldest ones.",
      "Check that your client acts within 8 min, before \`from.payment_instructions.expires_at\`.",
      "Check that your client waits longer for \`settlement.estimated_at\`, 5 to 9 days after creation.",
      "Check that your client can store 35 characters of \`settlement.end_to_end_id\`.",
      "Check that your client uses each link unchanged and builds no links. If you keep a list of allowed hosts, ask the vendor whether the host is new.",
      "Ask the vendor which values \`from.payment_instructions.protocol\` can have now.",
      "Check that your client reads \`pricing.fx_rate\` as units received per unit paid.",
      "Check that your client does not expect \`to.address\` as your client sent this value.",
      "Ask the vendor whether this currency is intended. Then check that your client reads it from \`pricing.fees.total_fees_currency\`.",
      "Check that your client expects the items of the page for \`count\`.",
      "Check that your client does not rely on the characters of \`destination_address\` that were visible before.",
      "Check that your client reads \`to.gross_amount\` with 0 decimal places.",
      "Ask the vendor whether this fee is intended. Then check that your client expects a fee of 8.15 BRL for a withdrawal of USDC.",
      "Check that your client waits longer for \`settlement.estimated_at\`, 3 days after creation.",
      "Ask the vendor which values \`vendorStatus\` can have now.",
      "Ask the vendor which values \`vendorStatus\` can have now.",
      "Check that your client treats a missing balance as zero.",
      "Your client must ask for at most 20 items a page.",
    ]
  `);
});

test.each([
  [
    'sunset',
    /^Ask the vendor what replaces offramp\.list\. Your client must stop calling it before 1 Jan 2027, 00:00 UTC\.$/,
  ],
  ['deprecation', /^Ask the vendor when offramp\.list ends, and what replaces this endpoint\.$/],
])('what a %s header asks of a client', (name, todo) => {
  const change = { class: 'changed', kind: 'end-announced', endpoint: 'offramp.list' } as const;
  const met = 'Fri, 01 Jan 2027 00:00:00 GMT';
  expect(clientMust(readChange({ ...change, fact: `header ${name}`, accepted: 'none', met }))?.text).toMatch(todo);
});
