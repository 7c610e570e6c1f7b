import { z } from 'zod';
import { type Format, memberAt, type Promised, promisedOf } from './schema-walk.ts';

/** ISO 3166-1: the code of two letters of each country, followed by its code of three. */
const assigned = (
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE' +
  ' BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS' +
  ' BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN' +
  ' COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST' +
  ' EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF' +
  ' GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD' +
  ' HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM' +
  ' JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA' +
  ' LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD' +
  ' MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM' +
  ' NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG' +
  ' PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA' +
  ' SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD' +
  ' STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON' +
  ' TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR' +
  ' VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE'
).split(' ');

/** Codes for Kosovo that ISO 3166-1 leaves to its users, and that many use. */
const userAssigned = { 2: 'XK', 3: 'XKX' } as const;

/** ISO 3166-1 assigns these codes, or leaves them to its users. */
export const countryCodes = (letters: 2 | 3): readonly string[] => [
  ...assigned.map((codes) => (letters === 2 ? codes.slice(0, 2) : codes.slice(2))),
  userAssigned[letters],
];

/** A value that breaks no promise, but is unlike the document's. */
export type DriftKind = 'unlisted' | 'unknown-member';

/** Codes of findings; a published code never changes. */
export const codeOf = {
  missing: 'MISSING_MEMBER',
  'omitted-nullable': 'OMITTED_NULLABLE_MEMBER',
  null: 'UNEXPECTED_NULL',
  'null-before-approval': 'NULL_BEFORE_APPROVAL',
  type: 'WRONG_TYPE',
  set: 'OUTSIDE_CLOSED_SET',
  identifier: 'NOT_A_UUID',
  'nil-identifier': 'NIL_UUID',
  timestamp: 'NOT_A_TIMESTAMP',
  date: 'NOT_A_DATE',
  decimal: 'NOT_A_DECIMAL',
  places: 'WRONG_PLACES',
  integer: 'NOT_AN_INTEGER',
  uri: 'NOT_A_URI',
  'document-format': 'DOCUMENT_FORMAT',
  country: 'NOT_A_COUNTRY_CODE',
  'unassigned-country': 'UNASSIGNED_COUNTRY_CODE',
  'user-assigned-country': 'USER_ASSIGNED_COUNTRY_CODE',
  'country-case': 'COUNTRY_CODE_CASE',
  'currency-case': 'CURRENCY_CODE_CASE',
  phone: 'NOT_E164',
  email: 'NOT_AN_EMAIL',
} as const;

export type ViolationKind = keyof typeof codeOf;

export type DeviationCode = (typeof codeOf)[ViolationKind];

export function isViolationKind(value: unknown): value is ViolationKind {
  return typeof value === 'string' && Object.hasOwn(codeOf, value);
}

interface ViolationRule {
  readonly kind: ViolationKind;
  readonly keywords: Readonly<Record<string, unknown>>;
  /** True for a text that keeps the rule; absent where Zod judges the value by its type. */
  readonly accepts?: (text: string) => boolean;
}

const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Formats of uploads and referenced files: the document's section "Limits". */
export const documentFormats = ['jpeg', 'jpg', 'png', 'heic', 'heif', 'pdf'] as const;

/** JSON Schema has no flag for letter case. */
const inAnyCase = (text: string): string => text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** With leap years; Zod's own date-time accepts other zones and fewer digits than the document. */
const day = z.core.regexes.date.source.slice(1, -1);
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';

/** The path ends in an extension that is no document format. */
const otherDocument = `^[^:]+://[^/?#]*/[^?#]*\\.(?!(?:${documentFormats.map(inAnyCase).join('|')})(?:[?#]|$))[a-zA-Z][a-zA-Z0-9]{1,4}(?:[?#]|$)`;
const isOther = new RegExp(otherDocument);

/** Patterns have no flags. */
const matching = (kind: ViolationKind, pattern: string, format?: string) => {
  const expression = new RegExp(pattern);
  return {
    kind,
    keywords: { ...(format !== undefined && { format }), pattern },
    accepts: (text: string): boolean => expression.test(text),
  } satisfies ViolationRule;
};

// Zod's own takes neither every version nor every variant.
const identifier = matching(
  'identifier',
  `^${[8, 4, 4, 4, 12].map((digits) => `[0-9a-fA-F]{${digits}}`).join('-')}$`,
  'uuid',
);
const timestamp = matching('timestamp', `^${day}T${time}\\.\\d{3,}(?:Z|\\+00:00)$`, 'date-time');
const date = matching('date', `^${day}$`, 'date');
const timeOfDay = new RegExp(`^${time}$`);
const decimal = matching('decimal', '^-?\\d+(?:\\.\\d+)?$');
const phone = matching('phone', '^\\+[1-9]\\d{1,14}$');
const email = matching('email', '^[^\\s@]+@[^\\s@]+$');

