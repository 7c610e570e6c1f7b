import { expect, test } from 'vitest';
import { appIn, dataIn } from './pack.test.support.ts';
import { packReport } from './pack.ts';

const filesOf = (front: string, more: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries({ 'index.html': front, ...more }).map(
      ([name, text]) => [name, Buffer.from(text)] as const,
    ),
  );

const front =
  '<html><body><script defer src="app-1.js"></script><script async src="https://elsewhere.example/a.js"></script></body></html>';

test('code and data are in the page as they were, what stands twice once, and can be searched', async () => {
  const data = {
    'data/a.json': '{"name":"José 漢"}',
    'widgets/b.json': '[1]',
    'data/c.json': '{"name":"José 漢"}',
    'widgets/d.json': '[1]',
  };
  const app = 'const end = "</script>é";';
  const packed = await packReport(filesOf(front, { 'app-1.js': app, 'app-1.js.LICENSE.txt': 'x', ...data }));
  expect(dataIn(packed.page)).toEqual(data);
  expect(appIn(packed.page)).toBe(app);
  expect(packed.data).toBe('{"name":"José 漢"}\n[1]');
  expect(packed.page).toMatch(
    /^<html><body><script type="application\/gzip"[\s\S]*<\/script>\n<\/body><\/html>$/,
  );
  expect(packed.page).not.toContain('elsewhere.example');
});

const data = { 'data/a.json': '{}' };

test.each<[string, ReturnType<typeof filesOf>]>([
  ['without a front', new Map()],
  ['without code', filesOf(front, data)],
  ['of two programs', filesOf(front + front, { 'app-1.js': '', ...data })],
  ['without data', filesOf(front, { 'app-1.js': '' })],
  ['that does not end', filesOf(front.replace('</body>', ''), { 'app-1.js': '', ...data })],
])('a page %s is refused', async (_, files) => {
  await expect(packReport(files)).rejects.toThrow(/unknown layout/);
});
