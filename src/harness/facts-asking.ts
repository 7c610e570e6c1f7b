/** Under which stable name a request is sent, whatever test happens to send it first. */
export interface Asking {
  readonly name: string;
  /** One of many cases drawn by a seed: only its kind of status is the same in another run. */
  readonly generated: boolean;
  /** What many tests recall by this request. */
  readonly recalled?: string;
}

/** For what many tests recall, and what belongs to none of them. Sizes of pages follow what was probed, and are no part of the name. */
export const recalledAs = (recalled: string): Asking => ({
  name: `for many: ${recalled.replace(/\d+/g, 'n')}`,
  generated: false,
  recalled,
});
