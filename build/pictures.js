// Renews the pictures of the README: what a terminal of 60 columns shows of a green and a red run, and the first sheet of a certificate.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'ramp-pictures-'));
const main = join(root, 'dist/bundle/main.js');

/** So many are read on a phone. */
const columns = 60;

const opening = '\u001b';
const erased = `${opening}[2K`;
const style = new RegExp(`(${opening}\\[\\d+m)`, 'g');

/** What the command shows on a terminal: `script` is that of util-linux. */
function shownBy(name, env) {
  const command = `stty cols ${columns}; exec ${process.execPath} ${main} run --reports ${join(folder, name)}`;
  const { stdout } = spawnSync('/usr/bin/script', ['-qec', command, '/dev/null'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TERM: 'xterm', ...env },
    cwd: folder,
  });
  // Behind the last line of progress, which is drawn over.
  const shown = stdout.slice(stdout.lastIndexOf(erased) + erased.length);
  return shown.replaceAll('\r', '').trimEnd().split('\n');
}

/** Counts of requests change with each probe, and the folder with each run. */
function lasting(lines) {
  const plain = lines.map((line) => line.replaceAll(style, ''));
  const from = plain.findIndex((line) => /^ {2}\d+ requests?\b/.test(line));
  const until = plain.findIndex((line, at) => at > from && /^ {2}Next: |^$/.test(line));
  return lines.filter((_, at) => (at < from || at >= until) && !/^ {2}reports: /.test(plain[at]));
}

const [size, width, height] = [13, 7.85, 18];

const colours = { 31: '#ff7b72', 32: '#3fb950', 33: '#e3b341', 35: '#d2a8ff', 36: '#56d4dd' };

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The colours of a line as a terminal takes them. */
function spans(line) {
  let [fill, weight] = ['#e6edf3', 400];
  return line
    .split(style)
    .map((part) => {
      const code = part.startsWith(opening) ? part.slice(2, -1) : undefined;
      if (code === undefined)
        return part === '' ? '' : `<tspan fill="${fill}" font-weight="${weight}">${escaped(part)}</tspan>`;
      if (code === '1') weight = 700;
      else if (code === '2') fill = '#8b949e';
      else if (code === '22') [fill, weight] = ['#e6edf3', 400];
      else fill = colours[code] ?? '#e6edf3';
      return '';
    })
    .join('');
}

function screen(command, lines) {
  const all = [`\u001b[2m$ ${command}\u001b[22m`, '', ...lines];
  const texts = all.map(
    (line, at) => `<text xml:space="preserve" x="14" y="${28 + at * height}">${spans(line)}</text>`,
  );
  const [w, h] = [Math.ceil(columns * width) + 28, all.length * height + 28];
  const title = lines[0].replaceAll(style, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${size}">
<title>${escaped(title)}</title>
<rect width="${w}" height="${h}" rx="8" fill="#0d1117"/>
${texts.join('\n')}
</svg>
`;
}

/** The first sheet with the style of its page, as a picture that needs no browser to be made. */
function sheet(page) {
  const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  const [, head = ''] = /(<header>[\s\S]*?<\/header>)/.exec(page) ?? [];
  const [, first = ''] = /(<section class="first"[\s\S]*?<\/section>)/.exec(page) ?? [];
  const [w, h] = [800, 1240];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">
<title>The first sheet of a certificate</title>
<style>${escaped(css)}</style>
<foreignObject width="${w}" height="${h}"><body xmlns="http://www.w3.org/1999/xhtml">
${head}
<main>${first.replaceAll('<br>', '<br/>')}</main>
</body></foreignObject>
</svg>
`;
}

/** The vendor has another port each time, and a run its day and number. */
const undated = (picture) =>
  picture.replaceAll(/(?<=127\.0\.0\.1:)\d+|(?<=first seen\s+)[\d-]+|\d+ \w{3} \d{4}(?:, [\d:]+ UTC)?|RC-[\w-]+/g, '');

function put(name, picture) {
  const file = join(root, 'docs', `${name}.svg`);
  if (!existsSync(file) || undated(picture) !== undated(readFileSync(file, 'utf8'))) writeFileSync(file, picture);
}

/** The sample vendor, with its defects or without. */
async function vendorWith(defects) {
  const vendor = spawn(process.execPath, [join(root, 'examples/vendor/service.mjs')], {
    env: { VENDOR_DEFECTS: defects },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const settings = {};
  for await (const line of createInterface(vendor.stdout)) {
    const [name, value] = line.split('=', 2);
    settings[name] = value;
    if (name === 'RAMP_TAXONOMY_CURRENCIES') break;
  }
  return { vendor, settings };
}

const green = shownBy('conforms', {});
if (!green.some((line) => line.includes('✓ Conforms: ')))
  throw new Error('the run on the sandbox does not conform: fix that first');
put('conforms', screen('npm start', lasting(green)));

const wrong = await vendorWith('on');
put('deviates', screen('ramp-conformance run --settings .env.vendor', lasting(shownBy('deviates', wrong.settings))));
wrong.vendor.kill();

const right = await vendorWith('off');
writeFileSync(
  join(folder, 'ramp-conformance.json'),
  JSON.stringify({
    release: '2.15',
    report: { vendor: 'Example Payments', product: 'Ramp API', organisation: 'Example Bank', tester: 'Ann Example' },
  }),
);
shownBy('certificate', right.settings);
put('certificate', sheet(readFileSync(join(folder, 'certificate/compliance.html'), 'utf8')));
right.vendor.kill();
