import type { Change } from './body-path.ts';

/** The same decimal with so many places more than it needs; a text that is no decimal stays as it is. */
export const inPlaces =
  (places: number): Change =>
  (value) => {
    if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
    const [whole = '0', fraction = ''] = value.split('.');
    return `${whole}.${fraction.padEnd(places, '0')}`;
  };

/** Without trailing zeros: 100.00 becomes 100. */
export const shortest: Change = (value) =>
  typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;
