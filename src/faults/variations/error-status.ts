import { defaultPolicies, type Policies } from '#sandbox';

type Situation = keyof Policies['error'];
type Refuse = Policies['error'][Situation];

export const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  422: 'Unprocessable Entity',
};

export const another = 'one status excludes another';

/** The refusal of a situation under another status. */
export const withStatus =
  (status: number, situation: Situation): Refuse =>
  (context) => {
    const { body } = defaultPolicies.error[situation](context);
    return { status, body: { ...(body as object), statusCode: status, error: reasons[status] } };
  };

/** Another status for some operations only; the others keep theirs. */
export const withStatusFor =
  (status: number, situation: Situation, operations: readonly string[]): Refuse =>
  (context) => {
    const there = context.operation !== undefined && operations.includes(context.operation);
    return there ? withStatus(status, situation)(context) : defaultPolicies.error[situation](context);
  };
