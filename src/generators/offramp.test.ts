import { expect, test } from 'vitest';
import { isNonsenseRail, isRealButUnlistedRail } from './classify.ts';
import { keepsTheLaws } from './laws.test.support.ts';
import { nonsenseRail, realButUnlistedRail } from './orders.ts';

const sent = (rail: unknown) => JSON.stringify({ to: { payment_rail: rail } });

keepsTheLaws('nonsenseRail', nonsenseRail, (rail) => isNonsenseRail(sent(rail)));
keepsTheLaws('realButUnlistedRail', realButUnlistedRail, (rail) => isRealButUnlistedRail(sent(rail)));

test.each(['CARRIER_PIGEON', 'XWIRE', 'W\u0406RE', '42'])('%j is nonsense', (rail) => {
  expect(isNonsenseRail(sent(rail))).toBe(true);
});

test.each(['', '  ', 'wire', 'same-day ach', ' RTP ', 'SEPA', 'fed now', 'pix', null, 7])('%j is not', (rail) => {
  expect(isNonsenseRail(sent(rail))).toBe(false);
});
