import { expect, test } from 'vitest';
import { individualKyc } from './individual-kyc.ts';
import { inspect } from './inspect.ts';
import { shapeOf } from './shape.test.support.ts';

const valid = {
  status: 'incomplete',
  rejection_reasons: ['blurred image'],
  created_at: '2024-05-01T10:20:30.456Z',
  updated_at: '2024-05-01T10:20:30.456Z',
  type: 'individual',
  first_name: 'Ada',
  last_name: 'Lovelace',
  middle_name: null,
  phone: '+5511999999999',
  address: {
    street_line_1: 'Rua A, 1',
    street_line_2: '',
    city: 'Recife',
    state: 'PE',
    postal_code: '50000-000',
    country: 'BRA',
  },
  birth_date: '1990-12-10',
  gender: 'female',
  nationality: 'Brazilian',
  birth_country: 'Brazil',
  documents: [{ purpose: 'PROOF_OF_ADDRESS', file: 'https://files.example.com/a.pdf' }],
  account_purpose: 'personal_or_living_expenses',
  account_purpose_other: null,
  employment_status: 'employed',
  expected_monthly_payments_usd: 'FROM_0_TO_1000',
  expected_monthly_volume_usd: '1000',
  acting_as_intermediary: false,
  most_recent_occupation: '151252',
  source_of_funds: 'salary',
  source_of_funds_description: 'Wages',
  identifying_information: [
    {
      type: 'passport',
      issuing_country: 'BRA',
      number: 'X1',
      image_front: 'https://files.example.com/f.HEIC',
      image_back: 'https://files.example.com/b',
    },
  ],
};

shapeOf('individualKyc', individualKyc, valid, [
  [['status'], null, 'null'],
  [['type'], 'business', 'set'],
  [['phone'], '11999999999', 'phone'],
  [['birth_date'], '1990-12-10T00:00:00.000Z', 'date'],
  [['birth_date'], '1990-02-30', 'date'],
  [['address', 'country'], 'BR', 'country'],
  [['documents', 0, 'purpose'], 'PROOF_OF_LIFE', 'set'],
  [['documents', 0, 'file'], 'https://files.example.com/a.exe', 'document-format'],
  [['source_of_funds'], 'owners_capital', 'set'],
  [['identifying_information', 0, 'type'], 'ssn', 'set'],
  [['identifying_information', 0, 'issuing_country'], 'bra', 'country-case'],
  [['identifying_information', 0, 'image_front'], 'front.png', 'uri'],
]);

test('a record of status and type alone is complete', () => {
  expect(inspect(individualKyc, { status: 'x', type: 'individual' })).toEqual([]);
});
