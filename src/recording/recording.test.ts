import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { balances, browserEntry, key, origin, pathPrefix, subaccount } from './browser.test.support.ts';
import { type Entry, harOf } from './recorder.test.support.ts';
import { readRecording } from './recording.ts';

const read = (entries: readonly Entry[], asked?: string) =>
  readRecording([{ name: 'traffic.har', text: harOf(entries) }], asked);

const served = () => browserEntry({ answer: balances });
const unshown = 'refused to a key that is not shown';

test('more keys than any client has are refused, because each is looked for in every output', () => {
  const entries = Array.from({ length: 51 }, (_, at) =>
    browserEntry({ headers: { 'x-api-key': `key-of-client-${at}-4711` }, answer: balances }),
  );
  expect(() => read(entries)).toThrow('traffic.har shows more than 50 keys and tokens; record the calls of one client');
  expect(read(entries.slice(1)).secrets).toHaveLength(50);
});

describe('a member that stands twice', () => {
  const text = harOf([served(), served()]);

  test.each([
    ['in an entry', text.replace('"status":200', '"status":500,"status":200')],
    ['written otherwise', text.replace('"status":200', '"status":500,"st\\u0061tus":200')],
    ['far below', text.replace('"name":"x-api-key"', '"name":"x-other","name":"x-api-key"')],
  ])('%s leaves this one out', (_, odd) => {
    const { exchanges, counts } = readRecording([{ name: 'traffic.har', text: odd }]);
    expect([exchanges.length, counts.leftOut]).toEqual([1, { 'with a member that stands twice': 1 }]);
  });

  test('around the entries is refused', () => {
    const odd = text.replace('"entries":', '"entries":[],"entries":');
    expect(() => readRecording([{ name: 'traffic.har', text: odd }])).toThrow('has the same member twice');
  });
});

