// Joins variations that differ in a few words into one line: `A page past the end is answered: 404; 400.`
import type { Variation } from '#faults';
import { groupBy } from '#lib';

const basisText: Readonly<Record<Variation['basis'], string>> = {
  promised: 'the document allows it',
  shown: 'an example of the document differs',
  silent: 'the document is silent',
};

export const basisOf = ({ basis, words }: Variation): string =>
  words === undefined ? basisText[basis] : `the document says "${words}"`;

export const kindOf = (variation: Variation): string => `${variation.heading}: ${basisOf(variation)}`;

/** With fewer words in common, a joined line says too little. */
const leastInCommon = 2;

function commonStart<Part>([first = [], ...others]: readonly (readonly Part[])[]): number {
  const end = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return end < 0 ? first.length : end;
}

const wordsOf = (text: string): readonly string[] => text.replace(/\.$/, '').split(' ');

/** Joins `start a` and `start b` to `start: a; b.` */
function joined(sentences: readonly string[]): string {
  const words = sentences.map(wordsOf);
  const start = commonStart(words);
  const rests = words.map((all) => all.slice(start));
  const end = commonStart(rests.map((all) => all.toReversed()));
  const [first = []] = words;
  const own = rests.map((all) =>
    all
      .slice(0, all.length - end)
      .join(' ')
      .replace(/,$/, ''),
  );
  // If a sentence has no words of its own, the sentences are not joined.
  if (own.includes('')) return sentences.join(' ');
  const tail = end === 0 ? '' : ` ${first.slice(first.length - end).join(' ')}`;
  return `${first.slice(0, start).join(' ').replace(/,$/, '')}: ${own.join('; ')}${tail === '' ? '' : `;${tail}`}.`;
}

/** In shell notation, which expands to several ids: `--only={a,b}`. */
function idsText(ids: readonly string[]): string {
  const [first = ''] = ids;
  if (ids.length === 1) return first;
  const parts = ids.map((id) => id.split('-'));
  const start = commonStart(parts);
  if (start === 0) return ids.join(' ');
  const rests = parts.map((all) => all.slice(start).join('-'));
  return `${parts[0]?.slice(0, start).join('-')}-{${rests.join(',')}}`;
}

/** For each group: one line of words, then one line with place and ids. */
export function alikeLines(all: readonly Variation[]): readonly string[] {
  const sameSentence = [...groupBy(all, ({ sentence }) => sentence).values()];
  const keyOf = ([first, ...others]: readonly Variation[]): string =>
    first === undefined
      ? ''
      : [kindOf(first), others.length, ...wordsOf(first.sentence).slice(0, leastInCommon)].join(' ');
  return [...groupBy(sameSentence, keyOf).values()].flatMap((groups) => {
    const sentences = groups.flatMap(([first]) => (first ? [first.sentence] : []));
    const kinds = [...new Set(groups.flat().map(kindOf))];
    const ids = groups.flat().map(({ id }) => id);
    return [sentences.length === 1 ? (sentences[0] ?? '') : joined(sentences), `${kinds.join('; ')}; ${idsText(ids)}`];
  });
}
