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

/** Every file of the run except the page itself. */
export const digestList = (digests: readonly Digest[]): Markup =>
  html`<ul class="digests">${digests.map(
    ({ file, sha256: digest, note }) =>
      html`<li>${file} <span class="digest">${digest}</span>${note === undefined ? '' : html` <span class="soft">${note}</span>`}</li>`,
  )}</ul>`;
