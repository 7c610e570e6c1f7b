import { z } from 'zod';
import {
  calendarDate,
  closedSet,
  countryCode,
  documentUri,
  emailAddress,
  flag,
  literal,
  type Open,
  openSet,
  text,
  timestamp,
} from './formats.ts';
import { approvedPattern, filled, isApproved } from './value-rules.ts';

const sourcesOfFunds = [
  'business_loans',
  'grants',
  'inter_company_funds',
  'investment_proceeds',
  'legal_settlement',
  'owners_capital',
  'pension_retirement',
  'sale_of_assets',
  'sales_of_goods_and_services',
  'tax_refund',
  'third_party_funds',
  'treasury_reserves',
] as const;

const businessTypes = ['cooperative', 'corporation', 'llc', 'other', 'partnership', 'sole_prop', 'trust'] as const;

const accountPurposes = [
  'charitable_donations',
  'ecommerce_retail_payments',
  'investment_purposes',
  'other',
  'payments_to_friends_or_family_abroad',
  'payroll',
  'personal_or_living_expenses',
  'protect_wealth',
  'purchase_goods_and_services',
  'receive_payments_for_goods_and_services',
  'tax_optimization',
  'third_party_money_transmission',
  'treasury_management',
] as const;

const address = () =>
  z.looseObject({
    street_line_1: text(),
    street_line_2: text().optional(),
    city: text(),
    subdivision: text(),
    postal_code: text(),
    country: countryCode(3),
  });

/** `type` is an open set of its own for each noun. */
const identification = <Known extends string>(type: z.ZodType<Open<Known>>) =>
  z.looseObject({
    type,
    number: text(),
    issuing_country: countryCode(3),
    image_front: documentUri(),
    image_back: documentUri().nullable(),
  });

const document = () =>
  z.looseObject({
    purpose: openSet(['business_formation', 'shareholder_registry', 'PROOF_OF_ADDRESS']),
    file: documentUri(),
    description: text(),
  });

/** Country codes of individuals have two letters here. */
const beneficialOwner = z.looseObject({
  first_name: text(),
  middle_name: text(),
  last_name: text(),
  birth_date: timestamp(),
  email: emailAddress(),
  nationality: countryCode(2),
  birth_country: countryCode(2),
  address: address(),
  identification: z.array(identification(openSet(['ssn']))),
  documents: z.array(document()),
  has_ownership: flag(),
  ownership_percentage: text(),
  has_control: flag(),
  is_signer: flag(),
  title: text(),
});

export const businessKyc = z.looseObject({
  status: text(),
  created_at: timestamp(),
  updated_at: timestamp(),
  vendorStatus: text().nullable(),
  vendorApplicantId: text(),
  vendorVerifiedAt: text().nullable(),
  vendor_share_kyc_token: text(),
  type: literal('business'),
  legal_name: text(),
  registration_number: text(),
  trade_name: text(),
  description: text(),
  website: text(),
  tax_number: text(),
  incorporation_date: calendarDate(),
  source_of_funds: closedSet(sourcesOfFunds),
  source_of_funds_description: text(),
  business_type: closedSet(businessTypes),
  acting_as_intermediary: flag(),
  is_dao: flag(),
  is_money_transmitter: flag(),
  has_material_intermediary_ownership: flag(),
  registered_address: address(),
  physical_address: address(),
  identification: z.array(identification(openSet(['ein']))),
  business_industry: z.array(text()),
  account_purpose: closedSet(accountPurposes),
  expected_monthly_volume_usd: text(),
  ultimate_beneficial_owners: z.array(beneficialOwner),
  formation_document: documentUri(),
  ownership_document: documentUri(),
  flow_of_funds_document: documentUri(),
  proof_of_address_document: documentUri(),
  documents: z.array(document()),
});

// The document's own example is a record of which the verification has not begun.
filled.add(businessKyc, {
  once: isApproved,
  statusPattern: approvedPattern,
  fromTheStart: ['status', 'created_at', 'updated_at', 'type'],
});
