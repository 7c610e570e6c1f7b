import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const pressed = promisify(gzip);

export type ReportFiles = ReadonlyMap<string, Buffer>;

const unknownLayout = (why: string): Error =>
  new Error(`Allure generated a page of an unknown layout: ${why}`);

/** The page's own code, which is the one file that it loads, and where the element that loads it begins. */
const appOf = (files: ReportFiles, html: string) => {
  const [app, another] = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].flatMap(
    ({ 1: name = '', index }) => {
      const code = files.get(name);
      return code === undefined ? [] : [{ code, begin: index }];
    },
  );
  if (app !== undefined && another === undefined) return app;
  throw unknownLayout('its code was not found');
};

/** A name and a text, or the place of the entry that has the same text: Allure holds much of it twice or more. */
type Entry = readonly [name: string, text: string | number];

const entriesOf = (files: ReportFiles): readonly Entry[] => {
  const firsts = new Map<string, number>();
  return [...files]
    .filter(([name]) => /^(?:data|widgets)\//.test(name))
    .map(([name, content], at): Entry => {
      // One character a byte: the page encodes them again.
      const text = content.toString('latin1');
      const first = firsts.get(text);
      if (first === undefined) firsts.set(text, at);
      return [name, first ?? text];
    });
};

/**
 * Read by the browser alone: what Allure's page waits for is put where it looks for it, and then the page is started. What has
 * been unpacked is taken away, because a page with seven megabytes of text in it takes half as long again to open.
 */
const unpack = `
  const unpacked = (id) => {
    const block = document.getElementById(id);
    const bytes = Uint8Array.from(atob(block.textContent), (each) => each.charCodeAt(0));
    block.remove();
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  };
  (async () => {
    const entries = JSON.parse(await unpacked('report-data'));
    const data = {};
    for (const [name, text] of entries) data[name] = btoa(typeof text === 'number' ? entries[text][1] : text);
    window.allureReportData = data;
    window.allureReportDataReady = true;
    const script = document.createElement('script');
    script.textContent = await unpacked('report-app');
    document.body.append(script);
    script.remove();
  })();
`;

const block = async (id: string, text: string | Buffer): Promise<string> =>
  `<script type="application/gzip" id="${id}">${(await pressed(text)).toString('base64')}</script>`;

/**
 * Allure's report as one page with its code and data compressed: to be sent by mail and kept for years. What stands after
 * the code is left out with it: the script that it would load from elsewhere for its analytics.
 */
export const packReport = async (
  files: ReportFiles,
): Promise<{ readonly page: string; readonly data: string }> => {
  const html = files.get('index.html')?.toString('utf8') ?? '';
  const { code, begin } = appOf(files, html);
  const entries = entriesOf(files);
  const end = html.lastIndexOf('</body>');
  if (entries.length === 0 || end < begin) throw unknownLayout('its data were not found');
  const blocks = await Promise.all([
    block('report-data', JSON.stringify(entries)),
    block('report-app', code),
  ]);
  return {
    page: `${html.slice(0, begin)}${blocks.join('\n')}<script>${unpack}</script>\n${html.slice(end)}`,
    data: entries
      .flatMap(([, text]) => (typeof text === 'string' ? [Buffer.from(text, 'latin1').toString()] : []))
      .join('\n'),
  };
};

const analyticsHost = 'googletagmanager';

/** Its code and data are part of the file; nothing is sent or fetched. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' data:",
  "style-src 'unsafe-inline' data:",
  'img-src data: blob:',
  'font-src data:',
  'connect-src data:',
  'frame-src blob:',
  "form-action 'none'",
].join('; ');

const policyTag = `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">`;

/** Forbids a packed page all traffic; throws where it would still load the analytics, or has no place for the policy. */
export const hardenReport = (page: string): string => {
  const hardened = page.replace(/<head>/, `<head>${policyTag}`);
  if (hardened.includes(analyticsHost) || hardened === page)
    throw unknownLayout('its analytics tag could not be removed safely');
  return hardened;
};
