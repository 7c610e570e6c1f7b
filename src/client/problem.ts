/** Something wrong with a reply that any reader of HTTP and JSON would meet; told without a value of the payload. */
export interface WireProblem {
  /** Upper snake case, stable: `JSON_DUP_KEY`, `PROTO_REDIRECT`, ... */
  readonly code: string;
  /** JSON path into the body, `status`, or `header <name>`. */
  readonly where: string;
  readonly expected: string;
  readonly observed: string;
}
