import { z } from 'zod';
import { bare } from './anatomy.ts';
import { type Format, type Promised, promises } from './promised.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const uuid = '^(?!0{8}-0{4}-0{4}-0{4}-0{12}$)[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';

const forms: Readonly<Partial<Record<Format, JsonSchema>>> = {
  uuid: { format: 'uuid', pattern: uuid },
  timestamp: {
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3,}(?:Z|\\+00:00)$',
  },
  date: { format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  uri: { format: 'uri' },
  'document-uri': { format: 'uri' },
  'country-2': { pattern: '^[A-Z]{2}$' },
  'country-3': { pattern: '^[A-Z]{3}$' },
  'lower-case-code': { pattern: '^[^A-Z]*$' },
  e164: { pattern: '^\\+[1-9]\\d{1,14}$' },
  email: { format: 'email' },
  integer: { type: 'integer' },
};

const decimalForm = (places: number | undefined): JsonSchema => ({
  pattern: places === undefined ? '^-?\\d+(?:\\.\\d+)?$' : `^-?\\d+\\.\\d{${places}}$`,
});

const formOf = ({ format, places, known, closed }: Promised): JsonSchema => ({
  ...(format === 'decimal' ? decimalForm(places) : forms[format]),
  // What the document only shows is an example of an open set.
  ...(known !== undefined && known.length > 0 && !closed ? { examples: [...known] } : {}),
});

const isNullable = (member: z.core.$ZodType | undefined): boolean =>
  member !== undefined && bare(member).nullable;

/** A record as JSON Schema 2020-12, with the forms that it demands of its values; `tell` adds what the caller knows of a form. */
export const jsonSchemaOf = (
  schema: z.core.$ZodType,
  tell: (format: Format) => JsonSchema = () => ({}),
): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    // What may be anything is any schema.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const promised = promises.get(zodSchema);
      if (promised) Object.assign(jsonSchema, formOf(promised), tell(promised.format));
      // One that may be null may also be left out.
      if (zodSchema instanceof z.ZodObject && jsonSchema.required)
        jsonSchema.required = jsonSchema.required.filter((name) => !isNullable(zodSchema.shape[name]));
      // Any other member is allowed, which needs no saying.
      if (JSON.stringify(jsonSchema.additionalProperties) === '{}') delete jsonSchema.additionalProperties;
    },
  });
