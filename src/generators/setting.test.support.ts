import type { Setting } from '#evidence';

export const setting: Pick<Setting, 'order'> = {
  order: {
    depositAccountNumber: '0123456789',
    depositCurrency: 'BRL',
    onrampCurrency: 'BRL',
    onrampChain: 'POLYGON',
    onrampAddress: '0xabc',
    offrampChain: 'POLYGON_AMOY',
    offrampAsset: 'USDC',
    offrampSenderAddress: '0xdef',
    localCurrency: 'NGN',
    amount: 12.5,
    taxonomyCurrencies: ['BRL'],
    guessed: [],
  },
};
