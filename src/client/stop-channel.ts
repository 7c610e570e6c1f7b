import { BroadcastChannel } from 'node:worker_threads';

/**
 * Aborts once somebody in this process says so on the channel, from whichever thread. Distinct from the end of a
 * test, because what waits for its turn must not be sent either.
 */
export function listenForStop(channel: string): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const listener = new BroadcastChannel(channel);
  listener.onmessage = () => {
    controller.abort();
    listener.close();
  };
  listener.unref();
  return signal;
}

/** Ends all that listens on the channel: nothing more is sent, and orders under way have a moment to be answered. */
export function sendStop(channel: string): void {
  const sender = new BroadcastChannel(channel);
  sender.postMessage('stop');
  sender.close();
}
