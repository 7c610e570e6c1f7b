/** The value of `page` or `limit` is no whole positive number that a listing could have. */
export const isMalformedBound = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim();
  if (!/^[+-]?\p{Nd}+(?:\.0*)?$/u.test(plain)) return true;
  const number = Number(plain);
  return Number.isNaN(number) ? false : number <= 0 || number > Number.MAX_SAFE_INTEGER;
};
