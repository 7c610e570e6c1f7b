import { forEachValue } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import { type Hook, isRecord } from '../rewriting.ts';
import { alternatives, onRefusal, onSuccess, shown, under, variants } from '../variation.ts';

const situations = [
  'Invalid or missing API key',
  'You do not have permission to access this resource',
  'Subaccount not found',
  'Customer not found',
  'Business not found',
  'Withdrawal not found',
  'Bank account not found',
  'The KYC of the subaccount is not approved',
] as const;

type Situation = (typeof situations)[number];

interface Wording {
  readonly messages: Readonly<Record<Situation, string>>;
  readonly naming: (values: readonly string[]) => string;
  readonly otherwise: string;
  readonly invoice: string;
}

const reworded: Wording = {
  messages: {
    'Invalid or missing API key': 'The x-api-key header was not recognised',
    'You do not have permission to access this resource': 'Access to this operation is denied',
    'Subaccount not found': 'There is no subaccount with the id you gave',
    'Customer not found': 'No such customer',
    'Business not found': 'Unknown business',
    'Withdrawal not found': 'A withdrawal with this id does not exist',
    'Bank account not found': 'No bank account could be found for this recipient.',
    'The KYC of the subaccount is not approved': 'Complete your verification first',
  },
  naming: (values) =>
    `Unsupported value. Allowed: ${values
      .toReversed()
      .map((value) => `'${value}'`)
      .join(' | ')}.`,
  otherwise: 'Something is wrong with the request',
  invoice: 'An invoice has been created: pay it, and the recipient gets the money',
};

const terse: Wording = {
  messages: {
    'Invalid or missing API key': 'Unauthorized',
    'You do not have permission to access this resource': 'Forbidden: insufficient scope',
    'Subaccount not found': 'SUBACCOUNT_NOT_FOUND',
    'Customer not found': 'CUSTOMER_NOT_FOUND',
    'Business not found': 'BUSINESS_NOT_FOUND',
    'Withdrawal not found': 'WITHDRAWAL_NOT_FOUND',
    'Bank account not found': 'BANK_ACCOUNT_NOT_FOUND',
    'The KYC of the subaccount is not approved': 'KYC_REQUIRED',
  },
  naming: (values) => `INVALID_ENUM_VALUE [${values.join(',')}]`,
  otherwise: 'BAD_REQUEST',
  invoice: 'INVOICE_GENERATED_PAY_TO_SEND_FUNDS',
};

const german: Wording = {
  messages: {
    'Invalid or missing API key': 'Der API-Schlüssel fehlt oder ist ungültig',
    'You do not have permission to access this resource':
      'Für diese Ressource fehlt Ihnen die Berechtigung; bitte wenden Sie sich an den Support',
    'Subaccount not found': 'Das Unterkonto wurde nicht gefunden',
    'Customer not found': 'Der Kunde wurde nicht gefunden',
    'Business not found': 'Das Unternehmen wurde nicht gefunden',
    'Withdrawal not found': 'Die Auszahlung wurde nicht gefunden',
    'Bank account not found': 'Das Bankkonto wurde nicht gefunden',
    'The KYC of the subaccount is not approved': 'Die Identität ist noch nicht geprüft',
  },
  naming: (values) => `Ungültiger Wert. Erlaubt sind ${values.slice(0, -1).join(', ')} und ${values.at(-1)}`,
  otherwise: 'Die Anfrage ist ungültig',
  invoice: 'Die Lightning-Rechnung wurde erstellt; mit ihrer Zahlung gehen die Mittel an die Bank',
};

const spanish: Wording = {
  messages: {
    'Invalid or missing API key': 'La clave de API falta o no es válida',
    'You do not have permission to access this resource': 'No tiene autorización para usar este recurso',
    'Subaccount not found': 'Subcuenta no encontrada',
    'Customer not found': 'Cliente no encontrado',
    'Business not found': 'Empresa no encontrada',
    'Withdrawal not found': 'Retiro no encontrado',
    'Bank account not found': 'Cuenta bancaria no encontrada',
    'The KYC of the subaccount is not approved': 'La identidad aún no está aprobada',
  },
  naming: (values) => `Valor no permitido. Valores permitidos: ${values.join('; ')}`,
  otherwise: 'La solicitud no es válida',
  invoice: 'Factura Lightning generada; al pagarla, los fondos llegan a la cuenta bancaria',
};

const japanese: Wording = {
  messages: {
    'Invalid or missing API key': 'APIキーが無効であるか、指定されていません',
    'You do not have permission to access this resource': 'このリソースへのアクセス権がありません',
    'Subaccount not found': 'サブアカウントが見つかりません',
    'Customer not found': '顧客が見つかりません',
    'Business not found': '事業者が見つかりません',
    'Withdrawal not found': '出金が見つかりません',
    'Bank account not found': '銀行口座が見つかりません',
    'The KYC of the subaccount is not approved': '本人確認が完了していません',
  },
  naming: (values) => `使用できる値は「${values.join('」「')}」です`,
  otherwise: 'リクエストが正しくありません',
  invoice: 'インボイスが発行されました',
};

/**
 * Messages in other words, as parts of sentences. The one in other words of English is combined with the other
 * variations.
 */
const others = { 'as codes': terse, 'in German': german, 'in Spanish': spanish, 'in Japanese': japanese };

const spoken = ({ messages, naming, otherwise }: Wording): Hook =>
  onRefusal((body) => {
    if (typeof body.message !== 'string') return;
    const values = /must be one of: (.+)$/.exec(body.message)?.[1]?.split(', ');
    const at = situations.find((message) => message === body.message);
    body.message = values ? naming(values) : at ? messages[at] : otherwise;
  });

const listed: Hook = onRefusal((body) => {
  const { message } = body;
  const text = String(message);
  const shown = situations.some((message) => message === text) || /one of:/.test(text);
  if (!shown) body.message = [text, 'the order is not valid'];
});

const invoices = [reworded, ...Object.values(others)].map(({ invoice }) => invoice);

const said = (how: string): string => `Messages of errors say the same ${how}.`;

variants('messages', {
  [said('in other words')]: shown(spoken(reworded)),
  'The message beside an invoice is in other words each time.': under(
    'Endpoints: 10. Initiate lightning offramp (version 1)',
  )(
    shown(
      onSuccess('lightning-offramp.initiate', (body, request) => {
        if (isRecord(body)) body.message = invoices[timesBefore(request, 'invoices') % invoices.length];
      }),
    ),
  ),
});

alternatives('messages', {
  ...forEachValue(Object.entries(others), ([how, wording]) => [said(how), shown(spoken(wording))]),
  'The message of a validation error is a list of texts, where the document shows no message.': listed,
});
