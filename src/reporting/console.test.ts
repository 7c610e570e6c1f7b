import { expect, test } from 'vitest';
import { closingText } from './console.ts';
import { ids, mixedVerdict, reportsWith, untestedBy, verdictOn } from './example.test.support.ts';
import { wrapped } from './text.ts';

test('a line is wrapped at its words, further lines a little deeper, and nothing is cut', () => {
  const text = '    WRONG_PLACES $.amount: expected decimal string with 8 places, actual decimal(2)';
  expect(wrapped(text, 40)).toEqual([
    '    WRONG_PLACES $.amount: expected',
    '      decimal string with 8 places,',
    '      actual decimal(2)',
  ]);
  expect(wrapped(text, 200)).toEqual([text]);
  expect(wrapped(`  ${'x'.repeat(90)} end`, 40)).toEqual([`  ${'x'.repeat(90)}`, '    end']);
  expect(wrapped(`    GET ${'x'.repeat(38)}`, 40)).toEqual(['    GET', `  ${'x'.repeat(38)}`]);
  expect(wrapped('', 40)).toEqual(['']);
});

test('an interrupted run blames nobody, advises nothing, and says the exit code of its process', () => {
  const kept = reportsWith({ [ids.stated]: { reasons: untestedBy('service', 'the order was refused').reasons } });
  const shown = { colour: false, width: 120, verbose: false };
  const whole = closingText({ ...shown, verdict: verdictOn(kept) });
  expect(whole).toMatch(/the service blocked 1 promise[\s\S]*leaveOut[\s\S]*exit code 3/);
  const text = closingText({ ...shown, verdict: verdictOn(kept, { interrupted: true }), code: 130 });
  expect(text).toContain('exit code 130');
  expect(text).not.toMatch(/blocked,|leaveOut|exit code 3/);
});

test.each([40, 60, 80, 120])(
  'at %i columns no line is longer, and the verdict stands first and last, with a sign where one watches',
  (width) => {
    const verdict = mixedVerdict();
    const text = closingText({ verdict, colour: false, signs: true, width, verbose: false, directory: 'reports' });
    const lines = text.trimEnd().split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(width, longestWord(line)));
    expect(lines[0]).toMatch(/^✗ Does not conform: /);
    expect(lines.findLast((line) => !line.startsWith('  '))).toMatch(/^✗ Does not conform: /);
    expect(text.replace(/\s+/g, ' ')).toContain('NO_TEST_RAN: no test of it ran');
  },
);

/** A name is not broken. */
const longestWord = (line: string): number =>
  line.search(/\S/) + Math.max(...line.split(/\s+/).map(({ length }) => length));
