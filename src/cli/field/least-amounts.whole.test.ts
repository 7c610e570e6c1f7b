import { describe, expect, test } from 'vitest';
import { type Profile, type RequirementId, requirements } from '#contract';
import { startSandbox } from '#sandbox';
import {
  type Asked,
  forwardTo,
  type Gateway,
  hurried,
  isOrder,
  json,
  runBehind,
  withOutcome,
} from './gateway.test.support.ts';

/** How a framework refuses an amount below the least: status, body, and whether it looks before or after everything else. */
type Wording = readonly [status: number, body: (min: number) => unknown, when: 'first' | 'last'];

const wordings: Readonly<Record<string, Wording>> = {
  'class-validator': [400, (min) => ({ message: [`amount must not be less than ${min}`] }), 'first'],
  Spring: [
    400,
    (min) => ({
      errors: [{ field: 'from.amount', defaultMessage: `must be greater than or equal to ${min}` }],
    }),
    'last',
  ],
  FastAPI: [
    422,
    (min) => ({
      detail: [
        { loc: ['body', 'amount'], msg: `Input should be greater than or equal to ${min}`, ctx: { ge: min } },
      ],
    }),
    'first',
  ],
  Rails: [422, (min) => ({ errors: { amount: [`must be greater than or equal to ${min}`] } }), 'last'],
  'plain English': [422, (min) => ({ message: `The minimum transaction is ${min}.` }), 'first'],
  Spanish: [400, (min) => ({ message: `El monto mínimo permitido es ${min}` }), 'last'],
  Japanese: [422, (min) => ({ message: `金額は${min}以上でなければなりません` }), 'first'],
  'a code': [422, () => ({ error: { code: 'AMOUNT_BELOW_MINIMUM' } }), 'first'],
  'problem details': [
    422,
    (min) => ({ title: 'Amount too small', detail: `The amount is lower than the minimum of ${min}.` }),
    'last',
  ],
  zod: [
    400,
    (min) => ({
      error: { issues: [{ code: 'too_small', minimum: min, path: ['amount'], message: 'Too small' }] },
    }),
    'first',
  ],
  '.NET': [
    400,
    (min) => ({ errors: { Amount: [`The field Amount must be between ${min} and 100000.`] } }),
    'first',
  ],
  'words without a number': [409, () => ({ msg: 'amount does not reach the smallest ticket' }), 'last'],
};

type Scope = (asked: Asked) => boolean;

const every: Scope = () => true;
const ofCurrency: Scope = ({ body }) => /"(?:currency|asset)":"(?:COP|NGN|USDT)"/.test(String(body));
const overRails: Scope = ({ body }) => /"payment_rail":"(?:WIRE|SWIFT)"/.test(String(body));
const ofOfframps: Scope = ({ path }) => path.includes('/offramp/');

/** Least amounts against RAMP_AMOUNT, which is 100: for which orders, and how. */
const rules = {
  'at ours': [100, every],
  'a little below ours': [90, every],
  'at ours, of offramps': [100, ofOfframps],
  'above ours, by currency': [150, ofCurrency],
  'far above ours, by rail': [50_000, overRails],
  'above ours': [101, every],
} as const satisfies Record<string, readonly [min: number, scope: Scope]>;

type Rule = keyof typeof rules;

const amountOf = (body: Buffer): number => Number(/"amount":([\d.]+)/.exec(String(body))?.[1] ?? Number.NaN);

const refusesBelow =
  (twin: string, [status, bodyFor, when]: Wording, [min, scope]: readonly [number, Scope]): Gateway =>
  async (asked, forward) => {
    if (!isOrder(asked) || !scope(asked) || !(amountOf(asked.body) < min)) return forward();
    const answer = await forwardTo(twin, asked);
    // The key comes before the amount; one that looks at the amount last refuses what it would have taken.
    const passes = when === 'first' ? [401, 403].includes(answer.status) : answer.status >= 300;
    if (passes) return answer;
    return { ...json(status, {}), body: JSON.stringify(bodyFor(min)) };
  };

/** A bound of orders changes nothing of the operations that only read records which no order makes. */
const untouched =
  /^(?:subaccount\.read|individual-kyc\.read|business-kyc\.read|withdrawal\.read|taxonomy\.list)\//;

const touched = requirements.map(({ id }) => id).filter((id) => !untouched.test(id));

const underRule = async (wording: string, rule: Rule, profile: Profile, only?: readonly RequirementId[]) => {
  const twin = await startSandbox();
  const [own, bounds] = [wordings[wording], rules[rule]];
  if (own === undefined) throw new Error(`there is no wording ${wording}`);
  try {
    return (
      await runBehind(refusesBelow(twin.baseUrl, own, bounds), { ...hurried, profile, ...(only && { only }) })
    ).verdict;
  } finally {
    await twin.close();
  }
};

describe('a least amount is never a finding', () => {
  const ruleNames = Object.keys(rules) as readonly Rule[];
  // Each rule meets two wordings, one in either order of looks.
  const rows = Object.keys(wordings).map((wording, at) => {
    const step = at < ruleNames.length ? 0 : 3;
    return [wording, ruleNames[(at + step) % ruleNames.length] ?? 'at ours'] as const;
  });

  test.concurrent.each(rows)('in %s, %s', async (wording, rule) => {
    const verdict = await underRule(wording, rule, 'smoke', touched);
    expect(withOutcome(verdict, 'deviates')).toEqual([]);
    expect(withOutcome(verdict, 'broken')).toEqual([]);
  });
});

describe('what can be tested within a least amount is', () => {
  test.concurrent.each<readonly [string, Rule]>([
    ['class-validator', 'at ours'],
    ['Rails', 'a little below ours'],
    ['a code', 'at ours, of offramps'],
  ])('in %s, %s', async (wording, rule) => {
    const verdict = await underRule(wording, rule, 'gate', touched);
    expect(withOutcome(verdict, 'deviates')).toEqual([]);
    expect(verdict.requirements.filter(({ untestedBy }) => untestedBy === 'service')).toEqual([]);
    expect(verdict.exitCode).toBe(0);
  });
});
