import {
  acceptsListedValues,
  both,
  check,
  given,
  observes,
  over,
  refused,
  refusesAValue,
  succeeds,
  where,
} from '#checks';
import { depositCurrencies } from '#contract';
import {
  accepted,
  all,
  currenciesThatAreNoText,
  derive,
  joined,
  orderReplies,
  orderRepliesOf,
  ordersOfNobody,
  recasedCurrencies,
  unlistedCurrencies,
} from '#probes';

const operation = 'deposit.simulate';
const records = accepted(operation);

// Cents and another subaccount may be refused for what they are.
check(
  `${operation}/accepts-each-listed-currency`,
  orderRepliesOf(operation, (kind) => kind === 'plain' || /^of [A-Z]+$/.test(kind)),
  acceptsListedValues('currency'),
);

check(
  `${operation}/answers-success-without-a-body`,
  derive([orderReplies(operation)], ([plain, ...others]) => [
    ...(plain ? [plain] : []),
    ...others.filter(({ status }) => status < 300),
  ]),
  succeeds,
);

check(
  `${operation}/refuses-an-unlisted-currency`,
  all(records, unlistedCurrencies, joined(unlistedCurrencies, currenciesThatAreNoText)),
  both(
    over(([, drawn]) => drawn, refused({ status: 400, error: 'Bad Request', body: 'full' })),
    // By which status what is no text is refused is open.
    over(([, , every]) => every, refused()),
  ),
);

check(
  `${operation}/names-the-listed-currencies`,
  unlistedCurrencies,
  where(
    refusesAValue('currency'),
    'no unlisted currency was answered with 400',
    refused({ status: 400, naming: depositCurrencies }),
  ),
);

const nobodys = ordersOfNobody(operation);

check(
  `${operation}/refuses-an-absent-subaccount`,
  all(records, nobodys),
  given(refused({ status: 404, error: 'Not Found', message: 'subaccount not found' })),
);

check(
  `${operation}/recased-currency`,
  recasedCurrencies,
  observes((replies) =>
    replies.map(({ status, request }) => ({
      operation,
      situation: request.purpose.case ?? '',
      fact: status,
    })),
  ),
);
