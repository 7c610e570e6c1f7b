import { html, nothing } from './html.ts';
import { renderInventory } from './inventory.ts';
import type { Section } from './section.ts';
import { table } from './table.ts';

export const digests: Section = {
  id: 'digests',
  title: 'Digests of the files',
  body: ({ digests: all, inventory }) => html`
${
  all.length === 0
    ? html`<p>No other file was written.</p>`
    : table({
        caption: 'SHA-256 of every file of this run except this page',
        heads: ['File', 'SHA-256', 'Note'],
        groups: [
          {
            rows: all.map(({ file, sha256, note = '' }) => [
              file,
              html`<span class="digest">${sha256}</span>`,
              note,
            ]),
          },
        ],
      })
}
${inventory ? renderInventory(inventory) : nothing}`,
};