describe('what is read of an entry', () => {
  test('operation, base URL, key and body, beside all else that the browser writes', () => {
    const { baseUrl, exchanges, secrets, counts } = read([served()]);
    expect(baseUrl).toBe(`${origin}${pathPrefix}`);
    expect(secrets).toEqual([key]);
    expect(counts).toEqual({ files: 1, entries: 1, unmatched: 0, ofBrowser: 0, leftOut: {} });
    const [exchange] = exchanges;
    expect(exchange).toMatchObject({
      operation: 'balances.read',
      path: '/v1/ramp/banking/balances',
      credential: { in: 'header', value: key },
      status: 200,
      elapsedMs: 42,
    });
    expect(JSON.parse(exchange?.bytes.toString() ?? '')).toEqual(balances);
    expect(Object.keys(exchange?.headers ?? {})).not.toContain(':authority');
    const names = exchange?.answerHeaders.map(([name]) => name);
    expect(names).not.toContain('content-encoding');
    expect(names?.filter((name) => name === 'set-cookie')).toHaveLength(2);
  });

  test('parameters of the path, the page and the limit, and no other name of a query', () => {
    const path = `/v2/ramp/${subaccount}/banking/offramp/?page=2&limit=5&kanarie@mail.example=1`;
    const [exchange] = read([browserEntry({ path, answer: {} })]).exchanges;
    expect(exchange?.operation).toBe('offramp.list');
    expect(exchange?.input).toEqual({ subaccountId: subaccount, query: { page: '2', limit: '5' } });
  });

  test('a key in the query', () => {
    const [exchange] = read([
      browserEntry({ path: `/v1/ramp/banking/balances?x-api-key=${key}`, headers: {}, answer: {} }),
    ]).exchanges;
    const places = [{ in: 'query', name: 'x-api-key' }];
    expect(exchange?.credential).toEqual({ in: 'other places', places, value: key });
  });

  test('a body in base 64, decoded or still in its coding', () => {
    const plain = Buffer.from(JSON.stringify(balances));
    for (const bytes of [plain, gzipSync(plain)]) {
      const content = { size: bytes.length, text: bytes.toString('base64'), encoding: 'base64' };
      const entry = browserEntry({ content, answerHeaders: { 'content-encoding': 'gzip' } });
      const [exchange] = read([entry]).exchanges;
      expect(exchange?.bytes.equals(bytes)).toBe(true);
      const isCoded = exchange?.answerHeaders.some(([name]) => name === 'content-encoding');
      expect(isCoded).toBe(bytes !== plain);
    }
  });

  test.each([
    [
      'no request body',
      { method: 'POST', path: `/v1/ramp/${subaccount}/banking/offramp/initiate`, status: 400, answer: {} },
    ],
    ['a success without a body', { status: 204, answerHeaders: { 'content-length': '0' } }],
  ])('%s is read as it is', (_name, asked) => {
    expect(read([browserEntry(asked)]).exchanges).toHaveLength(1);
  });

  test.each([
    ['blocked by the browser', { status: 0 }, 'without an answer'],
    ['left out, as tools for requests do', { further: { response: null } }, 'without an answer'],
    ['not modified', { status: 304 }, 'out of a cache'],
    ['out of the cache', { answer: balances, further: { _fromCache: 'disk' } }, 'out of a cache'],
    ['out of the cache of Safari', { answer: balances, further: { _fetchType: 'Memory Cache' } }, 'out of a cache'],
    ['made by a worker', { answer: balances, further: { _fetchedViaServiceWorker: true } }, 'out of a cache'],
    ['of no time', { answer: balances, further: { startedDateTime: 'yesterday' } }, 'without its time'],
    [
      'of the year 9999',
      { answer: balances, further: { startedDateTime: '9999-12-31T23:59:59Z' } },
      'without its time',
    ],
    ['without its body', { content: { size: 120 } }, 'without its body'],
    ['never read to its body', { content: { size: 0 } }, 'without its body'],
    ['emptied by the recorder', { content: { size: 120, text: '' } }, 'without its body'],
    [
      'emptied though it had a length',
      { content: { size: 0, text: '' }, answerHeaders: { 'content-length': '272' } },
      'without its body',
    ],
    [
      'cut and counted as what was kept',
      {
        content: { size: 16, text: '{"id":"4711","bal' },
        answerHeaders: { 'content-length': '120', 'content-encoding': 'identity' },
      },
      'with a part of its body',
    ],
    ['cut by the recorder', { content: { size: 120, text: '{"id":"4711","bal' } }, 'with a part of its body'],
    ['in a file elsewhere', { content: { size: 9, _file: 'gone.json' } }, 'with its body in a file that is not there'],
  ])('an answer that is %s is counted and not judged', (_name, asked, reason) => {
    const { exchanges, counts } = read([served(), browserEntry(asked)]);
    expect(exchanges).toHaveLength(1);
    expect(counts).toMatchObject({ entries: 2, unmatched: 0, leftOut: { [reason]: 1 } });
  });

  test.each([
    ['the size on the wire', { size: 400 }, { 'content-encoding': 'gzip' }],
    ['the size of a compressed body', { size: 400, compression: 128 }, { 'content-encoding': 'identity' }],
    ['the label of another form', { size: 9, encoding: 'base64' }, {}],
    ['a length in the header alone', { size: 0 }, { 'content-length': '999' }],
  ])('%s leaves the body as it is', (_name, named, answerHeaders) => {
    const content = { text: JSON.stringify(balances), ...named };
    const [exchange] = read([browserEntry({ content, answerHeaders })]).exchanges;
    expect(JSON.parse(exchange?.bytes.toString() ?? '')).toEqual(balances);
  });

  test('offsets without minutes or a colon, and headers that are no texts', () => {
    const odd = { name: 'x-odd', value: null } as unknown as { name: string; value: string };
    const startedAt = (startedDateTime: string) => {
      const { request, ...entry } = browserEntry({ answer: balances, further: { startedDateTime } });
      const [exchange] = read([{ ...entry, request: { ...request, headers: [...request.headers, odd] } }]).exchanges;
      expect(exchange?.headers['x-odd']).toBe('');
      return exchange?.startedAt.toISOString();
    };
    expect(startedAt('2026-01-01T14:00:00+02')).toBe('2026-01-01T12:00:00.000Z');
    expect(startedAt('2026-01-01T14:00:00.5+0200')).toBe('2026-01-01T12:00:00.500Z');
    expect(startedAt('2026-01-01T14:00:00-02:00')).toBe('2026-01-01T16:00:00.000Z');
  });

  test.each([
    ['of its own', { mimeType: 'text/plain' }, [], 'text/plain'],
    ['that is none, and no header', { mimeType: 'x-unknown' }, [], 'application/json'],
    ['of none, and other headers', {}, [{ name: 'Date', value: 'Thu, 01 Jan 2026 12:00:00 GMT' }], undefined],
    [
      'beside that of its headers',
      { mimeType: 'text/plain' },
      [{ name: 'Content-Type', value: 'text/html' }],
      'text/html',
    ],
  ])('a body with a type %s', (_name, content, headers, type) => {
    const entry = served();
    const response = { ...entry.response, headers, content: { size: 2, text: '{}', ...content } };
    const [exchange] = read([{ ...entry, response }]).exchanges;
    const types = exchange?.answerHeaders.filter(([name]) => name.toLowerCase() === 'content-type');
    expect(types?.map(([, value]) => value)).toEqual(type === undefined ? [] : [type]);
  });

  test('a key is missing only where the recording shows keys, and all that left', () => {
    const shown = served();
    const bare = browserEntry({ headers: {}, status: 401, answer: {} });
    expect(read([shown, bare]).exchanges[1]?.credential).toEqual({ in: 'none' });
    const keyless = browserEntry({ headers: {}, answer: balances });
    expect(read([keyless]).exchanges[0]?.credential).toEqual({ in: 'header', value: '' });
    const headers = [{ name: 'accept', value: 'application/json' }];
    const provisional = { ...bare, request: { ...bare.request, headers } };
    expect(read([shown, provisional])).toMatchObject({ exchanges: [{}], counts: { leftOut: { [unshown]: 1 } } });
  });

  const refused = { status: 401, answer: {} };
  const lacking = (value?: string) => (value === undefined ? {} : { 'x-api-key': value });

  test.each([
    ['left out of all', [browserEntry({ headers: {}, answer: balances })], undefined],
    ['left out of some', [served(), browserEntry({ headers: {}, answer: balances })], undefined],
    ['emptied', [browserEntry({ headers: lacking(''), answer: balances })], ''],
    ['masked', [served()], '[REDACTED]'],
    ['masked by stars', [served()], '********'],
    ['masked by a word of its own', [served()], '<api key removed>'],
    ['one word for all', [served()], key],
  ])('keys that are %s make a 401 that of nobody', (_name, others, value) => {
    const { exchanges, counts } = read([...others, browserEntry({ ...refused, headers: lacking(value) })]);
    expect(exchanges).toHaveLength(others.length);
    expect(exchanges.map(({ credential }) => credential.in)).not.toContain('none');
    expect(counts.leftOut).toEqual({ [unshown]: 1 });
  });

  test('a key beside another is seen to be refused', () => {
    const other = browserEntry({ ...refused, headers: lacking('another-key-0123456789') });
    expect(read([other, served()])).toMatchObject({ exchanges: [{ status: 401 }, { status: 200 }] });
  });

  test.each([
    ['a known mark', { ...balances, note: '[MASKED]' }],
    ['blocks', { ...balances, note: '\u2588\u2588\u2588' }],
    ['one text at many members', { id: 'n/a', type: 'n/a', status: 'n/a', createdAt: 'n/a', capabilities: {} }],
  ])('values that are replaced by %s are not judged', (_name, answer) => {
    const path = `/v1/ramp/subaccount/${subaccount}`;
    const { counts } = read([served(), browserEntry({ path, answer })]);
    expect(counts.leftOut).toEqual({ 'with masked values': 1 });
  });
});

