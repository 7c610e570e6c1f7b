/** Orders for which something is created. */
export const initiations = ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const;

/** The operations that show an offramp. */
export const offramps = ['offramp.initiate', 'offramp.list', 'offramp.read'] as const;

/** The operations that show a record that an order has created. */
export const initiated = ['onramp.initiate', ...offramps, 'lightning-offramp.initiate'] as const;

/** The operations that show an order, a deposit included. */
export const ordersAndBalances = ['balances.read', 'deposit.simulate', ...initiated] as const;

/** The operations that show a listed record. */
export const listedRecords = ['offramp.list', 'offramp.read', 'conversion.list', 'conversion.read'] as const;
