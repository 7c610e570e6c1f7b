import type { OperationId } from '#contract';
import { createKeys, createRoles, type Purpose, type Reply, type SentSetting } from '#evidence';
import type { Profile, RoleIds } from '#run';
import { type Attribution, attribute } from './attribute.ts';

type AttributedSetting = SentSetting & { readonly attribution: Attribution };

export interface ReplyOptions {
  readonly operation?: OperationId;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly sent?: unknown;
  /** The text of the body, if it is not the JSON of `sent`. */
  readonly sentBody?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly path?: string;
  readonly purpose?: Partial<Purpose>;
}

export const replyOf = (options: ReplyOptions = {}): Reply => {
  const { operation = 'offramp.initiate', status = 200, headers = {}, body, sent, input, purpose } = options;
  return {
    operation,
    status,
    headers,
    contentType: 'application/json',
    body,
    empty: body === undefined,
    problems: [],
    notes: [],
    request: {
      input: { ...input, body: sent },
      method: 'POST',
      path: options.path ?? '/',
      credential: { in: 'none' },
      sentBody: options.sentBody ?? (sent === undefined ? undefined : JSON.stringify(sent)),
      purpose: { probe: 'a test', ...purpose },
    },
    exchange: {
      operation,
      startedAt: '2025-01-01T00:00:00.000Z',
      elapsedMs: 1,
      request: { method: 'POST', path: '/', headers: {} },
    },
    elapsedMs: 1,
    receivedAt: new Date('2025-01-01T00:00:00Z'),
    sentMs: 0,
    receivedMs: 0,
    echoesKey: false,
  };
};

const everyRole: RoleIds = {
  individual: 'individual',
  business: 'business',
  unverified: ['unverified'],
  unbanked: 'unbanked',
  usdRecipient: 'plain',
  localRecipient: 'local',
  namedRecipient: 'named',
  lightningRecipient: 'lightning',
  withdrawal: 'withdrawal',
  incompleteNamedRecipients: ['incomplete-1', 'incomplete-2'],
  offramps: ['offramp'],
  conversions: ['conversion'],
};

/** A setting with these roles only. Attribution uses the signs of each answer. */
export const settingFor = (ids: RoleIds, profile: Profile = 'gate'): AttributedSetting => {
  const setting: SentSetting = {
    roles: createRoles(ids),
    order: {
      depositAccountNumber: '0123456789',
      depositCurrency: 'BRL',
      onrampCurrency: 'BRL',
      onrampChain: 'POLYGON',
      onrampAddress: '0xabc',
      lightningChain: 'LN',
      lightningAddress: 'lnbc1p0',
      offrampChain: 'POLYGON_AMOY',
      offrampAsset: 'USDC',
      offrampSenderAddress: '0xdef',
      localCurrency: 'NGN',
      amount: 12.5,
      taxonomyCurrencies: ['BRL'],
      guessed: [],
    },
    facts: { firstPage: 1, greatestLimit: 100 },
    keys: createKeys({ full: 'full-key', restricted: 'restricted-key' }),
    quiet: true,
    profile,
    embedded: true,
    patienceMs: 10_000,
    prompt: true,
  };
  return { ...setting, attribution: attribute({ setting, replies: [], isValidRequest: () => false })() };
};

/** The id of each role is its name. */
export const settingOf = (roles: Partial<RoleIds> = {}, profile: Profile = 'gate'): AttributedSetting =>
  settingFor({ ...everyRole, ...roles }, profile);

export const settingWithout = (...missing: readonly (keyof RoleIds)[]): AttributedSetting =>
  settingOf(Object.fromEntries(missing.map((role) => [role, Array.isArray(everyRole[role]) ? [] : undefined])));
