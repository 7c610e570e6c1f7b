// The effect of a deposit on the balances, as a fact: its forms stand in baselines, so every version must read them.

const less = 'a balance rose by less than the amount';

export const depositEffects = {
  none: 'no balance moved',
  /** Also of a balance that rose by more, or fell. */
  moved: 'a balance moved',
  /** By a share of the amount, in percent. */
  less: (share: number): string => `${less} (${share} %)`,
} as const;

const shareForm = new RegExp(`^${less} \\((\\S+) %\\)$`);

/** Percent of a deposit by which the balance rose; undefined where it shows later, or not at all. */
export const creditedIn = (form: string): number | undefined => {
  if (form === depositEffects.moved) return 100;
  const [, share] = shareForm.exec(form) ?? [];
  return share === undefined ? undefined : Number(share);
};

export const isCreditedLess = (form: string): boolean => form.startsWith(less);

/** An earlier version kept no share. */
export const isWithoutShare = (form: string): boolean => form === less;
