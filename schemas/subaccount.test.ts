import { subaccount } from './records.ts';
import { shapeOf } from './shape.test.support.ts';

const flags = { canOnramp: false, canOfframp: false, canDeposit: false, canWithdraw: false };

const valid = {
  id: '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1',
  email: 'ada@example.com',
  status: 'approved',
  createdAt: '2024-05-01T10:20:30.456Z',
  firstName: 'Ada',
  lastName: null,
  phone: null,
  type: 'individual',
  kyc: { profiles: [{ country: 'BR', status: 'approved' }] },
  capabilities: {
    currencies: {
      BRL: { status: 'approved', ...flags, canOnramp: true, rails: { pix: true } },
      AED: {
        status: 'locked',
        ...flags,
        requiredKyc: 'Further verification is required',
        rails: { uaefts: false },
        requiredActions: [{ type: 'kyc', description: 'Verify', url: 'https://verify.example.com/f?x=1' }],
      },
    },
    assets: { USDT: { networks: ['ETH', 'SOL'] }, BTC: { networks: ['LIGHTNING'] } },
  },
};

shapeOf('subaccount', subaccount, valid, [
  [['id'], 'sub_1', 'identifier'],
  [['id'], '00000000-0000-0000-0000-000000000000', 'nil-identifier'],
  [['email'], 'ada.example.com', 'email'],
  [['status'], 'blocked', 'set'],
  [['status'], 'Approved', 'set'],
  [['type'], '', 'set'],
  [['createdAt'], '2024-05-01T10:20:30Z', 'timestamp'],
  [['kyc', 'profiles', 0, 'country'], 'BRA', 'country'],
  [['kyc', 'profiles', 0, 'country'], 'br', 'country-case'],
  [['capabilities', 'currencies'], [], 'type'],
  [['capabilities', 'currencies', 'BRL', 'rails', 'pix'], 'true', 'type'],
  [['capabilities', 'currencies', 'AED', 'requiredActions', 0, 'url'], 'verify me', 'uri'],
  [['capabilities', 'assets', 'BTC', 'networks'], 'LIGHTNING', 'type'],
]);
