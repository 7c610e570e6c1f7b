import { createApi, createTransport, type Limits, NoAnswer, optionsFor } from '#client';
import { keyIn } from '#evidence';
import {
  type FirstRead,
  isSuccess,
  type OrderSettings,
  orderRows,
  type RoleIds,
  roleVariables,
  type Target,
  type TargetSettings,
} from '#run';
import type { Sandbox } from '#sandbox';
import { firstProbes } from './first-reads.ts';
import { placeOf } from './formats.ts';
import { assumedFacts, probeFacts } from './probed-facts.ts';
import type { ServiceSettings, Settings } from './read.ts';
import { readSeeded } from './read.ts';
import { settingOf } from './table.ts';
import { demandRoles } from './wrong-roles.ts';

interface OpenTarget {
  readonly target: Target;
  readonly notes: readonly string[];
  /** Stops the embedded sandbox; does nothing to another service. */
  readonly close: () => Promise<void>;
}

interface OpenOptions {
  /** Starts the embedded sandbox; by default in this process, without faults. */
  readonly sandbox?: () => Promise<Sandbox>;
  /** Probes the sandbox like a remote service, whose ids may contradict their variables. */
  readonly asOfOthers?: boolean;
  /** Replaces the network, at the address of the settings. */
  readonly dispatcher?: Target['dispatcher'];
  readonly signal?: AbortSignal;
  readonly limits?: Partial<Limits>;
}

const embeddedLabel = 'embedded sandbox';

export const labelOf = ({ service }: Pick<Settings, 'service'>): string =>
  service === undefined ? embeddedLabel : placeOf(service.baseUrl);

/** With separators, because a long number without them looks like an account number. */
const grouped = (amount: number): string => amount.toLocaleString('en', { maximumFractionDigits: 8 });

const rolesIn = (roles: RoleIds): Readonly<Record<string, string>> => {
  const set = (Object.keys(roleVariables) as (keyof RoleIds)[]).filter((role) => [roles[role] ?? []].flat().length > 0);
  return Object.fromEntries(set.map((role) => [roleVariables[role], 'set']));
};

const textOf = (value: OrderSettings[keyof OrderSettings]): string | undefined => {
  if (typeof value === 'number') return grouped(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.join(', ');
  return Object.entries(value)
    .map(([code, amount]) => `${code} ${grouped(amount)}`)
    .join(', ');
};

const ordersIn = (order: OrderSettings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    orderRows.flatMap(({ member, variable, words, newer }) => {
      const text = textOf(order[member]);
      const isLeftOut = words !== undefined || (newer && text === settingOf(variable).fallback);
      return text === undefined || isLeftOut ? [] : [[variable, text]];
    }),
  );

const providedBy = ({ roles, order }: Pick<TargetSettings, 'roles' | 'order'>): Readonly<Record<string, string>> => ({
  ...rolesIn(roles),
  ...ordersIn(order),
});

/** The target from its settings, before any probe. */
export function unprobedTarget(settings: Settings, service: ServiceSettings, embedded: boolean): Target {
  const {
    service: _configured,
    origins: _origins,
    notes: _notes,
    doubts: _doubts,
    unusedProxy: _proxy,
    ...permitted
  } = settings;
  const { deadlineSeconds } = permitted;
  return {
    ...permitted,
    ...service,
    label: labelOf(embedded ? {} : { service }),
    embedded,
    ...(deadlineSeconds === undefined ? {} : { endsAt: performance.now() + deadlineSeconds * 1_000 }),
    facts: assumedFacts,
    given: providedBy(settings),
  };
}

const withSeeds = (settings: Settings, seeded: Settings): Settings => ({
  ...settings,
  // As many as are set. If none is set, probing finds an offramp of each status.
  roles: {
    ...seeded.roles,
    offramps: seeded.roles.offramps.slice(0, settings.roles.offramps.length),
    conversions: seeded.roles.conversions.slice(0, settings.roles.conversions.length),
  },
  order: seeded.order,
});

async function probeTarget(
  target: Target,
  { signal, limits, asOfOthers = !target.embedded, unusedProxy }: OpenOptions & Pick<Settings, 'unusedProxy'>,
): Promise<Omit<OpenTarget, 'close'>> {
  const { keys, roles } = target;
  const options = { ...optionsFor(target), readOnly: true, money: 'only probing' } as const;
  const transport = createTransport(options, limits);
  try {
    const firstReads: FirstRead[] = [];
    const api = createApi({
      transport,
      key: keys.full,
      ...(signal ? { signal } : {}),
      onAnswer: ({ operation, input, credential }, path, answer) => {
        const { status, headers, bytes, notes, startedAt, sentMs, elapsedMs } = answer;
        const isOfFullKey = keyIn({ credential }) === keys.full;
        if (isOfFullKey && isSuccess({ status }))
          firstReads.push({ operation, input, path, status, headers, bytes, notes, startedAt, sentMs, elapsedMs });
      },
    });
    const first = await firstProbes(api, { ...target, unusedProxy }, transport);
    // The records of the embedded sandbox are known to fit their roles.
    const demanded = asOfOthers ? await demandRoles(api, target) : { roles, notes: [] };
    const {
      facts,
      roles: known,
      notes,
    } = await probeFacts(api, {
      roles: demanded.roles,
      restricted: keys.restricted,
      label: target.label,
      currency: target.order.taxonomyCurrencies[0] ?? 'BRL',
    });
    if (signal?.aborted) throw new NoAnswer('balances.read', 'INTERRUPTED', 'interrupted while probing');
    const probed = transport.counts.sent;
    // The embedded sandbox is opened without the faults that its runs get later.
    const evidence = asOfOthers ? { firstReads } : {};
    return {
      target: { ...target, ...evidence, facts, roles: known, probed },
      notes: [...demanded.notes, ...first, ...notes],
    };
  } finally {
    await transport.close();
  }
}

/** Loaded on use, because most commands start no sandbox. */
const startPlain = async (): Promise<Sandbox> => (await import('#sandbox')).startSandbox();

async function openEmbedded(settings: Settings, options: OpenOptions): Promise<OpenTarget> {
  const sandbox = await (options.sandbox ?? startPlain)();
  const close = () => sandbox.close();
  try {
    const seeded = readSeeded(sandbox.settings);
    if (seeded.service === undefined) throw new Error('the embedded sandbox names no address');
    const { dispatcher } = sandbox;
    const seededTarget = unprobedTarget(withSeeds(settings, seeded), seeded.service, true);
    const target = { ...seededTarget, ...(dispatcher && { dispatcher }) };
    return { ...(await probeTarget(target, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens the service of the settings, or starts the embedded sandbox, and probes it with GET only.
 * @throws Unreachable if nothing can be tested there; WrongRoles if a record does not fit its variable.
 */
export async function openTarget(settings: Settings, options: OpenOptions = {}): Promise<OpenTarget> {
  if (settings.service === undefined) return openEmbedded(settings, options);
  const { dispatcher } = options;
  const target = { ...unprobedTarget(settings, settings.service, false), ...(dispatcher && { dispatcher }) };
  const { unusedProxy } = settings;
  return { ...(await probeTarget(target, { ...options, unusedProxy })), close: async () => {} };
}
