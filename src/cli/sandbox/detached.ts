import { Refused } from '../command.ts';
import { watchSignals } from '../terminal/interruption.ts';
import { serve } from './served.ts';

// What `sandbox --detach` leaves behind: it serves until a signal, whether or not whoever started it is still there.

const [port = '0', as] = process.argv.slice(2);

try {
  const { settings, baseUrl, close } = await serve({ port, as });
  const interruption = watchSignals({ outlivesParent: true });
  process.send?.({ settings, baseUrl });
  process.disconnect?.();
  await interruption.happened;
  await close();
  process.exit(0);
} catch (error) {
  process.send?.({ refused: error instanceof Refused ? error.message : String(error) });
  process.disconnect?.();
}
