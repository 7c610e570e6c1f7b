import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const program = resolve(import.meta.dirname, '../../examples/vendor/service.mjs');

/** Starts the sample vendor, which shares no code with ours. Its two defects are fixed, unless a test requests them. */
export async function startVendor({ defects = false } = {}) {
  const child = spawn(process.execPath, [program], {
    env: { VENDOR_DEFECTS: defects ? 'on' : 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const settings: Record<string, string> = {};
  for await (const line of createInterface(child.stdout)) {
    const [name = '', value = ''] = line.split('=', 2);
    settings[name] = value;
    if (name === 'RAMP_TAXONOMY_CURRENCIES') break;
  }
  return { settings, close: () => void child.kill() };
}
