import { type Firmness, namedRails, rails } from '#contract';

/** Part that the recipient plays; `named` is complete, `incomplete` lacks an identifying field. */
type RecipientRole = 'plain' | 'named' | 'incomplete' | 'local';

export interface RailCase {
  readonly recipient: RecipientRole;
  /** `local` stands for the currency of the local recipient, which is not the dollar. */
  readonly currency: 'USD' | 'local';
  readonly rail: Rail;
  /** The stated or implied outcome; `open` where the document only shows something or is silent. */
  readonly expectation: 'accepted' | 'refused' | 'open';
  readonly firmness: Firmness;
  /** Number of the rule for USD and named withdrawals that decides, or that comes nearest. */
  readonly rule: 1 | 2 | 3 | 4 | 5 | 6 | 7;
}

/** A rail as it is sent; undefined where none is. */
type Rail = (typeof rails)[number] | typeof nonsense | undefined;
type Place = Pick<RailCase, 'recipient' | 'currency' | 'rail'>;
type Ruling = Pick<RailCase, 'expectation' | 'firmness' | 'rule'>;

const nonsense = 'CARRIER_PIGEON';

const accepted = (rule: RailCase['rule']): Ruling => ({ expectation: 'accepted', firmness: 'stated', rule });
const refused = (rule: RailCase['rule']): Ruling => ({ expectation: 'refused', firmness: 'stated', rule });
const impliedRefusal = (rule: RailCase['rule']): Ruling => ({ ...refused(rule), firmness: 'implied' });
const open = (rule: RailCase['rule'], firmness: Firmness = 'silent'): Ruling => ({
  expectation: 'open',
  firmness,
  rule,
});

const rulingOnNamed = ({ recipient, currency, rail }: Place): Ruling => {
  if (currency !== 'USD') return refused(3);
  if (recipient === 'incomplete') return refused(4);
  if (rail === undefined) return open(5);
  return namedRails.some((allowed) => allowed === rail) ? accepted(5) : refused(5);
};

const rulingOnUnnamed = ({ recipient, currency, rail }: Place): Ruling => {
  // Rails are for dollars: the document does not say what one does with another currency, not even for nonsense.
  if (currency !== 'USD')
    return recipient === 'local' && rail === undefined ? accepted(7) : open(rail ? 1 : 7);
  if (rail === nonsense) return impliedRefusal(2);
  if (recipient === 'local') return open(7);
  return rail === undefined ? accepted(1) : open(6, 'shown');
};

const ruling = (place: Place): Ruling =>
  place.recipient === 'named' || place.recipient === 'incomplete'
    ? rulingOnNamed(place)
    : rulingOnUnnamed(place);

/** Every recipient with every currency and rail, once each, with what the rules say of it. */
export const railSpace = (): readonly RailCase[] =>
  (['plain', 'named', 'incomplete', 'local'] as const).flatMap((recipient) =>
    (['USD', 'local'] as const).flatMap((currency) =>
      ([undefined, ...rails, nonsense] as const).map((rail) => {
        const place = { recipient, currency, rail } as const;
        return { ...place, ...ruling(place) };
      }),
    ),
  );
