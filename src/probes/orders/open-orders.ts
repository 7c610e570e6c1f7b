import { type Reply, untested } from '#evidence';
import { isSuccess, type Profile } from '#run';

/** Limit of accepted orders of this kind, so that a run stays within its announced total. */
const mostAccepted: Readonly<Record<Profile, number>> = { smoke: 1, gate: 8, deep: 60 };

/**
 * Orders that a service may accept or refuse by the document, such as orders without an optional member. After enough
 * were accepted, no more are placed.
 */
export class OpenOrders {
  readonly #most: number;
  readonly #underWay = new Set<Promise<unknown>>();
  #accepted = 0;
  #placed = 0;

  constructor(profile: Profile) {
    this.#most = mostAccepted[profile];
  }

  get accepted(): number {
    return this.#accepted;
  }

  get acceptable(): number {
    return Math.min(this.#placed, this.#most);
  }

  /** @throws Untested after enough orders were accepted. */
  async place(send: () => Promise<Reply>): Promise<Reply> {
    while (this.#underWay.size > 0 && this.#accepted + this.#underWay.size >= this.#most)
      await Promise.race(this.#underWay);
    if (this.#accepted >= this.#most)
      throw untested(
        'ENOUGH_ACCEPTED',
        `the service accepted ${this.#accepted} orders that the document neither allows nor forbids, and the run sends no more of them`,
      );
    this.#placed += 1;
    const placing = this.#count(send);
    const settled = placing.catch(() => undefined);
    this.#underWay.add(settled);
    return placing.finally(() => this.#underWay.delete(settled));
  }

  async #count(send: () => Promise<Reply>): Promise<Reply> {
    const reply = await send();
    if (isSuccess(reply)) this.#accepted += 1;
    return reply;
  }
}
