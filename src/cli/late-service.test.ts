import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultFinder } from '#faults';
import { startSandbox } from '#sandbox';
import { type Built, buildCommand } from './built.test.support.ts';

let built: Built;

beforeAll(async () => {
  built = await buildCommand();
});
afterAll(() => rmSync(built.folder, { recursive: true, force: true }));

/** What comes late may be of an earlier test, which a proof cannot show: there each of these tests has a world of its own. */
test.each(['deposit/settles-later', 'offramp/visible-after-a-moment'])(
  'what earlier tests did is not blamed on later ones: %s',
  async (id) => {
    const always = faultFinder(id);
    if (always === undefined) throw new Error(`${id} is no variation`);
    const service = await startSandbox({ always });
    try {
      const directory = join(built.folder, id.replace('/', '-'));
      const settings = { ...service.settings, RAMP_QUIET_ACCOUNT: 'true' };
      const { code, out, err } = await built.run(['run', '--reports', directory, '--seed', '42'], settings);
      expect({ code, err }, out).toEqual({ code: 0, err: '' });
    } finally {
      await service.close();
    }
  },
);
