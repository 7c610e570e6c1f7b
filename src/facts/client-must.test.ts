import { expect, test } from 'vitest';
import type { AspectName } from '#run';
import { type ChangeKind, changeKindIds, changeKinds, classOf } from './change-kinds.ts';
import { clientMust } from './client-must.ts';
import { examples } from './examples.test.support.ts';
import { readChange } from './written.ts';

const asks: readonly string[] = ['breaks', 'changed'];

/** The baseline lacks a file: nothing of the service. */
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
    return clientMust(readChange({ class: classOf(kind), kind, endpoint, fact, accepted, met })) ?? [];
  });
  expect(all).toMatchInlineSnapshot(`
    [
      "accept null for \`status\`",
      "obey the header \`Cache-Control\`: \`max-age=60\`",
      "decide by the status 404, not by its message",
      "expect 400 for an order of USDT by a business",
      "know that the service now serves a request with an invalid key",
      "expect page 1 with limit 5 for a listing without \`page\` and \`limit\`",
      "wait longer than 300 ms for an answer",
      "send \`branch\` for \`ted\` for BRL",
      "order at most 500 by \`(not shown)\` for BRL/USDC",
      "expect a fee of 15 for \`ted\` for BRL/USDC",
      "compute the fee of \`ted\` for BRL/USDC as percentage",
      "expect fees of 2 % of the amount",
      "stop using the currency \`NGN\` (business with status \`approved\`)",
      "expect flags \`canDeposit\`, \`canOnramp\` for BRL (business with status \`approved\`) to be false",
      "stop using the rail \`ach\` for USD (business with status \`approved\`)",
      "act on \`from.payment_instructions.expires_at\` within about 15 min",
      "wait longer for \`settlement.estimated_at\`: 5 to 9 days after creation",
      "store \`settlement.end_to_end_id\` with 35 characters",
      "open the link in \`documents[].file\` at another host or path",
      "expect another code as \`from.payment_instructions.protocol\`",
      "read \`pricing.fx_rate\` as units received per unit paid",
      "expect \`to.address\` as sent or in another letter case",
      "read the currency of the fee from \`pricing.fees.total_fees_currency\`",
      "expect the items of the page for \`count\`",
      "not rely on the part of \`destination_address\` that was shown before",
      "read \`to.gross_amount\` with 0 decimal places",
      "treat a balance that is missing as zero",
      "read at most 20 items a page",
    ]
  `);
});
