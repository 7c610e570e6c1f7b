import { describe, expect, test } from 'vitest';
import { describeAnswer, namedWait, productIn, productOfPage } from './marks.ts';

const date = 'Mon, 23 Nov 2026 12:00:00 GMT';

test.each<[string, number | undefined]>([
  ['0', 0],
  ['7', 7_000],
  ['Mon, 23 Nov 2026 12:00:05 GMT', 5_000],
  ['86400', 86_400_000],
  ['86401', undefined],
  ['9'.repeat(400), undefined],
  ['Tue, 24 Nov 2026 12:00:01 GMT', undefined],
  ['Fri, 31 Dec 9999 23:59:59 GMT', undefined],
  ['Mon, 23 Nov 2026 11:00:00 GMT', undefined],
  ['soon', undefined],
  ['-1', undefined],
])('Retry-After: %s names %s ms', (value, wait) => {
  expect(namedWait({ date, 'retry-after': value })).toBe(wait);
});

describe('an answer in words', () => {
  test.each<[string, Record<string, string>]>([
    ['nginx, 502, text/html', { server: 'nginx/1.25.3', 'content-type': 'text/html; charset=utf-8' }],
    ['Cloudflare, 502, text/html', { server: 'cloudflare', 'content-type': 'text/html' }],
    ['AWS, 502, application/json', { 'x-amzn-requestid': 'r', 'content-type': 'application/json' }],
    ['502, another content type', { server: 'jane-doe', 'content-type': 'jane/doe' }],
    ['502, no content type', {}],
  ])('%s', (words, headers) => {
    expect(describeAnswer({ status: 502, headers })).toBe(words);
  });
});

const page = (title: string, body: string) => `<html><head><title>${title}</title></head><body>${body}</body></html>`;

test.each<[string | undefined, string]>([
  ['nginx', page('403 Forbidden', '<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx/1.22.1</center>')],
  ['nginx', page('401', '<hr><center>nginx</center>')],
  ['OpenResty', page('403', '<hr><center>openresty/1.21.4.1</center>')],
  [
    'Apache',
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head><title>403 Forbidden</title></head></html>',
  ],
  ['HAProxy', '<html><body><h1>403 Forbidden</h1>\nRequest forbidden by administrative rules.\n</body></html>\n'],
  [
    'HAProxy',
    '<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>',
  ],
  ['Varnish', page('503 Backend fetch failed', '<h3>Guru Meditation:</h3><p>XID: 1</p><p>Varnish cache server</p>')],
  ['Cloudflare', page('Attention Required! | Cloudflare', '')],
  ['Cloudflare', page('Just a moment...', '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate.js"></script>')],
  ['Akamai', page('Access Denied', "You don't have permission to access this. Reference #18.2d")],
  ['Imperva', page('', 'Request unsuccessful. Incapsula incident ID: 1-2')],
  ['F5', page('Request Rejected', 'The requested URL was rejected. Please consult with your administrator.')],
  ['Envoy', 'upstream connect error or disconnect/reset before headers. reset reason: connection failure'],
  [undefined, page('403 Forbidden', '<h1>Forbidden</h1>')],
  [undefined, page('Forbidden', 'We use nginx and Apache.')],
  [undefined, 'Forbidden'],
])('a page of %s', (product, text) => {
  expect(productOfPage(text)).toBe(product);
});

/** Apache 2.4.71, without its signature. */
const ofApache = (title: string, sentence: string, heading = title.slice(4)) =>
  `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">\n<html><head>\n<title>${title}</title>\n</head><body>\n<h1>${heading}</h1>\n<p>${sentence}</p>\n</body></html>\n`;

test.each([
  ['400 Bad Request', 'Your browser sent a request that this server could not understand.<br />\n'],
  ['401 Unauthorized', 'This server could not verify that you\nare authorized to access the document\nrequested.'],
  ['403 Forbidden', "You don't have permission to access this resource."],
  ['404 Not Found', 'The requested URL was not found on this server.'],
  ['405 Method Not Allowed', 'The requested method GET is not allowed for this URL.'],
  ['502 Bad Gateway', 'The proxy server received an invalid\r\nresponse from an upstream server.<br />\r\n'],
])('%s in a page of Apache', (title, sentence) => {
  expect(productOfPage(ofApache(title, sentence))).toBe('Apache');
  expect(productOfPage(ofApache(title, sentence, 'Our bank'))).toBeUndefined();
});

test.each([
  ['400 Bad request', 'Your browser sent an invalid request.'],
  ['401 Unauthorized', 'You need a valid user and password to access this content.'],
  ['404 Not Found', 'The resource could not be found.'],
  ['405 Method Not Allowed', 'A request was made of a resource using a request method not supported by that resource'],
  ['410 Gone', 'The resource is no longer available and will not be available again.'],
  ['413 Payload Too Large', 'The request entity exceeds the maximum allowed.'],
  ['422 Unprocessable Content', 'The server cannot process the contained instructions.'],
  ['425 Too Early', 'Your browser sent early data.'],
  ['501 Not Implemented', '.The server does not support the functionality required to fulfill the request.'],
])('%s in a page of HAProxy', (title, sentence) => {
  const text = (said: string) => `<html><body><h1>${title}</h1>\n${said}\n</body></html>\n`;
  expect([productOfPage(text(sentence)), productOfPage(text('Our bank'))]).toEqual(['HAProxy', undefined]);
});

describe('the product that answered', () => {
  test.each<[string | undefined, Record<string, string>, string?]>([
    ['nginx', { server: 'nginx/1.25.3', via: '1.1 varnish' }, 'HAProxy'],
    ['Cloudflare', { 'cf-mitigated': 'challenge' }],
    ['AWS', { 'x-amzn-errortype': 'ForbiddenException' }],
    ['Azure API Management', { 'www-authenticate': 'AzureApiManagementKey realm="https://x",name="Ocp-Apim-Key"' }],
    ['HAProxy', { via: '1.1 google' }, 'HAProxy'],
    ['Google', { via: '1.1 google' }],
    ['Varnish', { server: 'edge-7', via: '1.1 a.example, 1.1 varnish (Varnish/7.1)' }],
    [undefined, { server: 'jane-doe', via: '1.1 google.jane.example' }],
  ])('%s', (product, headers, ofPage) => {
    expect(productIn({ headers, product: ofPage })).toBe(product);
  });
});
