/** The messages of the sandbox. */
export const situations = [
  'Invalid or missing API key',
  'You do not have permission to access this resource',
  'Subaccount not found',
  'Customer not found',
  'Business not found',
  'Withdrawal not found',
  'Bank account not found',
  'The KYC of the subaccount is not approved',
] as const;

export type Situation = (typeof situations)[number];

/** Messages of a language, by those of the sandbox. */
export interface Wording {
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

const french: Wording = {
  messages: {
    'Invalid or missing API key': 'La clé d’API est absente ou invalide',
    'You do not have permission to access this resource': 'Vous n’avez pas les droits nécessaires',
    'Subaccount not found': 'Sous-compte introuvable',
    'Customer not found': 'Aucun client ne correspond à cet identifiant',
    'Business not found': 'Entreprise introuvable',
    'Withdrawal not found': 'Le retrait demandé n’existe pas',
    'Bank account not found': 'Compte bancaire introuvable',
    'The KYC of the subaccount is not approved': 'L’identité n’a pas encore été vérifiée',
  },
  naming: (values) => `Valeur inconnue ; valeurs admises : ${values.join(', ')}`,
  otherwise: 'La requête est invalide',
  invoice: 'La facture Lightning a été émise',
};

const dutch: Wording = {
  messages: {
    'Invalid or missing API key': 'De API-sleutel ontbreekt of is ongeldig',
    'You do not have permission to access this resource': 'U heeft geen toegang tot deze functie',
    'Subaccount not found': 'De subrekening is niet gevonden',
    'Customer not found': 'De klant is niet gevonden',
    'Business not found': 'Het bedrijf is niet gevonden',
    'Withdrawal not found': 'De opname is niet gevonden',
    'Bank account not found': 'De bankrekening is niet gevonden',
    'The KYC of the subaccount is not approved': 'De identiteit is nog niet gecontroleerd',
  },
  naming: (values) => `De waarde is onbekend; kies uit ${values.join(', ')}`,
  otherwise: 'Het verzoek is onjuist',
  invoice: 'De Lightning-factuur is gemaakt',
};

const portuguese: Wording = {
  messages: {
    'Invalid or missing API key': 'Chave de API inválida ou ausente',
    'You do not have permission to access this resource': 'Você não tem permissão para acessar este recurso',
    'Subaccount not found': 'Subconta não encontrada',
    'Customer not found': 'Cliente não encontrado',
    'Business not found': 'Empresa não encontrada',
    'Withdrawal not found': 'Saque não encontrado',
    'Bank account not found': 'Conta bancária não encontrada',
    'The KYC of the subaccount is not approved': 'A identidade ainda não foi aprovada',
  },
  naming: (values) => `Valor inválido. Use um destes: ${values.join(' / ')}`,
  otherwise: 'Pedido inválido',
  invoice: 'Fatura Lightning gerada',
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

/** Wordings, each with its part of an id and its part of a sentence. */
export const wordings = [
  ['reworded', 'in other words', reworded],
  ['terse', 'as codes', terse],
  ['in-german', 'in German', german],
  ['in-spanish', 'in Spanish', spanish],
  ['in-french', 'in French', french],
  ['in-dutch', 'in Dutch', dutch],
  ['in-portuguese', 'in Portuguese', portuguese],
  ['in-japanese', 'in Japanese', japanese],
] as const;
