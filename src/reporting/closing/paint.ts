import { styleText } from 'node:util';
import { cut, sanitise } from '../sanitise.ts';

type Style = Parameters<typeof styleText>[0];

/** Fits text to a line first and colours it then, so that no escape sequence is ever cut. */
export interface Paint {
  readonly width: number;
  (style: Style, text: string): string;
}

export const createPaint = (colour: boolean, width: number): Paint => {
  const paint = (style: Style, text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  return Object.assign(paint, { width });
};

/** The whole text in lines of at most the terminal's width, as far as its words allow; further lines stand a little deeper. */
export const wrapped = (text: string, width: number): string[] => {
  const indent = text.match(/^ */)?.[0] ?? '';
  const most = Math.max(20, width);
  const lines: string[] = [];
  let line = indent;
  for (const word of sanitise(text).trim().split(' ')) {
    const isFull = line.trim() !== '' && line.length + 1 + word.length > most;
    if (isFull) lines.push(line);
    if (isFull) line = `${indent}  `;
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line];
};

/** A line of at most the terminal's width. */
export const fitLine = (text: string, width: number): string => {
  const indent = text.match(/^ */)?.[0] ?? '';
  return cut(indent + sanitise(text), Math.max(20, width));
};
