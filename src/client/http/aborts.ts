/** The actions to take once each signal is aborted: one listener for all, because a request adds and takes away its own. */
const awaiting = new WeakMap<AbortSignal, Set<() => void>>();

function listenTo(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>();
  const actAll = () => {
    for (const act of all) act();
  };
  signal.addEventListener('abort', actAll, { once: true });
  awaiting.set(signal, all);
  return all;
}

export const onAbort = (signal: AbortSignal, act: () => void): void => {
  (awaiting.get(signal) ?? listenTo(signal)).add(act);
};

export const offAbort = (signal: AbortSignal, act: () => void): void => {
  awaiting.get(signal)?.delete(act);
};
