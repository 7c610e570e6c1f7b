import { z } from 'zod';
import type { FileText } from '../files.ts';
import { html, type Markup } from './html.ts';

const licence = z.union([
  z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
  z.object({ expression: z.string() }),
]);

/** The parts of CycloneDX that are shown. */
const inventory = z.object({
  components: z.array(z.object({ licenses: z.array(licence).optional() })),
});

type Component = z.output<typeof inventory>['components'][number];

const licenceOf = ({ licenses = [] }: Component): string => {
  const named = licenses.map((each) =>
    'expression' in each ? each.expression : (each.license.id ?? each.license.name ?? 'unnamed'),
  );
  return named.length === 0 ? 'none named' : named.join(' and ');
};

/** How many packages there are, and under which licences. */
export function renderInventory({ file, text }: FileText): Markup {
  const { components } = inventory.parse(JSON.parse(text));
  const counts = new Map<string, number>();
  for (const name of components.map(licenceOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const licences = [...counts]
    .sort(([one, n], [other, m]) => m - n || one.localeCompare(other))
    .map(([name, count]) => `${name} (${count})`)
    .join(', ');
  return html`<p>The harness was built with ${components.length} packages; ${file} (CycloneDX) gives the version, digest and licence of each. Their licences: ${licences}.</p>`;
}
