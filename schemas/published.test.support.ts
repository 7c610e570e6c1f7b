import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { z } from 'zod';

/** Expects the package's JSON Schema to equal `form`, except for further members; `vitest -u` writes it. */
export const expectPublished = async (path: string, form: z.ZodType): Promise<void> => {
  const published = readFileSync(path, 'utf8');
  const rendered = `${JSON.stringify(z.toJSONSchema(form, { io: 'input' }), null, 2)}\n`;
  // Biome lays the file out in another way.
  const isSame = JSON.stringify(JSON.parse(published)) === JSON.stringify(JSON.parse(rendered));
  await expect(isSame ? published : rendered).toMatchFileSnapshot(path);
};
