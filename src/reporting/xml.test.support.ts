/** An element of the little XML that we write. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

interface OpenElement extends Element {
  readonly children: Element[];
  text: string;
}

const start = '<?xml version="1.0" encoding="UTF-8"?>\n';
const reference = /&(?!(?:amp|lt|gt|quot|#39);)/;
/** Code points that are no character of XML 1.0. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const plain = (escaped: string): string =>
  escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const attributesIn = (text: string): Record<string, string> => {
  const pairs = [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
    key,
    plain(value),
  ]);
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`an attribute twice: ${text}`);
  return Object.fromEntries(pairs);
};

/** Reads one document strictly: names, attributes, text and nesting; throws where a parser of XML would. */
export function readXml(text: string): Element {
  if (!text.startsWith(start) || forbidden.test(text) || reference.test(text)) throw new Error('no XML 1.0');
  const document: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  for (const token of text.slice(start.length).split(/(<[^>]*>)/)) {
    const inner = open.at(-1) ?? document;
    if (!token.startsWith('<')) {
      if (token.includes('<') || token.includes('>')) throw new Error(`unescaped text ${token}`);
      inner.text += plain(token);
      continue;
    }
    const [, end, name = '', attributes = '', empty] =
      /^<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>$/.exec(token) ?? [];
    if (name === '') throw new Error(`malformed tag ${token}`);
    if (end) {
      if (open.pop()?.name !== name) throw new Error(`unbalanced ${name}`);
      continue;
    }
    const element: OpenElement = { name, attributes: attributesIn(attributes), children: [], text: '' };
    inner.children.push(element);
    if (!empty) open.push(element);
  }
  const [root, another] = document.children;
  if (open.length !== 1 || root === undefined || another || document.text.trim() !== '')
    throw new Error('not one element in the end');
  return root;
}
