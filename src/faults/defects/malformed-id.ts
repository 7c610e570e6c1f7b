import type { OperationId, RequirementId } from '#contract';
import type { WireReply } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { answering, isUuid, serverError } from '../rewriting.ts';

/** The path parameter whose form each operation must check. */
const parameters = {
  'subaccount.read': 'subaccountId',
  'individual-kyc.read': 'subaccountId',
  'business-kyc.read': 'subaccountId',
  'deposit.simulate': 'subaccountId',
  'onramp.initiate': 'subaccountId',
  'offramp.initiate': 'subaccountId',
  'offramp.list': 'subaccountId',
  'offramp.read': 'offrampId',
  'lightning-offramp.initiate': 'subaccountId',
  'withdrawal.read': 'withdrawalId',
  'conversion.list': 'subaccountId',
  'conversion.read': 'conversionId',
} as const satisfies Partial<Record<OperationId, string>>;

type Asked = keyof typeof parameters;

type Way = readonly [name: string, sentence: string, replacement: () => Partial<WireReply>];

const served: Way = [
  'served',
  'An id that is no UUID is served.',
  () => ({ status: 200, body: { id: '5eed0a01-0001-4000-8000-000000000a01', data: [{ id: 'first' }] } }),
];
const broken: Way = ['failing', 'An id that is no UUID breaks the service.', serverError];
const failingInMarkup: Way = [
  'failing-in-markup',
  'An id that is no UUID breaks the service, which shows a page.',
  () => ({
    status: 500,
    body: undefined,
    raw: '<html><body>Internal Server Error</body></html>',
    headers: { 'content-type': 'text/html' },
  }),
];

const faultOf = (operation: Asked, [name, sentence, replacement]: Way): PlantedFault => ({
  id: `${operation}/malformed-id/${name}`,
  sentence,
  requirements: [`${operation}/never-serves-a-malformed-id` satisfies RequirementId],
  reply: answering({ operation, when: ({ params }) => !isUuid(params[parameters[operation]]) }, replacement),
});

/** Malformed ids that are served, or that break the service. */
export const malformedIdFaults: readonly PlantedFault[] = (Object.keys(parameters) as Asked[]).flatMap(
  (operation) => [served, broken, failingInMarkup].map((way) => faultOf(operation, way)),
);
