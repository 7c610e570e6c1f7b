/** Sign, digits without padding, and the power of ten of the last digit: the same for `10`, `10.0` and `1e1`. */
function canonical(token: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (!match) return token;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const bare = digits.replace(/0+$/, '');
  if (bare === '') return '0';
  return `${sign}${bare}e${Number(exponent) - fraction.length + digits.length - bare.length}`;
}

const significant = (token: string): number =>
  token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '').length;

/** Whether a JSON number says the same once it has been read into a double. */
export function survivesReading(token: string): boolean {
  // Fifteen digits always do; the sign and the point only shorten what fits.
  if (token.length <= 15 && !/[eE]/.test(token)) return true;
  const read = Number(token);
  if (!Number.isFinite(read)) return false;
  const meant = canonical(token);
  if (canonical(String(read)) === meant) return true;
  const digits = Math.min(100, Math.max(1, significant(token)));
  return canonical(read.toPrecision(digits)) === meant;
}
