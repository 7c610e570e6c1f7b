import { z } from 'zod';
import {
  countryCode,
  documentUri,
  emailAddress,
  flag,
  type Open,
  openSet,
  text,
  timestamp,
} from './formats.ts';

/** Address of a business or of one of its owners. */
export const kybAddress = () =>
  z.looseObject({
    street_line_1: text(),
    street_line_2: text().optional(),
    city: text(),
    subdivision: text(),
    postal_code: text(),
    country: countryCode(3),
  });

/** Identification of a business or an owner; `type` is the noun's own open set. */
export const kybIdentification = <Known extends string>(type: z.ZodType<Open<Known>>) =>
  z.looseObject({
    type,
    number: text(),
    issuing_country: countryCode(3),
    image_front: documentUri(),
    image_back: documentUri().nullable(),
  });

export const kybDocument = () =>
  z.looseObject({
    purpose: openSet(['business_formation', 'shareholder_registry', 'PROOF_OF_ADDRESS']),
    file: documentUri(),
    description: text(),
  });

/** Entry of `ultimate_beneficial_owners`: the place where country codes of people have two letters. */
export const beneficialOwner = z.looseObject({
  first_name: text(),
  middle_name: text(),
  last_name: text(),
  birth_date: timestamp(),
  email: emailAddress(),
  nationality: countryCode(2),
  birth_country: countryCode(2),
  address: kybAddress(),
  identification: z.array(kybIdentification(openSet(['ssn']))),
  documents: z.array(kybDocument()),
  has_ownership: flag(),
  ownership_percentage: text(),
  has_control: flag(),
  is_signer: flag(),
  title: text(),
});

export type BeneficialOwner = z.infer<typeof beneficialOwner>;