describe('which service is judged', () => {
  const elsewhere = () => browserEntry({ url: 'https://fonts.example/v1/font.woff2', answer: {} });
  const preflight = () => browserEntry({ method: 'OPTIONS', status: 204 });
  const other = () => browserEntry({ url: 'https://live.vendor.example/v1/ramp/banking/balances', answer: {} });

  test('requests of no endpoint are counted', () => {
    const odd = browserEntry({ path: '/v1/ramp/rates', answer: {} });
    const { exchanges, counts } = read([elsewhere(), preflight(), odd, served()]);
    expect(exchanges).toHaveLength(1);
    const leftOut = { 'under a path that the document does not have': 1 };
    expect(counts).toEqual({ files: 1, entries: 4, unmatched: 2, ofBrowser: 0, leftOut });
  });

  const [secure, insecure] = [served().request.url, served().request.url.replace('https:', 'http:')];
  const location = (value: string) => ({ name: 'Location', value });
  const reason = { name: 'Non-Authoritative-Reason', value: 'HSTS' };
  const internal = { statusText: 'Internal Redirect' };

  test.each<[string, url: string, response: object, ofBrowser: number]>([
    ['as Chrome writes it', insecure, { ...internal, headers: [location(secure), reason] }, 1],
    ['with its reason alone', insecure, { headers: [location(secure), reason] }, 1],
    ['without its headers', insecure, { ...internal, headers: [] }, 1],
    ['to another place', insecure, { headers: [location('https://evil.example/'), reason] }, 0],
    ['over https', secure, { headers: [location(secure), reason] }, 0],
    ['with another status', insecure, { status: 200, headers: [location(secure), reason] }, 0],
    ['without its mark', insecure, { headers: [location(secure)] }, 0],
  ])(
    'a redirect that the browser itself made is no request, and no service feigns it: %s',
    (_, url, change, ofBrowser) => {
      const entry = browserEntry({ url, status: 307, content: { size: 0 } });
      const redirect = { ...entry, response: { ...entry.response, ...change } };
      expect(read([redirect, served()], `${origin}${pathPrefix}`).counts.ofBrowser).toBe(ofBrowser);
      if (ofBrowser === 1)
        expect(read([redirect, served()])).toMatchObject({ exchanges: [{}], counts: { unmatched: 0 } });
    },
  );

  test('of two services one has to be named', () => {
    expect(() => read([served(), other()])).toThrow(
      'traffic.har has calls to 2 services: https://sandbox.vendor.example/ramp-api, https://live.vendor.example; name one with --base-url',
    );
    const { exchanges, counts } = read([served(), other()], `${origin}${pathPrefix}/`);
    expect(exchanges).toHaveLength(1);
    expect(counts.unmatched).toBe(1);
    expect(() => read([served()], 'https://nobody.example')).toThrow('under --base-url');
  });

  test('a name and a password before the host are left out', () => {
    const url = 'https://kanarie:secret@live.vendor.example/v1/ramp/banking/balances';
    expect(read([browserEntry({ url, answer: {} })]).baseUrl).toBe('https://live.vendor.example');
  });

  test('a host in capitals and a port that goes without saying are the same service', () => {
    const urls = ['https://Live.vendor.example', 'https://live.vendor.example:443'];
    const entries = urls.map((url) => browserEntry({ url: `${url}/v1/ramp/banking/balances`, answer: {} }));
    expect(read(entries).baseUrl).toBe('https://live.vendor.example');
    expect(read(entries, 'https://live.vendor.example:443/').exchanges).toHaveLength(2);
  });

  test('the listing without its slash is another path, unless it is served', () => {
    const path = `/v2/ramp/${subaccount}/banking/offramp`;
    const moved = browserEntry({ path, status: 308, content: { size: 0 } });
    expect(read([served(), moved]).exchanges).toHaveLength(1);
    const absent = browserEntry({ path, status: 404, answer: { message: 'Cannot GET this' } });
    expect(read([served(), absent])).toMatchObject({ exchanges: { length: 1 }, counts: { unmatched: 1 } });
    expect(read([served(), browserEntry({ path, answer: {} })]).exchanges).toHaveLength(2);
  });

  test('exchanges of several files are one recording, in the order of time', () => {
    const [first, second] = [served(), served()];
    const files = [second, first].map((entry, index) => ({ name: `${index}.har`, text: harOf([entry]) }));
    const { exchanges, counts } = readRecording(files);
    expect(counts.files).toBe(2);
    expect(exchanges.map(({ startedAt }) => startedAt.toISOString())).toEqual([
      first.startedDateTime,
      second.startedDateTime,
    ]);
  });
});

