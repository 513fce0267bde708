import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Attack, attacks } from '../support/attack.ts';
import type { WireResponse } from '../support/browser.ts';
import { MOUNT, ORIGIN } from '../support/relay-server.ts';

/** Writes a request byte for byte, as no browser would, and reads the response. */
async function sendRaw(
  port: number,
  line: string,
  fields: Readonly<Record<string, string>>,
  body: string,
): Promise<WireResponse> {
  const socket = connect(port, '127.0.0.1');
  const all = {
    host: 'app.example.com',
    origin: ORIGIN,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...fields,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[line, ...head].join('\r\n')}\r\n\r\n${body}`);
  const received = (await buffer(socket)).toString('utf8');
  const [top = '', text = ''] = received.split('\r\n\r\n', 2);
  const [status = '', ...lines] = top.split('\r\n');
  const headers = new Headers(
    lines.map((one): [string, string] => {
      const at = one.indexOf(':');
      return [one.slice(0, at), one.slice(at + 1).trim()];
    }),
  );
  const isChunked = headers.get('transfer-encoding') === 'chunked';
  const content = isChunked
    ? text.slice(text.indexOf('\r\n') + 2, text.lastIndexOf('}') + 1)
    : text;
  return { status: Number(status.split(' ', 2)[1]), headers, text: content };
}

const invalid = { status: 400, code: 'INVALID_INPUT' };

/** A valid call of Ada's, sent from another page. */
const withHeaders =
  (headers: Record<string, string | null>): Attack['prepare'] =>
  async ({ ada }) =>
  () =>
    ada.browser.send('challenge', { id: ada.credentialId }, { headers });

const toPath =
  (path: string, method = 'POST'): Attack['prepare'] =>
  async ({ ada }) =>
  () =>
    ada.browser.send('challenge', { id: ada.credentialId }, { path, method });

/** Sends the path unchanged, which `fetch` would resolve first. */
const toRawPath =
  (path: string): Attack['prepare'] =>
  async ({ ada, port }) =>
  () => {
    const body = JSON.stringify({ id: ada.credentialId });
    return sendRaw(port, `POST ${path} HTTP/1.1`, { cookie: 'session=ada' }, body);
  };

const withId =
  (id: unknown): Attack['prepare'] =>
  async ({ ada }) =>
  () =>
    ada.browser.send('challenge', { id });

const withBody =
  (body: string): Attack['prepare'] =>
  async ({ ada }) =>
  () =>
    ada.browser.send('challenge', body);

/** Requests that are refused before their content is checked. */
export const requests: readonly Attack[] = [
  ...attacks(
    'an origin',
    { status: 403, code: 'FORBIDDEN' },
    {
      'of another site': withHeaders({ origin: 'https://evil.example' }),
      'that is missing': withHeaders({ origin: null }),
      'that is null': withHeaders({ origin: 'null' }),
      'without encryption': withHeaders({ origin: ORIGIN.replace('https', 'http') }),
      'on another port': withHeaders({ origin: `${ORIGIN}:444` }),
      'of a subdomain': withHeaders({ origin: 'https://evil.app.example.com' }),
      'that begins like ours': withHeaders({ origin: `${ORIGIN}.evil.example` }),
      'in a list': withHeaders({ origin: `${ORIGIN} https://evil.example` }),
      'in upper case': withHeaders({ origin: ORIGIN.toUpperCase() }),
      'that the browser reports as cross-site': withHeaders({ 'sec-fetch-site': 'cross-site' }),
      'in a Referer only': withHeaders({ origin: null, referer: `${ORIGIN}/` }),
      'in X-Forwarded headers only': withHeaders({
        origin: null,
        'x-forwarded-host': 'app.example.com',
        'x-forwarded-proto': 'https',
      }),
    },
  ),
  ...attacks(
    'a path',
    { status: 404, code: 'NOT_FOUND' },
    {
      'with an encoded slash': toPath(`${MOUNT}/v1%2fchallenge`),
      'with a letter encoded': toPath(`${MOUNT}/v1/challeng%65`),
      'with an extra slash': toPath(`${MOUNT}//v1/challenge`),
      'with a trailing slash': toPath(`${MOUNT}/v1/challenge/`),
      'with a backslash encoded': toPath(`${MOUNT}%5cv1/challenge`),
      'with a null byte': toPath(`${MOUNT}/v1/challenge%00`),
      'below another mount': toPath('/other/v1/challenge'),
      'below the mount twice': toPath(`${MOUNT}${MOUNT}/v1/challenge`),
      'of the service itself': toPath(`${MOUNT}/2025-10-13/cards`),
      'of a property of every object': toPath(`${MOUNT}/v1/constructor`),
      'in upper case': toPath(`${MOUNT.toUpperCase()}/v1/challenge`),
      'with an encoded dot segment after another path': toRawPath(`/x/%2e%2e${MOUNT}/v1/challenge`),
      'with a plain dot segment after another path': toRawPath(`/x/..${MOUNT}/v1/challenge`),
      'with a dot segment that changes nothing': toRawPath(`${MOUNT}/./v1/challenge`),
      'with a backslash': toRawPath(`${MOUNT}\\v1/challenge`),
      'with a dot segment that leads back': toRawPath(`${MOUNT}/v1/%2E%2E/v1/challenge`),
    },
  ),
  ...attacks(
    'a method',
    { status: 405, code: 'METHOD_NOT_ALLOWED' },
    {
      'that is GET': toPath(`${MOUNT}/v1/challenge`, 'GET'),
      'that is DELETE': toPath(`${MOUNT}/v1/challenge`, 'DELETE'),
      'that is a preflight': toPath(`${MOUNT}/v1/challenge`, 'OPTIONS'),
      'in a header':
        async ({ ada }) =>
        () =>
          ada.browser.send('challenge', '', {
            method: 'GET',
            headers: { 'x-http-method-override': 'POST' },
          }),
    },
  ),
  ...attacks('an id', invalid, {
    'with dot segments': withId('AuthMethod:../../cards/Card:1'),
    'with encoded dot segments': withId('AuthMethod:..%2f..%2fcards'),
    'with a slash': withId('AuthMethod:a/verify'),
    'with a query': withId('AuthMethod:a?accountId=b'),
    'with a fragment': withId('AuthMethod:a#b'),
    'with a line break': withId('AuthMethod:a\r\nx: y'),
    'with a null byte': withId('AuthMethod:a\u0000'),
    'of another kind': withId('Session:a'),
    'that is empty': withId('AuthMethod:'),
    'that is a list': withId(['AuthMethod:a']),
    'that is an object': withId({ id: 'AuthMethod:a' }),
    'without end': withId(`AuthMethod:${'a'.repeat(10_000)}`),
  }),
  ...attacks('a body', invalid, {
    'that is not JSON': withBody('id=AuthMethod:a'),
    'that is a list': withBody('[{"id":"AuthMethod:a"}]'),
    'cut short': withBody('{"id":"AuthMethod:a"'),
    'of nested lists without end': withBody(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
    'that sets the prototype': withBody('{"id":{"__proto__":{"id":"AuthMethod:a"}}}'),
  }),
  ...attacks(
    'a body',
    { status: 413, code: 'PAYLOAD_TOO_LARGE' },
    {
      'of a hundred kilobytes': withBody(JSON.stringify({ id: 'x'.repeat(100_000) })),
      'of three megabytes': withBody(JSON.stringify({ id: 'x'.repeat(3_000_000) })),
    },
  ),
  ...attacks(
    'a content type',
    { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    {
      'a form can send': withHeaders({ 'content-type': 'text/plain' }),
      'of a form': withHeaders({ 'content-type': 'application/x-www-form-urlencoded' }),
      'in another charset': withHeaders({ 'content-type': 'application/json; charset=utf-7' }),
      'that is compressed': withHeaders({ 'content-encoding': 'gzip' }),
    },
  ),
  ...attacks(
    'an action',
    { status: 404, code: 'UNKNOWN_ACTION' },
    {
      'that is not defined':
        async ({ ada }) =>
        () =>
          ada.browser.send('actionBegin', { action: 'closeCard', input: {} }),
      'named like a property of every object':
        async ({ ada }) =>
        () =>
          ada.browser.send('actionBegin', { action: '__proto__', input: {} }),
    },
  ),
  ...attacks('an input', invalid, {
    'of another type':
      async ({ ada }) =>
      () =>
        ada.browser.send('actionBegin', { action: 'freezeCard', input: { cardId: { $ne: null } } }),
    'with dot segments':
      async ({ ada }) =>
      () =>
        ada.browser.send('actionBegin', {
          action: 'freezeCard',
          input: { cardId: '../customers' },
        }),
  }),
];
