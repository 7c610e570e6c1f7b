import { type OperationId, operationIds, operationOf, roleOf, roleVariables } from '#contract';

/** A setting by the name of its variable, without the prefix that all have. */
export type ValueOfSetting = (name: string) => string;

export const variableOf = (operation: OperationId, parameter: string): string => {
  if (parameter === 'currency') return 'LOCAL_RECIPIENT_CURRENCY';
  const [subaccount = 'individual'] = operationOf(operation).subaccounts ?? [];
  return roleVariables[parameter === 'subaccountId' ? subaccount : roleOf(parameter)].replace('RAMP_', '');
};

export const pathOf = (operation: OperationId, fill: (parameter: string) => string): string =>
  operationOf(operation).path.replace(/\{(\w+)\}/g, (_, name: string) => fill(name));

/** The parts of a valid order, where it is written without the values themselves. */
export interface OrderParts {
  readonly setting: ValueOfSetting;
  readonly amount: unknown;
  readonly reference: string;
}

const depositOrder = ({ setting, amount }: OrderParts) => ({
  currency: 'USD',
  amount,
  accountNumber: setting('DEPOSIT_ACCOUNT_NUMBER'),
});

const onrampOrder = ({ setting, amount, reference }: OrderParts) => ({
  from: { amount, currency: setting('ONRAMP_CURRENCY') },
  to: { asset: 'USDC', chain: setting('ONRAMP_CHAIN'), destination_address: setting('ONRAMP_ADDRESS') },
  client_onramp_reference: reference,
});

const offrampOrder = ({ setting, amount, reference }: OrderParts) => ({
  from: {
    chain: setting('OFFRAMP_CHAIN'),
    asset: setting('OFFRAMP_ASSET'),
    amount,
    sender_address: setting('OFFRAMP_SENDER_ADDRESS'),
  },
  to: { recipient_id: setting('USD_RECIPIENT_ID'), currency: 'USD' },
  client_offramp_reference: reference,
});

const lightningOrder = ({ setting, amount }: OrderParts) => ({
  recipient_id: setting('LIGHTNING_RECIPIENT_ID'),
  amount,
});

type Orders = Readonly<Partial<Record<OperationId, (parts: OrderParts) => object>>>;

const orders: Orders = {
  'deposit.simulate': depositOrder,
  'onramp.initiate': onrampOrder,
  'offramp.initiate': offrampOrder,
  'lightning-offramp.initiate': lightningOrder,
};

/** A valid order; undefined where an operation takes no body. */
export const orderOf = (operation: OperationId, parts: OrderParts): object | undefined =>
  orders[operation]?.(parts);

const shellVariable = (name: string): string => `$RAMP_${name}`;

const quoted = (text: string): string => `"${text.replace(/["\\`]/g, '\\$&')}"`;

/** A mark where the shell puts a number, which JSON would put in quotes. */
const amount = '$RAMP_AMOUNT';

/** A new one each time: a service may answer a repetition with the first order. */
const reference = '$(reference)';

/** The body with variables for its values; the shell fills them in. */
const bodyOf = (operation: OperationId): string | undefined => {
  const order = orderOf(operation, { setting: shellVariable, amount, reference });
  return order && quoted(JSON.stringify(order).replaceAll(`"${amount}"`, amount));
};

function lineOf(operation: OperationId): string {
  const { number, heading, movesMoney } = operationOf(operation);
  const path = pathOf(operation, (parameter) => shellVariable(variableOf(operation, parameter)));
  const body = bodyOf(operation);
  const sent = body === undefined ? '' : ` -H 'content-type: application/json' --data ${body}`;
  const line = `headers | curl "$@" -sS -w '\\n' -H @-${sent} "$RAMP_BASE_URL${path}"`;
  return [`# ${number}. ${heading}`, `${movesMoney ? 'orders && ' : ''}${line}`, ''].join('\n');
}

const head = `#!/bin/sh
# The valid requests of the interface, one line an endpoint. Values come from the settings of ramp-conformance:
#   set -a; . ./.env; set +a; sh requests.sh
# Orders are sent only where the settings allow them: to a service on loopback, or to the host that RAMP_MONEY_HOST names, and
# never where RAMP_ENVIRONMENT is production.

reference() { node -p 'crypto.randomUUID()'; }

# Through standard input, because other processes can read arguments.
headers() {
  printf 'x-api-key: %s\\n' "$RAMP_API_KEY"
  [ -z "\${RAMP_HEADERS:-}" ] || printf '%s\\n' "$RAMP_HEADERS" | tr , '\\n' | sed 's/^ *//; s/ *= */: /'
}

set -- \${RAMP_PROXY:+--proxytunnel --proxy "$RAMP_PROXY"} \\
  \${RAMP_CLIENT_CERT:+--cert "$RAMP_CLIENT_CERT" --key "\${RAMP_CLIENT_KEY:-$RAMP_CLIENT_CERT}"} \\
  \${RAMP_CLIENT_KEY_PASSPHRASE:+--pass "$RAMP_CLIENT_KEY_PASSPHRASE"}

orders() {
  host=\${RAMP_BASE_URL#*://}; host=\${host%%[/?#]*}
  case $host in
    *[!A-Za-z0-9.:-]*) host=an-unusual-host ;;
    127.0.0.1 | 127.0.0.1:* | localhost | localhost:*) RAMP_MONEY_HOST=$host ;;
  esac
  [ "\${RAMP_ENVIRONMENT:-sandbox}" = sandbox ] && [ "$host" = "\${RAMP_MONEY_HOST:-}" ] && return
  echo "no order is sent: RAMP_ENVIRONMENT is production, or RAMP_MONEY_HOST is not $host" >&2
  return 1
}

: "\${RAMP_BASE_URL:?is not set}" "\${RAMP_API_KEY:?is not set}"
`;

/** The valid requests as a script for a shell: settings by their variables, and no value of them. */
export const curlScript = (): string => [head, ...operationIds.map(lineOf)].join('\n');
