/** Messages of a language, in the order of `situations`. */
export interface Wording {
  readonly messages: readonly string[];
  readonly naming: (values: readonly string[]) => string;
  readonly otherwise: string;
  readonly invoice: string;
}

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
];

const reworded: Wording = {
  messages: [
    'The x-api-key header was not recognised',
    'Access to this operation is denied',
    'There is no subaccount with the id you gave',
    'No such customer',
    'Unknown business',
    'A withdrawal with this id does not exist',
    'No bank account could be found for this recipient.',
    'Complete your verification first',
  ],
  naming: (values) =>
    `Unsupported value. Allowed: ${values
      .toReversed()
      .map((value) => `'${value}'`)
      .join(' | ')}.`,
  otherwise: 'Something is wrong with the request',
  invoice: 'An invoice has been created: pay it, and the recipient gets the money',
};

const terse: Wording = {
  messages: [
    'Unauthorized',
    'Forbidden: insufficient scope',
    'SUBACCOUNT_NOT_FOUND',
    'CUSTOMER_NOT_FOUND',
    'BUSINESS_NOT_FOUND',
    'WITHDRAWAL_NOT_FOUND',
    'BANK_ACCOUNT_NOT_FOUND',
    'KYC_REQUIRED',
  ],
  naming: (values) => `INVALID_ENUM_VALUE [${values.join(',')}]`,
  otherwise: 'BAD_REQUEST',
  invoice: 'INVOICE_GENERATED_PAY_TO_SEND_FUNDS',
};

const german: Wording = {
  messages: [
    'Der API-Schlüssel fehlt oder ist ungültig',
    'Für diese Ressource fehlt Ihnen die Berechtigung; bitte wenden Sie sich an den Support',
    'Das Unterkonto wurde nicht gefunden',
    'Der Kunde wurde nicht gefunden',
    'Das Unternehmen wurde nicht gefunden',
    'Die Auszahlung wurde nicht gefunden',
    'Das Bankkonto wurde nicht gefunden',
    'Die Identität ist noch nicht geprüft',
  ],
  naming: (values) => `Ungültiger Wert. Erlaubt sind ${values.slice(0, -1).join(', ')} und ${values.at(-1)}`,
  otherwise: 'Die Anfrage ist ungültig',
  invoice: 'Die Lightning-Rechnung wurde erstellt; mit ihrer Zahlung gehen die Mittel an die Bank',
};

const spanish: Wording = {
  messages: [
    'La clave de API falta o no es válida',
    'No tiene autorización para usar este recurso',
    'Subcuenta no encontrada',
    'Cliente no encontrado',
    'Empresa no encontrada',
    'Retiro no encontrado',
    'Cuenta bancaria no encontrada',
    'La identidad aún no está aprobada',
  ],
  naming: (values) => `Valor no permitido. Valores permitidos: ${values.join('; ')}`,
  otherwise: 'La solicitud no es válida',
  invoice: 'Factura Lightning generada; al pagarla, los fondos llegan a la cuenta bancaria',
};

const french: Wording = {
  messages: [
    'La clé d’API est absente ou invalide',
    'Vous n’avez pas les droits nécessaires',
    'Sous-compte introuvable',
    'Aucun client ne correspond à cet identifiant',
    'Entreprise introuvable',
    'Le retrait demandé n’existe pas',
    'Compte bancaire introuvable',
    'L’identité n’a pas encore été vérifiée',
  ],
  naming: (values) => `Valeur inconnue ; valeurs admises : ${values.join(', ')}`,
  otherwise: 'La requête est invalide',
  invoice: 'La facture Lightning a été émise',
};

const dutch: Wording = {
  messages: [
    'De API-sleutel ontbreekt of is ongeldig',
    'U heeft geen toegang tot deze functie',
    'De subrekening is niet gevonden',
    'De klant is niet gevonden',
    'Het bedrijf is niet gevonden',
    'De opname is niet gevonden',
    'De bankrekening is niet gevonden',
    'De identiteit is nog niet gecontroleerd',
  ],
  naming: (values) => `De waarde is onbekend; kies uit ${values.join(', ')}`,
  otherwise: 'Het verzoek is onjuist',
  invoice: 'De Lightning-factuur is gemaakt',
};

const portuguese: Wording = {
  messages: [
    'Chave de API inválida ou ausente',
    'Você não tem permissão para acessar este recurso',
    'Subconta não encontrada',
    'Cliente não encontrado',
    'Empresa não encontrada',
    'Saque não encontrado',
    'Conta bancária não encontrada',
    'A identidade ainda não foi aprovada',
  ],
  naming: (values) => `Valor inválido. Use um destes: ${values.join(' / ')}`,
  otherwise: 'Pedido inválido',
  invoice: 'Fatura Lightning gerada',
};

const japanese: Wording = {
  messages: [
    'APIキーが無効であるか、指定されていません',
    'このリソースへのアクセス権がありません',
    'サブアカウントが見つかりません',
    '顧客が見つかりません',
    '事業者が見つかりません',
    '出金が見つかりません',
    '銀行口座が見つかりません',
    '本人確認が完了していません',
  ],
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
