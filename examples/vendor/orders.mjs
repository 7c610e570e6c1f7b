// Orders of the sample vendor: what each has to be, and the record that answers it.
import { randomUUID } from 'node:crypto';
import { accountOf, amountAt, noBank, oneOf, Refusal, recipientOf, requireKyc, stringAt, valueAt } from './request.mjs';
import { day, depositAccount, instant, isMended, number, percent, storeOfframp, text } from './store.mjs';

const depositCurrencies = 'NGN BRL USD EUR GHS ZMW TZS USDC USDT MXN COP ARS'.split(' ');

export const simulateDeposit = (call) => {
  const account = accountOf(call, 'short');
  oneOf(valueAt(call.body, 'currency'), depositCurrencies, 'currency');
  amountAt(call.body, 'amount');
  if (stringAt(call.body, 'accountNumber') !== depositAccount) throw new Refusal(422, 'This account takes no deposits');
  requireKyc(account);
};

export const initiateOnramp = (call) => {
  const { body } = call;
  const account = accountOf(call);
  const asset = oneOf(valueAt(body, 'to.asset'), ['USDT', 'USDC', 'BTC_LIGHTNING'], 'to.asset');
  const amount = amountAt(body, 'from.amount');
  const currency = stringAt(body, 'from.currency');
  const address = stringAt(body, 'to.destination_address');
  const reference = stringAt(body, 'client_onramp_reference');
  stringAt(body, 'to.chain');
  requireKyc(account);
  if (!account.hasBank) throw noBank();
  const gross = percent(amount, 8);
  const [fee, network] = [percent(gross, 2), percent(gross, 1)];
  const code = asset.toLowerCase();
  return {
    id: randomUUID(),
    status: 'pending',
    type: 'onramp',
    created_at: instant(Date.now()),
    account_id: account.id,
    client_onramp_reference: reference,
    from: {
      amount: text(amount),
      currency: currency.toLowerCase(),
      payment_instructions: {
        method: 'pix',
        qr_code: `PIX-${randomUUID()}`,
        expires_at: instant(Date.now() + day),
      },
    },
    to: { asset: code, gross_amount: text(gross), net_amount: text(gross - fee - network), address },
    pricing: {
      fx_rate: '0.08',
      fees: {
        onramp_fee: text(fee),
        onramp_fee_currency: code,
        network_fee: text(network),
        network_fee_asset: code,
        total_fees: text(fee + network),
        total_fees_currency: code,
      },
    },
  };
};

const checkRail = ({ currency, isNamed, isComplete }, asked, rail) => {
  if (isNamed && !isComplete) throw new Refusal(422, 'The business recipient is not identified');
  if (asked !== currency) throw new Refusal(422, `The recipient is paid in ${currency}`);
  const dollarRails = ['ACH', 'RTP', 'SAME_DAY_ACH'];
  const rails = ['WIRE', 'SWIFT', ...(isNamed || currency !== 'USD' ? [] : dollarRails)];
  const isUsed = rail !== undefined && (currency === 'USD' || isNamed || dollarRails.includes(rail));
  if (isUsed && !rails.includes(rail)) throw new Refusal(422, `The rail must be one of ${rails.join(', ')}`);
};

export const initiateOfframp = (call) => {
  const { body } = call;
  const account = accountOf(call);
  const amount = amountAt(body, 'from.amount');
  const from = {
    asset: stringAt(body, 'from.asset'),
    network: stringAt(body, 'from.chain'),
    address: stringAt(body, 'from.sender_address'),
  };
  const [recipient, currency] = [stringAt(body, 'to.recipient_id'), stringAt(body, 'to.currency')];
  const reference = stringAt(body, 'client_offramp_reference');
  requireKyc(account);
  checkRail(recipientOf(account, recipient), currency, valueAt(body, 'to.payment_rail'));
  const order = { id: randomUUID(), account: account.id, status: 'pending', at: Date.now(), amount, from };
  const {
    settlement: _later,
    pricing,
    ...record
  } = storeOfframp({ ...order, recipient: recipient.toLowerCase(), reference });
  const { offramp_fee: fee, offramp_fee_currency: feeCurrency } = pricing.fees;
  const network = { network_fee: text(0n), network_fee_asset: from.asset };
  const fees = { ...pricing.fees, ...network, total_fees: fee, total_fees_currency: feeCurrency };
  return { ...record, pricing: { ...pricing, fees } };
};

export const initiateLightning = (call) => {
  const account = accountOf(call);
  const id = stringAt(call.body, 'recipient_id');
  const amount = amountAt(call.body, 'amount');
  if (isMended) requireKyc(account);
  const { currency } = recipientOf(account, id);
  const [fee, network] = [percent(amount, 2), percent(amount, 1)];
  return {
    success: true,
    message: 'An invoice was generated; paying it delivers the funds to the bank account',
    data: {
      id: randomUUID(),
      lightningInvoice: `lnbc40u1p${randomUUID().replaceAll('-', '')}`,
      lightningInvoiceId: randomUUID(),
      targetAmount: number(amount),
      targetCurrency: currency,
      lightningAmount: number(amount / 1000n),
      lightningCurrency: 'BTC',
      exchangeRate: 1000,
      lightningFee: number(network),
      withdrawalFee: number(fee),
      targetAmountReceivable: number(amount - fee - network),
      totalFees: number(fee + network),
      bankAccount: { id: id.toLowerCase(), bankName: null, accountId: 'GH-000001', currency },
      expiresAt: instant(Date.now() + day),
      status: 'pending',
      createdAt: instant(Date.now()),
    },
  };
};