test.each([
  ['kanarie', 'traffic.har is not valid JSON; save the recording as HAR 1.2'],
  ['{"kanarie":1}', 'traffic.har is no HAR: it has no log.entries; save the recording as HAR 1.2'],
  [harOf([]), 'traffic.har has no request for an endpoint of the document'],
])('what is no recording of the service says what would be right, and repeats nothing', (text, message) => {
  expect(() => readRecording([{ name: 'traffic.har', text }])).toThrow(message);
});

test('an entry that cannot be read spoils no other', () => {
  const entries = [{ kanarie: 1 } as unknown as Entry, served()];
  expect(read(entries)).toMatchObject({ counts: { entries: 2, unmatched: 1, leftOut: {} } });
  const text = `\ufeff${harOf([served()])}`;
  expect(readRecording([{ name: 'traffic.har', text }]).exchanges).toHaveLength(1);
});

test('an odd header, time or status spoils nothing else of its entry', () => {
  const right = served();
  const odd = [null, 7, { name: null, value: 'x' }, { value: 'x' }, { name: 'x', value: {} }];
  const { request, response } = right;
  const entry = {
    ...right,
    startedDateTime: Date.parse(right.startedDateTime),
    time: 'soon',
    request: { ...request, method: request.method.toLowerCase(), headers: [...odd, ...request.headers] },
    response: { ...response, status: String(response.status), headers: [...odd, ...response.headers] },
  };
  const changed = read([entry as unknown as Entry]).exchanges;
  const [plain] = read([right]).exchanges;
  expect(changed).toEqual([{ ...plain, elapsedMs: 0 }]);
});

