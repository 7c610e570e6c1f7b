// The effect of a deposit on the balances, as a fact. Baselines contain these texts, so every version must read them.

const less = 'a balance rose by less than the amount';

export const depositEffects = {
  none: 'no balance moved',
  /** Also for a balance that rose by more, or fell. */
  moved: 'a balance moved',
  /** With the share of the amount, in percent. */
  less: (share: number): string => `${less} (${share} %)`,
} as const;

const shareForm = new RegExp(`^${less} \\((\\S+) %\\)$`);

/** Percent of a deposit by which the balance rose; undefined if the rise came later, or not at all. */
export const creditedIn = (form: string): number | undefined => {
  if (form === depositEffects.moved) return 100;
  const [, share] = shareForm.exec(form) ?? [];
  return share === undefined ? undefined : Number(share);
};

export const isCreditedLess = (form: string): boolean => form.startsWith(less);

/** An earlier version kept no share. */
export const isWithoutShare = (form: string): boolean => form === less;
