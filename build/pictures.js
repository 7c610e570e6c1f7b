// Renews the pictures of the README from two runs: the embedded sandbox, and the sample vendor with its defects.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'ramp-pictures-'));

/** The end of what a run says, from the table to the counts of requests, which change with each probe. */
function runOf(name, env) {
  const main = join(root, 'dist/bundle/main.js');
  const args = ['run', '--reports', join(reports, name)];
  const { stdout } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env, cwd: reports });
  const lines = stdout.slice(stdout.indexOf('\nendpoint ') + 1).split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => / requests, /.test(line)),
  );
}

const [width, size, height] = [108, 7.25, 17];

const colours = [
  [/^\$/, '#8b949e'],
  [/^Conforms/, '#3fb950'],
  [/^(?:Does not|✗)/, '#ff7b72'],
  [/^(?:endpoint|all|untested| {4})/, '#8b949e'],
];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function draw(lines) {
  const texts = lines.map((line, at) => {
    const colour = colours.find(([pattern]) => pattern.test(line))?.[1] ?? '#e6edf3';
    const shown = line.length > width ? `${line.slice(0, width - 1)}…` : line;
    return `<text xml:space="preserve" x="14" y="${26 + at * height}" fill="${colour}">${escaped(shown)}</text>`;
  });
  const [w, h] = [Math.ceil(width * size) + 28, lines.length * height + 26];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="12">
<title>${escaped(lines.find((line) => /^(?:Conforms|Does not conform)/.test(line)) ?? '')}</title>
<rect width="${w}" height="${h}" rx="8" fill="#0d1117"/>
${texts.join('\n')}
</svg>
`;
}

/** The vendor has another port each time, and its defects are first seen on the day of the run. */
const lasting = (picture) => picture.replaceAll(/(?<=127\.0\.0\.1:)\d+|(?<=first seen )[\d-]+/g, '');

function put(name, lines) {
  const file = join(root, 'docs', `${name}.svg`);
  const picture = draw(lines);
  if (lasting(picture) !== lasting(readFileSync(file, 'utf8'))) writeFileSync(file, picture);
}

const green = runOf('conforms', {});
if (!green.some((line) => line.startsWith('Conforms: ')))
  throw new Error('the run on the sandbox does not conform: fix that first');
put('conforms', ['$ npm start', ...green]);

const vendor = spawn(process.execPath, [join(root, 'examples/vendor/service.mjs')], {
  env: {},
  stdio: ['ignore', 'pipe', 'inherit'],
});
const settings = {};
for await (const line of createInterface(vendor.stdout)) {
  const [name, value] = line.split('=', 2);
  settings[name] = value;
  if (name === 'RAMP_TAXONOMY_CURRENCIES') break;
}
put('deviates', ['$ npx ramp-conformance run --settings .env.vendor', ...runOf('deviates', settings)]);
vendor.kill();
