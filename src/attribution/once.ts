/** Remembers what follows from a reply alone: each check asks it of all replies of a run. */
export const oncePerReply = <In extends object, Out>(work: (reply: In) => Out): ((reply: In) => Out) => {
  const known = new WeakMap<In, { readonly result: Out }>();
  return (reply) => {
    const earlier = known.get(reply);
    if (earlier) return earlier.result;
    const result = work(reply);
    known.set(reply, { result });
    return result;
  };
};
