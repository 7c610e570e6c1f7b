import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const pressed = promisify(gzip);

const app = { before: 'src="data:text/javascript;base64,', after: '"></script>' };
const calls = { before: 'Promise.allSettled([d("', between: '"),d("', after: '")])' };

const between = (text: string, { before, after }: { before: string; after: string }): string => {
  const begin = text.indexOf(before) + before.length;
  const end = text.indexOf(after, begin);
  if (begin >= before.length && end >= 0) return text.slice(begin, end);
  throw new Error('Allure generated a page of an unknown layout: it could not be compressed');
};

/** A name and a text, or the place of the entry that has the same text: Allure holds much of it twice or more. */
type Entry = readonly [name: string, text: string | number];

const entriesOf = (data: string): readonly Entry[] => {
  const firsts = new Map<string, number>();
  return data.split(calls.between).map((call, at): Entry => {
    const [name = '', encoded = ''] = call.split('","');
    const first = firsts.get(encoded);
    if (first !== undefined) return [name, first];
    firsts.set(encoded, at);
    // One character a byte: the page encodes them again.
    return [name, Buffer.from(encoded, 'base64').toString('latin1')];
  });
};

/** Read by the browser alone: what Allure's page waits for is put where it looks for it, and then the page is started. */
const unpack = `
  const unpacked = (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (each) => each.charCodeAt(0));
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
  })();
`;

const block = async (id: string, text: string | Buffer): Promise<string> =>
  `<script type="application/gzip" id="${id}">${(await pressed(text)).toString('base64')}</script>`;

/** Of the last page: the next one of this process has the same, and compressing it again takes 50 ms. */
let lastApp: { readonly code: string; readonly block: Promise<string> } | undefined;

const appBlock = (code: string): Promise<string> => {
  if (lastApp?.code !== code) lastApp = { code, block: block('report-app', Buffer.from(code, 'base64')) };
  return lastApp.block;
};

/**
 * Allure's page with its code and data compressed: a third of its size, to be sent by mail and kept for years. What stands
 * between the two is left out with them: the script that it would load from elsewhere for its analytics.
 */
export const packReport = async (page: string): Promise<{ readonly page: string; readonly data: string }> => {
  const entries = entriesOf(between(page, calls));
  const begin = page.lastIndexOf('<script', page.indexOf(app.before));
  const end = page.indexOf('</body>', page.indexOf(calls.before));
  const blocks = await Promise.all([
    block('report-data', JSON.stringify(entries)),
    appBlock(between(page, app)),
  ]);
  return {
    page: `${page.slice(0, begin)}${blocks.join('\n')}<script>${unpack}</script>\n${page.slice(end)}`,
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
    throw new Error(
      'Allure generated a page of an unknown layout: its analytics tag could not be removed safely',
    );
  return hardened;
};