describe('what a recording may hold', () => {
  const recorded = (url: string) => browserEntry({ url: `${url}/v1/ramp/banking/balances`, answer: {} });

  test('names and tokens before the version are not shown, and stand for what a person has typed', () => {
    const url = 'https://vendor.example/joao.silva/tok_8Tg4Rf6YhKanarie/ramp-api/Sandbox';
    expect(read([recorded(url)]).shownUrl).toBe('https://vendor.example/*/*/ramp-api/Sandbox');
    expect(read([recorded(url)], url).shownUrl).toBe(url);
    const others = [recorded(url), recorded(`${url}/more`)];
    expect(() => read(others)).toThrow('vendor.example/*/*/ramp-api/Sandbox,');
  });

  test('a URL of many versions is none of the service', () => {
    const many = recorded(`https://vendor.example${'/v1'.repeat(100_000)}`);
    expect(read([served(), many, many, many]).counts.unmatched).toBe(3);
  });

  test.each([
    ['entries of nothing', `{"log":{"entries":[${'{},'.repeat(4_000_000)}{}]}}`, '4000000 members and items'],
    ['more entries', `{"log":{"entries":[${'{},'.repeat(50_000)}{}]}}`, '50000 entries'],
    ['levels', `{"log":${'['.repeat(100)}${']'.repeat(100)}}`, 'deeper than 64 levels'],
  ])('%s are refused', (_, text, why) => {
    expect(() => readRecording([{ name: 'traffic.har', text }])).toThrow(why);
  });

  test('a body that was sent and goes too deep is read as a text alone', () => {
    const path = `/v1/ramp/${subaccount}/banking/deposits/simulate`;
    const order = (text: string): Entry => {
      const entry = browserEntry({ method: 'POST', path, status: 204 });
      return { ...entry, request: { ...entry.request, postData: { mimeType: 'application/json', text } } };
    };
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    const { exchanges } = read([order(deep), order('{"amount":1}')]);
    expect(exchanges.map(({ input }) => input.body)).toEqual([undefined, { amount: 1 }]);
  });
});
