import { describe, expect, test } from 'vitest';
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

test('an incomplete recipient is judged with another in the same currency over the same rail', () => {
  const judge = refusesOrders({ recipient: 'incomplete', which: toIncompleteRecipient });
  const [wire, swift] = [order(['incomplete-1', 'USD', 'WIRE'], 400), order(['incomplete-2', 'USD', 'SWIFT'], 400)];
  const judged = judge([order(['plain', 'USD', 'WIRE'], 201), wire, swift], setting);
  expect(judged).toMatchObject({ findings: [], judged: [wire] });
  expect(() => judge([order(['plain', 'USD'], 201), wire, swift], setting)).toThrow(Untested);
  expect(() => judge([order(['local', 'GHS', 'WIRE'], 201), wire], setting)).toThrow(Untested);
});

describe('an incomplete recipient', () => {
  const judge = refusesOrders({ recipient: 'incomplete', which: toIncompleteRecipient });
  const accepted = order(['plain', 'USD', 'WIRE'], 201);
  const refusal = (recipient: string, status: number, message: string) => ({
    ...order([recipient, 'USD', 'WIRE'], status),
    body: { statusCode: status, message },
  });
  /** The role `nobody` is a recipient that does not exist. */
  const unknown = refusal('nobody', 404, 'Bank account not found');
  const refusedAsUnknown = refusal('incomplete-1', 404, 'Bank account not found');
  const lacking = refusal('incomplete-1', 404, 'The recipient lacks a business name');
  const context = [accepted, unknown];

  test.each([
    ['nothing', []],
    ['a refusal of another incomplete recipient', [order(['incomplete-2', 'USD', 'WIRE'], 400)]],
  ])('that is refused as an unknown one is not judged, beside %s', (_what, others) => {
    expect(() => judge([...context, refusedAsUnknown, ...others], setting)).toThrow('which shows nothing');
  });

  test.each([
    ['in other words', [lacking]],
    ['in the same words with another status', [refusal('incomplete-1', 400, 'Bank account not found')]],
    ['once as unknown, and once for a reason of its own', [refusedAsUnknown, lacking]],
  ])('may be refused %s', (_how, refusals) => {
    expect(judge([...context, ...refusals], setting).findings).toEqual([]);
  });

  test('is blamed where another one is accepted', () => {
    const { findings } = judge([...context, refusedAsUnknown, order(['incomplete-2', 'USD', 'WIRE'], 201)], setting);
    expect(findings).toMatchObject([{ code: 'NOT_REFUSED' }]);
  });
});

describe('some rail of plain dollars is accepted', () => {
  const over = (rail: string, status: number) => order(['plain', 'USD', rail], status);
  const refused = ['ACH', 'SWIFT', 'RTP', 'SAME_DAY_ACH'].map((rail) => over(rail, 400));

  test('where one is, and all others are refused', () => {
    expect(acceptsSomeRail([over('WIRE', 201), ...refused], setting).findings).toEqual([]);
  });

  test.each([
    ['all are refused for a reason of the service', [over('WIRE', 400), ...refused], 'a reason of its own'],
    ['not all were tried', [over('WIRE', 400)], 'not all rails were tried'],
    ['the rate is limited', [over('WIRE', 429)], 'limited the rate'],
  ])('is not tested where %s', (_why, replies, reason) => {
    expect(() => acceptsSomeRail(replies, setting)).toThrow(reason);
  });
});