// RFC 3986: a scheme, then unreserved, reserved or percent-encoded characters only.
const uriSyntax = matching(
  'uri',
  "^[a-zA-Z][a-zA-Z0-9+.\\-]*:(?:[\\w.~:/?#\\[\\]@!$&'()*+,;=\\-]|%[0-9a-fA-F]{2})+$",
  'uri',
);
const uri = { ...uriSyntax, accepts: (text: string) => uriSyntax.accepts(text) && URL.canParse(text) };

export const isNilUuid = (text: string): boolean => text === nilUuid;
export const isTimeOfDay = (text: string): boolean => timeOfDay.test(text);
export const isUuid = (value: unknown): boolean => typeof value === 'string' && identifier.accepts(value);
/** `Date.parse` would turn 30 February into a day of March. */
export const isCalendarDay = date.accepts;
export const isDecimal = decimal.accepts;
export const isE164 = phone.accepts;
export const isEmailAddress = email.accepts;
export const isUri = uri.accepts;

const country = (letters: 2 | 3): readonly ViolationRule[] => [
  matching('country', `^[a-zA-Z]{${letters}}$`),
  matching(
    'unassigned-country',
    `^(?:${countryCodes(letters)
      .map((code) => inAnyCase(code.toLowerCase()))
      .join('|')})$`,
  ),
  {
    kind: 'user-assigned-country',
    keywords: { not: { pattern: `^${inAnyCase(userAssigned[letters].toLowerCase())}$` } },
    accepts: (text) => text.toUpperCase() !== userAssigned[letters],
  },
  {
    kind: 'country-case',
    keywords: { enum: countryCodes(letters) },
    accepts: (text) => text === text.toUpperCase(),
  },
];

const ofFormat: Readonly<Partial<Record<Format, readonly ViolationRule[]>>> = {
  uuid: [
    identifier,
    {
      kind: 'nil-identifier',
      keywords: { not: { const: nilUuid } },
      accepts: (text) => !isNilUuid(text),
    },
  ],
  timestamp: [timestamp],
  date: [date],
  decimal: [decimal],
  uri: [uri],
  'document-uri': [
    uri,
    {
      kind: 'document-format',
      keywords: { not: { pattern: otherDocument } },
      accepts: (text) => !isOther.test(text),
    },
  ],
  'country-2': country(2),
  'country-3': country(3),
  'lower-case-code': [matching('currency-case', '^[a-z0-9_]+$')],
  e164: [phone],
  email: [email],
  integer: [{ kind: 'integer', keywords: { type: 'integer' } }],
};

/** Rules for a value of the right type, in order. Of two with one keyword, the later wins. */
export function rulesOf({ format, known = [], places }: Promised): readonly ViolationRule[] {
  if (format === 'closed-set') return [{ kind: 'set', keywords: { enum: known } }];
  if (format === 'literal') return [{ kind: 'set', keywords: { const: known[0] } }];
  if (format === 'decimal' && places !== undefined) return [decimal, matching('places', `^-?\\d+\\.\\d{${places}}$`)];
  return ofFormat[format] ?? [];
}

interface Filled {
  readonly once: (record: unknown) => boolean;
  /** Matches the status alone, as a pattern without flags. */
  readonly statusPattern: string;
  readonly fromTheStart: readonly string[];
}

/** Records whose texts and documents may be null for a while. */
export const filled = z.registry<Filled>();

const textual: ReadonlySet<Format> = new Set([
  'text',
  'open-set',
  'closed-set',
  'date',
  'timestamp',
  'document-uri',
  'country-2',
  'country-3',
  'email',
]);

export function isTextual(schema: z.core.$ZodType): boolean {
  const format = promisedOf(schema)?.format;
  return format !== undefined && textual.has(format);
}

export function isUnfilled(
  { schema, value }: { readonly schema: z.core.$ZodType; readonly value: unknown },
  at: z.core.$ZodType,
  path: readonly PropertyKey[],
): boolean {
  const { once, fromTheStart } = filled.get(schema) ?? {};
  if (once === undefined || fromTheStart === undefined || once(value)) return false;
  const [first] = path;
  const isFromTheStart = path.length === 1 && fromTheStart.includes(String(first));
  return !isFromTheStart && typeof path.at(-1) === 'string' && isTextual(at);
}

const approved =
  /^((kyb|kyc|business|fully|auto|manually)[-_ ])?(approved|verified|passed)$|^(complete|completed|accepted|active|successful|success|cleared|confirmed|valid)$/i;

/** Without flags, which JSON Schema does not have. */
export const approvedPattern = inAnyCase(approved.source);

export function isApproved(record: unknown): boolean {
  const status = memberAt(record, ['status']);
  return typeof status === 'string' && approved.test(status);
}
