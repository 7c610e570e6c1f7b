// Groups of HTTP statuses.

interface Answered {
  readonly status: number;
}

/** Any 2xx, because the document names no single status. */
export const isSuccess = ({ status }: Answered): boolean => status >= 200 && status < 300;

export const isRedirect = ({ status }: Answered): boolean => status >= 300 && status < 400;

/** Any 4xx: the service refuses the request, its caller or the rate. */
export const isRefusal = ({ status }: Answered): boolean => status >= 400 && status < 500;

/** Refusal of the key or its permission. */
export const isKeyRefusal = ({ status }: Answered): boolean => status === 401 || status === 403;

export const isServerError = ({ status }: Answered): boolean => status >= 500;

export const isError = ({ status }: Answered): boolean => status >= 400;
