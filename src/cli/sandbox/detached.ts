import { once } from 'node:events';
import { Refused } from '#lib';
import { interruptible } from '../terminal/interruption.ts';
import { linesOf, markOf, serve, writeSettings } from './sandbox.ts';

// The process of `sandbox --detach`. It serves until a signal, with or without its parent process.

const [port = '0', host = '', as = '', file = ''] = process.argv.slice(2);

const answer = (message: object): void => {
  process.send?.(message);
  process.disconnect?.();
};

try {
  const { settings, baseUrl, close } = await serve({ port, host: host || undefined, as: as || undefined });
  const text = markOf(process.pid) + linesOf(settings);
  const takeAway = file ? writeSettings(file, text) : undefined;
  await interruptible(
    async ({ signal }) => {
      answer({ text, baseUrl });
      await once(signal, 'abort');
      takeAway?.();
      await close();
    },
    { outlivesParent: true },
  );
  process.exit(0);
} catch (error) {
  answer({ refused: error instanceof Refused ? error.message : String(error) });
}
