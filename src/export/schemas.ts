import { operationIds, operationOf, type RequirementId, requirements } from '#contract';
import { type Format, jsonSchemaOf } from '#schemas';

/** The requirement that a value of each form is held to, of the operation that serves it. */
const rules: Readonly<Partial<Record<Format, string>>> = {
  uuid: 'writes-its-identifiers',
  timestamp: 'writes-its-timestamps',
  date: 'writes-its-dates',
  decimal: 'writes-its-amounts',
  uri: 'writes-its-uris',
  'document-uri': 'writes-its-uris',
  'country-2': 'writes-its-countries',
  'country-3': 'writes-its-countries',
  'lower-case-code': 'writes-its-codes-in-lower-case',
  'closed-set': 'keeps-its-closed-sets',
};

const known = new Map<string, (typeof requirements)[number]>(requirements.map((each) => [each.id, each]));

/** How firm the document is in what a requirement says. */
const firmnessOf = (
  id: string,
): { readonly 'x-firmness'?: string; readonly 'x-requirement'?: RequirementId } => {
  const requirement = known.get(id);
  return requirement ? { 'x-firmness': requirement.firmness, 'x-requirement': requirement.id } : {};
};

/** The record that each operation answers with, by the operation; none where a success has no body. */
export const recordSchemas = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    operationIds.flatMap((id) => {
      const { success } = operationOf(id);
      if (success === null) return [];
      const schema = jsonSchemaOf(success, (format) => firmnessOf(`${id}/${rules[format]}`));
      return [[id, { ...schema, title: id, ...firmnessOf(`${id}/has-its-members`) }]];
    }),
  );
