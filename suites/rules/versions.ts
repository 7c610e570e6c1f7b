import { randomUUID } from 'node:crypto';
import { isRecord, test } from '#harness';
import { lightningBody, offrampBody, plainOfframp } from '../given/order.ts';
import { accepted } from '../given/record.ts';

test('versions/keep-the-lightning-envelope', async (t) => {
  const [reply] = await accepted(t, 'lightning-offramp.initiate');
  const flat = isRecord(reply?.body) && 'client_offramp_reference' in reply.body && !('data' in reply.body);
  t.expect(reply ?? []).toSatisfy({
    code: 'OTHER_VERSION',
    where: '$',
    expected: 'the envelope of version 1',
    unless: flat || !isRecord(reply?.body) || !('data' in reply.body) ? 'another shape' : undefined,
  });
});

test('versions/keep-the-offramp-record', async (t) => {
  const [reply] = await accepted(t, 'offramp.initiate');
  const { body } = reply ?? {};
  const wrapped = isRecord(body) && 'success' in body && 'data' in body && !('from' in body);
  t.expect(reply ?? []).toSatisfy({
    code: 'OTHER_VERSION',
    where: '$',
    expected: 'the record of version 2',
    unless: wrapped ? 'the envelope of version 1' : undefined,
  });
});

test('versions/refuse-the-other-body-in-v1', async (t) => {
  const body = plainOfframp(t);
  await accepted(t, 'lightning-offramp.initiate');
  const reply = await t.api.initiateLightningOfframp({ subaccountId: t.roles.individual, body });
  t.expect(reply).toBeRefused();
});

test('versions/refuse-the-other-body-in-v2', async (t) => {
  const body = lightningBody(t, t.roles.lightningRecipient);
  await accepted(t, 'offramp.initiate');
  const reply = await t.api.initiateOfframp({ subaccountId: t.roles.individual, body });
  t.expect(reply).toBeRefused();
});

test('versions/answer-a-bad-recipient-alike', async (t) => {
  const subaccountId = t.roles.individual;
  const recipient = randomUUID();
  const first = await t.api.initiateLightningOfframp({ subaccountId, body: lightningBody(t, recipient) });
  const second = await t.api.initiateOfframp({
    subaccountId,
    body: offrampBody(t, { recipient, currency: 'USD' }),
  });
  t.expect([first, second]).toSatisfy({
    code: 'WRONG_STATUS',
    where: 'status',
    expected: 'one status in both versions',
    unless: first.status === second.status ? undefined : `${first.status}, ${second.status}`,
  });
});
