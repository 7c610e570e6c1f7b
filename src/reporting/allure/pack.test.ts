import { expect, test } from 'vitest';
import { appIn, dataIn } from './pack.test.support.ts';
import { packReport } from './pack.ts';

const encoded = (text: string) => Buffer.from(text).toString('base64');

const pageOf = (app: string, data: Readonly<Record<string, string>>) =>
  `<html><body><script src="data:text/javascript;base64,${encoded(app)}"></script><script>Promise.allSettled([${Object.entries(
    data,
  )
    .map(([name, text]) => `d("${name}","${encoded(text)}")`)
    .join()}])</script></body></html>`;

test('code and data are in the page as they were, what stands twice once, and can be searched', async () => {
  const data = { a: '{"name":"José 漢"}', b: '[1]', c: '{"name":"José 漢"}', d: '[1]' };
  const app = 'const end = "</script>é";';
  const packed = await packReport(pageOf(app, data));
  expect(dataIn(packed.page)).toEqual(data);
  expect(appIn(packed.page)).toBe(app);
  expect(packed.data).toBe('{"name":"José 漢"}\n[1]');
  expect(packed.page).toMatch(
    /^<html><body><script type="application\/gzip"[\s\S]*<\/script>\n<\/body><\/html>$/,
  );
});

test.each(['<html></html>', pageOf('', {}), 'Promise.allSettled([d("a","b")])'])(
  'a page that is made otherwise is refused: %s',
  async (page) => {
    await expect(packReport(page)).rejects.toThrow(/unknown layout/);
  },
);
