import { test, type View } from '#harness';
import { absent } from '../given/absence.ts';
import { exampleOf } from '../given/example.ts';
import { recordsOf } from '../given/record.ts';

test('subaccount.read/returns-the-one-asked-for', async (t) => {
  t.expect(await recordsOf(t, 'subaccount.read')).toHold({
    where: 'id',
    promised: 'the id in the path',
    holds: (record, _sent, { subaccountId }) =>
      record.text('id').toLowerCase() === subaccountId?.toLowerCase(),
  });
});

test('subaccount.read/names-a-country-once', async (t) => {
  t.expect(await recordsOf(t, 'subaccount.read')).toHold({
    where: 'kyc.profiles',
    promised: 'one entry for a country',
    holds: (record) => {
      const countries = record.items('kyc.profiles').map((profile) => profile.text('country').toUpperCase());
      return new Set(countries).size === countries.length;
    },
  });
});

const flags = ['canOnramp', 'canOfframp', 'canDeposit', 'canWithdraw'] as const;

test('subaccount.read/locks-every-flag', async (t) => {
  t.expect(await recordsOf(t, 'subaccount.read')).toHold({
    where: 'capabilities.currencies',
    promised: 'all four flags false while locked',
    holds: (record) => {
      const locked = record.members('capabilities.currencies').filter((it) => it.text('status') === 'locked');
      return locked.every((capability) => flags.every((flag) => !capability.is(flag, true)));
    },
  });
});

/** An empty text says nothing. */
const saysSomething = (record: View, member: string): boolean => record.has(member) && !record.is(member, '');

test('subaccount.read/explains-a-locked-capability', async (t) => {
  t.expect(await recordsOf(t, 'subaccount.read')).toHold({
    where: 'capabilities.currencies',
    promised: 'requiredKyc and requiredActions while locked',
    holds: (record) => {
      const locked = record.members('capabilities.currencies').filter((it) => it.text('status') === 'locked');
      return locked.every(
        (capability) => saysSomething(capability, 'requiredKyc') && capability.has('requiredActions'),
      );
    },
  });
});

test('subaccount.read/explains-only-locked-capabilities', async (t) => {
  t.expect(await recordsOf(t, 'subaccount.read')).toHold({
    where: 'capabilities.currencies',
    promised: 'neither requiredKyc nor requiredActions once unlocked',
    holds: (record) => {
      const open = record.members('capabilities.currencies').filter((it) => it.text('status') === 'approved');
      return !open.some((capability) => capability.has('requiredKyc') || capability.has('requiredActions'));
    },
  });
});

test('subaccount.read/keys-currencies-by-upper-case-code', async (t) => {
  t.expect(await recordsOf(t, 'subaccount.read')).toHold({
    where: 'capabilities.currencies',
    promised: 'codes of three upper-case letters',
    holds: (record) => record.entries('capabilities.currencies').every(([code]) => /^[A-Z]{3}$/.test(code)),
  });
});

test('subaccount.read/repeats-itself', async (t) => {
  const [first] = await recordsOf(t, 'subaccount.read');
  const second = await t.api.readSubaccount(exampleOf(t, 'subaccount.read'));
  t.expect(second).toAgreeWith(first, ['id', 'email', 'type', 'createdAt']);
});

test('subaccount.read/refuses-an-absent-subaccount', async (t) => {
  t.expect(await absent(t, 'subaccount.read', 'subaccountId')).toBeRefused({
    status: 404,
    error: 'Not Found',
    message: 'subaccount not found',
  });
});
