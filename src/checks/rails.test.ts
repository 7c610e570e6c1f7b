import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import { replyOf, settingOf, settingWithout } from '../attribution/reply.test.support.ts';
import { acceptsOrders, acceptsSomeRail, namedOver, refusesOrders, toIncompleteRecipient } from './rails.ts';

type Terms = readonly [recipient: string, currency: string, rail?: string];

const order = ([recipient, currency, rail]: Terms, status: number) =>
  replyOf({
    status,
    body: {},
    sent: {
      to: { recipient_id: recipient, currency, ...(rail === undefined ? {} : { payment_rail: rail }) },
    },
  });

const setting = settingOf();
const overAch = refusesOrders({ recipient: 'named', which: namedOver('ACH') });

test('a refusal shows nothing where no order to the same recipient was accepted', () => {
  const refusals = [order(['plain', 'USD', 'ACH'], 201), order(['named', 'USD', 'ACH'], 400)];
  expect(() => overAch(refusals, setting)).toThrow('a refusal shows nothing');
  expect(() => overAch([...refusals, order(['named', 'USD', 'WIRE'], 503)], setting)).toThrow(Untested);
});

test('a rate limit is no refusal, and is named', () => {
  const replies = [order(['named', 'USD', 'WIRE'], 201), order(['named', 'USD', 'ACH'], 429)];
  expect(() => overAch(replies, setting)).toThrow('the service limited the rate of offramp.initiate');
});

test('the variable that is not set is the reason', () => {
  expect(() => overAch([], settingWithout('namedRecipient'))).toThrow('RAMP_NAMED_RECIPIENT_ID is not set');
  expect(() => acceptsOrders('local')([], settingWithout('localRecipient'))).toThrow(
    'RAMP_LOCAL_RECIPIENT_ID is not set',
  );
  expect(() =>
    refusesOrders({ recipient: 'incomplete', which: toIncompleteRecipient })(
      [],
      settingWithout('incompleteNamedRecipients'),
    ),
  ).toThrow('RAMP_INCOMPLETE_NAMED_RECIPIENT_ID is not set');
});

test('an incomplete recipient is judged with another over the same rail', () => {
  const judge = refusesOrders({ recipient: 'incomplete', which: toIncompleteRecipient });
  const [wire, swift] = [order(['incomplete-1', 'USD', 'WIRE'], 400), order(['incomplete-2', 'USD', 'SWIFT'], 400)];
  const judged = judge([order(['plain', 'USD', 'WIRE'], 201), wire, swift], setting);
  expect(judged).toMatchObject({ findings: [], judged: [wire] });
  expect(() => judge([order(['plain', 'USD'], 201), wire, swift], setting)).toThrow(Untested);
});

test('an incomplete recipient that is refused as an absent one shows nothing', () => {
  const judge = refusesOrders({ recipient: 'incomplete', which: toIncompleteRecipient });
  const accepted = order(['plain', 'USD', 'WIRE'], 201);
  const refusal = (recipient: string, status: number, message: string) => ({
    ...order([recipient, 'USD', 'WIRE'], status),
    body: { statusCode: status, message },
  });
  const nobody = refusal('nobody', 404, 'Bank account not found');
  const absent = refusal('incomplete-1', 404, 'Bank account not found');
  const others = [accepted, nobody, absent];
  expect(() => judge(others, setting)).toThrow('which shows nothing');
  expect(() => judge([...others, order(['incomplete-2', 'USD', 'WIRE'], 400)], setting)).toThrow(Untested);
  const { findings } = judge([...others, order(['incomplete-2', 'USD', 'WIRE'], 201)], setting);
  expect(findings).toMatchObject([{ code: 'NOT_REFUSED' }]);
  const lacking = refusal('incomplete-1', 404, 'The recipient lacks a business name');
  expect(judge([accepted, nobody, lacking], setting).findings).toEqual([]);
  const alikeInWords = refusal('incomplete-1', 400, 'Bank account not found');
  expect(judge([accepted, nobody, alikeInWords], setting).findings).toEqual([]);
  // Such as to the business, whose recipient it is not.
  expect(judge([...others, lacking], setting).findings).toEqual([]);
});

test('one rail that is accepted is enough, and the others may be refused', () => {
  const over = (rail: string, status: number) => order(['plain', 'USD', rail], status);
  const refused = ['ACH', 'SWIFT', 'RTP', 'SAME_DAY_ACH'].map((rail) => over(rail, 400));
  expect(acceptsSomeRail([over('WIRE', 201), ...refused], setting).findings).toEqual([]);
  expect(() => acceptsSomeRail([over('WIRE', 400), ...refused], setting)).toThrow('a reason of its own');
  expect(() => acceptsSomeRail([over('WIRE', 400)], setting)).toThrow('not all rails were tried');
  expect(() => acceptsSomeRail([over('WIRE', 429)], setting)).toThrow('limited the rate');
});
