import { styleText } from 'node:util';
import { cut, sanitise } from '../sanitise.ts';

type Style = Parameters<typeof styleText>[0];

const indentOf = (text: string): string => /^ */.exec(text)?.[0] ?? '';

/** The whole text in lines of at most the width, as far as its words allow; further lines stand a little deeper. */
export const wrapped = (text: string, width: number): string[] => {
  const indent = indentOf(text);
  const lines: string[] = [];
  let line = indent;
  for (const word of sanitise(text).trim().split(' ')) {
    const isFull = line.trim() !== '' && line.length + 1 + word.length > width;
    if (isFull) lines.push(line);
    if (isFull) line = `${indent}  `;
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line];
};

/** Lines for a console. A text is fitted first and coloured then, so that no escape sequence is ever cut. */
export const createPaint = (colour: boolean, width: number) => {
  const paint = (text: string, style?: Style): string =>
    colour && style ? styleText(style, text, { validateStream: false }) : text;
  return {
    width,
    /** A part of a line, as it is. */
    part: paint,
    /** One line, cut at the width. */
    line: (text: string, style?: Style): string => paint(cut(indentOf(text) + sanitise(text), width), style),
    /** All lines that the text needs. */
    lines: (text: string, style?: Style): string[] => wrapped(text, width).map((line) => paint(line, style)),
  };
};

export type Paint = ReturnType<typeof createPaint>;
