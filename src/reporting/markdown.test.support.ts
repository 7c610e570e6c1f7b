import { type Node, Parser } from 'commonmark';

const kinds: ReadonlySet<string> = new Set(['html_block', 'html_inline', 'link', 'image', 'emph']);

function nodesIn(text: string): Node[] {
  const walker = new Parser().parse(text).walker();
  const nodes: Node[] = [];
  for (let step = walker.next(); step !== null; step = walker.next()) if (step.entering) nodes.push(step.node);
  return nodes;
}

/** Active or embedded parts of a Markdown text: HTML elements, links, images. */
export const markupIn = (text: string): string[] =>
  nodesIn(text)
    .filter(({ type }) => kinds.has(type))
    .map(({ type, literal, destination }) => literal ?? `${type} ${destination}`);

const textOf = (node: Node): string => {
  const own = node.literal ?? '';
  const children: string[] = [];
  for (let child = node.firstChild; child !== null; child = child.next) children.push(textOf(child));
  return own + children.join('');
};

/** The visible text of each heading. */
export const headingsIn = (text: string): string[] =>
  nodesIn(text)
    .filter(({ type }) => type === 'heading')
    .map(textOf);

/** Code blocks with their language, as a user copies them. */
export const codeIn = (text: string): { readonly language: string | null; readonly text: string | null }[] =>
  nodesIn(text)
    .filter(({ type }) => type === 'code_block')
    .map(({ info, literal }) => ({ language: info, text: literal }));

/** The visible text of paragraphs and lists. */
export const proseIn = (text: string): string =>
  nodesIn(text)
    .filter(({ type }) => type === 'paragraph' || type === 'heading')
    .map(textOf)
    .join('\n');
