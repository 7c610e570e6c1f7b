import { describe, expect, test } from 'vitest';
import { hostile } from './example.test.support.ts';
import { proseIn } from './markdown.test.support.ts';
import { cut, forCommand, forCommandProperty, forCsv, forMarkdown, forMarkup, sanitise, wrapped } from './text.ts';

describe('sanitise', () => {
  test.each([
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['\u009b31m', '\\u{9b}31m'],
    ['a\u202eb\u200bc\ufeff', 'a\\u{202e}b\\u{200b}c\\u{feff}'],
    ['\ud800x', '\\u{d800}x'],
    ['😀 é', '😀 é'],
    ['a\r\nb', 'a ⏎ b'],
    ['a\tb', 'a b'],
    ['a\u007fb', 'a\\u{7f}b'],
    ['  ::error::x', ': :error::x'],
    ['a\n::error::x', 'a ⏎ ::error::x'],
    ['x ##[error] ##vso[y]', 'x # #[error] # #vso[y]'],
    ['a\ufffe\u{e0041}', 'a\\u{fffe}\\u{e0041}'],
    ['a\u2800\ufffc\u{1d159}b', 'a\\u{2800}\\u{fffc}\\u{1d159}b'],
    ['1\u00a0000\u3000€', '1 000 €'],
    [`Vi\u1ec7t e\u0302\u0301`, `Vi\u1ec7t e\u0302\u0301`],
    [`e${'\u0301'.repeat(4_000)}x`, `e${'\u0301'.repeat(8)}…x`],
  ])('%j is %j', (text, clean) => {
    expect(sanitise(text)).toBe(clean);
  });

  test('is idempotent, and its cut leaves no half of a pair', () => {
    expect(sanitise(sanitise(hostile))).toBe(sanitise(hostile));
    expect(cut('😀😀😀', 2)).toBe('😀…');
  });
});

describe('sinks', () => {
  test.each(['=1', '+1', '-1', '@x', ' =1', '\t=1', '\uff1d1', '"=1', '|x', '%x'])(
    '%j is no formula in CSV',
    (text) => {
      expect(forCsv(text)).toMatch(/^"'/);
    },
  );

  test('ordinary cells stay as they are, quotes doubled', () => {
    expect(forCsv('a "b", c')).toBe('"a ""b"", c"');
  });

  test('no markup survives in HTML and XML', () => {
    const escaped = forMarkup(hostile);
    expect(escaped).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|apos;)/);
    expect(escaped).not.toMatch(/[\p{Cc}\p{Cs}\ufffe]/u);
  });

  test('a Markdown cell stays one cell without links or mentions', () => {
    const cell = forMarkdown(`${hostile} @someone www.evil.example`);
    expect(cell).not.toMatch(/(?<!\\)[|`*_[\]]|:\/\/|<|@|www\./);
  });

  test('Markdown mentions nobody', () => {
    const shown = proseIn(forMarkdown('see @someone and 100% of 3!'));
    expect(shown).not.toContain('@someone');
    expect(shown.replaceAll('\u200b', '')).toContain('see @someone and 100% of 3!');
  });

  test('commands of a CI carry text only', () => {
    expect(forCommand('a%0A\nb')).toBe('a%250A ⏎ b');
    expect(forCommandProperty('a:b,c')).toBe('a%3Ab%2Cc');
  });
});

test('no line is wider than a screen of 40 columns, a long path neither', () => {
  const path = 'GET /v2/ramp/{subaccountId}/banking/offramp/{offrampId}';
  const lines = wrapped(`    Endpoint 9 Get offramp: ${path}`, 40);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(lines.join('').replaceAll(' ', '')).toContain(path.replace(' ', ''));
});
