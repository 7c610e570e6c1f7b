import { z } from 'zod';
import { calendarDate, closedSet, countryCode, documentUri, e164, flag, literal, text, timestamp } from './formats.ts';

const documentPurposes = ['PROOF_OF_ACCOUNT_PURPOSE', 'PROOF_OF_ADDRESS', 'PROOF_OF_SOURCE_OF_FUNDS'] as const;

const sourcesOfFunds = [
  'company_funds',
  'ecommerce_reseller',
  'gambling_proceeds',
  'gifts',
  'government_benefits',
  'inheritance',
  'investments_loans',
  'pension_retirement',
  'salary',
  'sale_of_assets_real_estate',
  'savings',
  'someone_elses_funds',
] as const;

const identificationTypes = [
  'matriculate_id',
  'military_id',
  'national_id',
  'passport',
  'permanent_residency_id',
  'state_or_provincial_id',
  'visa',
] as const;

const address = z.looseObject({
  street_line_1: text().nullish(),
  street_line_2: text().nullish(),
  city: text().nullish(),
  state: text().nullish(),
  postal_code: text().nullish(),
  country: countryCode(3).nullish(),
});

const document = z.looseObject({ purpose: closedSet(documentPurposes), file: documentUri() });

const identification = z.looseObject({
  type: closedSet(identificationTypes),
  issuing_country: countryCode(3),
  number: text(),
  image_front: documentUri().nullable(),
  image_back: documentUri().nullable(),
});

/**
 * "Fields that are absent for a record are omitted or null": only `status` and `type` of the record itself are always
 * there.
 */
export const individualKyc = z.looseObject({
  status: text(),
  rejection_reasons: z.array(text()).nullish(),
  created_at: timestamp().nullish(),
  updated_at: timestamp().nullish(),
  type: literal('individual'),
  first_name: text().nullish(),
  last_name: text().nullish(),
  middle_name: text().nullish(),
  phone: e164().nullish(),
  address: address.nullish(),
  birth_date: calendarDate().nullish(),
  gender: text().nullish(),
  nationality: text().nullish(),
  birth_country: text().nullish(),
  documents: z.array(document).nullish(),
  account_purpose: text().nullish(),
  account_purpose_other: text().nullish(),
  employment_status: text().nullish(),
  expected_monthly_payments_usd: text().nullish(),
  expected_monthly_volume_usd: text().nullish(),
  acting_as_intermediary: flag().nullish(),
  most_recent_occupation: text().nullish(),
  source_of_funds: closedSet(sourcesOfFunds).nullish(),
  source_of_funds_description: text().nullish(),
  identifying_information: z.array(identification).nullish(),
});
