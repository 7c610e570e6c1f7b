import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeAllureResults, writeReports } from '#reporting';
import { shownIn } from '../../reporting/allure/page.test.support.ts';
import { renderCompliance } from '../../reporting/compliance/compliance.ts';
import { exchange, finding, ids, reportsWith, untestedBy, verdictOn } from '../../reporting/example.test.support.ts';
import { noBrowser, openInBrowser } from '../../testing/browser.test.support.ts';

const directory = mkdtempSync(join(tmpdir(), 'ramp-conformance-pages-'));
const page = (name: string): string => pathToFileURL(join(directory, name)).href;

/** Would be run, loaded or sent, were any of it taken for more than text. */
const trap =
  '<script>document.title="caught";fetch("http://evil.example/a")</script>' +
  '<img src="http://evil.example/b" onerror="fetch(\'http://evil.example/c\')">' +
  '![x](http://evil.example/d) [y](javascript:fetch("http://evil.example/e")) <svg onload="fetch(\'http://evil.example/f\')">';

const reports = reportsWith({
  [ids.stated]: {
    findings: [finding({ where: `$.${trap}`, expected: trap, observed: trap, case: trap })],
    exchanges: [exchange({ reply: { status: 200, headers: { 'x-y': trap }, body: trap }, failure: trap })],
  },
  [ids.implied]: untestedBy('user', trap),
  [ids.silent]: { observations: [{ operation: 'onramp.initiate', situation: trap, fact: trap }] },
});

beforeAll(async () => {
  const verdict = verdictOn(reports);
  writeAllureResults({ resultsDir: join(directory, 'allure-results'), verdict, reports });
  const { leaked } = await writeReports({ verdict, reports, directory, secrets: [] });
  if (leaked) throw new Error('the example must hold no leak');
});

/** The id under which Allure's page shows the result of a requirement. */
const shownAs = (requirement: string): string => {
  const all = shownIn<{ id: string; fullName: string }>(join(directory, 'allure-report/index.html'));
  const found = all.find(({ fullName }) => fullName === requirement);
  if (found) return found.id;
  throw new Error(`Allure's page does not show ${requirement}`);
};

const expectInert = ({ dom, connections }: Awaited<ReturnType<typeof openInBrowser>>): void => {
  expect(connections).toEqual([]);
  expect(dom).not.toMatch(/<title>caught|<(?:img|svg|script)[^>]*(?:evil\.example|onload|onerror)/);
  expect(dom).not.toMatch(/href="\s*javascript:/i);
};

describe.skipIf(noBrowser !== undefined)(`in a browser${noBrowser ? ` (left out: ${noBrowser})` : ''}`, () => {
  test('a page that loads something is noticed', async () => {
    writeFileSync(join(directory, 'loading.html'), `<title>x</title>${trap}`);
    const { connections } = await openInBrowser(page('loading.html'));
    expect(connections.join('\n')).toMatch(/GET \/[abf] HTTP/);
  });

  test('the compliance page stands as it was written, and nothing leaves it', async () => {
    const opened = await openInBrowser(page('compliance.html'));
    expectInert(opened);
    expect(opened.dom).toContain('Files of this run');
    expect(opened.dom).not.toContain('<script');
  });

  test('the compliance page is short, and nothing of it is cut on a narrow screen', async () => {
    const whole = renderCompliance({ verdict: verdictOn(reportsWith()), digests: [] });
    const framed = whole.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const frames = [1280, 390].map(
      (width) => `<iframe style="width:${width}px;height:800px;border:0" srcdoc="${framed}"></iframe>`,
    );
    const measure =
      'onload=()=>{document.title=[...document.querySelectorAll("iframe")].map((each)=>{const{scrollHeight,scrollWidth}=each.contentDocument.documentElement;return scrollWidth+"x"+scrollHeight}).join(" ")}';
    writeFileSync(join(directory, 'measured.html'), `${frames.join('')}<script>${measure}</script>`);
    const { dom } = await openInBrowser(page('measured.html'), ['--hide-scrollbars']);
    const [, wide, tall, narrow, long] = /<title>(\d+)x(\d+) (\d+)x(\d+)/.exec(dom)?.map(Number) ?? [];
    expect([wide, narrow]).toEqual([1280, 390]);
    expect(tall).toBeLessThan(12_000);
    expect(long).toBeLessThan(30_000);
  });

  test('the compliance page is small, and prints on at most eight pages', async () => {
    const whole = renderCompliance({ verdict: verdictOn(reportsWith()), digests: [] });
    expect(Buffer.byteLength(whole)).toBeLessThan(250_000);
    writeFileSync(join(directory, 'printed.html'), whole);
    const file = join(directory, 'printed.pdf');
    await openInBrowser(page('printed.html'), [`--print-to-pdf=${file}`]);
    const pages = readFileSync(file, 'latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(2);
    expect(pages).toBeLessThanOrEqual(8);
  });

  test('Allure opens at its verdict, with the parts of the page, and nothing leaves it', async () => {
    const opened = await openInBrowser(page('allure-report/index.html'));
    expectInert(opened);
    const [, title] = /<title>\s*([^<]*)/.exec(opened.dom) ?? [];
    expect(title).toMatch(/^Does not conform: 1 of \d+ promises broken/);
    // By this name the page hides the ring of Allure.
    expect(opened.dom).toMatch(/<article(?:(?!<\/article>)[\s\S])*aria-label="Success rate:/);
    const parts = ['Broken promises: refusals and errors', 'What was not tested', 'All requirements'];
    const places = parts.map((part) => opened.dom.indexOf(`>${part}<`));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((first, second) => first - second));
  });

  test('Allure shows a hostile finding as text', async () => {
    const opened = await openInBrowser(`${page('allure-report/index.html')}#${shownAs(ids.stated)}`);
    expectInert(opened);
    for (const part of ['WRONG_STATUS', '&lt;img src=', 'Broken promises that the document states'])
      expect(opened.dom).toContain(part);
  });
});
