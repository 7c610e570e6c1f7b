/** More places than any amount of a run has. */
const places = 18;

/** Undefined for what JSON may hold and nobody can move, such as 1e+21. */
const scaled = (amount: string): bigint | undefined => {
  const parts = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(amount);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = parts;
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`);
};

/** The exact sum of decimal numbers; those of another form are left out. */
export const sumOf = (amounts: readonly string[]): string => {
  const sum = amounts.reduce((total, amount) => total + (scaled(amount) ?? 0n), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`;
};
