// What the status of an answer says.

interface Answered {
  readonly status: number;
}

/** Any 2xx: the document does not show which. */
export const isSuccess = ({ status }: Answered): boolean => status >= 200 && status < 300;

export const isRedirect = ({ status }: Answered): boolean => status >= 300 && status < 400;

/** Any 4xx: the request, its caller or the rate is refused. */
export const isRefusal = ({ status }: Answered): boolean => status >= 400 && status < 500;

/** A refusal of the key or of its permission. */
export const isKeyRefusal = ({ status }: Answered): boolean => status === 401 || status === 403;

export const isServerError = ({ status }: Answered): boolean => status >= 500;

/** A refusal or a failure. */
export const isError = ({ status }: Answered): boolean => status >= 400;
