import { z } from 'zod';
import { type FileText, sha256 } from '../files.ts';
import { type Digest, html, type Markup } from './markup.ts';

/** A digest of each file, and one of all of Allure's results. */
export const digestsOf = (
  written: readonly FileText[],
  left: readonly FileText[],
  results: { readonly folder: string; readonly files: readonly FileText[] },
): Digest[] => {
  const digestOf = ({ file, text }: FileText): Digest => ({ file, sha256: sha256(text) });
  const list = results.files.map(({ file, text }) => `${sha256(text)}  ${file}\n`).join('');
  return [
    ...written.map(digestOf),
    ...left.map((each) => ({
      ...digestOf(each),
      note: 'written by the run, not written again for this report',
    })),
    ...(list === ''
      ? []
      : [
          {
            ...digestOf({ file: `${results.folder}/`, text: list }),
            note: `of its ${results.files.length} files: (export LC_ALL=C; cd ${results.folder}; sha256sum * | sha256sum)`,
          },
        ]),
  ];
};

const named = z.object({ id: z.string().optional(), name: z.string().optional() });
const licence = z.object({ license: named.optional(), expression: z.string().optional() });

/** The parts of CycloneDX that are shown. */
const cycloneDx = z.object({
  components: z.array(z.object({ licenses: z.array(licence).default([]) })),
});

const licenceOf = (licences: readonly z.output<typeof licence>[]): string =>
  licences
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unnamed')
    .join(' and ') || 'none named';

/** How many packages there are, and under which licences. */
export const packages = ({ file, text }: FileText): Markup => {
  const { components } = cycloneDx.parse(JSON.parse(text));
  const counts = new Map<string, number>();
  for (const name of components.map(({ licenses }) => licenceOf(licenses)))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const licences = [...counts]
    .sort(([one, n], [other, m]) => m - n || one.localeCompare(other))
    .map(([name, count]) => `${name} (${count})`)
    .join(', ');
  return html`<p>The harness was built with ${components.length} packages; ${file} (CycloneDX) gives the version, digest and licence of each. Their licences: ${licences}.</p>`;
};

/** Every file of the run except the page itself. */
export const digestList = (digests: readonly Digest[]): Markup =>
  html`<ul class="digests">${digests.map(
    ({ file, sha256: digest, note }) =>
      html`<li>${file} <span class="digest">${digest}</span>${note === undefined ? '' : html` <span class="soft">${note}</span>`}</li>`,
  )}</ul>`;
